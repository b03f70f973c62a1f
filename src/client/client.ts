import type { Query } from './address.ts'
import { Caller } from './caller.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import type * as api from './types.ts'
import { type GraphLines, LineUpload } from './upload.ts'

/** A packet's bare text with what the headers tell of it. */
export interface PacketText {
  /** Empty where the step gets no packet. */
  readonly text: string
  readonly contextPreflight: api.ContextPreflight
  /** `Content-Digest` (RFC 9530); undefined where there is no packet. */
  readonly contentDigest: string | undefined
}

/** What was read of a kept output. */
export interface OutputText {
  readonly text: string
  /** `Content-Range`: what of it that is, such as `bytes 0-99/5000` or `lines 7-9/1400`; undefined for all of it. */
  readonly contentRange: string | undefined
}

/** Bytes from `start` to before `end`, or only the last ones. Both ends are moved back to where a character begins. */
export type ByteRange = { readonly start: number; readonly end?: number } | { readonly last: number }

/**
 * The operations of a Stowage service, each under its name in the OpenAPI document.
 *
 * Every method rejects with a StowageError where the service refuses, with a StowageConnectionError where no answer came
 * whole, with a DOMException named TimeoutError, or with the reason of the caller's signal.
 */
export class StowageClient {
  readonly #caller: Caller

  constructor(options: ClientOptions) {
    this.#caller = new Caller(options)
  }

  /** The context packet of a step; with `explain`, why each page is in it or is not. */
  buildPacket(
    request: api.PacketRequest,
    { explain, page, ...options }: CallOptions & Query<api.BuildPacketQuery> = {},
  ): Promise<api.PacketAnswer> {
    return this.#caller.json('buildPacket', { json: request, query: { explain, page } }, options)
  }

  /** The packet as bare text, for the prompt. */
  async buildPacketText(request: api.PacketRequest, options: CallOptions = {}): Promise<PacketText> {
    const headers = { accept: 'text/markdown' }
    const { text, header } = await this.#caller.answer('buildPacket', { json: request, headers }, options)
    const contextPreflight = JSON.parse(header('context-preflight') ?? '') as api.ContextPreflight
    return { text, contextPreflight, contentDigest: header('content-digest') }
  }

  /** The packets of many steps on one kept graph, each step answered on its own. */
  buildPackets(request: api.BatchRequest, options: CallOptions = {}): Promise<api.BatchAnswer> {
    return this.#caller.json('buildPackets', { json: request }, options)
  }

  /** What budgets, shares and windows would give, without a packet. */
  planPackets(request: api.PlanRequest, options: CallOptions = {}): Promise<api.PlanAnswer> {
    return this.#caller.json('planPackets', { json: request }, options)
  }

  /** The pages that one packet has and another has not. */
  comparePackets(request: api.CompareRequest, options: CallOptions = {}): Promise<api.CompareAnswer> {
    return this.#caller.json('comparePackets', { json: request }, options)
  }

  /** Keeps a graph, and makes it the current revision. */
  putGraph(id: string, graph: api.Graph, options: CallOptions = {}): Promise<api.KeptGraph> {
    return this.#caller.json('putGraph', { names: [id], json: graph }, options)
  }

  /**
   * Keeps a graph that is sent line by line as the service takes it: no more than a chunk of it is held here. Sent again only
   * where `lines` is a function, or before the first line was taken.
   */
  putGraphLines(id: string, lines: GraphLines, options: CallOptions = {}): Promise<api.KeptGraph> {
    const headers = { 'content-type': 'application/x-ndjson' }
    return this.#caller.json('putGraph', { names: [id], body: new LineUpload(lines), headers }, options)
  }

  /** Makes the next revision of a kept graph from what changed. */
  changeGraph(id: string, changes: api.GraphChanges, options: CallOptions = {}): Promise<api.ChangedGraph> {
    return this.#caller.json('changeGraph', { names: [id], json: changes }, options)
  }

  listGraphs({ limit, cursor, ...options }: CallOptions & Query<api.ListGraphsQuery> = {}): Promise<api.GraphList> {
    return this.#caller.json('listGraphs', { query: { limit, cursor } }, options)
  }

  /** Revisions of a kept graph, the current one first. */
  showGraph(
    id: string,
    { limit, cursor, ...options }: CallOptions & Query<api.ShowGraphQuery> = {},
  ): Promise<api.GraphRevisions> {
    return this.#caller.json('showGraph', { names: [id], query: { limit, cursor } }, options)
  }

  /** Pages of a kept graph, by path. */
  listGraphPages(
    id: string,
    { limit, cursor, revision, prefix, search, ...options }: CallOptions & Query<api.ListGraphPagesQuery> = {},
  ): Promise<api.GraphPages> {
    const query = { limit, cursor, revision, prefix, search }
    return this.#caller.json('listGraphPages', { names: [id], query }, options)
  }

