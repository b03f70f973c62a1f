import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Config } from './config.ts'
import type { Step } from './core/step.ts'
import { batchReply, stepSources } from './http/batch-answer.ts'
import { type AnsweredRequest, packetReply, textHeaders, type WrittenPacket } from './http/packet-answer.ts'
import type { AnswerWanted, CheckedBody, PacketAnswered, RawBody } from './http/ports.ts'
import { Problem, problemOf } from './http/problem.ts'
import type { BatchRequest, PacketRequest } from './http/schemas/packet.ts'
import type { GraphReference, KeptGraphs } from './kept-graphs.ts'
import type { PacketService } from './packet-service.ts'
import type { RunRecorder, StepToRecord } from './run-recorder.ts'
import { type JobPool, ownBytes } from './workers/job-pool.ts'
import { writtenPacket } from './written-packet.ts'

export interface PacketAnswersPorts {
  readonly config: Config
  readonly packets: PacketService
  readonly graphs: KeptGraphs
  readonly runs: RunRecorder
  readonly threads: JobPool
}

/** Answers to packet requests: built here or in a thread, recorded on their runs. */
export class PacketAnswers {
  readonly #ports: PacketAnswersPorts

  constructor(ports: PacketAnswersPorts) {
    this.#ports = ports
  }

  /** @param left aborted when the client has left */
  async answer(
    body: CheckedBody<typeof PacketRequest> | RawBody,
    wanted: AnswerWanted,
    left: AbortSignal,
  ): Promise<PacketAnswered> {
    const { step, packet, revision } = Buffer.isBuffer(body)
      ? await this.#inThread(body, wanted, left)
      : await this.#here(body, wanted)
    const [recorded] = await this.#ports.runs.record([{ step, outcome: packet.outcome, revision }])
    const answered = { body: packetReply(packet, recorded), figures: packet.figures }
    return wanted.form === 'text' ? { ...answered, headers: textHeaders(packet) } : answered
  }

  /**
   * The packets of many steps on one kept graph. The loop has its turn after each step.
   *
   * @param left aborted when the client has left: no further step is begun
   */
  async answerBatch(
    { value: { steps, graph, include }, source }: CheckedBody<typeof BatchRequest>,
    requestId: string,
    left: AbortSignal,
  ): Promise<Buffer | Readable> {
    const { graphs, packets, runs } = this.#ports
    // All on one revision, whatever becomes current meanwhile.
    const { revision } = await graphs.open(graph, packets.encodingOf(steps[0]))
    const sources = stepSources(source, steps)
    const written: (WrittenPacket | Problem)[] = []
    for (const [i, step] of steps.entries()) {
      const request = { step, include, source: sources[i] ?? '' }
      written.push(await this.#orProblem(this.#named(request, { id: graph.id, revision }, { form: 'json' })))
      await nextTurn()
      left.throwIfAborted()
    }
    const toRecord = written.flatMap((packet, i) =>
      packet instanceof Problem ? [] : [{ step: steps[i], outcome: packet.outcome, revision }],
    )
    const recorded = (await runs.record(toRecord)).values()
    return batchReply(
      written.map((packet) => (packet instanceof Problem ? packet : { packet, recorded: recorded.next().value })),
      requestId,
    )
  }

  async #here({ value, source }: CheckedBody<typeof PacketRequest>, wanted: AnswerWanted): Promise<Built> {
    const { step, graph, include } = value
    const { packets } = this.#ports
    const request = { step, include, source }
    if ('id' in graph) return this.#named(request, graph, wanted)
    const packet = writtenPacket(request, packets.compile(step, graph), wanted, this.#ports)
    return { step, packet, revision: null }
  }

  async #inThread(body: RawBody, wanted: AnswerWanted, left: AbortSignal): Promise<Built> {
    const { threads } = this.#ports
    const bytes = ownBytes(body)
    const done = await threads.run('inlinePacket', { body: bytes, wanted }, [bytes.buffer], threads.deadline(left))
    if ('request' in done) return this.#named(done.request, done.graph, wanted)
    return { step: done.step, packet: done, revision: null }
  }

  async #named(request: AnsweredRequest, graph: GraphReference, wanted: AnswerWanted): Promise<Built> {
    const { graphs, packets } = this.#ports
    const kept = await graphs.open(graph, packets.encodingOf(request.step))
    const packet = writtenPacket(request, kept, wanted, this.#ports)
    return { step: request.step, packet, revision: kept.revision }
  }

  async #orProblem(kept: Promise<{ packet: WrittenPacket }>): Promise<WrittenPacket | Problem> {
    try {
      return (await kept).packet
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined) throw error
      return problem
    }
  }
}

interface Built {
  readonly step: Pick<Step, 'id' | 'runId' | 'scope' | 'access'>
  readonly packet: WrittenPacket
  readonly revision: StepToRecord['revision']
}
