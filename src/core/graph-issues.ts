import type { GraphIssue, GraphIssues } from './packet-answer.ts'
import { compareCodePoints } from './plain-text.ts'

const EXAMPLES = 5
const EXAMPLE_CODE_POINTS = 200

/** Counts issues by kind and keeps the few examples that come first in code point order, whatever order they came in. */
export class IssueTally {
  readonly #issues = {
    danglingEdges: new Tally(),
    danglingPaths: new Tally(),
    emptyPaths: new Tally(),
    repeatedEdges: new Tally(),
    selfEdges: new Tally(),
  }

  add(kind: keyof GraphIssues, example: string): void {
    this.#issues[kind].add(example)
  }

  result(): GraphIssues {
    const { danglingEdges, danglingPaths, emptyPaths, repeatedEdges, selfEdges } = this.#issues
    return {
      danglingEdges: danglingEdges.result(),
      danglingPaths: danglingPaths.result(),
      emptyPaths: emptyPaths.result(),
      repeatedEdges: repeatedEdges.result(),
      selfEdges: selfEdges.result(),
    }
  }
}

class Tally {
  #count = 0
  readonly #first: string[] = []

  add(example: string): void {
    this.#count++
    const first = this.#first
    if (first.length === EXAMPLES && compareCodePoints(example, first[EXAMPLES - 1]) >= 0) return
    if (first.includes(example)) return
    const place = first.findIndex((other) => compareCodePoints(example, other) < 0)
    first.splice(place < 0 ? first.length : place, 0, example)
    if (first.length > EXAMPLES) first.pop()
  }

  result(): GraphIssue {
    return { count: this.#count, examples: this.#first.map(shorten) }
  }
}

function shorten(text: string): string {
  if (text.length <= EXAMPLE_CODE_POINTS) return text
  const codePoints = Array.from(text.slice(0, 2 * EXAMPLE_CODE_POINTS + 2))
  return codePoints.length <= EXAMPLE_CODE_POINTS ? text : `${codePoints.slice(0, EXAMPLE_CODE_POINTS).join('')}…`
}
