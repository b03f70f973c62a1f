import { LRUCache } from 'lru-cache'
import { compareCodePoints } from '../core/plain-text.ts'
import { LinkHints } from './link-hints.ts'
import type { PageAnchors, PageFacts, PageRecord, ReadPage } from './page.ts'
import type { FindingList, GraphWarning } from './report.ts'
import { itemsOf, type Spool, type Storage } from './spool.ts'

/** Anchors of a page, as they are looked up. */
export interface AnchorSet {
  readonly anchors: ReadonlySet<string>
  readonly slugs: ReadonlySet<string>
}

/** Anchors that are held at a time, whatever the number of pages. */
const HELD_ANCHORS = 200_000

/** The pages of a graph in the making: what every page needs of all others in memory, the rest in the storage. */
export class PageStore {
  readonly hints = new LinkHints()
  readonly #facts: PageFacts[] = []
  readonly #places = new Map<string, number>()
  readonly #records: Spool<PageRecord>
  readonly #anchors: Spool<PageAnchors>
  readonly #warnings: Spool<readonly GraphWarning[]>
  #warningCount = 0
  readonly #held = new LRUCache<string, AnchorSet>({
    maxSize: HELD_ANCHORS,
    sizeCalculation: ({ anchors }) => anchors.size + 1,
  })

  constructor(storage: Storage) {
    this.#records = storage.list()
    this.#anchors = storage.list()
    this.#warnings = storage.list()
  }

  add({ facts, record, anchors, warnings }: ReadPage): void {
    this.#places.set(facts.path, this.#facts.length)
    this.#facts.push(facts)
    this.#records.add(record)
    this.#anchors.add(anchors)
    if (warnings.length > 0) this.#warnings.add(warnings)
    this.#warningCount += warnings.length
    this.hints.add(record.links, facts.path)
  }

  /** By path. */
  pages(): readonly PageFacts[] {
    return this.#facts.toSorted((a, b) => compareCodePoints(a.path, b.path))
  }

  /** In order. */
  paths(): readonly string[] {
    return this.pages().map((page) => page.path)
  }

  /** @throws RangeError for a path that is no page */
  record(path: string): PageRecord {
    return this.#records.get(this.#places.get(path) ?? -1)
  }

  anchorsOf(path: string): AnchorSet | undefined {
    const held = this.#held.get(path)
    if (held !== undefined) return held
    const place = this.#places.get(path)
    if (place === undefined) return undefined
    const { anchors, slugs } = this.#anchors.get(place)
    const set = { anchors: new Set(anchors), slugs: new Set(slugs) }
    this.#held.set(path, set)
    return set
  }

  /** By page, in the order in which they were added. */
  get warnings(): FindingList<GraphWarning> {
    const lists = this.#warnings
    const length = this.#warningCount
    return {
      length,
      *[Symbol.iterator]() {
        for (const warnings of itemsOf(lists)) yield* warnings
      },
    }
  }
}
