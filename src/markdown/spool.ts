/** A list that is written once, read by place, and need not be held in memory. */
export interface Spool<Item> {
  readonly length: number
  add(item: Item): void
  /** @throws RangeError for a place that was not written */
  get(place: number): Item
}

/** Where lists are kept while a graph is built. */
export interface Storage {
  list<Item>(): Spool<Item>
  /** Frees what the lists take. None of them can be read afterwards. */
  close(): void
}

/** Lists in memory: for files that are held there anyway. */
export const IN_MEMORY: Storage = { list: () => new MemorySpool(), close: () => undefined }

class MemorySpool<Item> implements Spool<Item> {
  readonly #items: Item[] = []

  get length(): number {
    return this.#items.length
  }

  add(item: Item): void {
    this.#items.push(item)
  }

  get(place: number): Item {
    if (place < 0 || place >= this.#items.length) throw new RangeError(`nothing at ${place}`)
    return this.#items[place] as Item
  }
}

/** All items in the order in which they were written. */
export function* itemsOf<Item>(spool: Spool<Item>): Generator<Item> {
  for (let place = 0; place < spool.length; place++) yield spool.get(place)
}
