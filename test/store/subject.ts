import type { Store, StoreLimits, StoreOptions } from '../../src/store/store.ts'
import type { WholeStore } from '../../src/store/whole-store.ts'

/** Small, so that a few kilobytes are many rows. */
export const CHUNK_BYTES = 1000
export const PART_BYTES = 100

export interface OpenOptions extends Pick<StoreOptions, 'onFault'> {
  readonly now: () => number
  readonly limits?: Partial<StoreLimits>
  readonly chunkBytes: number
  readonly partBytes?: number
}

/** An empty database of its own. */
export interface Database {
  /** Each call opens a store on it, beside those that are open. */
  open(options: OpenOptions): Promise<Store>
  /** SQL past the store. Left out where nobody else can see the database. */
  readonly sql?: (text: string) => Promise<readonly Record<string, unknown>[]>
  /** Makes the second row of every graph to come a fault, until {@link mend}. */
  readonly sabotage?: () => Promise<void>
  readonly mend?: () => Promise<void>
  drop(): Promise<void>
}

/** A database that outlives its stores. */
export interface KeptDatabase extends Required<Database> {
  whole(): Promise<WholeStore>
  /** The settings that name it. */
  readonly environment: Readonly<Record<string, string>>
}

/** What a test works with: a store on an empty database, and a clock that stands. */
export class Subject {
  time = 1_700_000_000_000
  store!: Store
  #database!: Database
  readonly #opened: Store[] = []

  get database(): Database {
    return this.#database
  }

  async begin(database: Database): Promise<void> {
    this.#database = database
    this.time = 1_700_000_000_000
    this.store = await this.open()
  }

  /** One more store on the database. */
  async open(limits: Partial<StoreLimits> = {}): Promise<Store> {
    const store = await this.#database.open({
      now: () => this.time,
      limits,
      chunkBytes: CHUNK_BYTES,
      partBytes: PART_BYTES,
    })
    this.#opened.push(store)
    return store
  }

  async end(): Promise<void> {
    for (const store of this.#opened.splice(0)) await store.close()
    await this.#database.drop()
  }
}
