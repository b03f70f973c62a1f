import { countElements, elementSpans, type Span, valueSpan } from '../json-text.ts'

/** How many items there are, or at least are, where whoever asks knows of more than came. */
export type Total = number | { readonly atLeast: number }

export interface Truncated {
  readonly shown: number
  readonly total: Total
}

export interface CappedList {
  /** Source of the first elements, from the first to the last kept, with the commas between them. */
  readonly elements: Span
  /** Absent where nothing was left out. */
  readonly truncated?: Truncated
}

/**
 * The first `maxItems` of a list, and how many there were. Works on the list's JSON source, so that each item stays
 * as it came: reading and writing it anew would change numbers that no double holds.
 *
 * @param source valid JSON
 * @param list where in `source` the array lies
 * @param known how many there are in all, where that is more than came
 */
export function capList(source: string, list: Span, maxItems: number, known?: Total): CappedList {
  const { total: came, end } = countElements(source, list, maxItems)
  const elements = { start: list.start + 1, end }
  const shown = Math.min(came, maxItems)
  const total = known !== undefined && leastOf(known) > came ? known : came
  return leastOf(total) <= shown ? { elements } : { elements, truncated: { shown, total } }
}

/** A list of a JSON document to cap. */
export interface ListToCap {
  /** JSON Pointer (RFC 6901). `*` stands for every element of a list. */
  readonly pointer: string
  readonly maxItems: number
  readonly total?: Total | undefined
}

export interface CappedDocument {
  /** JSON source. */
  readonly document: string
  /** The lists that were cut, in the order of the document. */
  readonly truncated: readonly (Truncated & { readonly pointer: string })[]
  /** Pointers that lead to no list, as they were given. */
  readonly missing: readonly string[]
}

/**
 * A JSON document with some of its lists capped. All that stays keeps its bytes.
 *
 * @param source valid JSON
 * @param document where in `source` it lies
 */
export function capDocument(source: string, document: Span, lists: readonly ListToCap[]): CappedDocument {
  const missing: string[] = []
  const found = lists.flatMap((list) => {
    const at = listsAt(source, document, list.pointer)
    if (at.length === 0) missing.push(list.pointer)
    return at.map(({ span, pointer }) => ({ ...list, span, pointer }))
  })
  const removals = found.flatMap(({ span, pointer, maxItems, total }) => {
    const { elements, truncated } = capList(source, span, maxItems, total)
    return truncated === undefined
      ? []
      : [{ pointer, ...truncated, list: span.start, start: elements.end, end: span.end - 1 }]
  })
  removals.sort((a, b) => a.start - b.start)
  const cut: typeof removals = []
  let capped = ''
  let copied = document.start
  for (const removal of removals) {
    // In a part that is gone already, or a list that was named twice.
    if (removal.start < copied) continue
    capped += source.slice(copied, removal.start)
    copied = removal.end
    cut.push(removal)
  }
  const truncated = cut.sort((a, b) => a.list - b.list).map(({ pointer, shown, total }) => ({ pointer, shown, total }))
  return { document: capped + source.slice(copied, document.end), truncated, missing }
}

/** What to tell the model beside a list that is not whole. */
export const CAPPED_INSTRUCTION =
  'Lists here are cut short: each shows its first items alone. Do not answer "how many" from what you see, and do not take what is missing for absent.'

function leastOf(total: Total): number {
  return typeof total === 'number' ? total : total.atLeast
}

function listsAt(source: string, document: Span, pointer: string): { span: Span; pointer: string }[] {
  let places = [{ span: document, pointer: '' }]
  for (const part of partsOf(pointer)) {
    places = places.flatMap(({ span, pointer: at }) => {
      if (source[span.start] !== '[') {
        const value = source[span.start] === '{' ? valueSpan(source, [part], span) : undefined
        return value === undefined ? [] : [{ span: value, pointer: `${at}/${escaped(part)}` }]
      }
      const elements = [...elementSpans(source, span)].map((value, i) => ({ span: value, pointer: `${at}/${i}` }))
      if (part === '*') return elements
      return /^(?:0|[1-9]\d{0,15})$/.test(part) ? elements.slice(Number(part), Number(part) + 1) : []
    })
  }
  return places.filter(({ span }) => source[span.start] === '[')
}

/** @param pointer valid: empty, or beginning with a slash */
function partsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function escaped(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
