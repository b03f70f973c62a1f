import { batchSteps } from './batch-steps.ts'
import { baseOfChanges, changedGraph } from './changed-graph.ts'
import { inlinePacket } from './inline-packet.ts'
import type { Job } from './job.ts'
import { keptGraphOfJson, keptGraphOfLines } from './kept-graph.ts'
import type { markdownGraph } from './markdown-graph.ts'
import { comparisonOfJson, planOfJson } from './plans.ts'
import type { outputToKeep, truncatedBatch, truncatedOutput } from './tool-outputs.ts'

/** Loaded when it is first asked for: the parsers of Markdown are as much as all else that a thread needs. */
const lazyMarkdownGraph = async (...given: Parameters<typeof markdownGraph>) =>
  (await import('./markdown-graph.ts')).markdownGraph(...given)

/** The same for the rules of secrets. */
const lazyOutputs = () => import('./tool-outputs.ts')

/** Everything that threads do, by name. A new kind of work is one more function here. */
export const JOBS = {
  baseOfChanges,
  batchSteps,
  changedGraph,
  inlinePacket,
  keptGraphOfJson,
  keptGraphOfLines,
  markdownGraph: lazyMarkdownGraph,
  comparisonOfJson,
  outputToKeep: async (...given: Parameters<typeof outputToKeep>) => (await lazyOutputs()).outputToKeep(...given),
  planOfJson,
  truncatedBatch: async (...given: Parameters<typeof truncatedBatch>) => (await lazyOutputs()).truncatedBatch(...given),
  truncatedOutput: async (...given: Parameters<typeof truncatedOutput>) =>
    (await lazyOutputs()).truncatedOutput(...given),
} satisfies Record<string, Job<never, object>>

/** Jobs that mostly need no parser for their body, and ask for the room of one where they do. */
export const READS_IN_PLACE: ReadonlySet<JobName> = new Set(['inlinePacket', 'keptGraphOfJson'])

export type Jobs = typeof JOBS
export type JobName = keyof Jobs
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0]
export type JobResult<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>
