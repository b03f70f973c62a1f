import { jsonFault } from '../json-text.ts'
import { type Cap, capFits, cappedJson, type JsonCut } from './json-cut.ts'
import { ARRAY, COMMA, END, type JsonEvents, jsonEvents, KEY, OBJECT } from './json-events.ts'
import { type Bounds, fits } from './limits.ts'

/** What was left out at one place of a JSON text. */
export interface CutPlace {
  /** JSON Pointer (RFC 6901). */
  readonly path: string
  readonly kind: JsonCut['kind']
  /** Elements of a list; bytes of a string's source, without its quotation marks. */
  readonly shown: number
  readonly total: number
}

export interface JsonTextCut {
  readonly text: string
  /** In the order of the text. */
  readonly cuts: readonly CutPlace[]
  /** Cuts past those listed, and those whose pointer is too long to list. */
  readonly moreCuts: number
}

/** Why a text could not be cut as JSON. */
export type JsonFallback = 'not-json' | 'does-not-fit'

export const MOST_CUTS_LISTED = 100
const LONGEST_POINTER = 1024

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * A JSON text cut so that it is JSON still: lists lose their tails, long strings their ends, the largest first. All that
 * stays keeps its bytes: numbers, order and repetition of keys, white space. One pass over the source, then some thirty
 * over what is kept; nothing is read into values.
 *
 * @param text over the bounds, well-formed
 */
export function cutJson(text: string, bounds: Bounds): JsonTextCut | JsonFallback {
  if (jsonFault(text) !== undefined) return 'not-json'
  const events = jsonEvents(encoder.encode(text))
  const { maxBytes = Number.POSITIVE_INFINITY, maxChars = Number.POSITIVE_INFINITY, maxTokens } = bounds.limits
  const holds = (cap: Cap) =>
    capFits(events, cap, maxBytes, maxChars) &&
    (maxTokens === undefined || fits(decoder.decode(cappedJson(events, cap).bytes), bounds))
  let cap = -1
  if (!holds(cap)) return 'does-not-fit'
  for (let above = events.bytes.length; above - cap > 1; ) {
    const middle = Math.floor((cap + above) / 2)
    if (holds(middle)) cap = middle
    else above = middle
  }
  const { bytes, cuts } = cappedJson(events, cap)
  return { text: decoder.decode(bytes), ...placesOf(events, cuts) }
}

function placesOf(events: JsonEvents, cuts: readonly JsonCut[]): Pick<JsonTextCut, 'cuts' | 'moreCuts'> {
  const listed = cuts.slice(0, MOST_CUTS_LISTED)
  const pointers = pointersOf(
    events,
    listed.map(({ event }) => event),
  )
  const places = listed.flatMap(({ kind, shown, total }, i) => {
    const path = pointers[i]
    return path === undefined ? [] : [{ path, kind, shown, total }]
  })
  return { cuts: places, moreCuts: cuts.length - places.length }
}

/** Pointers to the values at some events, which ascend; undefined for one that is too long. */
function pointersOf(
  { bytes, count, kinds, starts, ends }: JsonEvents,
  wanted: readonly number[],
): (string | undefined)[] {
  const pointers: (string | undefined)[] = []
  /** For each list and object that is open: the index, or the event of the key, that is being read. */
  const path: { isList: boolean; at: number }[] = []
  for (let event = 0; event < count && pointers.length < wanted.length; event++) {
    const last = path[path.length - 1]
    const kind = kinds[event]
    if (event === wanted[pointers.length]) {
      pointers.push(
        pointerOf(path, (key) => JSON.parse(decoder.decode(bytes.subarray(starts[key], ends[key]))) as string),
      )
    }
    if (kind === ARRAY || kind === OBJECT) path.push({ isList: kind === ARRAY, at: 0 })
    else if (kind === END) path.pop()
    else if (kind === COMMA) last.at++
    else if (kind === KEY) last.at = event
  }
  return pointers
}

function pointerOf(
  path: readonly { isList: boolean; at: number }[],
  keyAt: (event: number) => string,
): string | undefined {
  let pointer = ''
  for (const { isList, at } of path) {
    pointer += `/${isList ? at : keyAt(at).replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (pointer.length > LONGEST_POINTER) return undefined
  }
  return pointer
}
