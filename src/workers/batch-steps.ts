import { bufferOf } from '../buffer-of.ts'
import { ByteWriter } from '../core/byte-writer.ts'
import { elementSpans, valueSpan } from '../core/json-text.ts'
import { parseJsonBody } from '../http/json-body.ts'
import type { AnsweredRequest } from '../http/packet-answer.ts'
import { BatchRequest } from '../http/schemas/packet.ts'
import { requireValid } from '../http/zod.ts'
import type { GraphReference } from '../kept-graphs.ts'
import { measured } from '../telemetry/observer.ts'
import type { JobTools } from './job.ts'

/** A batch that was checked, its steps as JSON one after the other: whoever answers them parses one at a time. */
export interface BatchSteps {
  readonly graph: GraphReference
  readonly include: AnsweredRequest['include']
  readonly steps: Uint8Array
  /** Where each step ends in `steps`. */
  readonly ends: readonly number[]
}

/** @throws Problem for a batch that is refused */
export function batchSteps({ body }: { readonly body: Uint8Array }, { observer }: JobTools): BatchSteps {
  const { source, value } = measured(observer, 'parse', () => parseJsonBody(bufferOf(body), undefined))
  const { graph, include } = requireValid(BatchRequest, value)
  const list = valueSpan(source, ['steps'])
  if (list === undefined) throw new TypeError('a valid batch has steps')
  const writer = new ByteWriter(body.length)
  const ends = Array.from(elementSpans(source, list), ({ start, end }) => writer.text(source.slice(start, end)).length)
  return { graph, include, steps: writer.result(), ends }
}
