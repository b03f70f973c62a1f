import { describe, expect, it } from 'vitest'
import { edgesOf, graphOf, linksOf } from './graph-of.ts'

const AUTOREFS = 'plugins:\n  - search\n  - autorefs\n'

describe('MkDocs with its plug-in for references', () => {
  const pages = {
    'docs/a.md':
      'See [the kettle][boiling-water] and [`Kettle.boil`][kettle-boil].\n\nAlso [spout][], [steam][gone] and `[x][spout]`.\n\n' +
      '[here][own-part], [told][known]\n\n## Own part\n\n[known]: c.md\n',
    'docs/b.md': '# Boiling water\n\n[](){#kettle-boil}\nWords.\n',
    'docs/c.md': '## Spout {#spout}\n',
  }

  it('follows brackets without a definition to the heading or anchor of that name, wherever it is', () => {
    const built = graphOf({ 'mkdocs.yml': AUTOREFS, ...pages })
    expect(linksOf(built, 'docs/a.md')).toEqual(['docs/b.md', 'docs/c.md'])
    expect(built.report).toMatchObject({ unresolved: [], missingAnchors: [], links: { page: 4, self: 1, external: 0 } })
  })

  it('finds the headings as nodes, from below the heading that the brackets stand under', () => {
    const built = graphOf(
      { 'mkdocs.yml': AUTOREFS, 'a.md': '## One\n\n[x][two]\n', 'b.md': '## Two\n' },
      { sections: true },
    )
    expect(edgesOf(built, 'link')).toEqual(['a.md > b.md', 'a.md#one > b.md#two'])
  })

  it.each([
    ['mkdocstrings brings it along', 'plugins:\n  - mkdocstrings:\n      handlers: {}\n', 2],
    ['as a mapping', 'plugins:\n  autorefs: {}\n', 2],
    ['not named, it is not there', 'plugins: [search]\n', 1],
  ])('%s', (_, config, pagesLinked) => {
    expect(linksOf(graphOf({ 'mkdocs.yml': config, ...pages }), 'docs/a.md')).toHaveLength(pagesLinked)
  })
})

describe("docfx's short references", () => {
  it('lead to the page of that uid; other names behind an at sign are text', () => {
    const built = graphOf({
      'docfx.json': '{}',
      'a.md': 'See @kettle.boil. Ask (@kettle.pour), @"a spout", @someone, me@kettle.steam or `@kettle.steam`.',
      'b.md': '---\nuid: kettle.boil\n---\n',
      'c.md': '---\nuid: kettle.pour\n---\n',
      'd.md': '---\nuid: a spout\n---\n',
      'e.md': '---\nuid: kettle.steam\n---\n',
    })
    expect(linksOf(built, 'a.md')).toEqual(['b.md', 'c.md', 'd.md'])
    expect(built.report.links).toMatchObject({ page: 3, external: 0, unresolved: 0 })
  })

  it('a page of questions is read: its answers hold links, its questions are headings', () => {
    const faq = `### YamlMime:FAQ
metadata:
  description: What people ask.
title: Questions
summary: |
  Start at [the home](a.md).
sections:
  - name: First
    questions:
      - question: "How long?"
        answer: |
          As [told](a.md#boil), or [not](gone.md).
      - question: Why?
        answer: See [b](b.md).
`
    const built = graphOf(
      { 'docfx.json': '{}', 'faq.yml': faq, 'a.md': '## Boil\n', 'b.md': '[x](faq.yml#how-long)' },
      { sections: true },
    )
    expect(linksOf(built, 'faq.yml')).toEqual(['a.md', 'b.md'])
    expect(built.report.unresolved).toEqual([
      { file: 'faq.yml', line: 12, text: 'not', href: 'gone.md', reason: 'not-found' },
    ])
    const nodes = built.graph.nodes.filter((node) => node.path.startsWith('faq.yml'))
    expect(nodes.map(({ path, title }) => [path, title])).toEqual([
      ['faq.yml', 'Questions'],
      ['faq.yml#how-long', 'How long?'],
      ['faq.yml#why', 'Why?'],
    ])
    expect(edgesOf(built, 'link')).toContain('b.md > faq.yml#how-long')
  })
})

describe('sidebars that are pages', () => {
  it("docsify's is the navigation, its links from the top, and no page", () => {
    const built = graphOf({
      '_sidebar.md':
        '- [Home](/)\n- Guide\n  - [Start](guide/start.md "title")\n  - [More](/guide/more)\n- [Out](https://x.example)\n- [Gone](gone.md)\n',
      '_coverpage.md': '# Cover\n',
      'README.md': '# Docs\n',
      'guide/start.md': '',
      'guide/more.md': '',
    })
    expect(built.report.pages).toBe(3)
    expect(edgesOf(built, 'contains')).toEqual([
      'README.md > nav/guide',
      'nav/guide > guide/more.md',
      'nav/guide > guide/start.md',
    ])
    expect(edgesOf(built, 'next')).toEqual(['README.md > guide/start.md', 'guide/start.md > guide/more.md'])
    expect(built.report.warnings).toEqual([{ file: '_sidebar.md', line: 6, message: 'no page for gone.md' }])
  })

  it("a GitHub wiki's names pages in double brackets, with hyphens for spaces and the label first", () => {
    const built = graphOf({
      '_Sidebar.md': '* [[Home]]\n* [[Boiling|How to boil]]\n  * [[Spout]]\n',
      '_Footer.md': 'x',
      'Home.md': '[[Boiling words|How to boil]] [[How to boil]] [[Spout]]',
      'How-to-boil.md': '',
      'Spout.md': '',
    })
    expect(built.report.pages).toBe(3)
    expect(edgesOf(built, 'contains')).toEqual(['/ > Home.md', '/ > How-to-boil.md', 'How-to-boil.md > Spout.md'])
    expect(linksOf(built, 'Home.md')).toEqual(['How-to-boil.md', 'Spout.md'])
  })
})
