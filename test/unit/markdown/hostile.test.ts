import { describe, expect, it } from 'vitest'
import { FLAVOURS, type Flavour } from '../../../src/core/flavour.ts'
import { graphOf } from './graph-of.ts'

const SIZE = 60_000
const repeat = (part: string) => part.repeat(Math.ceil(SIZE / part.length))

// At this size a pass whose work is the square of the text's length takes minutes, and the runner ends the test.
const PARTS = [
  '[',
  '![',
  '[a](',
  '[a][b]',
  ']',
  '*a ',
  '*a **b ',
  '_',
  '>',
  '> a\n',
  '- ',
  '1. ',
  '<a ',
  '<a "',
  '<a href=x>',
]
  .concat([
    '<!--',
    '`',
    '[[a]] ',
    '|a',
    '|-|-|\n',
    'a\n=\n',
    '# a\n',
    '[a]: b\n',
    '{{< ref "',
    '{',
    '{#',
    '<A b={',
    'www.',
    '[^a]',
  ])
  .concat(['&#1;', '\t', '\\', 'a\r', ':::{note}\n', '!!! a\n    ', 'import a\n', '![[a|b]]', '((', '%E0', '../'])

/** Components are read in MDX alone, and two flavours have blocks of their own. */
function flavoursFor(part: string): readonly Flavour[] {
  if (part.startsWith(':::')) return ['plain', 'sphinx']
  if (part.startsWith('!!!') || part.startsWith('#')) return ['plain', 'mkdocs']
  return /[<{`i]/.test(part) ? ['plain', 'docusaurus'] : ['plain']
}

describe('a crafted page', () => {
  it.each(PARTS)('costs no square: %j repeated', (part) => {
    for (const flavour of flavoursFor(part)) {
      const { report } = graphOf({ 'a.md': repeat(part), 'b.md': '' }, { flavour, sections: true })
      expect(report.pages).toBe(2)
    }
  })

  it('that is made of opening and closing halves costs no square', () => {
    for (const [open, close] of [
      ['*a ', 'a* '],
      ['[', ']'],
      ['<b>', '</b>'],
      ['(', ')'],
    ] as const) {
      const half = SIZE / 2 / open.length
      expect(graphOf({ 'a.md': open.repeat(half) + close.repeat(half) }).report.pages).toBe(1)
    }
  })

  it('is said to be read in part', () => {
    const { report } = graphOf({ 'a.md': `one\n\n${'[x '.repeat(2_000)}\n` })
    expect(report.warnings).toMatchObject([{ file: 'a.md', line: 3 }])
  })

  it('of long but honest tables and lists is read in full', () => {
    const rows = Array.from({ length: 1_500 }, (_, at) => `p${at}.md`)
    const files = Object.fromEntries(rows.map((path) => [path, '']))
    const table = `| a |\n|---|\n${rows.map((path) => `| [x](${path}) |`).join('\n')}\n`
    const list = rows.map((path) => `- [x](${path})`).join('\n')
    const definitions = `${rows.map((_, at) => `[l${at}]`).join('\n\n')}\n\n${rows.map((path, at) => `[l${at}]: ${path}`).join('\n')}`
    for (const text of [table, list, definitions]) {
      expect(graphOf({ ...files, 'top.md': text }).report.links.page).toBe(rows.length)
    }
  })
})

describe('deep or circular structures', () => {
  it('nested navigation ends', () => {
    const deep = Array.from({ length: 300 }, (_, at) => `${'  '.repeat(at)}- [x](a.md)`).join('\n')
    expect(graphOf({ 'SUMMARY.md': deep, 'a.md': '' }).report.pages).toBe(1)
  })

  it('deep folders have a breadcrumb of bounded length', () => {
    const { graph } = graphOf({ [`${'d/'.repeat(500)}a.md`]: '', 'b.md': '' })
    expect(Math.max(...graph.paths.map((trail) => trail.nodes.length))).toBeLessThanOrEqual(64)
  })

  it('breadcrumbs beyond the limit are counted and left out', () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.md`, '']))
    const { report } = graphOf(files, { maxPaths: 5 })
    expect(report.paths).toEqual({ kept: 5, total: 20, cut: 0 })
  })

  it('containment in a circle is kept as it is', () => {
    const built = graphOf(
      { 'a.md': '```{toctree}\nb\n```\n', 'b.md': '```{toctree}\na\n```\n', 'conf.py': '' },
      { flavour: 'sphinx' },
    )
    expect(built.graph.edges.filter((edge) => edge.kind === 'contains')).toHaveLength(2)
    expect(built.graph.paths).toHaveLength(2)
  })

  it('every flavour takes no files at all', () => {
    for (const flavour of FLAVOURS) expect(graphOf({}, { flavour }).graph).toEqual({ nodes: [], edges: [], paths: [] })
  })
})
