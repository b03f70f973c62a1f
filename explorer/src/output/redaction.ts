/** A pattern of the caller's own. */
export interface OwnPattern {
  readonly id: string
  readonly pattern: string
}

/** `redact` as its fields show it. */
export interface Redaction {
  /** Whether the rules of the service count too. */
  readonly rules: boolean
  readonly patterns: readonly OwnPattern[]
}

/** @returns undefined where nothing is redacted */
export function redactionOf(value: unknown): Redaction | undefined {
  if (value === true) return { rules: true, patterns: [] }
  if (typeof value !== 'object' || value === null) return undefined
  const { rules = true, patterns = [] } = value as { rules?: unknown; patterns?: unknown }
  return { rules: rules !== false, patterns: Array.isArray(patterns) ? patterns.filter(isPattern) : [] }
}

/** What the service is sent: a pattern that is still being typed is left out. */
export function sentRedaction(value: unknown): unknown {
  const redaction = redactionOf(value)
  if (redaction === undefined) return undefined
  const patterns = redaction.patterns.filter(isWhole)
  return redaction.rules && patterns.length === 0 ? true : { rules: redaction.rules, patterns }
}

/** The place of a pattern among those that are sent; undefined where it is not. */
export function sentPlace({ patterns }: Redaction, at: number): number | undefined {
  return isWhole(patterns[at]) ? patterns.slice(0, at).filter(isWhole).length : undefined
}

function isWhole({ id, pattern }: OwnPattern): boolean {
  return id !== '' && pattern !== ''
}

function isPattern(value: unknown): value is OwnPattern {
  if (typeof value !== 'object' || value === null) return false
  const { id, pattern } = value as Partial<OwnPattern>
  return typeof id === 'string' && typeof pattern === 'string'
}
