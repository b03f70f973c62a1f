/** Where the units of base64 in a text end, and what they are without line breaks and escapes. */
export interface Base64Run {
  readonly start: number
  /** After the padding. */
  readonly end: number
  /** The digits of RFC 4648, either alphabet, and the padding. */
  readonly digits: string
}

/** A line that is at least this long may go on in the next one; MIME has 76, PEM 64. */
const SHORTEST_FULL_LINE = 40
const ESCAPED_SLASH = '\\/'
const BREAK = /(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n)[ \t]{0,16}/y
const PERCENT = /%(2[BbFf]|3[Dd])/y

const IS_DIGIT = new Uint8Array(128)
for (const digit of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  IS_DIGIT[digit.charCodeAt(0)] = 1

/** Where the next run of digits starts that could fill a line, from `from` on; -1 where there is none. Looks at few units. */
export function longRunFrom(text: string, from: number): number {
  let start = from
  while (start + SHORTEST_FULL_LINE <= text.length) {
    // Back from where the run would have to reach: what is no digit there rules out all that lies before it.
    let at = start + SHORTEST_FULL_LINE - 1
    while (at >= start && isBase64Digit(text.charCodeAt(at))) at--
    if (at < start) return start
    start = at + 1
  }
  return -1
}

function isBase64Digit(unit: number): boolean {
  return unit < 128 && IS_DIGIT[unit] === 1
}

/**
 * The longest base64 from `start` on: over line breaks, also escaped ones, where every line but the last has the
 * length of the first; slashes may be escaped as in JSON, digits percent-encoded as in a URI.
 */
export function base64RunAt(text: string, start: number): Base64Run {
  const first = lineAt(text, start)
  let { end, digits } = first
  const width = first.digits.length
  if (width < SHORTEST_FULL_LINE || isPadded(first.digits)) return { start, end, digits }
  const lines = [digits]
  let whole = width
  for (;;) {
    BREAK.lastIndex = end
    if (!BREAK.test(text)) break
    const line = lineAt(text, BREAK.lastIndex)
    const isLast = line.digits.length < width || isPadded(line.digits)
    // A word of the text that follows is no last line: bytes come whole, and the line must end there.
    if (line.digits.length === 0 || line.digits.length > width) break
    if (isLast && (whole + line.digits.length) % 4 !== 0) break
    if (isLast && !endsLine(text, line.end)) break
    lines.push(line.digits)
    whole += line.digits.length
    end = line.end
    if (isLast) break
  }
  digits = lines.join('')
  return { start, end, digits }
}

function lineAt(text: string, start: number): { end: number; digits: string } {
  let digits = ''
  let copied = start
  let at = start
  let padding = 0
  for (;;) {
    const unit = text.charCodeAt(at)
    if (padding === 0 && isBase64Digit(unit)) at++
    else if (unit === 0x3d && at > start && padding < 2) {
      padding++
      at++
    } else {
      const written = text.startsWith(ESCAPED_SLASH, at) ? '/' : percentDecoded(text, at)
      if (written === undefined || (padding > 0 && written !== '=') || (written === '=' && padding++ === 2)) break
      digits += text.slice(copied, at) + written
      at += written === '/' && text[at] === '\\' ? 2 : 3
      copied = at
    }
  }
  return { end: at, digits: digits + text.slice(copied, at) }
}

function percentDecoded(text: string, at: number): string | undefined {
  if (text[at] !== '%') return undefined
  PERCENT.lastIndex = at
  const found = PERCENT.exec(text)
  return found === null ? undefined : decodeURIComponent(found[0])
}

function isPadded(digits: string): boolean {
  return digits.endsWith('=')
}

/** Whether what follows can follow the end of a blob: a line end, escaped or not, a quote, a bracket, the text's end. */
function endsLine(text: string, at: number): boolean {
  return at === text.length || /^(?:[\r\n"'`<>)\]}]|\\[nr"])/.test(text.slice(at, at + 2))
}
