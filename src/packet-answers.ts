import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { bufferOf } from './buffer-of.ts'
import type { Step } from './core/step.ts'
import { batchReply, stepSources } from './http/batch-answer.ts'
import { parseJsonText } from './http/json-body.ts'
import { type AnsweredRequest, packetReply, textHeaders, type WrittenPacket } from './http/packet-answer.ts'
import type { LogFigures } from './http/plugins/request-log.ts'
import type { AnswerWanted, CheckedBody, PacketAnswered, RawBody } from './http/ports.ts'
import { Problem, problemOf } from './http/problem.ts'
import type { BatchRequest, PacketRequest } from './http/schemas/packet.ts'
import type { GraphReference, KeptGraphs } from './kept-graphs.ts'
import { packetSeen } from './observed-packets.ts'
import type { RunRecorder, StepToRecord } from './run-recorder.ts'
import type { Observer } from './telemetry/observer.ts'
import { ownBytes, type TenantThreads } from './workers/job-pool.ts'
import { type PacketWriting, writtenPacket } from './written-packet.ts'

export interface PacketAnswersPorts extends PacketWriting {
  readonly observer: Observer
  readonly graphs: KeptGraphs
  readonly runs: RunRecorder
  readonly threads: TenantThreads
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
    this.#ports.observer.packet(packetSeen(packet))
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
    body: CheckedBody<typeof BatchRequest> | RawBody,
    requestId: string,
    left: AbortSignal,
  ): Promise<{ body: Buffer | Readable; figures: LogFigures }> {
    const { graphs, packets, runs } = this.#ports
    const { graph, steps } = Buffer.isBuffer(body) ? await this.#stepsByThread(body, left) : stepsOf(body)
    // All on one revision, whatever becomes current meanwhile.
    const { revision } = await graphs.open(graph, packets.encodingOf(steps[0]().step))
    const built: (Problem | Built)[] = []
    for (const step of steps) {
      built.push(await this.#orProblem(this.#named(step(), { id: graph.id, revision }, { form: 'json' })))
      await nextTurn()
      left.throwIfAborted()
    }
    for (const one of built) if (!(one instanceof Problem)) this.#ports.observer.packet(packetSeen(one.packet))
    const toRecord = built.flatMap((one) =>
      one instanceof Problem ? [] : [{ step: one.step, outcome: one.packet.outcome, revision }],
    )
    const recorded = (await runs.record(toRecord)).values()
    const parts = built.map((one) =>
      one instanceof Problem ? one : { packet: one.packet, recorded: recorded.next().value },
    )
    return { body: batchReply(parts, requestId), figures: { steps: steps.length } }
  }

  async #stepsByThread(body: RawBody, left: AbortSignal): Promise<Batch> {
    const { threads } = this.#ports
    const bytes = ownBytes(body)
    const done = await threads.run('batchSteps', { body: bytes }, [bytes.buffer], threads.deadline(left))
    const text = bufferOf(done.steps)
    const { graph, include, ends } = done
    const steps = ends.map((end, i) => () => {
      const source = text.toString('utf8', ends[i - 1] ?? 0, end)
      // Checked in the thread.
      return { step: parseJsonText(source) as Step, include, source: `{"step":${source}}` }
    })
    return { graph, steps }
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

  async #orProblem(building: Promise<Built>): Promise<Built | Problem> {
    try {
      return await building
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined) throw error
      return problem
    }
  }
}

/** A batch, each of its steps made when it is its turn. */
interface Batch {
  readonly graph: GraphReference
  readonly steps: readonly (() => AnsweredRequest)[]
}

function stepsOf({ value: { graph, steps, include }, source }: CheckedBody<typeof BatchRequest>): Batch {
  const sources = stepSources(source, steps)
  return { graph, steps: steps.map((step, i) => () => ({ step, include, source: sources[i] ?? '' })) }
}

interface Built {
  readonly step: Pick<Step, 'id' | 'runId' | 'scope' | 'access'>
  readonly packet: WrittenPacket
  readonly revision: StepToRecord['revision']
}
