/**
 * Lexical work on JSON source text, iterative throughout: nesting costs no stack.
 * Grammar: RFC 8259.
 */

/** A part of a text: from `start`, up to and without `end`, in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERAL = /true|false|null/y
const HEX = /^[0-9a-fA-F]$/
const NEEDS_ESCAPE = /["\\\p{Cc}]/gu
/** A key's last escape and its end; a value that holds an escaped quote and a colon looks the same, which costs time alone. */
const MAY_HOLD_ESCAPED_KEY = /\\"?[^"\\]*"\s*:/
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Where a text stops being JSON. */
export interface JsonFault {
  /** Of the first UTF-16 unit that no JSON text could have there. */
  readonly offset: number
  /** The keys and indices that lead to the value at fault, or to the object whose key is at fault. */
  readonly path: readonly (string | number)[]
}

/** The first fault of `text`; undefined if it is JSON. */
export function jsonFault(text: string): JsonFault | undefined {
  const open: Container[] = []
  let at = match(SPACE, text, 0)
  for (;;) {
    // Here a value must start.
    const first = text[at]
    if (first === '{' || first === '[') {
      const inside = match(SPACE, text, at + 1)
      const container = new Container(first)
      if (text[inside] === container.end) at = inside + 1
      else {
        open.push(container)
        const start = container.enter(text, inside)
        if (start < 0) return faultAt(text, ~start, open)
        at = start
        continue
      }
    } else {
      const end = scalarEnd(text, at)
      if (end < 0) return faultAt(text, ~end, open)
      at = end
    }
    // Here a value has ended.
    at = match(SPACE, text, at)
    while (open.length > 0 && text[at] === open[open.length - 1].end) {
      open.pop()
      at = match(SPACE, text, at + 1)
    }
    if (open.length === 0) return at === text.length ? undefined : faultAt(text, at, open)
    if (text[at] !== ',') return faultAt(text, at, open)
    const start = open[open.length - 1].enter(text, match(SPACE, text, at + 1))
    if (start < 0) return faultAt(text, ~start, open)
    at = start
  }
}

/** An array or object that is not closed yet. */
class Container {
  readonly end: '}' | ']'
  /** Where the key of the value in hand starts; -1 at the key itself. */
  #keyStart = -1
  #index = -1

  constructor(first: '{' | '[') {
    this.end = first === '{' ? '}' : ']'
  }

  /** Goes on to the next element or member, at `at`: where its value starts, or ~(offset of the fault). */
  enter(text: string, at: number): number {
    this.#index++
    if (this.end === ']') return at
    this.#keyStart = -1
    const start = keyEnd(text, at)
    if (start >= 0) this.#keyStart = at
    return start
  }

