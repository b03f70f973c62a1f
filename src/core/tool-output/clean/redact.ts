import { isJson } from './is-json.ts'

/** Where a secret stands in a text, in UTF-16 units. */
export interface Secret {
  readonly start: number
  readonly end: number
  /** Which rule knows it: lower-case letters, digits and hyphens. */
  readonly rule: string
}

/** Port: the secrets of a text, in any order. */
export type FindSecrets = (text: string) => readonly Secret[]

export interface Redacted {
  readonly text: string
  readonly secrets: number
}

const PLACEHOLDER = /\[redacted:[a-z0-9-]{1,64}\]/g
/** What stands where a secret stood lets others be seen at most this often; past it they stay for the next rule set. */
const MOST_ROUNDS = 4

/**
 * A text without its secrets; `[redacted:<rule>]` stands for each. Inside JSON it stays JSON: the parts of a secret
 * that lie in strings and numbers are replaced, each by itself, and never half an escape. Idempotent.
 */
export function redactSecrets(text: string, find: FindSecrets): Redacted {
  let redacted = text
  let secrets = 0
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const found = disjoint(redacted, find(redacted))
    if (found.length === 0) break
    secrets += found.length
    redacted = replaced(redacted, found)
  }
  return { text: redacted, secrets }
}

/** In order and apart; where some overlap, one secret of the first one's rule. What was redacted before is none. */
function disjoint(text: string, found: readonly Secret[]): Secret[] {
  const earlier = Array.from(text.matchAll(PLACEHOLDER), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }))
  const apart: { start: number; end: number; rule: string }[] = []
  let next = 0
  const add = (start: number, end: number, rule: string) => {
    const last = apart.at(-1)
    if (start >= end) return
    const touches = last !== undefined && (start < last.end || (start === last.end && rule === last.rule))
    if (touches) last.end = Math.max(last.end, end)
    else apart.push({ start, end, rule })
  }
  for (const { start, end, rule } of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    let from = Math.max(start, apart.at(-1)?.end ?? 0)
    while (next < earlier.length && earlier[next].end <= from) next++
    for (let i = next; i < earlier.length && earlier[i].start < end; i++) {
      add(from, earlier[i].start, rule)
      from = Math.max(from, earlier[i].end)
    }
    add(from, end, rule)
  }
  return apart
}

function replaced(text: string, secrets: readonly Secret[]): string {
  if (isJson(text)) return replacedInJson(text, secrets)
  let out = ''
  let copied = 0
  for (let i = 0; i < secrets.length; ) {
    const { start, end } = secrets[i]
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    const lineFeed = text.indexOf('\n', end - 1)
    const lineEnd = lineFeed < 0 ? text.length : lineFeed
    let after = i + 1
    while (after < secrets.length && secrets[after].end <= lineEnd) after++
    const line = text.slice(lineStart, lineEnd)
    // Of NDJSON each line is JSON by itself.
    const isJsonLine = lineStart >= copied && isJson(line)
    const from = isJsonLine ? lineStart : start
    const to = isJsonLine ? lineEnd : secrets[after - 1].end
    const within = secrets.slice(i, after).map((s) => ({ ...s, start: s.start - from, end: s.end - from }))
    const part = text.slice(from, to)
    out += text.slice(copied, from) + (isJsonLine ? replacedInJson(part, within) : replacedInText(part, within))
    copied = to
    i = after
  }
  return out + text.slice(copied)
}

function replacedInText(text: string, secrets: readonly Secret[]): string {
  let out = ''
  let copied = 0
  for (const { start, end, rule } of secrets) {
    out += `${text.slice(copied, start)}[redacted:${rule}]`
    copied = end
  }
  return out + text.slice(copied)
}

/** Strings lose what they hold of a secret, numbers become strings; the marks between them stay. */
function replacedInJson(text: string, secrets: readonly Secret[]): string {
  let out = ''
  let copied = 0
  let next = 0
  for (let at = 0; at < text.length && next < secrets.length; ) {
    const token = tokenAt(text, at)
    at = token.after
    while (next < secrets.length && secrets[next].end <= token.start) next++
    let walked = token.start
    for (; next < secrets.length && secrets[next].start < token.end; next++) {
      const { start, end, rule } = secrets[next]
      let from = token.start
      let to = token.end
      if (token.isString) {
        // From the string's start, since only there it is sure which backslash is an escape.
        while (walked + characterLength(text, walked) <= start) walked += characterLength(text, walked)
        from = walked
        while (walked < Math.min(end, token.end)) walked += characterLength(text, walked)
        to = walked
      }
      if (to > Math.max(from, copied)) {
        out +=
          text.slice(copied, Math.max(from, copied)) + (token.isString ? `[redacted:${rule}]` : `"[redacted:${rule}]"`)
        copied = to
      }
      if (end > token.end) break
    }
  }
  return out + text.slice(copied)
}

interface JsonToken {
  /** The content of a string, without its quotes, or a number. */
  readonly start: number
  readonly end: number
  readonly after: number
  readonly isString: boolean
}

/** The next string or number from `at` on; an empty one at the end where there is none. */
function tokenAt(text: string, at: number): JsonToken {
  let start = at
  while (start < text.length && !/["\d-]/.test(text[start])) start++
  if (text[start] !== '"') {
    let end = start
    while (end < text.length && /[\d.eE+-]/.test(text[end])) end++
    return { start, end, after: Math.max(end, at + 1), isString: false }
  }
  let end = start + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return { start: start + 1, end, after: end + 1, isString: true }
}

/** Of a character in a JSON string: an escape is one. */
function characterLength(text: string, at: number): number {
  if (text[at] !== '\\') return 1
  return text[at + 1] === 'u' ? 6 : 2
}
