/** Kinds without those that nothing has any more, as if they had never been. The first, that of a thing without one, stays. */
export function usedKinds(
  names: readonly (string | undefined)[],
  ...lists: readonly Uint32Array[]
): { names: readonly (string | undefined)[]; remapped: (kinds: Uint32Array) => Uint32Array } {
  const isUsed = new Uint8Array(names.length)
  isUsed[0] = 1
  for (const list of lists) for (const kind of list) isUsed[kind] = 1
  const place = new Uint32Array(names.length)
  const kept: (string | undefined)[] = []
  names.forEach((name, kind) => {
    if (isUsed[kind]) place[kind] = kept.push(name) - 1
  })
  return { names: kept, remapped: (kinds) => kinds.map((kind) => place[kind]) }
}
