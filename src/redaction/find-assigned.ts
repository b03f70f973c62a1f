import { RE2JS } from 're2js'
import type { Secret } from '../core/tool-output/clean/redact.ts'
import { ALLOWED_VALUES, ASSIGNMENT_RULES } from './gitleaks-rules.ts'
import { KeywordAutomaton } from './keyword-automaton.ts'
import { OWN_ASSIGNMENT_RULES } from './own-rules.ts'

/** Between a name and its value. Every repetition is bounded, so that a try costs a constant. Quotes may be escaped. */
const ASSIGNED = /[ \t\w.-]{0,20}[\s'"\\]{0,4}(?:\|\||=>|\?=|:{1,3}=|[=>:,])[`'"\s=\\]{0,6}/y
const NAME_BEFORE = /[\w.-]{0,50}$/
const VALUE = /[\w.=+/~-]*/y
const VALUE_WITH_COLONS = /[\w.=+/~:%|-]*/y
/** What stands right behind a secret, up to a mark that ends a value, may be a part of it. */
const VALUE_REST = /[^\s'"`,;&<>(){}[\]\\]{0,200}/y
/** A value is one token; what is longer than any rule's value is no secret but a file. */
const LONGEST_VALUE = 4096
const SHORTEST_VALUE = 10

interface Compiled {
  readonly id: string
  readonly value: RE2JS
  readonly valueEnd: RegExp
  readonly generic: boolean
}

const assignmentRules = [...OWN_ASSIGNMENT_RULES, ...ASSIGNMENT_RULES]
const names = [...new Set(assignmentRules.flatMap((rule) => rule.names))]
const automaton = new KeywordAutomaton(names)
const commonWords = new KeywordAutomaton(ALLOWED_VALUES.words)
const byName: readonly Compiled[][] = (() => {
  const rules = assignmentRules.map((rule) => ({
    id: rule.id,
    names: rule.names,
    value: RE2JS.compile(rule.value),
    valueEnd: /[:%]/.test(rule.value.replaceAll('(?', '')) ? VALUE_WITH_COLONS : VALUE,
    generic: rule.generic === true,
  }))
  return names.map((name) => rules.filter((rule) => rule.names.includes(name)))
})()
const allowedNames = ALLOWED_VALUES.names.map((pattern) => RE2JS.compile(pattern))
const allowedValues = ALLOWED_VALUES.values.map((pattern) => RE2JS.compile(pattern))

/** Secrets that the name before them gives away. Linear: a value is looked at by each rule once. */
export function assignedSecrets(text: string): Secret[] {
  const secrets: Secret[] = []
  /** The end of the last value that each rule has seen. */
  const seen = new Map<string, number>()
  automaton.scan(text, (word, end) => {
    ASSIGNED.lastIndex = end
    if (!ASSIGNED.test(text)) return
    const start = ASSIGNED.lastIndex
    for (const { id, value, valueEnd, generic } of byName[word]) {
      if ((seen.get(id) ?? -1) > start) continue
      valueEnd.lastIndex = start
      valueEnd.test(text)
      const after = valueEnd.lastIndex
      seen.set(id, after)
      if (after - start < SHORTEST_VALUE || after - start > LONGEST_VALUE) continue
      const secret = text.slice(start, after)
      if (!value.testExact(secret)) continue
      if (generic && isAllowed(text, end - names[word].length, start, secret)) continue
      VALUE_REST.lastIndex = after
      VALUE_REST.test(text)
      secrets.push({ start, end: VALUE_REST.lastIndex, rule: id })
    }
  })
  return secrets
}

function isAllowed(text: string, nameStart: number, start: number, secret: string): boolean {
  if (entropy(secret) < (ALLOWED_VALUES.entropy ?? 0) || allowedValues.some((allowed) => allowed.test(secret)))
    return true
  let hasCommonWord = false
  commonWords.scan(secret, () => {
    hasCommonWord = true
  })
  if (hasCommonWord) return true
  const before = NAME_BEFORE.exec(text.slice(Math.max(0, nameStart - 50), nameStart))?.[0] ?? ''
  const assignment = before + text.slice(nameStart, start) + secret
  return allowedNames.some((allowed) => allowed.test(assignment))
}

/** Shannon's, in bits a character. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
