/** Steps that all patterns of a folder may take together: far more than people write, and an end to crafted ones. */
const MAX_STEPS = 50_000_000

/**
 * Matches the patterns of tables of contents: `*` and `?` stand for characters of one name, `**` for any.
 * Its work is bounded: past the bound nothing matches, and `exhausted` says so.
 */
export class GlobMatcher {
  #steps = 0

  get exhausted(): boolean {
    return this.#steps > MAX_STEPS
  }

  matches(pattern: string, path: string): boolean {
    const fixed = pattern.search(/[*?]/)
    if (fixed === -1) return pattern === path
    if (!path.startsWith(pattern.slice(0, fixed))) return false
    // The places in the pattern that the characters so far may have led to.
    let places = this.#skipStars(pattern, new Set([fixed]))
    for (let at = fixed; at < path.length && places.size > 0 && !this.exhausted; at++) {
      const next = new Set<number>()
      for (const place of places) {
        this.#steps++
        const sign = pattern[place]
        if (sign === '*') {
          if (path[at] !== '/' || isDouble(pattern, place)) next.add(place)
        } else if (sign === path[at] || (sign === '?' && path[at] !== '/')) next.add(place + 1)
      }
      places = this.#skipStars(pattern, next)
    }
    return !this.exhausted && places.has(pattern.length)
  }

  /** A star may stand for nothing. */
  #skipStars(pattern: string, places: Set<number>): Set<number> {
    for (const place of places) {
      this.#steps++
      if (pattern[place] === '*') places.add(place + 1)
    }
    return places
  }
}

function isDouble(pattern: string, place: number): boolean {
  return pattern[place + 1] === '*' || pattern[place - 1] === '*'
}
