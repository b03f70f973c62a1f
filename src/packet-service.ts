import type { Config } from './config.ts'
import { contentDigest } from './content-digest.ts'
import { compileGraph } from './core/compile-graph.ts'
import type { CompiledGraph } from './core/compiled-graph.ts'
import type { GraphInput } from './core/graph-input.ts'
import { buildPacket, type PacketOutcome } from './core/packet.ts'
import { Scratch } from './core/scratch.ts'
import type { Step } from './core/step.ts'
import type { TokenEncoding } from './core/tokens.ts'
import { encodingOf, type InstalledModels } from './core/window.ts'
import { loadModels } from './models-file.ts'
import { countingFor } from './token-counters.ts'

/** The main job with settings, models and counters in place. */
export interface PacketService {
  /** The packet of a step on a graph that comes with it. */
  inline(step: Step, graph: GraphInput): PacketOutcome
  /** The packet of a step on a compiled graph, counted in the step's encoding. */
  compiled(step: Step, graph: CompiledGraph): PacketOutcome
  encodingOf(step: Step): TokenEncoding
}

/** @throws ConfigError where the models file cannot be used */
export function installedModels({ modelsFile }: Config): InstalledModels {
  return modelsFile === undefined ? { compositions: [], profiles: [] } : loadModels(modelsFile)
}

/** The same for the server, its threads and the command line. */
export function packetService(config: Config, models: InstalledModels): PacketService {
  const settings = {
    localShareBasisPoints: config.localPacketInputShareBasisPoints,
    corpusShareBasisPoints: config.corpusPacketInputShareBasisPoints,
    fallbackInputTokens: config.packetFallbackInputTokens,
    localMaxDistance: config.localPacketMaxDistance,
    summaryDistance: config.packetSummaryDistance,
    safetyMarginBasisPoints: config.tokenSafetyMarginBasisPoints,
  }
  const scratch = new Scratch()
  // Before the first request, not during it.
  countingFor(config.packetTokenizer)
  const ownEncoding = (step: Step) => encodingOf(step, models, config.packetTokenizer)
  const compiled = (step: Step, graph: CompiledGraph) =>
    buildPacket(step, graph, settings, { costs: countingFor(ownEncoding(step)).costs, models, scratch })
  return {
    compiled,
    encodingOf: ownEncoding,
    inline: (step, graph) => {
      const { counter } = countingFor(ownEncoding(step))
      const limits = { maxFieldBytes: config.maxFieldBytes }
      return compiled(step, compileGraph(graph, { counter, digest: contentDigest }, limits))
    },
  }
}
