import { RE2JS, RE2JSException } from 're2js'
import type { FindSecrets, Secret } from '../core/tool-output/clean/redact.ts'

/** A pattern that a request brings, in RE2 syntax. Its first group is the secret, or all of it where it has none. */
export interface CallerPattern {
  /** Stands in `[redacted:<id>]`. */
  readonly id: string
  readonly pattern: string
}

export const MOST_PATTERNS = 20
export const LONGEST_PATTERN = 1000
/** Instructions of the compiled program; what one character of a text costs is in proportion to it. */
export const LARGEST_PROGRAM = 2000

/** What a pattern may find in one output: each find is written out, and could be longer than what it stands for. */
export const MOST_FINDS = 100_000

/** A pattern that cannot be used, by its place in the list. */
export class PatternError extends Error {
  readonly index: number

  constructor(index: number, message: string) {
    super(message)
    this.index = index
  }
}

/**
 * Finds what a caller's patterns match, in time linear in the text for each.
 *
 * @throws PatternError where one is no RE2 syntax, too large, or matches the empty text; the finder throws it where one
 *   finds more than MOST_FINDS
 */
export function findByPatterns(patterns: readonly CallerPattern[]): FindSecrets {
  const compiled = patterns.map(({ id, pattern }, index) => ({ id, regex: compile(pattern, index) }))
  return (text) => compiled.flatMap(({ id, regex }, index) => matches(text, regex, id, index))
}

function compile(pattern: string, index: number): RE2JS {
  try {
    const regex = RE2JS.compile(pattern)
    if (regex.programSize() > LARGEST_PROGRAM) {
      throw new PatternError(index, `compiles to ${regex.programSize()} instructions, more than ${LARGEST_PROGRAM}`)
    }
    if (regex.test('')) throw new PatternError(index, 'matches the empty text')
    return regex
  } catch (error) {
    if (error instanceof RE2JSException) throw new PatternError(index, `is no RE2 syntax: ${error.message}`)
    throw error
  }
}

function matches(text: string, regex: RE2JS, rule: string, index: number): Secret[] {
  const secrets: Secret[] = []
  const matcher = regex.matcher(text)
  while (matcher.find()) {
    if (secrets.length === MOST_FINDS)
      throw new PatternError(index, `finds more than ${MOST_FINDS} secrets in the output`)
    const group = matcher.groupCount() > 0 && matcher.start(1) >= 0 ? 1 : 0
    secrets.push({ start: matcher.start(group), end: matcher.end(group), rule })
  }
  return secrets
}
