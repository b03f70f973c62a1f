import type { Readable } from 'node:stream'
import { MessageChannel } from 'node:worker_threads'
import type { Config } from './config.ts'
import { CoreError } from './core/core-error.ts'
import type { ChangeAnswer, RawBody, SentGraph } from './http/ports.ts'
import type { GraphChanges } from './http/schemas/graph-changes.ts'
import type { KeptForm } from './kept-form.ts'
import type { KeptGraphs, PutAnswer } from './kept-graphs.ts'
import type { Observer } from './telemetry/observer.ts'
import { sendChunks } from './workers/chunk-stream.ts'
import { ownBytes, type TenantThreads } from './workers/job-pool.ts'
import { keptGraph } from './workers/kept-graph.ts'

export interface GraphKeeperPorts {
  readonly config: Config
  readonly graphs: KeptGraphs
  readonly threads: TenantThreads
  /** For graphs that come line by line: a thread is at work for as long as the client sends. */
  readonly ingestThreads: TenantThreads
  readonly observer: Observer
}

/** Keeps graphs as they are sent: compiled here or in a thread, then put into the store. */
export class GraphKeeper {
  readonly #ports: GraphKeeperPorts

  constructor(ports: GraphKeeperPorts) {
    this.#ports = ports
  }

  /**
   * @param left aborted when the client has left
   * @throws Problem, CoreError, StoreError
   */
  async keep(id: string, sent: SentGraph, left: AbortSignal): Promise<PutAnswer> {
    return this.#ports.graphs.put(id, named(await this.#formOf(sent, left)))
  }

  /**
   * Keeps the next revision of a graph, made from one that is kept.
   *
   * @param left aborted when the client has left
   * @throws Problem, KeptGraphError, CoreError, StoreError
   */
  async change(id: string, sent: GraphChanges | RawBody, left: AbortSignal): Promise<ChangeAnswer> {
    const { graphs, threads } = this.#ports
    const until = threads.deadline(left)
    const body = Buffer.isBuffer(sent) ? ownBytes(sent) : undefined
    const { base } = Buffer.isBuffer(sent) ? await threads.run('baseOfChanges', { body: sent }, [], until) : sent
    const { bytes } = await graphs.load({ id, revision: base })
    const transfer = [bytes.buffer, ...(body === undefined ? [] : [body.buffer])]
    const input = { base: bytes, sent: body ?? (sent as GraphChanges) }
    const { changes, ...form } = await threads.run('changedGraph', input, transfer, until)
    return { ...(await graphs.put(id, named(form))), changes }
  }

  #formOf(sent: SentGraph, left: AbortSignal): KeptForm | Promise<KeptForm> {
    if ('nodes' in sent) return keptGraph(sent, this.#ports.config, this.#ports.observer)
    if (!Buffer.isBuffer(sent)) return this.#ofLines(sent, left)
    const { threads } = this.#ports
    const body = ownBytes(sent)
    return threads.run('keptGraphOfJson', { body }, [body.buffer], threads.deadline(left))
  }

  async #ofLines(lines: Readable, left: AbortSignal): Promise<KeptForm> {
    const { ingestThreads } = this.#ports
    const { port1, port2 } = new MessageChannel()
    const late = new AbortController()
    const ended = AbortSignal.any([left, late.signal])
    const compiled = ingestThreads.run('keptGraphOfLines', { chunks: port2 }, [port2], ended)
    try {
      // Where the source fails, the thread is told and fails too: the source's reason is the one to tell.
      const [form] = await Promise.all([
        compiled,
        sendChunks(lines, port1).then(() => {
          const deadline = ingestThreads.deadline(left)
          deadline.addEventListener('abort', () => late.abort(deadline.reason))
        }),
      ])
      return form
    } finally {
      port1.close()
    }
  }
}

/** Code points of the longest name that a store keeps. */
const NAME_CHARACTERS = 256

/** @throws CoreError `field-too-long` for a revision that no store can keep */
function named<Form extends Pick<KeptForm, 'revision'>>(form: Form): Form {
  const characters = Array.from(form.revision).length
  if (characters <= NAME_CHARACTERS) return form
  const message = `has ${characters} characters; that of a graph to keep has at most ${NAME_CHARACTERS}`
  throw new CoreError('field-too-long', 'bound', `The revision ${message}.`, [{ path: '/revision', message }], 1)
}
