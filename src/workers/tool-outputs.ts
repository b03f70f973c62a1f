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
export function outputToKeep(sent: SentOutput, { config }: JobTools): KeptRequest {
  const given = givenIn(sent, config.toolOutputMaxBytes)
  const { retain, runId } = given.asked
  return { retain, runId, full: retain ? fullBytes(given) : undefined }
}

/** @throws Problem, CoreError, PatternError for a request that is refused */
export function truncatedOutput(
  { sent, retained }: { readonly sent: SentOutput; readonly retained: Retained | undefined },
  { config }: JobTools,
): OutputAnswer {
  return outputAnswer(givenIn(sent, config.toolOutputMaxBytes), retained)
}

/** @throws Problem, CoreError, PatternError for a request that is refused */
export function truncatedBatch({ body }: { readonly body: Uint8Array }): OutputAnswer {
  return batchAnswer(askedBatch(requireValid(BatchTruncateRequest, parseJsonBody(bufferOf(body), undefined).value)))
}

function givenIn(sent: SentOutput, maxBytes: number): AskedOutput {
  if ('text' in sent) return { output: bufferOf(sent.text).toString('utf8'), asked: sent.asked }
  return askedOutput(requireValid(TruncateRequest, parseJsonBody(bufferOf(sent.json), undefined).value), maxBytes)
}
