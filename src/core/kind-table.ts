import { cleanText, compareCodePoints } from './plain-text.ts'

/** Kinds as numbers, in order of arrival; 0 is that of a thing without one. */
export class KindTable {
  readonly #indexByKind = new Map<string, number>()
  readonly #names: string[] = []

  indexOf(kind: string | undefined): number {
    if (kind === undefined) return 0
    return this.#indexByKind.get(kind) ?? this.#add(kind)
  }

  /** The kinds in code point order, and the place there of each index. Spellings that clean to one kind share a place. */
  sorted(): { names: readonly (string | undefined)[]; places: Uint32Array } {
    const names = [undefined, ...[...new Set(this.#names)].sort(compareCodePoints)]
    const placeByName = new Map(names.map((name, place) => [name, place]))
    const places = Uint32Array.from([undefined, ...this.#names], (name) => placeByName.get(name) as number)
    return { names, places }
  }

  #add(kind: string): number {
    const index = this.#names.push(cleanText(kind))
    this.#indexByKind.set(kind, index)
    return index
  }
}
