/** A secret that a name gives away: `name = value`. */
export interface AssignmentRule {
  readonly id: string
  /** Parts of names, in lower case. */
  readonly names: readonly string[]
  /** RE2 syntax; the whole value must match. */
  readonly value: string
  /** Held against ALLOWED_VALUES, as its names say little. */
  readonly generic?: boolean
}

/** A secret that its own form gives away. */
export interface TokenRule {
  readonly id: string
  /** One of them stands near every match, in lower case. */
  readonly keywords: readonly string[]
  /** RE2 syntax; the first group that takes part is the secret. */
  readonly pattern: string
  /** The whole match is the secret, whatever its groups. */
  readonly whole: boolean
}

/** What a generic rule finds and is no secret. */
export interface AllowedValues {
  /** RE2 syntax, on the name and the value. */
  readonly names: readonly string[]
  /** RE2 syntax, on the value. */
  readonly values: readonly string[]
  /** Words that no random value has, in lower case. */
  readonly words: readonly string[]
  /** Bits a character, the least for a secret. */
  readonly entropy?: number
}
