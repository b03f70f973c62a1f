import type { Config } from './config.ts'
import type { GraphInput } from './core/graph-input.ts'
import type { PacketOutcome } from './core/packet.ts'
import type { Step } from './core/step.ts'
import type { Services } from './http/ports.ts'
import { type GraphReference, KeptGraphs } from './kept-graphs.ts'
import { packetService } from './packet-service.ts'
import { RunRecorder } from './run-recorder.ts'
import type { Store } from './store/store.ts'
import { graphService } from './workers/graph-service.ts'

/**
 * All that the routes work with, on one store.
 *
 * @throws ConfigError where the models file cannot be used
 */
export function createServices(config: Config, store: Store): Services & { close(): Promise<void> } {
  const threads = graphService(config)
  const packets = packetService(config)
  const runs = new RunRecorder(store.runs)
  const graphs = new KeptGraphs(store.graphs, {
    cacheBytes: config.graphCacheBytes,
    maxFieldBytes: config.maxFieldBytes,
    encoding: config.packetTokenizer,
  })

  const outcomeOf = async (step: Step, graph: GraphInput | GraphReference) => {
    if (!('id' in graph)) return { step, outcome: packets.inline(step, graph), revision: null }
    const kept = await graphs.open(graph, packets.encodingOf(step))
    return { step, outcome: packets.compiled(step, kept), revision: kept.revision }
  }
  const answered = (outcome: PacketOutcome, recorded: Awaited<ReturnType<RunRecorder['record']>>[number]) => ({
    outcome,
    recorded,
  })
  return {
    graphs,
    runs,
    buildGraph: threads.buildGraph,
    check: () => store.check(),
    async buildPacket(step, graph) {
      const built = await outcomeOf(step, graph)
      const [recorded] = await runs.record([built])
      return answered(built.outcome, recorded)
    },
    async buildPackets(steps, graph) {
      // All on one revision, whatever becomes current meanwhile.
      const { revision } = await graphs.open(graph, packets.encodingOf(steps[0]))
      const built = []
      for (const step of steps) built.push(await outcomeOf(step, { id: graph.id, revision }))
      const recorded = await runs.record(built)
      return built.map(({ outcome }, i) => answered(outcome, recorded[i]))
    },
    /** Ends the threads and the store; what they are at is finished first. */
    async close() {
      graphs.close()
      await threads.close()
      await store.close()
    },
  }
}
