/**
 * The places of `keys` by key, and by place within a key: group `key` is `items[starts[key] .. starts[key + 1])`.
 *
 * @param groups how many keys there can be; each is an integer from 0 on
 */
export function grouped(keys: Uint32Array, groups: number): { starts: Uint32Array; items: Uint32Array } {
  const starts = new Uint32Array(groups + 1)
  for (let i = 0; i < keys.length; i++) starts[keys[i] + 1]++
  for (let group = 1; group <= groups; group++) starts[group] += starts[group - 1]
  const free = starts.slice(0, groups)
  const items = new Uint32Array(keys.length)
  for (let i = 0; i < keys.length; i++) items[free[keys[i]]++] = i
  return { starts, items }
}
