/**
 * Merges groups into one order. A group comes with a key that none of its items stands before, and groups come in the
 * order of their keys, so that an item can be handed on as soon as the next key is past it: what waits is seldom more
 * than one group.
 */
export function* mergeGroups<Item>(
  groups: Iterable<{ readonly key: Item; readonly items: readonly Item[] }>,
  compare: (a: Item, b: Item) => number,
): Generator<Item> {
  // Last one first.
  let waiting: Item[] = []
  const next = () => waiting.at(-1) as Item
  for (const { key, items } of groups) {
    while (waiting.length > 0 && compare(next(), key) < 0) yield waiting.pop() as Item
    const group = items.toSorted(compare).reverse()
    if (waiting.length === 0) waiting = group
    else {
      const isBefore = group.length === 0 || compare(group[0] as Item, next()) <= 0
      waiting.push(...group)
      if (!isBefore) waiting.sort((a, b) => compare(b, a))
    }
  }
  while (waiting.length > 0) yield waiting.pop() as Item
}
