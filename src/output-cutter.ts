import type { z } from 'zod'
import { bufferOf } from './buffer-of.ts'
import type { Config } from './config.ts'
import { TextBody } from './http/plugins/text-bodies.ts'
import type { CheckedBody, OutputAnswered, RawBody } from './http/ports.ts'
import type { BatchTruncateRequest, TruncateQuery, TruncateRequest } from './http/schemas/tool-output.ts'
import type { KeptOutputs, Retained } from './kept-outputs.ts'
import {
  askedBatch,
  askedInQuery,
  askedOutput,
  batchAnswer,
  fullBytes,
  type OutputAnswer,
  outputAnswer,
} from './output-answers.ts'
import { measured, type Observer } from './telemetry/observer.ts'
import { ownBytes, type TenantThreads } from './workers/job-pool.ts'
import type { SentOutput } from './workers/tool-outputs.ts'

export interface OutputCutterPorts {
  readonly config: Config
  readonly outputs: KeptOutputs
  readonly threads: TenantThreads
  readonly observer: Observer
}

/** Cuts tool outputs as they are sent, here or in a thread, and keeps those that are to be kept. */
export class OutputCutter {
  readonly #ports: OutputCutterPorts

  constructor(ports: OutputCutterPorts) {
    this.#ports = ports
  }

  /**
   * @param query options of a text; a JSON body has its own
   * @param left aborted when the client has left
   */
  async truncate(
    sent: CheckedBody<typeof TruncateRequest> | RawBody | TextBody,
    query: z.output<typeof TruncateQuery>,
    left: AbortSignal,
  ): Promise<OutputAnswered> {
    const { config, outputs, observer } = this.#ports
    const { toolOutputMaxBytes, workerBodyBytes } = config
    if (Buffer.isBuffer(sent)) return this.#inThread({ json: ownBytes(sent) }, left)
    if (sent instanceof TextBody && sent.bytes.length > workerBodyBytes) {
      return this.#inThread({ text: ownBytes(sent.bytes), asked: askedInQuery(query, toolOutputMaxBytes) }, left)
    }
    const given =
      sent instanceof TextBody
        ? { output: sent.bytes.toString('utf8'), asked: askedInQuery(query, toolOutputMaxBytes) }
        : askedOutput(sent.value, toolOutputMaxBytes)
    const { retain, runId } = given.asked
    const full = retain ? measured(observer, 'cut', () => fullBytes(given)) : undefined
    const retained = full && (await outputs.retain(full, runId))
    return this.#answered(measured(observer, 'cut', () => outputAnswer(given, retained)))
  }

  /** @param left aborted when the client has left */
  async truncateBatch(
    sent: CheckedBody<typeof BatchTruncateRequest> | RawBody,
    left: AbortSignal,
  ): Promise<OutputAnswered> {
    const { threads, observer } = this.#ports
    if (!Buffer.isBuffer(sent)) {
      return this.#answered(measured(observer, 'cut', () => batchAnswer(askedBatch(sent.value))))
    }
    const body = ownBytes(sent)
    return this.#answered(await threads.run('truncatedBatch', { body }, [body.buffer], threads.deadline(left)))
  }

  async #inThread(sent: SentOutput, left: AbortSignal): Promise<OutputAnswered> {
    const { threads, outputs } = this.#ports
    const until = threads.deadline(left)
    // Only where it says so is an output kept, which takes a look at it of its own, on a copy.
    const { retain, full, runId } = mayRetain(sent)
      ? await threads.run('outputToKeep', sent, [], until)
      : { retain: false, full: undefined, runId: undefined }
    const retained: Retained | undefined = retain && full ? await outputs.retain(full, runId) : undefined
    const { buffer } = 'json' in sent ? sent.json : sent.text
    return this.#answered(await threads.run('truncatedOutput', { sent, retained }, [buffer], until))
  }

  #answered({ body, figures, cuts }: OutputAnswer): OutputAnswered {
    for (const cut of cuts) this.#ports.observer.cut(cut)
    return { body: bufferOf(body), figures }
  }
}

const RETAIN = Buffer.from('"retain"')

/** Whether a request can ask for an output to be kept: only one that holds the name of that field, or an escape that could. */
function mayRetain(sent: SentOutput): boolean {
  if ('text' in sent) return sent.asked.retain
  const body = bufferOf(sent.json)
  return body.includes(RETAIN) || body.includes('\\u')
}
