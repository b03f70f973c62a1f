import type { Secret } from '../core/tool-output/clean/redact.ts'

const BEGIN = /-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----/gi
const END = /-----END[ A-Z0-9_-]{0,100}-----/iy
/** Line breaks as they are, escaped, or lost to blanks, with the marks of a quotation or a comment. */
const BREAK = /(?:[\s>|#*]|\\{1,8}[nrt]){1,64}/y
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment): ?[\w.,:+/= -]{0,100}/iy
const DIGITS = /[A-Za-z0-9+/=]+/y
const SLASH = /\\{1,8}\//y
/** A shorter run of digits in the midst of a text is a word. */
const SHORTEST_LINE = 16
/** What follows a line of this length may be the short last one. */
const FULL_LINE = 60

/**
 * Blocks of PEM that hold a private key, from the first dash to the last. Where the end is missing, as in an output
 * that was cut before, the block goes as far as lines of base64 do. Linear.
 */
export function privateKeys(text: string): Secret[] {
  const secrets: Secret[] = []
  BEGIN.lastIndex = 0
  for (let begin = BEGIN.exec(text); begin !== null; begin = BEGIN.exec(text)) {
    const body = begin.index + begin[0].length
    const end = blockEnd(text, body)
    if (end > body) secrets.push({ start: begin.index, end, rule: 'private-key' })
    BEGIN.lastIndex = end
  }
  return secrets
}

function blockEnd(text: string, start: number): number {
  let end = start
  let lastLine = 0
  for (let at = start; ; ) {
    const next = skip(BREAK, text, at)
    const closed = skip(END, text, next)
    if (closed > next) return closed
    const header = skip(HEADER, text, next)
    const line = header > next ? header : lineEnd(text, next)
    const behind = skip(BREAK, text, line)
    const isLast =
      line === text.length || skip(END, text, behind) > behind || (lastLine >= FULL_LINE && endsLine(text, line))
    if (line === next || (header === next && line - next < SHORTEST_LINE && !isLast)) return end
    lastLine = line - next
    end = line
    at = line
  }
}

function endsLine(text: string, at: number): boolean {
  return /^(?:[\r\n]|\\{1,8}[nr])/.test(text.slice(at, at + 9))
}

function lineEnd(text: string, start: number): number {
  let at = start
  for (;;) {
    const next = skip(SLASH, text, skip(DIGITS, text, at))
    if (next === at) return at
    at = next
  }
}

/** The end of what the sticky `pattern` matches at `at`; `at` itself where it matches nothing. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
