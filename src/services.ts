import type { Config } from './config.ts'
import type { GraphInput } from './core/graph-input.ts'
import type { PacketOutcome } from './core/packet.ts'
import type { Step } from './core/step.ts'
import type { Services } from './http/ports.ts'
import { type GraphReference, KeptGraphs } from './kept-graphs.ts'
import { KeptOutputs } from './kept-outputs.ts'
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

  const graphOf = async (step: Step, graph: GraphInput | GraphReference) => {
    if (!('id' in graph)) return { graph: packets.compile(step, graph), revision: null }
    const kept = await graphs.open(graph, packets.encodingOf(step))
    return { graph: kept, revision: kept.revision }
  }
  const built = async (step: Step, given: GraphInput | GraphReference) => {
    const { graph, revision } = await graphOf(step, given)
    return { step, graph, outcome: packets.compiled(step, graph), revision }
  }
  const answered = (outcome: PacketOutcome, recorded: Awaited<ReturnType<RunRecorder['record']>>[number]) => ({
    outcome,
    recorded,
  })
  return {
    graphs,
    runs,
    outputs: new KeptOutputs(store.outputs, config.toolOutputStoreBytes),
    buildGraph: threads.buildGraph,
    check: () => store.check(),
    async buildPacket(step, graph, explain) {
      const one = await built(step, graph)
      // Before the record is waited for: other packets use the same marks meanwhile.
      const decisions = explain && packets.explain(step, one.graph, one.outcome, explain.pages)
      const [recorded] = await runs.record([one])
      return { ...answered(one.outcome, recorded), decisions }
    },
    async planPackets(step, given, asked) {
      const { graph } = await graphOf(step, given)
      return { ...packets.plan(step, graph, asked), revision: graph.revision }
    },
    async comparePackets(before, after) {
      const sides = [await built(before.step, before.graph), await built(after.step, after.graph)] as const
      return { before: sides[0].outcome, after: sides[1].outcome, ...packets.compare(...sides) }
    },
    async buildPackets(steps, graph) {
      // All on one revision, whatever becomes current meanwhile.
      const { revision } = await graphs.open(graph, packets.encodingOf(steps[0]))
      const all = []
      for (const step of steps) all.push(await built(step, { id: graph.id, revision }))
      const recorded = await runs.record(all)
      return all.map(({ outcome }, i) => answered(outcome, recorded[i]))
    },
    /** Ends the threads and the store; what they are at is finished first. */
    async close() {
      graphs.close()
      await threads.close()
      await store.close()
    },
  }
}
