import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

export interface Matcher {
  readonly label: string
  readonly operator: string
  readonly value: string
}

/** A metric as an expression names it, and the labels by which what is made of it is grouped. */
export interface Selector {
  readonly metric: string
  readonly matchers: readonly Matcher[]
  readonly grouped: readonly string[]
}

/**
 * The metrics of an expression of PromQL.
 *
 * @throws where it is none
 */
export function selectorsOf(expression: string): Selector[] {
  const found: Selector[] = []
  const text = ({ from, to }: SyntaxNode) => expression.slice(from, to)
  const walk = (node: SyntaxNode, grouped: readonly string[]) => {
    if (node.type.isError) throw new Error(`no PromQL at ${node.from}: ${expression}`)
    const below = node.name === 'AggregateExpr' ? [...grouped, ...labelsOf(node, text)] : grouped
    if (node.name === 'VectorSelector')
      found.push({ metric: text(node).replace(/[\s{].*$/s, ''), matchers: matchersOf(node, text), grouped })
    else for (let child = node.firstChild; child !== null; child = child.nextSibling) walk(child, below)
  }
  walk(parser.parse(expression).topNode, [])
  return found
}

type Text = (node: SyntaxNode) => string

const labelsOf = (node: SyntaxNode, text: Text) =>
  node
    .getChildren('AggregateModifier')
    .flatMap((modifier) => modifier.getChildren('GroupingLabels'))
    .flatMap((list) => list.getChildren('LabelName').map(text))

function matchersOf(node: SyntaxNode, text: Text): Matcher[] {
  return node.getChildren('LabelMatchers').flatMap((list) =>
    list.getChildren('UnquotedLabelMatcher').map((one) => {
      const [, label, operator, value] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/s.exec(text(one)) ?? []
      return { label, operator, value }
    }),
  )
}
