/**
 * `items`, stably sorted by a small integer key, in time linear in items and keys.
 * Sorting by several keys is one pass for each, the least significant first.
 *
 * @param keyOf key of an item, an integer from 0 to `keys` - 1
 */
export function countingSort(items: Uint32Array, keys: number, keyOf: (item: number) => number): Uint32Array {
  const starts = new Uint32Array(keys + 1)
  for (const item of items) starts[keyOf(item) + 1]++
  for (let key = 1; key <= keys; key++) starts[key] += starts[key - 1]
  const sorted = new Uint32Array(items.length)
  for (const item of items) sorted[starts[keyOf(item)]++] = item
  return sorted
}

/** 0, 1, …, `count` - 1. */
export function indices(count: number): Uint32Array {
  const all = new Uint32Array(count)
  for (let i = 0; i < count; i++) all[i] = i
  return all
}
