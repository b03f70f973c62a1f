export type GraphChangeCallback = (id: string | undefined) => void

/** Who is told that a graph of a tenant may have changed. */
export class ChangeListeners {
  readonly #entries = new Set<{ readonly tenant: string; readonly call: GraphChangeCallback }>()

  add(tenant: string, call: GraphChangeCallback): () => void {
    // An entry of its own: the same function added twice is called twice, and each removal is of its own.
    const entry = { tenant, call }
    this.#entries.add(entry)
    return () => this.#entries.delete(entry)
  }

  tell(tenant: string, id: string): void {
    for (const entry of [...this.#entries]) if (entry.tenant === tenant) entry.call(id)
  }

  /** Any graph of any tenant may have changed. */
  tellAll(): void {
    for (const { call } of [...this.#entries]) call(undefined)
  }
}
