import { CoreError, LISTED_FIELDS } from './core-error.ts'
import type { PointerTo } from './field-lengths.ts'
import { compareCodePoints, pathIdentity } from './plain-text.ts'

/** The paths of a graph as numbers, in order of arrival. */
export class PathTable {
  readonly #pointerTo: PointerTo
  readonly #identities: string[] = []
  readonly #indexByPath = new Map<string, number>()
  /** Nodes with a path that an earlier node has. */
  readonly #repeats: number[] = []
  #isSorted = true

  constructor(pointerTo: PointerTo) {
    this.#pointerTo = pointerTo
  }

  get length(): number {
    return this.#identities.length
  }

  /** @returns the path's identity */
  add(given: string): string {
    return this.addIdentity(pathIdentity(given))
  }

  addIdentity(path: string): string {
    const index = this.#identities.push(path) - 1
    if (index > 0 && this.#isSorted) this.#isSorted = compareCodePoints(this.#identities[index - 1], path) < 0
    if (this.#indexByPath.has(path)) this.#repeats.push(index)
    else this.#indexByPath.set(path, index)
    return path
  }

  /** The page that `path`, in any normal form, names. Most look-ups name one as it stands here, and need no normalising. */
  indexOf(path: string): number | undefined {
    return this.#indexByPath.get(path) ?? this.#indexByPath.get(pathIdentity(path))
  }

  /**
   * @returns the indices in code point order of their paths, and for each index its place there
   * @throws CoreError `graph-empty-path`, `graph-duplicate-path`
   */
  sorted(): { order: Uint32Array; pageOf: Uint32Array } {
    this.#refuseEmpty()
    this.#refuseRepeated()
    const paths = this.#isSorted ? this.#identities : inCodePointOrder(this.#identities)
    const order = new Uint32Array(paths.length)
    const pageOf = new Uint32Array(paths.length)
    paths.forEach((path, page) => {
      const index = this.#indexByPath.get(path) as number
      order[page] = index
      pageOf[index] = page
    })
    return { order, pageOf }
  }

  #refuseEmpty(): void {
    if (!this.#indexByPath.has('')) return
    const at = this.#identities.flatMap((path, i) => (path === '' ? [i] : []))
    const errors = at
      .slice(0, LISTED_FIELDS)
      .map((i) => ({ path: this.#pointerTo('nodes', i, 'path'), message: 'is empty' }))
    const detail = `${at.length} of the graph's nodes ${at.length === 1 ? 'has' : 'have'} an empty path.`
    throw new CoreError('graph-empty-path', 'request', detail, errors, at.length)
  }

  #refuseRepeated(): void {
    if (this.#repeats.length === 0) return
    const repeated = new Map<string, number[]>()
    for (const index of this.#repeats) {
      const path = this.#identities[index]
      repeated.set(path, [...(repeated.get(path) ?? []), index])
    }
    const listed = [...repeated].sort(([a], [b]) => compareCodePoints(a, b)).slice(0, LISTED_FIELDS)
    const errors = listed.map(([path, again]) => {
      const first = this.#pointerTo('nodes', this.#indexByPath.get(path) as number, 'path')
      const message = `${JSON.stringify(path)} is the path of ${again.length + 1} nodes (compared in Unicode NFC); the first is at ${first}`
      return { path: this.#pointerTo('nodes', again[0], 'path'), message }
    })
    const detail = `${repeated.size} ${repeated.size === 1 ? 'path is' : 'paths are'} used by more than one node.`
    throw new CoreError('graph-duplicate-path', 'request', detail, errors, repeated.size)
  }
}

/** UTF-16 order, which the platform sorts by, is code point order wherever no unit lies above the surrogates' start. */
function inCodePointOrder(identities: readonly string[]): readonly string[] {
  const sorted = identities.toSorted()
  return identities.some((path) => /[\ud800-\uffff]/.test(path)) ? sorted.sort(compareCodePoints) : sorted
}
