import { bufferOf } from './buffer-of.ts'
import type { Config } from './config.ts'
import type { GraphInput } from './core/graph-input.ts'
import type { Step } from './core/step.ts'
import { GraphKeeper } from './graph-keeper.ts'
import type { Services } from './http/ports.ts'
import { type GraphReference, KeptGraphs } from './kept-graphs.ts'
import { KeptOutputs } from './kept-outputs.ts'
import { installedModels } from './models-file.ts'
import { PacketAnswers } from './packet-answers.ts'
import { packetService } from './packet-service.ts'
import { RunRecorder } from './run-recorder.ts'
import type { Store } from './store/store.ts'
import { sharedMemory } from './tokenizer/load-tables.ts'
import { JobPool, ownBytes } from './workers/job-pool.ts'

/**
 * All that the routes work with, on one store.
 *
 * @throws ConfigError where the models file cannot be used
 */
export function createServices(config: Config, store: Store): Services & { close(): Promise<void> } {
  const models = installedModels(config)
  const packets = packetService(config, models)
  const runs = new RunRecorder(store.runs)
  const graphs = new KeptGraphs(store.graphs, { cacheBytes: config.graphCacheBytes })
  const data = { config, models, tables: sharedMemory() }
  const threads = new JobPool(data, {
    threads: config.workerThreads,
    queue: config.workerQueue,
    names: { threads: 'WORKER_THREADS', queue: 'WORKER_QUEUE' },
  })
  const ingestThreads = new JobPool(data, {
    threads: config.ingestThreads,
    queue: config.ingestQueue,
    names: { threads: 'INGEST_THREADS', queue: 'INGEST_QUEUE' },
  })
  const answers = new PacketAnswers({ config, packets, graphs, runs, threads })
  const keeper = new GraphKeeper({ config, graphs, threads, ingestThreads })
  const graphOf = async (step: Step, graph: GraphInput | GraphReference) =>
    'id' in graph ? graphs.open(graph, packets.encodingOf(step)) : packets.compile(step, graph)
  const built = async (step: Step, given: GraphInput | GraphReference) => {
    const graph = await graphOf(step, given)
    return { step, graph, outcome: packets.compiled(step, graph) }
  }
  return {
    graphs,
    runs,
    outputs: new KeptOutputs(store.outputs, config.toolOutputStoreBytes),
    check: () => store.check(),
    answerPacket: (body, form, left) => answers.answer(body, form, left),
    answerBatch: (body, requestId, left) => answers.answerBatch(body, requestId, left),
    async planPackets(step, given, asked) {
      const graph = await graphOf(step, given)
      return { ...packets.plan(step, graph, asked), revision: graph.revision }
    },
    async comparePackets(before, after) {
      const sides = [await built(before.step, before.graph), await built(after.step, after.graph)] as const
      return { before: sides[0].outcome, after: sides[1].outcome, ...packets.compare(...sides) }
    },
    keepGraph: (id, sent, left) => keeper.keep(id, sent, left),
    changeGraph: (id, sent, left) => keeper.change(id, sent, left),
    async buildGraph(raw, left) {
      const body = ownBytes(raw)
      const { body: answer, figures } = await threads.run(
        'markdownGraph',
        { body },
        [body.buffer],
        threads.deadline(left),
      )
      return { body: bufferOf(answer), figures }
    },
    /** Ends the threads and the store; what they are at is finished first. */
    async close() {
      graphs.close()
      await Promise.all([threads.close(), ingestThreads.close()])
      await store.close()
    },
  }
}
