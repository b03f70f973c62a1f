export type GraphChangeCallback = (id: string | undefined) => void

/** Who is told that a graph may have changed. */
export class ChangeListeners {
  readonly #callbacks = new Set<{ readonly call: GraphChangeCallback }>()

  add(call: GraphChangeCallback): () => void {
    // An entry of its own: the same function added twice is called twice, and each removal is of its own.
    const entry = { call }
    this.#callbacks.add(entry)
    return () => this.#callbacks.delete(entry)
  }

  tell(id: string | undefined): void {
    for (const { call } of [...this.#callbacks]) call(id)
  }
}