  /** What leads from this container to the value in hand. */
  step(text: string): (string | number)[] {
    if (this.end === ']') return [this.#index]
    return this.#keyStart < 0 ? [] : [JSON.parse(text.slice(this.#keyStart, stringEnd(text, this.#keyStart)))]
  }
}

function faultAt(text: string, offset: number, open: readonly Container[]): JsonFault {
  return { offset, path: open.flatMap((container) => container.step(text)) }
}

/**
 * The source of the value that a chain of keys leads to, or undefined where there is none.
 * Where a key is repeated the last one counts, as for JSON.parse.
 *
 * @param text valid JSON
 */
export function valueSpan(text: string, keys: readonly string[]): Span | undefined {
  let span: Span | undefined = { start: match(SPACE, text, 0), end: text.length }
  for (const key of keys) {
    if (span === undefined) return undefined
    let found: Span | undefined
    for (const member of members(text, span.start)) if (member.key === key) found = member.value
    span = found
  }
  return span && { start: span.start, end: valueEnd(text, span.start) }
}

/**
 * Counts the elements of the array at `span` in `text`, which is valid JSON.
 *
 * @returns how many there are, and where the first `limit` of them (or all) end
 */
export function countElements(text: string, span: Span, limit: number): { total: number; end: number } {
  const first = match(SPACE, text, span.start + 1)
  if (text[first] === ']') return { total: 0, end: first }
  let total = 0
  let end = limit === 0 ? first : -1
  let depth = 0
  for (let at = first; at < span.end; at++) {
    const character = text[at]
    if (character === '"') at = stringEnd(text, at) - 1
    else if (character === '{' || character === '[') depth++
    else if (depth > 0 && (character === '}' || character === ']')) depth--
    else if (depth === 0 && (character === ',' || character === ']')) {
      total++
      if (total <= limit) end = at
    }
  }
  return { total, end }
}

/**
 * `text`, which is valid JSON, with each key written without escapes; what cannot be written so becomes U+FFFD.
 *
 * For parsers that misread escaped keys: V8 from 12.8 on can take such a key for another one that it has seen
 * (https://github.com/nodejs/node/issues/63785), whoever sent that.
 */
export function withPlainKeys(text: string): string {
  if (!MAY_HOLD_ESCAPED_KEY.test(text)) return text
  let plain = ''
  let copied = 0
  for (let at = text.indexOf('"'); at >= 0; ) {
    const end = stringEnd(text, at)
    const isKey = text[match(SPACE, text, end)] === ':'
    if (isKey && text.slice(at, end).includes('\\')) {
      const key: string = JSON.parse(text.slice(at, end))
      plain += `${text.slice(copied, at)}"${key.toWellFormed().replace(NEEDS_ESCAPE, '\uFFFD')}"`
      copied = end
    }
    at = text.indexOf('"', end)
  }
  return plain + text.slice(copied)
}

/** How many arrays and objects the deepest part of `span` in `text`, which is valid JSON, lies in. */
export function nestingOf(text: string, span: Span): number {
  let depth = 0
  let deepest = 0
  for (let at = span.start; at < span.end; at++) {
    const character = text[at]
    if (character === '"') at = stringEnd(text, at) - 1
    else if (character === '}' || character === ']') depth--
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
  }
  return deepest
}

function* members(text: string, start: number): Generator<{ key: string; value: Span }> {
  if (text[start] !== '{') return
  let at = match(SPACE, text, start + 1)
  while (text[at] !== '}') {
    const endOfKey = stringEnd(text, at)
    const key: string = JSON.parse(text.slice(at, endOfKey))
    const value = match(SPACE, text, match(SPACE, text, endOfKey) + 1)
    const end = valueEnd(text, value)
    yield { key, value: { start: value, end } }
    at = match(SPACE, text, end)
    if (text[at] === ',') at = match(SPACE, text, at + 1)
  }
}

/** The end of the value that starts at `start`, in valid JSON. */
function valueEnd(text: string, start: number): number {
  const first = text[start]
  if (first === '"') return stringEnd(text, start)
  if (first !== '{' && first !== '[') return match(/[^,\]}\s]*/y, text, start)
  let depth = 0
  for (let at = start; ; at++) {
    const character = text[at]
    if (character === '"') at = stringEnd(text, at) - 1
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
}

/** The end of the string that starts at `start`, in valid JSON. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); ; quote = text.indexOf('"', quote + 1)) {
    let before = quote
    while (text[before - 1] === '\\') before--
    if ((quote - before) % 2 === 0) return quote + 1
  }
}

/** Where the value after the key at `at` starts; where there is no proper key and colon, ~(offset of the fault). */
function keyEnd(text: string, at: number): number {
  if (text[at] !== '"') return ~at
  const end = scalarEnd(text, at)
  if (end < 0) return end
  const colon = match(SPACE, text, end)
  return text[colon] === ':' ? match(SPACE, text, colon + 1) : ~colon
}

/** The end of the string, number or literal at `at`, or ~(offset of the fault). */
function scalarEnd(text: string, at: number): number {
  if (text[at] === '"') return checkedStringEnd(text, at)
  for (const pattern of [NUMBER, LITERAL]) {
    const end = match(pattern, text, at)
    if (end > at) return end
  }
  if (text[at] === '-') return ~(at + 1)
  return ~(at + sharedStart(text, at, ['true', 'false', 'null']))
}

/** By hand: a regular expression with alternatives runs out of stack on a string of millions of units. */
function checkedStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) return at + 1
    if (unit < 0x20) return ~at
    if (unit !== BACKSLASH) continue
    at++
    if (text[at] === 'u') {
      for (const end = at + 4; at < end; at++) if (!HEX.test(text[at + 1] ?? '')) return ~(at + 1)
    } else if (!'"\\/bfnrt'.includes(text[at] ?? ' ')) return ~at
  }
  return ~text.length
}

/** How many units at `at` agree with the word that agrees most. */
function sharedStart(text: string, at: number, words: readonly string[]): number {
  const shared = words.map((word) => {
    let same = 0
    while (same < word.length && text[at + same] === word[same]) same++
    return same
  })
  return Math.max(...shared)
}

/** The end of what the sticky `pattern` matches at `at`; `at` itself where it matches nothing. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
