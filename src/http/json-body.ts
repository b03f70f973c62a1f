import { isUtf8 } from 'node:buffer'
import secureJson from 'secure-json-parse'
import { type JsonFault, jsonFault, nestingOf, type Span, withPlainKeys } from '../core/json-text.ts'
import { pointerTo } from './json-pointer.ts'
import { Problem } from './problem.ts'

/** A parsed body and the source it came from, for values that go back as they came. */
export interface JsonBody {
  readonly source: string
  readonly value: unknown
}

/**
 * @param contentEncoding header of the request
 * @throws Problem `content-encoding-unsupported`, `body-not-utf8`, `body-forbidden-key`, and `body-invalid-json` with
 *   the position
 */
export function parseJsonBody(bytes: Buffer, contentEncoding: string | undefined): JsonBody {
  requireIdentityEncoding(contentEncoding)
  if (!isUtf8(bytes)) {
    throw new Problem(400, 'body-not-utf8', 'request', 'The body is not valid UTF-8 (RFC 8259 asks for it).')
  }
  const source = bytes.toString('utf8').replace(/^\uFEFF/, '')
  return { source, value: parseJsonText(source) }
}

/** @throws Problem `content-encoding-unsupported` */
export function requireIdentityEncoding(contentEncoding: string | undefined): void {
  if (contentEncoding === undefined || contentEncoding === 'identity') return
  const detail = `Content-Encoding ${JSON.stringify(contentEncoding)} is not supported; send the body as it is.`
  throw new Problem(415, 'content-encoding-unsupported', 'request', detail, {}, { 'accept-encoding': 'identity' })
}

/**
 * The source of a part of a body that no schema bounds.
 *
 * @throws Problem `body-too-deep`
 */
export function sourceOf(source: string, span: Span, maxDepth: number): string {
  if (nestingOf(source, span) > maxDepth) {
    const detail = `The body has a value that is nested more than ${maxDepth} levels deep (MAX_JSON_DEPTH).`
    throw new Problem(400, 'body-too-deep', 'bound', detail)
  }
  return source.slice(span.start, span.end)
}

const NAMED_KEYS = 16
const REFUSE_PROTO = { protoAction: 'error', constructorAction: 'ignore' } as const

/** @throws Problem `body-forbidden-key`, and `body-invalid-json` with the position */
export function parseJsonText(source: string): unknown {
  try {
    // Without a backslash there is no key but as it stands.
    if (!source.includes('\\') && !source.includes('"__proto__"')) return JSON.parse(source)
    const value: unknown = secureJson.parse(source, REFUSE_PROTO)
    const plain = withPlainKeys(source)
    return plain === source ? value : secureJson.parse(plain, REFUSE_PROTO)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const fault = jsonFault(source)
    if (fault === undefined) throw new Problem(400, 'body-forbidden-key', 'request', 'The key "__proto__" is refused.')
    throw notJson(source, fault)
  }
}

function notJson(source: string, { offset, path }: JsonFault): Problem {
  const before = source.slice(0, offset)
  const line = before.split('\n').length
  const column = offset - before.lastIndexOf('\n')
  const message = offset === source.length ? 'the body ends too early' : 'what stands here is not JSON'
  const detail = `The body is not JSON: line ${line}, column ${column} (offset ${offset}): ${message}.`
  // Nesting can be deep without bound; what stands on top says enough.
  const errors = [{ path: pointerTo(path.slice(0, NAMED_KEYS)), message }]
  return new Problem(400, 'body-invalid-json', 'request', detail, { errors, position: { offset, line, column } })
}
