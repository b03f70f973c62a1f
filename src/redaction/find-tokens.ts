import { RE2JS } from 're2js'
import type { Secret } from '../core/tool-output/clean/redact.ts'
import { TOKEN_RULES } from './gitleaks-rules.ts'
import { KeywordAutomaton } from './keyword-automaton.ts'
import { OWN_TOKEN_RULES } from './own-rules.ts'
import type { TokenRule } from './rule.ts'

/** How far from its keyword a secret may lie: more than the longest of every rule that has a bound. */
const BEFORE = 300
const AFTER = 1200
/** The three parts of a token of JWT must all be seen. */
const AFTER_OF = new Map([['jwt', 16_384]])
const TOKEN_REST = /[\w+/=.~-]*/y

interface Compiled extends TokenRule {
  readonly regex: RE2JS
  readonly after: number
}

const rules: readonly Compiled[] = [...TOKEN_RULES, ...OWN_TOKEN_RULES].map((rule) => ({
  ...rule,
  regex: RE2JS.compile(rule.pattern),
  after: AFTER_OF.get(rule.id) ?? AFTER,
}))
const keywords = [...new Set(rules.flatMap((rule) => rule.keywords))]
const automaton = new KeywordAutomaton(keywords)
const byKeyword = keywords.map((keyword) => rules.flatMap((rule, i) => (rule.keywords.includes(keyword) ? [i] : [])))

/** Secrets that their own form gives away. A rule reads only what lies near its keywords. */
export function tokenSecrets(text: string): Secret[] {
  const secrets: Secret[] = []
  const windows = rules.map(() => ({ start: 0, end: -1 }))
  const read = (i: number) => {
    const { start, end } = windows[i]
    if (end > start) secrets.push(...secretsIn(text, rules[i], start, end))
  }
  automaton.scan(text, (word, end) => {
    for (const i of byKeyword[word]) {
      const window = windows[i]
      if (end - BEFORE > window.end) {
        read(i)
        window.start = Math.max(0, end - BEFORE)
      }
      window.end = Math.min(text.length, end + rules[i].after)
    }
  })
  for (const i of rules.keys()) read(i)
  return secrets
}

function secretsIn(text: string, rule: Compiled, start: number, end: number): Secret[] {
  const secrets: Secret[] = []
  const matcher = rule.regex.matcher(text.slice(start, end))
  while (matcher.find()) {
    const group = rule.whole ? 0 : firstGroup(matcher)
    const from = start + matcher.start(group)
    let to = start + matcher.end(group)
    if (to >= end - 1) {
      // The window ended before the token did.
      TOKEN_REST.lastIndex = to
      TOKEN_REST.test(text)
      to = TOKEN_REST.lastIndex
    }
    if (to > from) secrets.push({ start: from, end: to, rule: rule.id })
  }
  return secrets
}

function firstGroup(matcher: ReturnType<RE2JS['matcher']>): number {
  for (let group = 1; group <= matcher.groupCount(); group++) if (matcher.start(group) >= 0) return group
  return 0
}
