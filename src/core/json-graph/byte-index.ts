import { GrowingBytes } from '../growing.ts'
import { IrregularJson } from './json-cursor.ts'

/** So many places are looked at for one text. Texts made to fall on one place are left to a table that is proof against them. */
const MOST_PROBES = 256
const FIRST_PLACES = 1 << 12

/** Texts in UTF-8 as numbers, in order of arrival. A text that is there already takes a number too, and is found by its first. */
export class ByteIndex {
  readonly #blob = new GrowingBytes()
  #own = this.#blob.whole()
  #count = 0
  /** By place the number of a text and one; 0 where there is none. Half of the places at least are free. */
  #places = new Uint32Array(FIRST_PLACES)
  #hashes = new Int32Array(FIRST_PLACES / 2)
  /** Where the texts end: that of number `n` starts at `[n]`. */
  #ends = new Uint32Array(FIRST_PLACES / 2 + 1)
  /** Where the text that was looked for last would stand. */
  #place = 0

  /** @param hash of the bytes, see `hashOf` */
  add(bytes: Uint8Array, start: number, end: number, hash: number): void {
    if (2 * this.#count === this.#places.length) this.#grow()
    const known = this.numberOf(bytes, start, end, hash)
    this.#ends[this.#count + 1] = this.#blob.appendBytes(bytes, start, end)
    this.#own = this.#blob.whole()
    this.#hashes[this.#count] = hash
    this.#count++
    if (known < 0) this.#places[this.#place] = this.#count
  }

  /** The number of a text; -1 where it is not there. */
  numberOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const places = this.#places
    const hashes = this.#hashes
    const mask = places.length - 1
    let place = placeOf(hash) & mask
    for (let probe = 1; probe <= MOST_PROBES; probe++) {
      const number = places[place] - 1
      if (number < 0) {
        this.#place = place
        return -1
      }
      if (hashes[number] === hash && this.#isAt(number, bytes, start, end)) return number
      place = (place + probe) & mask
    }
    throw new IrregularJson()
  }

  #isAt(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#own
    let at = this.#ends[number]
    if (this.#ends[number + 1] - at !== end - start) return false
    for (let other = start; other < end; other++) if (own[at++] !== bytes[other]) return false
    return true
  }

  #grow(): void {
    const size = 2 * this.#places.length
    const mask = size - 1
    const places = new Uint32Array(size)
    for (const entry of this.#places) {
      if (entry === 0) continue
      let place = placeOf(this.#hashes[entry - 1]) & mask
      for (let probe = 1; places[place] !== 0; probe++) place = (place + probe) & mask
      places[place] = entry
    }
    this.#places = places
    const hashes = new Int32Array(size / 2)
    hashes.set(this.#hashes)
    this.#hashes = hashes
    const ends = new Uint32Array(size / 2 + 1)
    ends.set(this.#ends)
    this.#ends = ends
  }
}

/** The low bits of the hash alone know little of the high ones. */
function placeOf(hash: number): number {
  return hash ^ (hash >>> 15)
}
