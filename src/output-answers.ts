import type { z } from 'zod'
import type { TruncatedOutput } from './core/tool-output/truncate.ts'
import type { LogFigures } from './http/plugins/request-log.ts'
import type { BatchTruncateRequest, TruncateQuery, TruncateRequest } from './http/schemas/tool-output.ts'
import type { Retained } from './kept-outputs.ts'
import type { CutSeen } from './telemetry/observer.ts'
import {
  type BatchAsked,
  fullOutput,
  type OutputAsked,
  truncateOutput,
  truncateOutputs,
} from './tool-output-service.ts'

/** An output, and all that is asked for it. */
export interface AskedOutput {
  readonly output: string
  readonly asked: Omit<OutputAsked, 'retained'> & {
    readonly isError: boolean | undefined
    readonly retain: boolean
    readonly runId: string | undefined
  }
}

/** An answer in JSON, in UTF-8: plain data, which can cross from thread to thread. */
export interface OutputAnswer {
  readonly body: Uint8Array<ArrayBuffer>
  readonly figures: LogFigures
  readonly cuts: readonly CutSeen[]
}

/** @param maxBytes where the request names none */
export function askedOutput(request: z.output<typeof TruncateRequest>, maxBytes: number): AskedOutput {
  const { output, isError, retain = false, runId, ...asked } = request
  return { output, asked: { ...asked, maxBytes: asked.maxBytes ?? maxBytes, isError, retain, runId } }
}

/** The options of a text, from the address it was sent to. */
export function askedInQuery(query: z.output<typeof TruncateQuery>, maxBytes: number): AskedOutput['asked'] {
  const { strategy, tokenizer, nul, runId } = query
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  return {
    maxBytes: number(query.maxBytes) ?? maxBytes,
    maxChars: number(query.maxChars),
    maxTokens: number(query.maxTokens),
    headRatio: number(query.headRatio),
    tokenizer,
    strategy,
    nul,
    runId,
    redact: query.redact === 'true',
    sanitize: query.sanitize === 'true',
    render: query.render === 'true' ? {} : undefined,
    isError: query.isError === undefined ? undefined : query.isError === 'true',
    retain: query.retain === 'true',
  }
}

export function askedBatch({ maxBytes, outputs }: z.output<typeof BatchTruncateRequest>) {
  const asked: BatchAsked = outputs.map(({ isError: _, ...rest }) => rest)
  return { maxBytes, asked, isError: outputs.map(({ isError }) => isError) }
}

/** All of an output that is to be kept, in UTF-8. */
export function fullBytes({ output, asked }: AskedOutput): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(fullOutput(output, asked))
}

/** @param retained what became of the full text; undefined where it was not to be kept */
export function outputAnswer({ output, asked }: AskedOutput, retained: Retained | undefined): OutputAnswer {
  const answer = truncateOutput(output, { ...asked, retained })
  const kept =
    retained && (retained.ref === null ? { retained: false, retainFault: retained.reason } : { retained: true })
  return {
    body: jsonBytes({ ...answer, ...errorFlag(asked.isError), ...kept }),
    figures: {
      strategy: answer.report.strategy,
      truncated: answer.truncated,
      bytesOriginal: answer.bytes.original,
      bytesKept: answer.bytes.kept,
    },
    cuts: [cutSeen(answer)],
  }
}

export function batchAnswer({ maxBytes, asked, isError }: ReturnType<typeof askedBatch>): OutputAnswer {
  const answers: readonly TruncatedOutput[] = truncateOutputs(asked, maxBytes)
  return {
    body: jsonBytes({ outputs: answers.map((answer, i) => ({ ...answer, ...errorFlag(isError[i]) })) }),
    figures: { outputs: answers.length, truncated: answers.filter(({ truncated }) => truncated).length },
    cuts: answers.map(cutSeen),
  }
}

function cutSeen({ report, bytes }: TruncatedOutput): CutSeen {
  const { strategy, limit } = report
  return { strategy, limit: limit?.name ?? 'none', bytesIn: bytes.original, bytesKept: bytes.kept }
}

function errorFlag(isError: boolean | undefined): { isError?: boolean } {
  return isError === undefined ? {} : { isError }
}

function jsonBytes(value: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value))
}
