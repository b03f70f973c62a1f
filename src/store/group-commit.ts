/** Calls of `record` in one commit, and calls that may wait for the next. */
export const MOST_IN_GROUP = 256
export const MOST_WAITING = 10_000

/**
 * Collects what is handed in while a commit is under way and commits it together: a commit waits for the disk, and one
 * wait serves many.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: Item[]) => Promise<(() => Result)[]>
  readonly #most: number
  #waiting: { item: Item; resolve(result: Result): void; reject(error: unknown): void }[] = []
  #isCommitting = false

  /**
   * @param commit answers one function for each item, which gives its result or throws its error
   * @param most items in one commit
   */
  constructor(commit: (items: Item[]) => Promise<(() => Result)[]>, most: number) {
    this.#commit = commit
    this.#most = most
  }

  get waiting(): number {
    return this.#waiting.length
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (!this.#isCommitting) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isCommitting = true
    // Lets those who add in this turn of the loop come along.
    await undefined
    while (this.#waiting.length > 0) {
      const group = this.#waiting.slice(0, this.#most)
      this.#waiting = this.#waiting.slice(this.#most)
      try {
        const results = await this.#commit(group.map(({ item }) => item))
        group.forEach(({ resolve, reject }, i) => {
          try {
            resolve(results[i]())
          } catch (error) {
            reject(error)
          }
        })
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#isCommitting = false
  }
}
