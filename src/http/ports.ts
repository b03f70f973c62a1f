import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import type { ChangeCounts } from '../core/changed-graph.ts'
import type { Comparison } from '../core/compare.ts'
import type { GraphInput } from '../core/graph-input.ts'
import type { PacketOutcome } from '../core/packet.ts'
import type { Plan } from '../core/plan.ts'
import type { GraphPages, GraphPagesQuery } from '../graph-pages.ts'
import type { KeptGraphs, PutAnswer } from '../kept-graphs.ts'
import type { KeptOutputs } from '../kept-outputs.ts'
import type { RunRecorder } from '../run-recorder.ts'
import type { JsonBody } from './json-body.ts'
import type { AnswerForm } from './packet-answer.ts'
import type { LogFigures } from './plugins/request-log.ts'
import type { TextBody } from './plugins/text-bodies.ts'
import type { GraphChanges } from './schemas/graph-changes.ts'
import type { BatchRequest, PacketRequest } from './schemas/packet.ts'
import type { CompareRequest, PlanRequest } from './schemas/plan.ts'
import type { BatchTruncateRequest, TruncateQuery, TruncateRequest } from './schemas/tool-output.ts'

/** A body that a schema holds for, and its source. */
export interface CheckedBody<Schema extends z.ZodType> extends JsonBody {
  readonly value: z.output<Schema>
}

/** A packet on its way out. */
export interface PacketAnswered {
  readonly body: Buffer
  readonly figures: LogFigures
  /** Of an answer in the form of a text: what stands in its headers, the record among it. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What of a packet is asked for. */
export interface AnswerWanted {
  readonly form: AnswerForm
  /** Which decisions; undefined for none. */
  readonly explain?: Explain | undefined
}

/** Which decisions are asked for. */
export interface Explain {
  /** Those of these pages; left out: the first in keep order. */
  readonly pages?: readonly string[] | undefined
}

/** An answer that is written as it stands, and what the log tells of it. */
export interface PlainAnswer {
  readonly answer: object
  readonly figures: LogFigures
}

export type PlanAnswered = Plan & { readonly revision: string }

export type ComparisonAnswered = Comparison & { readonly before: PacketOutcome; readonly after: PacketOutcome }

export type ChangeAnswer = PutAnswer & { readonly changes: ChangeCounts }

/** The bytes of a large body, which go to a thread as they came: they are not the caller's any more. */
export type RawBody = Buffer

/** An answer to an output on its way out. */
export interface OutputAnswered {
  readonly body: Buffer
  readonly figures: LogFigures
}

/** What the routes are given to work with. */
export interface Services {
  /** What there is for whoever sends a request: of its tenant alone, and no more than its key allows. */
  of(caller: Caller): TenantServices
  /** Rejects where the store does not answer. */
  check(): Promise<void>
  /** @throws Problem `workers-busy` where a body of so many bytes would find no thread and no place to wait */
  requireThread(caller: Caller, bytes: number): void
}

/** The services for the sender of a request. */
export type ServicesOf<Name extends keyof TenantServices = keyof TenantServices> = (
  request: Pick<FastifyRequest, 'caller'>,
) => Pick<TenantServices, Name>

/** What is done for one tenant. `left` is aborted when the client has left, and then the reason is thrown. */
export interface TenantServices {
  /** @throws Problem, KeptGraphError, CoreError */
  answerPacket(
    body: CheckedBody<typeof PacketRequest> | RawBody,
    wanted: AnswerWanted,
    left: AbortSignal,
  ): Promise<PacketAnswered>
  /** What the step's packet would hold at its own and at other budgets. @throws KeptGraphError, CoreError */
  planPackets(body: CheckedBody<typeof PlanRequest> | RawBody, left: AbortSignal): Promise<PlainAnswer>
  /** What one packet has and another has not, and why. @throws KeptGraphError, CoreError */
  comparePackets(body: CheckedBody<typeof CompareRequest> | RawBody, left: AbortSignal): Promise<PlainAnswer>
  /** The packets of many steps on one kept graph, recorded together. @throws KeptGraphError */
  answerBatch(
    body: CheckedBody<typeof BatchRequest> | RawBody,
    requestId: string,
    left: AbortSignal,
  ): Promise<{ readonly body: Buffer | Readable; readonly figures: LogFigures }>
  /** The graph of Markdown files. @throws Problem */
  buildGraph(body: RawBody, left: AbortSignal): Promise<{ body: Buffer; figures: LogFigures }>
  /** Keeps a graph that comes as JSON, whole or as bytes, or line by line. @throws Problem, CoreError, StoreError */
  keepGraph(id: string, sent: SentGraph, left: AbortSignal): Promise<PutAnswer>
  /** Keeps the next revision of a graph. @throws Problem, KeptGraphError, CoreError, StoreError */
  changeGraph(id: string, sent: GraphChanges | RawBody, left: AbortSignal): Promise<ChangeAnswer>
  /** Pages of a kept graph. @throws KeptGraphError, StoreError */
  listPages(id: string, query: GraphPagesQuery): Promise<GraphPages>
  /** A tool output, cut, and kept where that is asked for. @throws Problem, CoreError */
  truncateOutput(
    sent: CheckedBody<typeof TruncateRequest> | RawBody | TextBody,
    query: z.output<typeof TruncateQuery>,
    left: AbortSignal,
  ): Promise<OutputAnswered>
  /** The tool outputs of a turn within one budget. @throws Problem, CoreError */
  truncateOutputs(sent: CheckedBody<typeof BatchTruncateRequest> | RawBody, left: AbortSignal): Promise<OutputAnswered>
  readonly graphs: KeptGraphs
  readonly runs: RunRecorder
  readonly outputs: KeptOutputs
}

/** A graph to keep: checked, as bytes that a thread checks, or line by line. */
export type SentGraph = GraphInput | RawBody | Readable
