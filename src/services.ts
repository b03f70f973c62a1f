import type { Caller } from './access/caller.ts'
import { bufferOf } from './buffer-of.ts'
import type { Config } from './config.ts'
import { GraphCache } from './graph-cache.ts'
import { GraphKeeper } from './graph-keeper.ts'
import { graphPages } from './graph-pages.ts'
import type { Services, TenantServices } from './http/ports.ts'
import { keepingRefused } from './keeping-refused.ts'
import { KeptGraphs } from './kept-graphs.ts'
import { KeptOutputs } from './kept-outputs.ts'
import { installedModels } from './models-file.ts'
import { observedPackets } from './observed-packets.ts'
import { OutputCutter } from './output-cutter.ts'
import { PacketAnswers } from './packet-answers.ts'
import { packetService } from './packet-service.ts'
import { Plans } from './plans.ts'
import { RunRecorder } from './run-recorder.ts'
import type { Store } from './store/store.ts'
import type { Figures } from './telemetry/figures.ts'
import { type Observer, SILENT } from './telemetry/observer.ts'
import { sharedMemory } from './tokenizer/load-tables.ts'
import { JobPool, ownBytes } from './workers/job-pool.ts'

/**
 * All that the routes work with, on one store.
 *
 * @throws ConfigError where the models file cannot be used
 */
export function createServices(
  config: Config,
  store: Store,
  observer: Observer = SILENT,
): Services & { figures(): Figures; close(): Promise<void> } {
  const models = installedModels(config)
  const packets = observedPackets(packetService(config, models), observer)
  const cache = new GraphCache(config.graphCacheBytes)
  const data = { config, models, tables: sharedMemory() }
  const jobs = new JobPool(data, {
    threads: config.workerThreads,
    queue: config.workerQueue,
    largeBytes: config.workerLargeBytes,
    names: { threads: 'WORKER_THREADS', queue: 'WORKER_QUEUE' },
    observer,
  })
  const ingests = new JobPool(data, {
    threads: config.ingestThreads,
    queue: config.ingestQueue,
    names: { threads: 'INGEST_THREADS', queue: 'INGEST_QUEUE' },
    observer,
  })

  /** @param mayKeep whether runs and tool outputs are kept */
  function servicesOf(tenant: string, mayKeep: boolean): TenantServices & { close(): void } {
    const threads = jobs.of(tenant)
    const ingestThreads = ingests.of(tenant)
    const kept = mayKeep ? store.of(tenant) : keepingRefused(store.of(tenant))
    const graphs = new KeptGraphs(tenant, kept.graphs, cache)
    const runs = new RunRecorder(kept.runs, config.runsRequired)
    const outputs = new KeptOutputs(kept.outputs, config.toolOutputStoreBytes)
    const cutter = new OutputCutter({ config, outputs, threads, observer })
    const answers = new PacketAnswers({ config, packets, graphs, runs, threads, observer })
    const keeper = new GraphKeeper({ config, graphs, threads, ingestThreads, observer })
    const plans = new Plans({ packets, graphs, threads })
    return {
      graphs,
      runs,
      outputs,
      truncateOutput: (sent, query, left) => cutter.truncate(sent, query, left),
      truncateOutputs: (sent, left) => cutter.truncateBatch(sent, left),
      answerPacket: (body, form, left) => answers.answer(body, form, left),
      answerBatch: (body, requestId, left) => answers.answerBatch(body, requestId, left),
      planPackets: (body, left) => plans.plan(body, left),
      comparePackets: (body, left) => plans.compare(body, left),
      keepGraph: (id, sent, left) => keeper.keep(id, sent, left),
      changeGraph: (id, sent, left) => keeper.change(id, sent, left),
      listPages: (id, query) => graphPages(graphs, config, id, query),
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
      close: () => graphs.close(),
    }
  }

  /** One for each tenant that has a key, and for keys that keep nothing one more. */
  const known = new Map<string, ReturnType<typeof servicesOf>>()
  return {
    of({ tenant, actions }: Caller) {
      const mayKeep = actions.has('write')
      const name = `${mayKeep ? 'keeps' : 'looks'} ${tenant}`
      const services = known.get(name) ?? servicesOf(tenant, mayKeep)
      known.set(name, services)
      return services
    },
    check: () => store.check(),
    requireThread: ({ tenant }, bytes) => jobs.requireRoom(tenant, bytes),
    figures: () => ({
      pools: { work: jobs.figures(), ingest: ingests.figures() },
      cache: cache.figures(),
    }),
    /** Ends the threads and the store; what they are at is finished first. */
    async close() {
      for (const services of known.values()) services.close()
      await Promise.all([jobs.close(), ingests.close()])
      await store.close()
    },
  }
}
