import { describe, expect, it } from 'vitest'
import { graphOf, linksOf } from './graph-of.ts'

// Bug reports of link checkers and generators, by the number of the report.
describe('what other tools tripped over', () => {
  it('rumdl 830: balanced parentheses belong to the destination', () => {
    const built = graphOf({
      'test.md': '[a](file(inner).md) [b](folder(inner)/file.md) [c](file%28inner%29.md)',
      'file(inner).md': '',
      'folder(inner)/file.md': '',
    })
    expect(linksOf(built, 'test.md')).toEqual(['file(inner).md', 'folder(inner)/file.md'])
    expect(built.report.links).toMatchObject({ page: 3, unresolved: 0 })
  })

  it('xrefcheck 279: a space ends a destination that has no angle brackets', () => {
    const built = graphOf({ 'test.md': '[x](a%20b.md) [y](<a b.md>) [z](a b.md)', 'a b.md': '' })
    expect(built.report.links).toMatchObject({ page: 2, unresolved: 0 })
  })

  it('markdown-link-check 215: an escaped dot is a dot, and the path is broken', () => {
    const built = graphOf({ 'a/b/c.md': '[v](..\\..\\build\\Versions.md)', 'build/Versions.md': '' })
    expect(linksOf(built, 'a/b/c.md')).toEqual([])
    expect(built.report.unresolved).toMatchObject([{ href: '....\\build\\Versions.md', reason: 'not-found' }])
  })

  it.each([
    ['markdown-link-check 593', '# Maximum Estimator (ME)', 'maximum-estimator-me'],
    ['linkspector 64', '## 📖 Documentation', '-documentation'],
    ['mdbook-lint 403', '# Übungen', 'übungen'],
  ])('%s: the slug of a heading', (_, heading, anchor) => {
    const { report } = graphOf({ 'a.md': `${heading}\n\n[x](#${anchor})` })
    expect(report.missingAnchors).toEqual([])
  })

  it("lychee 1751: a folder's page is asked for the anchor", () => {
    const { report } = graphOf({ 'a.md': '[x](foo#invalid) [y](foo/index.md#valid)', 'foo/index.md': '# Valid\n' })
    expect(report.missingAnchors).toEqual([{ file: 'a.md', line: 1, to: 'foo/index.md', anchor: 'invalid' }])
  })

  it('lychee 2274: an extension is added, never put in place of a part behind a dot', () => {
    const built = graphOf({ 'x.md': '[x](/a.b)', 'a.b.md': '', 'a.md': '' })
    expect(linksOf(built, 'x.md')).toEqual(['a.b.md'])
    expect(linksOf(graphOf({ 'x.md': '[x](/a.b)', 'a.md': '' }), 'x.md')).toEqual([])
  })

  it('linkchecker-markdown 13, mex 108: code and comments hold no links', () => {
    const text =
      '`[[a](a.md)]` <!-- [f](/bad) -->\n\n<!--\n| [b](b.md) |\n\n[c](c.md)\n-->\n\n```\n[d](d.md)\n```\n\n    [e](e.md)\n'
    const { report } = graphOf({ 'x.md': text, 'a.md': '', 'b.md': '', 'c.md': '' })
    expect(report.links).toEqual({ page: 0, self: 0, external: 0, asset: 0, empty: 0, unresolved: 0 })
  })

  it('mdBook 2634: a page may stand in two places of the navigation', () => {
    const { graph } = graphOf({
      'SUMMARY.md':
        '# S\n\n- [Quick](./start/quick.md)\n- [Guides](./start/README.md)\n  - [Quick](./start/quick.md)\n',
      'README.md': '',
      'start/quick.md': '',
      'start/README.md': '',
    })
    const parents = graph.edges.filter((edge) => edge.kind === 'contains' && edge.to === 'start/quick.md')
    expect(parents.map((edge) => edge.from)).toEqual(['README.md', 'start/README.md'])
    expect(graph.paths).toContainEqual({ nodes: ['README.md', 'start/quick.md'], kind: 'breadcrumb' })
  })

  it('mdBook 167: an entry with an anchor is the page', () => {
    const { graph } = graphOf({ 'SUMMARY.md': '- [Section](page.md#part)\n', 'page.md': '' })
    expect(graph.nodes.map((node) => node.path)).toEqual(['/', 'page.md'])
  })

  it('mdBook 1917: an entry that is no link is reported, the rest is kept', () => {
    const { graph, report } = graphOf({
      'SUMMARY.md': '- [test](./test.md)\n  - [test](./test protocol.md)\n- [more](./more.md)\n',
      'test.md': '',
      'more.md': '',
    })
    expect(report.warnings).toMatchObject([{ file: 'SUMMARY.md', line: 2 }])
    expect(graph.edges).toContainEqual({ from: 'test.md', to: 'more.md', kind: 'next' })
  })

  it('docusaurus 9720: links to files start from the file, on index pages too', () => {
    const built = graphOf(
      { 'docs/test/readme.md': '[x](../cool-page.md)', 'docs/cool-page.md': '' },
      { flavour: 'docusaurus' },
    )
    expect(linksOf(built, 'docs/test/readme.md')).toEqual(['docs/cool-page.md'])
  })

  it('docusaurus 3380: a link to the other extension is followed and said', () => {
    const built = graphOf({ 'a.md': '[a](./Overview) [b](./Overview.md) [c](./Overview.mdx)', 'Overview.mdx': '' })
    expect(built.report.links.page).toBe(3)
    expect(built.report.repaired).toMatchObject([{ href: './Overview.md', to: 'Overview.mdx', rule: 'extension' }])
  })

  it('docusaurus 9518: escaped angle brackets between two links', () => {
    const { report } = graphOf({ 'a.md': '[`A`](b.md#a)\\<[`B`](b.md#b)\\>', 'b.md': '## A\n\n## B\n' })
    expect(report.links.page).toBe(2)
    expect(report.missingAnchors).toEqual([])
  })

  it('docusaurus 6616: labels match in any case, a label without definition is text', () => {
    const built = graphOf({ 'docs/my/a.md': '[URI]s and [info]\n\n[uri]: ./text.md', 'docs/my/text.md': '' })
    expect(linksOf(built, 'docs/my/a.md')).toEqual(['docs/my/text.md'])
    expect(built.report.links).toMatchObject({ page: 1, unresolved: 0 })
  })

  it('hugo 4727: a name that several pages bear is ambiguous, a path is not', () => {
    const files = {
      '_index.md': '',
      'help.md': '',
      'lessons/_index.md': '',
      'lessons/links/help.md': '',
      'lessons/tags/help.md': '',
      'blog/lessons.md': '[x]({{< ref "help" >}}) [y]({{< ref "/lessons/tags/help" >}})',
    }
    const built = graphOf(files)
    expect(linksOf(built, 'blog/lessons.md')).toEqual(['lessons/tags/help.md'])
    expect(built.report.unresolved).toMatchObject([
      { href: 'help', reason: 'ambiguous', candidates: ['help.md', 'lessons/links/help.md', 'lessons/tags/help.md'] },
    ])
  })

  it('mintlify 6895: a raw name outside ASCII', () => {
    const built = graphOf({ 'margin/a.md': '[x](./营收设计.md)', 'margin/营收设计.md': '' })
    expect(linksOf(built, 'margin/a.md')).toEqual(['margin/营收设计.md'])
  })

  it('neuron 611: names are compared in NFC and kept as they are stored', () => {
    const stored = 'Café.md'.normalize('NFD')
    const built = graphOf({ 'a.md': '[[Café]] [x](Café.md)'.normalize('NFC'), [stored]: '' })
    expect(linksOf(built, 'a.md')).toEqual([stored])
  })

  it('graphify 2650: two names that differ in case are two pages, and a third spelling is ambiguous', () => {
    const built = graphOf({
      'a.md': '[x](References.md) [y](references.md) [z](REFERENCES.md)',
      'References.md': '',
      'references.md': '',
    })
    expect(linksOf(built, 'a.md')).toEqual(['References.md', 'references.md'])
    expect(built.report.unresolved).toMatchObject([
      { href: 'REFERENCES.md', reason: 'ambiguous', candidates: ['References.md', 'references.md'] },
    ])
  })

  it('windows-powershell-docs 42: a wrong case is followed and said', () => {
    const built = graphOf({ 'a.md': '[x](./Remove-gpo.md)', 'remove-gpo.md': '' })
    expect(built.report.repaired).toMatchObject([{ to: 'remove-gpo.md', rule: 'case' }])
  })
})
