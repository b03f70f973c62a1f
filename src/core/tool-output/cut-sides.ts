import { niceEnd, niceStart } from './borders.ts'
import { type Bounds, fits, LIMITS, type LimitName, type Limits, prefixEnd, suffixStart } from './limits.ts'
import { bytesOf, charsOf, linesOf } from './measure.ts'

/** A part that was cut out earlier: nothing of it is in the text that is cut now. */
export interface Hole {
  readonly bytes: number
  /** Lines that it touches. */
  readonly lines: number
  /** Whether its last line goes on behind it. */
  readonly endsMidLine: boolean
}

/**
 * A text to cut from its ends. Where it is what an earlier cut kept, `head` and `tail` are the two sides of that cut, and
 * `hole` is what lay between them.
 */
export interface Sides {
  readonly head: string
  readonly tail: string
  readonly hole: Hole
}

/** A cut as three texts; the gap says what is left out between the sides. */
export interface SidesCut {
  readonly head: string
  readonly gap: string
  readonly tail: string
}

export const NO_HOLE: Hole = { bytes: 0, lines: 0, endsMidLine: false }

/**
 * Beginning and end of a text, within bounds that it is over. The gap between them lies within the bounds too; where they
 * do not hold it and as much again, a plain prefix is all there is.
 *
 * @param headRatio share of the room that the beginning gets, 0 to 1
 */
export function cutHeadTail(sides: Sides, bounds: Bounds, headRatio: number): SidesCut {
  const widest = gapLine(
    bytesOf(sides.head) + sides.hole.bytes + bytesOf(sides.tail),
    linesOf(sides.head) + sides.hole.lines + linesOf(sides.tail),
  )
  const room = less(bounds.limits, roomOf(widest, bounds))
  if (!holdsGap(room, widest, bounds)) return { head: plainPrefix(sides.head, bounds), gap: '', tail: '' }
  // The tokens of three texts are not those of the whole, at two borders: what that comes to is taken off the room.
  for (let tokens = room.maxTokens; ; tokens = tokens === undefined ? undefined : Math.max(0, tokens - 2)) {
    const cut = sidesWithin(sides, { ...room, maxTokens: tokens }, bounds, headRatio)
    if (tokens === undefined || tokens === 0 || fits(cut.head + cut.gap + cut.tail, bounds)) return cut
  }
}

function sidesWithin({ head, tail, hole }: Sides, room: Limits, { cutter }: Bounds, headRatio: number): SidesCut {
  const share = shared(room, headRatio)
  const isOne = hole.bytes === 0 && tail === ''
  const text = isOne ? head : tail
  const headEnd = niceEnd(head, prefixEnd(head, { limits: share.head, cutter }).at)
  const suffix = niceStart(text, suffixStart(text, { limits: share.tail, cutter }).at)
  const tailStart = isOne ? Math.max(headEnd, suffix) : suffix
  const left = isOne
    ? grownHole(head.slice(headEnd, tailStart), NO_HOLE, '')
    : grownHole(head.slice(headEnd), hole, tail.slice(0, tailStart))
  const kept = { head: head.slice(0, headEnd), tail: text.slice(tailStart) }
  const gap = gapLine(left.bytes, left.lines)
  return { ...kept, gap: kept.head === '' || kept.head.endsWith('\n') ? gap.slice(1) : gap }
}

/** What is left out where a hole grows by the texts on its two sides. */
export function grownHole(before: string, hole: Hole, after: string): Hole {
  const bytes = bytesOf(before) + hole.bytes + bytesOf(after)
  const last = after === '' ? before : after
  if (hole.bytes === 0) return { bytes, lines: linesOf(before + after), endsMidLine: endsMidLine(last) }
  if (after === '') return { bytes, lines: lineFeeds(before) + hole.lines, endsMidLine: hole.endsMidLine }
  // The first line behind the hole is touched already where the hole ends in it.
  const lines = lineFeeds(before) + hole.lines + linesOf(after) - (hole.endsMidLine ? 1 : 0)
  return { bytes, lines, endsMidLine: endsMidLine(after) }
}

export function endsMidLine(text: string): boolean {
  return text !== '' && !text.endsWith('\n')
}

function lineFeeds(text: string): number {
  return linesOf(text) - (endsMidLine(text) ? 1 : 0)
}

/** Stands on a line of its own; the line feed in front is for a side that does not end with one. */
function gapLine(bytes: number, lines: number): string {
  return `\n[... ${bytes} bytes in ${lines} ${lines === 1 ? 'line' : 'lines'} left out here ...]\n`
}

function plainPrefix(text: string, bounds: Bounds): string {
  return text.slice(0, prefixEnd(text, bounds).at)
}

function roomOf(text: string, { cutter, limits }: Bounds): Record<LimitName, number> {
  const maxTokens = limits.maxTokens === undefined ? 0 : cutter.count(text)
  return { maxBytes: bytesOf(text), maxChars: charsOf(text), maxTokens }
}

function less(limits: Limits, taken: Record<LimitName, number>): Limits {
  return each((name) => (limits[name] === undefined ? undefined : (limits[name] as number) - taken[name]))
}

/** Whether the sides have at least the room that the gap has: else it would be most of what is shown. */
function holdsGap(room: Limits, gap: string, bounds: Bounds): boolean {
  const needed = roomOf(gap, bounds)
  return LIMITS.every((name) => room[name] === undefined || (room[name] as number) >= needed[name])
}

function shared(room: Limits, headRatio: number): { head: Limits; tail: Limits } {
  const head = each((name) => (room[name] === undefined ? undefined : Math.floor((room[name] as number) * headRatio)))
  const tail = each((name) => (room[name] === undefined ? undefined : (room[name] as number) - (head[name] as number)))
  return { head, tail }
}

function each(value: (name: LimitName) => number | undefined): Limits {
  return { maxBytes: value('maxBytes'), maxChars: value('maxChars'), maxTokens: value('maxTokens') }
}
