import { Readable } from 'node:stream'
import { elementSpans, type Span, valueSpan } from '../core/json-text.ts'
import type { Step } from '../core/step.ts'
import type { Recorded } from '../run-recorder.ts'
import { packetReply, type WrittenPacket } from './packet-answer.ts'
import { Problem } from './problem.ts'

/** Where a step of a batch that cannot be answered has its problem. */
export type BatchPart = Problem | { readonly packet: WrittenPacket; readonly recorded: Recorded | undefined }

/** For each step of a batch the source of a request with it alone; none where no step has a capsule to copy. */
export function stepSources(source: string, steps: readonly Step[]): string[] {
  if (!steps.some((step) => step.host)) return []
  const list = valueSpan(source, ['steps'])
  if (list === undefined) throw new TypeError('a valid batch has steps')
  const sourceOfStep = ({ start, end }: Span) => `{"step":${source.slice(start, end)}}`
  return Array.from(elementSpans(source, list), sourceOfStep)
}

/** Up to this size an answer goes out in one piece, with its length. */
const WHOLE_BYTES = 1_048_576

/**
 * The body of the answer to a batch: each step with what it alone would have been answered with. A large one is a stream,
 * so that a thousand packets are never copied into one.
 */
export function batchReply(parts: readonly BatchPart[], requestId: string): Buffer | Readable {
  const pieces = [...piecesOf(parts, requestId)]
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return bytes <= WHOLE_BYTES ? Buffer.concat(pieces, bytes) : Readable.from(pieces, { objectMode: false })
}

function* piecesOf(parts: readonly BatchPart[], requestId: string): Generator<Buffer> {
  for (const [i, part] of parts.entries()) {
    const before = i === 0 ? '{"answers":[' : ','
    const answer = answerOf(part)
    if (answer instanceof Problem) {
      const document = JSON.stringify(answer.document(requestId))
      yield Buffer.from(`${before}{"status":${answer.statusCode},"problem":${document}}`)
    } else {
      yield Buffer.from(`${before}{"status":200,"answer":`)
      yield answer
      yield Buffer.from('}')
    }
  }
  yield Buffer.from(']}')
}

function answerOf(part: BatchPart): Buffer | Problem {
  if (part instanceof Problem) return part
  try {
    return packetReply(part.packet, part.recorded)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
