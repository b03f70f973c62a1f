import { bufferOf } from '../buffer-of.ts'
import { parseJsonBody } from '../http/json-body.ts'
import { BatchTruncateRequest, TruncateRequest } from '../http/schemas/tool-output.ts'
import { requireValid } from '../http/zod.ts'
import type { Retained } from '../kept-outputs.ts'
import {
  type AskedOutput,
  askedBatch,
  askedOutput,
  batchAnswer,
  fullBytes,
  type OutputAnswer,
  outputAnswer,
} from '../output-answers.ts'
import { measured } from '../telemetry/observer.ts'
import type { JobTools } from './job.ts'

/** A tool output as it came: in a JSON body, or as a text with its options. */
export type SentOutput =
  | { readonly json: Uint8Array<ArrayBuffer> }
  | { readonly text: Uint8Array<ArrayBuffer>; readonly asked: AskedOutput['asked'] }

export interface KeptRequest {
  readonly retain: boolean
  readonly runId: string | undefined
  /** All of the output, where it is to be kept. */
  readonly full: Uint8Array<ArrayBuffer> | undefined
}

/**
 * What of an output is to be kept, if anything: known before it is cut, since the model is told where to ask.
 *
 * @throws Problem, CoreError, PatternError for a request that is refused
 */
export function outputToKeep(sent: SentOutput, tools: JobTools): KeptRequest {
  const given = givenIn(sent, tools)
  const { retain, runId } = given.asked
  return { retain, runId, full: retain ? measured(tools.observer, 'cut', () => fullBytes(given)) : undefined }
}

/** @throws Problem, CoreError, PatternError for a request that is refused */
export function truncatedOutput(
  { sent, retained }: { readonly sent: SentOutput; readonly retained: Retained | undefined },
  tools: JobTools,
): OutputAnswer {
  const given = givenIn(sent, tools)
  return measured(tools.observer, 'cut', () => outputAnswer(given, retained))
}

/** @throws Problem, CoreError, PatternError for a request that is refused */
export function truncatedBatch({ body }: { readonly body: Uint8Array }, { observer }: JobTools): OutputAnswer {
  const asked = measured(observer, 'parse', () =>
    askedBatch(requireValid(BatchTruncateRequest, parseJsonBody(bufferOf(body), undefined).value)),
  )
  return measured(observer, 'cut', () => batchAnswer(asked))
}

function givenIn(sent: SentOutput, { config, observer }: Pick<JobTools, 'config' | 'observer'>): AskedOutput {
  return measured(observer, 'parse', () => {
    if ('text' in sent) return { output: bufferOf(sent.text).toString('utf8'), asked: sent.asked }
    const request = requireValid(TruncateRequest, parseJsonBody(bufferOf(sent.json), undefined).value)
    return askedOutput(request, config.toolOutputMaxBytes)
  })
}
