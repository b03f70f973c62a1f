import { ByteWriter } from '../byte-writer.ts'
import { ARRAY, COMMA, END, isEscaped, type JsonEvents, KEY, OBJECT, STRING } from './json-events.ts'

/**
 * How far a JSON text is cut: lists to `cap` bytes of their own, strings to `cap` bytes of their source. The own bytes of
 * a list are those of its elements without what lies in lists within them, and with no more than {@link SHORT} bytes of
 * each string: so long strings are clipped before a list loses an element for them. A list keeps the element that passes
 * the cap, so one at least; below 0 it keeps none. A list that holds lists has {@link OUTER} times the cap: it loses an
 * element, and all that lies in it, only after those within have become short.
 */
export type Cap = number

/** Bytes up to which a string is not clipped before lists are cut. */
export const SHORT = 200

const OUTER = 8

/** What was left out at one place. */
export interface JsonCut {
  /** Event of the list or the string. */
  readonly event: number
  readonly kind: 'array' | 'string'
  /** Elements of a list; bytes of a string's source, without its quotation marks. */
  readonly shown: number
  readonly total: number
}

/** What one pass over the events tells. */
interface Visitor {
  /** Bytes of source that may still stay; what is over is not visited to its end. */
  room(): number
  /** A range of the source that stays. Answers false to stop. */
  keep(start: number, end: number): boolean
  cut(cut: JsonCut): void
}

/** The JSON text that a cap leaves, and what it left out. */
export function cappedJson(events: JsonEvents, cap: Cap): { bytes: Uint8Array; cuts: JsonCut[] } {
  const writer = new ByteWriter(65_536)
  const cuts: JsonCut[] = []
  visit(events, cap, {
    room: () => Number.POSITIVE_INFINITY,
    keep: (start, end) => {
      writer.bytes(events.bytes, start, end)
      return true
    },
    cut: (cut) => cuts.push(cut),
  })
  return { bytes: writer.result(), cuts }
}

/** Whether what a cap leaves keeps to the bounds. Stops where it is over, so that its cost follows the bounds. */
export function capFits(events: JsonEvents, cap: Cap, maxBytes: number, maxChars: number): boolean {
  let bytes = 0
  let chars = 0
  const isWhole = visit(events, cap, {
    room: () => maxBytes - bytes,
    keep: (start, end) => {
      bytes += end - start
      if (maxChars < Number.POSITIVE_INFINITY) chars += charsIn(events.bytes, start, end)
      return bytes <= maxBytes && chars <= maxChars
    },
    cut: () => {},
  })
  return isWhole
}

function charsIn(bytes: Uint8Array, start: number, end: number): number {
  let chars = 0
  for (let at = start; at < end; at++) if ((bytes[at] & 0xc0) !== 0x80) chars++
  return chars
}

interface OpenList {
  readonly event: number
  /** Own bytes of the elements so far. */
  own: number
  shown: number
  /** Where the element begins, or what of it was not counted yet. */
  from: number
}

function visit(
  { bytes, count, kinds, starts, ends, totals, holdLists }: JsonEvents,
  cap: Cap,
  { room, keep, cut }: Visitor,
): boolean {
  const short = Math.min(SHORT, Math.max(0, cap))
  /** The lists that are open, innermost last; undefined for an object. */
  const open: (OpenList | undefined)[] = []
  /** The innermost list around, however many objects lie between. */
  const lists: OpenList[] = []
  let kept = 0
  let left = room()
  for (let event = 0; event < count; event++) {
    const list = lists[lists.length - 1]
    const kind = kinds[event]
    const start = starts[event]
    if (start - kept > left) return false
    if (kind === STRING) {
      const end = clipEnd(bytes, start, ends[event], cap)
      if (list !== undefined) {
        const size = ends[event] - start
        list.own += start - list.from + Math.min(size, short + 2)
        list.from = ends[event]
      }
      if (end === ends[event] - 1) continue
      if (!keep(kept, end)) return false
      kept = ends[event] - 1
      left = room()
      cut({ event, kind: 'string', shown: end - start - 1, total: ends[event] - start - 2 })
    } else if (kind === ARRAY) {
      if (list !== undefined) {
        list.own += start + 1 - list.from
        list.from = start + 1
      }
      if (cap < 0 && totals[event] > 0) {
        if (!keep(kept, start + 1)) return false
        kept = starts[ends[event]]
        left = room()
        cut({ event, kind: 'array', shown: 0, total: totals[event] })
        event = ends[event] - 1
        open.push({ event, own: 0, shown: 0, from: start })
        lists.push(open[open.length - 1] as OpenList)
        continue
      }
      const opened = { event, own: 0, shown: totals[event] > 0 ? 1 : 0, from: start + 1 }
      open.push(opened)
      lists.push(opened)
    } else if (kind === OBJECT) open.push(undefined)
    else if (kind === END) {
      const closed = open.pop()
      if (closed === undefined) continue
      lists.pop()
      const around = lists[lists.length - 1]
      if (around !== undefined) around.from = start
    } else if (kind === COMMA) {
      list.own += start - list.from
      list.from = start
      if (list.own <= (holdLists[list.event] ? OUTER * cap : cap)) {
        list.shown++
        continue
      }
      if (!keep(kept, start)) return false
      kept = lastSpace(bytes, starts[ends[list.event]])
      left = room()
      cut({ event: list.event, kind: 'array', shown: list.shown, total: totals[list.event] })
      event = ends[list.event] - 1
    } else if (kind !== KEY) throw new TypeError(`no such event: ${kind}`)
  }
  return keep(kept, bytes.length)
}

/** Where the white space in front of a closing bracket begins: it stays, as the text has it. */
function lastSpace(bytes: Uint8Array, bracket: number): number {
  let at = bracket
  while (bytes[at - 1] <= 0x20) at--
  return at
}

/**
 * Where a string's source ends when it is clipped to `cap` bytes; its closing quotation mark where it need not be. Never
 * inside a character, an escape, or a pair of escapes that stand for one character.
 */
function clipEnd(bytes: Uint8Array, start: number, end: number, cap: Cap): number {
  const first = start + 1
  const last = end - 1
  if (last - first <= cap) return last
  let at = first + Math.max(0, cap)
  while (at > first && (bytes[at] & 0xc0) === 0x80) at--
  at = escapeStart(bytes, at, first)
  // A high surrogate written as an escape goes with the low one behind it.
  if (at - 6 >= first && isSurrogate(bytes, at - 6, 'high') && isSurrogate(bytes, at, 'low')) at -= 6
  return at
}

/** The start of the escape that `at` lies in, or `at`. */
function escapeStart(bytes: Uint8Array, at: number, first: number): number {
  if (isEscaped(bytes, at, first)) return at - 1
  for (let back = 2; back <= 5; back++) {
    const slash = at - back
    const isUnicode = slash >= first && bytes[slash] === 0x5c && bytes[slash + 1] === 0x75
    if (isUnicode && !isEscaped(bytes, slash, first)) return slash
  }
  return at
}

function isSurrogate(bytes: Uint8Array, at: number, which: 'high' | 'low'): boolean {
  if (bytes[at] !== 0x5c || bytes[at + 1] !== 0x75 || (bytes[at + 2] | 0x20) !== 0x64) return false
  const digit = bytes[at + 3] | 0x20
  const isHigh = digit === 0x38 || digit === 0x39 || digit === 0x61 || digit === 0x62
  return which === 'high' ? isHigh : !isHigh && digit >= 0x61
}
