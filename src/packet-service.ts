import type { Config } from './config.ts'
import { contentDigest } from './content-digest.ts'
import { compileGraph } from './core/compile-graph.ts'
import { buildPacket } from './core/packet.ts'
import { Scratch } from './core/scratch.ts'
import { encodingOf } from './core/window.ts'
import type { BuildPacket } from './http/ports.ts'
import { loadModels } from './models-file.ts'
import { countingFor } from './token-counters.ts'

/**
 * The main job with the configured settings, the installed models and the counter in place: the same for the
 * server and for the command line.
 *
 * @throws ConfigError where the models file cannot be used
 */
export function packetService(config: Config): BuildPacket {
  const models = config.modelsFile === undefined ? { compositions: [], profiles: [] } : loadModels(config.modelsFile)
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
  return (step, graph) => {
    const { counter, costs } = countingFor(encodingOf(step, models, config.packetTokenizer))
    const compiled = compileGraph(graph, { counter, digest: contentDigest }, { maxFieldBytes: config.maxFieldBytes })
    return buildPacket(step, compiled, settings, { costs, models, scratch })
  }
}
