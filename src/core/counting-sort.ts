/**
 * `items`, stably sorted by a small integer key, in time linear in items and keys.
 * Sorting by several keys is one pass for each, the least significant first.
 *
 * @param keys how many keys there are
 * @param keyOf key of each item, an integer from 0 to `keys` - 1
 */
export function countingSort(items: Uint32Array, keys: number, keyOf: Uint32Array): Uint32Array {
  const starts = new Uint32Array(keys + 1)
  for (let i = 0; i < items.length; i++) starts[keyOf[items[i]] + 1]++
  for (let key = 1; key <= keys; key++) starts[key] += starts[key - 1]
  const sorted = new Uint32Array(items.length)
  for (let i = 0; i < items.length; i++) sorted[starts[keyOf[items[i]]]++] = items[i]
  return sorted
}

/** 0, 1, …, `count` - 1. */
export function indices(count: number): Uint32Array {
  const all = new Uint32Array(count)
  for (let i = 0; i < count; i++) all[i] = i
  return all
}
