import type { Document, StepBody } from '../api.ts'

interface PacketExample {
  readonly summary: string
  readonly step: StepBody
  readonly graph: object
}

/** The examples of POST /v1/packets that bring their graph, by name. What is explored is never recorded on a run. */
export function examplesOf(document: Document): Map<string, PacketExample> {
  const examples = document.paths['/v1/packets']?.post?.requestBody?.content['application/json']?.examples ?? {}
  return new Map(
    Object.entries(examples).flatMap(([name, { summary, value }]) => {
      const { step, graph } = value as { step: StepBody; graph: object }
      return 'nodes' in graph ? [[name, { summary, step: unrecorded(step), graph }]] : []
    }),
  )
}

/** The step without what would put it on a run. */
export function unrecorded({ id: _id, runId: _runId, ...step }: StepBody): StepBody {
  return step
}
