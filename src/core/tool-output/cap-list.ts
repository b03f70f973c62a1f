import { countElements, type Span } from '../json-text.ts'

export interface CappedList {
  /** Source of the first elements, from the first to the last kept, with the commas between them. */
  readonly elements: Span
  /** Absent where nothing was left out. */
  readonly truncated?: { readonly shown: number; readonly total: number }
}

/**
 * The first `maxItems` of a list, and how many there were. Works on the list's JSON source, so that each item stays
 * as it came: reading and writing it anew would change numbers that no double holds.
 *
 * @param source valid JSON
 * @param list where in `source` the array lies
 */
export function capList(source: string, list: Span, maxItems: number): CappedList {
  const { total, end } = countElements(source, list, maxItems)
  const elements = { start: list.start + 1, end }
  return total <= maxItems ? { elements } : { elements, truncated: { shown: maxItems, total } }
}