  /** Removes a kept graph with all its revisions. */
  deleteGraph(id: string, options: CallOptions = {}): Promise<void> {
    return this.#caller.json('deleteGraph', { names: [id] }, options)
  }

  /** The documentation graph of Markdown files. */
  graphFromMarkdown(
    request: api.GraphFromMarkdownRequest,
    options: CallOptions = {},
  ): Promise<api.GraphFromMarkdownAnswer> {
    return this.#caller.json('graphFromMarkdown', { json: request }, options)
  }

  /** Runs, the one that began last first. */
  listRuns({ limit, cursor, degraded, ...options }: CallOptions & Query<api.ListRunsQuery> = {}): Promise<api.RunList> {
    return this.#caller.json('listRuns', { query: { limit, cursor, degraded } }, options)
  }

  /** The steps of a run, and which of them met a limit. */
  showRun(runId: string, options: CallOptions = {}): Promise<api.Run> {
    return this.#caller.json('showRun', { names: [runId] }, options)
  }

  /** The same as a report that a person reads. */
  async runReport(runId: string, options: CallOptions = {}): Promise<string> {
    const parts = { names: [runId], headers: { accept: 'text/plain' } }
    return (await this.#caller.answer('showRun', parts, options)).text
  }

  /** Removes the records of a run. */
  deleteRun(runId: string, options: CallOptions = {}): Promise<void> {
    return this.#caller.json('deleteRun', { names: [runId] }, options)
  }

  /** Cuts a tool's output to what a database column and a model can hold. */
  truncateToolOutput(request: api.TruncateRequest, options: CallOptions = {}): Promise<api.TruncateAnswer> {
    return this.#caller.json('truncateToolOutput', { json: request }, options)
  }

  /** The same for an output that is sent as it is: a text, or its bytes in UTF-8. */
  truncateToolOutputText(
    output: string | Uint8Array,
    query: Query<api.TruncateToolOutputQuery> = {},
    options: CallOptions = {},
  ): Promise<api.TruncateAnswer> {
    const headers = { 'content-type': 'text/plain' }
    return this.#caller.json('truncateToolOutput', { body: output, query, headers }, options)
  }

  /** Cuts the outputs of one turn to one budget, shared among them. */
  truncateToolOutputs(request: api.BatchTruncateRequest, options: CallOptions = {}): Promise<api.BatchTruncateAnswer> {
    return this.#caller.json('truncateToolOutputs', { json: request }, options)
  }

  /** Cuts lists to a number of items, and says how many there were. */
  capList(request: api.CapListRequest, options: CallOptions = {}): Promise<api.CapListAnswer> {
    return this.#caller.json('capList', { json: request }, options)
  }

  /** The kept outputs of a run, the one that came last first. */
  listToolOutputs({
    limit,
    cursor,
    runId,
    ...options
  }: CallOptions & Query<api.ListToolOutputsQuery>): Promise<api.OutputList> {
    return this.#caller.json('listToolOutputs', { query: { limit, cursor, runId } }, options)
  }

  /** A kept output: all of it, a range of its bytes, or some lines (`7`, `7-9`, `7-`). */
  async readToolOutput(
    ref: string,
    { lines, range, ...options }: CallOptions & { lines?: string; range?: ByteRange } = {},
  ): Promise<OutputText> {
    const headers = { accept: 'text/plain', ...(range && { range: rangeHeader(range) }) }
    const { text, header } = await this.#caller.answer(
      'readToolOutput',
      { names: [ref], query: { lines }, headers },
      options,
    )
    return { text, contentRange: header('content-range') }
  }

  /** Where a text stands in a kept output, letter by letter. */
  searchToolOutput(
    ref: string,
    search: string,
    { limit, ...options }: CallOptions & Pick<Query<api.ReadToolOutputQuery>, 'limit'> = {},
  ): Promise<api.OutputSearch> {
    return this.#caller.json('readToolOutput', { names: [ref], query: { search, limit } }, options)
  }

  /** Removes a kept output, from all runs. */
  deleteToolOutput(ref: string, options: CallOptions = {}): Promise<void> {
    return this.#caller.json('deleteToolOutput', { names: [ref] }, options)
  }

  /** Whether the process is alive. */
  livez(options: CallOptions = {}): Promise<api.Health> {
    return this.#caller.json('livez', {}, options)
  }

  /** Whether it takes requests now; that it does not is an answer as well, and is not asked for again. */
  readyz(options: CallOptions = {}): Promise<api.Health> {
    return this.#caller.json('readyz', { answers: [503] }, options)
  }

  /** Figures of the process, in the text form of Prometheus. */
  async metrics(options: CallOptions = {}): Promise<string> {
    return (await this.#caller.answer('metrics', {}, options)).text
  }

  /** Closes the connections, once the calls that are made have been answered. */
  close(): Promise<void> {
    return this.#caller.close()
  }
}

function rangeHeader(range: ByteRange): string {
  if ('last' in range) return `bytes=-${range.last}`
  return `bytes=${range.start}-${range.end === undefined ? '' : range.end - 1}`
}
