import type { Config } from './config.ts'
import { contentDigest } from './content-digest.ts'
import { compileGraph } from './core/compile-graph.ts'
import { buildPacket } from './core/packet.ts'
import { PacketCosts } from './core/packet-text.ts'
import { Scratch } from './core/scratch.ts'
import type { BuildPacket } from './http/ports.ts'
import { loadModels } from './models-file.ts'
import { packetCounter } from './packet-counter.ts'

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
  }
  const ports = { costs: new PacketCosts(packetCounter), models, scratch: new Scratch() }
  const compilePorts = { counter: packetCounter, digest: contentDigest }
  return (step, graph) => {
    const compiled = compileGraph(graph, compilePorts, { maxFieldBytes: config.maxFieldBytes })
    return buildPacket(step, compiled, settings, ports)
  }
}
