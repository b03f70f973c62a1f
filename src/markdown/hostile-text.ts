/**
 * Bounds the work of the Markdown parser. Matching link brackets, strikethrough and nested quotes costs the square of
 * their number in one block; written documentation has a few dozen, a crafted file a million.
 */

/** Per block of lines without a blank one, and per line of a table. */
const MAX_IN_BLOCK: Readonly<Record<string, number>> = { '[': 1_000, '~': 500, '*': 4_000, _: 4_000, '`': 4_000 }

/** Quotes and lists inside each other on one line. */
const MAX_CONTAINERS = 50

export interface TamedText {
  readonly text: string
  /** 1-based lines on which marks were made plain text. */
  readonly lines: readonly number[]
}

const COUNTED = /[[~*_`]/g
const CONTAINER_PREFIX = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/
const LIST_MARKER = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]/
const DELIMITER_ROW = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/** Replaces what goes beyond the bounds by spaces; every line keeps its number and every other character its place. */
export function tameText(text: string): TamedText {
  // Most pages cannot reach a bound however they are cut into blocks.
  if (!/[[~*_`]/.test(text) && !text.includes('>')) return { text, lines: [] }
  const lines = text.split('\n')
  const changed: number[] = []
  let counts = new Map<string, number>()
  let inTable = false
  let listIndent = -1
  for (const [at, line] of lines.entries()) {
    const prefix = CONTAINER_PREFIX.exec(line)?.[0] ?? ''
    let tamed = prefix.length > MAX_CONTAINERS ? tamePrefix(prefix) + line.slice(prefix.length) : line
    const marker = LIST_MARKER.exec(line)
    if (line.trim() === '') {
      counts = new Map()
      inTable = false
      listIndent = -1
    } else if (DELIMITER_ROW.test(line) && line.includes('|')) {
      inTable = true
    } else if (marker !== null && (marker[1] as string).length <= Math.max(listIndent, 0) + 3) {
      counts = new Map()
      listIndent = (marker[1] as string).length
    }
    if (inTable) counts = new Map()
    tamed = tameMarks(tamed, counts)
    if (tamed !== line) {
      lines[at] = tamed
      changed.push(at + 1)
    }
  }
  return changed.length === 0 ? { text, lines: [] } : { text: lines.join('\n'), lines: changed }
}

function tamePrefix(prefix: string): string {
  let containers = 0
  return prefix.replace(/[>\-*+.)]/g, (mark) => (++containers > MAX_CONTAINERS ? ' ' : mark))
}

function tameMarks(line: string, counts: Map<string, number>): string {
  let over = false
  for (const [mark] of line.matchAll(COUNTED)) {
    const count = (counts.get(mark) ?? 0) + 1
    counts.set(mark, count)
    over ||= count > (MAX_IN_BLOCK[mark] as number)
  }
  if (!over) return line
  const excess = [...counts].filter(([mark, count]) => count > (MAX_IN_BLOCK[mark] as number)).map(([mark]) => mark)
  return line.replace(COUNTED, keeper(line, counts, excess))
}

/** Keeps the first marks of the line that the block still had room for. */
function keeper(line: string, counts: ReadonlyMap<string, number>, excess: readonly string[]) {
  const room = new Map<string, number>()
  for (const mark of excess) {
    const inLine = line.split(mark).length - 1
    room.set(mark, (MAX_IN_BLOCK[mark] as number) - ((counts.get(mark) as number) - inLine))
  }
  return (mark: string): string => {
    const left = room.get(mark)
    if (left === undefined) return mark
    room.set(mark, left - 1)
    return left > 0 ? mark : ' '
  }
}
