/**
 * Finds all of many words in one pass over a text, whatever the case of ASCII letters: the automaton of Aho and
 * Corasick (Efficient string matching, 1975), with every transition laid out.
 */
export class KeywordAutomaton {
  readonly #classOf = new Uint8Array(128)
  readonly #next: Uint16Array
  readonly #found: (readonly number[])[]
  readonly #classes: number

  /** @param words ASCII, in lower case, no more than 65,000 characters together */
  constructor(words: readonly string[]) {
    const letters = [...new Set(words.join(''))]
    this.#classes = letters.length + 1
    for (const [i, letter] of letters.entries()) {
      this.#classOf[letter.charCodeAt(0)] = i + 1
      if (/[a-z]/.test(letter)) this.#classOf[letter.charCodeAt(0) - 32] = i + 1
    }
    const states = words.join('').length + 1
    this.#next = new Uint16Array(states * this.#classes)
    const found: number[][] = [[]]
    for (const [word, text] of words.entries()) {
      let state = 0
      for (let i = 0; i < text.length; i++) {
        const cell = state * this.#classes + this.#classOf[text.charCodeAt(i)]
        if (this.#next[cell] === 0) {
          this.#next[cell] = found.length
          found.push([])
        }
        state = this.#next[cell]
      }
      found[state].push(word)
    }
    this.#found = found
    this.#layFailures(found)
  }

  /** Calls `use` with each word's number and the unit after its last one, from left to right. */
  scan(text: string, use: (word: number, end: number) => void): void {
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      state = unit < 128 ? this.#next[state * this.#classes + this.#classOf[unit]] : 0
      if (state === 0) continue
      const found = this.#found[state]
      for (let i = 0; i < found.length; i++) use(found[i], at + 1)
    }
  }

  /** Breadth first, so that a state's suffix has all its transitions before the state needs them. */
  #layFailures(found: number[][]): void {
    const failure = new Uint16Array(found.length)
    const queue = [0]
    for (const state of queue) {
      for (let letter = 1; letter < this.#classes; letter++) {
        const cell = state * this.#classes + letter
        const onFailure = state === 0 ? 0 : this.#next[failure[state] * this.#classes + letter]
        const child = this.#next[cell]
        if (child === 0) this.#next[cell] = onFailure
        else {
          failure[child] = onFailure
          found[child].push(...found[onFailure])
          queue.push(child)
        }
      }
    }
  }
}
