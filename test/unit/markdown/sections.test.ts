import { describe, expect, it } from 'vitest'
import { isBroken } from '../../../src/markdown/report.ts'
import { graphLines } from '../../../src/markdown/write-lines.ts'
import { edgesOf, graphOf } from './graph-of.ts'

describe('headings as nodes', () => {
  const built = graphOf(
    {
      'a.md': '# A\n\nLead.\n\n## Use\n\nHow.\n\n### Deep\n\n[b](b.md#use-1)\n\n## Use\n',
      'b.md': '# B\n\n## Use\n\n## Use\n',
    },
    { sections: true },
  )

  it('have slugs, numbered where they repeat, and the paragraph below them', () => {
    expect(built.graph.nodes.filter((node) => node.path.startsWith('a.md'))).toEqual([
      { path: 'a.md', title: 'A', summary: 'Lead.', kind: 'page' },
      { path: 'a.md#a', title: 'A', summary: 'Lead.', kind: 'heading' },
      { path: 'a.md#deep', title: 'Deep', summary: 'b', kind: 'heading' },
      { path: 'a.md#use', title: 'Use', summary: 'How.', kind: 'heading' },
      { path: 'a.md#use-1', title: 'Use', kind: 'heading' },
    ])
  })

  it('hang from the heading above them, follow each other, and take part in links', () => {
    expect(edgesOf(built, 'contains')).toEqual([
      '/ > a.md',
      '/ > b.md',
      'a.md > a.md#a',
      'a.md#a > a.md#use',
      'a.md#a > a.md#use-1',
      'a.md#use > a.md#deep',
      'b.md > b.md#b',
      'b.md#b > b.md#use',
      'b.md#b > b.md#use-1',
    ])
    expect(edgesOf(built, 'next')).toContain('a.md#deep > a.md#use-1')
    expect(edgesOf(built, 'link')).toEqual(['a.md > b.md', 'a.md#deep > b.md#use-1'])
  })

  it('have trails that go through their page and the headings above them', () => {
    const trails = built.graph.paths.map(({ nodes }) => nodes.join(' > '))
    expect(trails).toContain('/ > a.md > a.md#a > a.md#use > a.md#deep')
    expect(trails).toHaveLength(9)
  })

  it('lose their trails before a page loses its own', () => {
    const { graph, report } = graphOf({ 'a.md': '# A\n', 'b.md': '' }, { sections: true, maxPaths: 2 })
    expect(graph.paths.map(({ nodes }) => nodes)).toEqual([
      ['/', 'a.md'],
      ['/', 'b.md'],
    ])
    expect(report.paths).toEqual({ kept: 2, total: 3, cut: 0 })
  })

  it('have titles that are cut, however long they are', () => {
    const { graph } = graphOf({ 'a.md': `# ${'x'.repeat(1000)}\n` }, { sections: true })
    expect(graph.nodes.map(({ title }) => title?.length)).toEqual([301, 301])
  })
})

describe('one value a line', () => {
  it('writes revision, nodes, edges and paths', () => {
    const { graph } = graphOf({ 'index.md': '[a](a.md)', 'a.md': '' }, { revision: 'r1' })
    expect([...graphLines(graph)]).toEqual([
      '{"revision":"r1"}\n',
      '{"node":{"path":"a.md","title":"a","kind":"page"}}\n',
      '{"node":{"path":"index.md","title":"index","summary":"a","kind":"page"}}\n',
      '{"edge":{"from":"index.md","to":"a.md","kind":"contains"}}\n',
      '{"edge":{"from":"index.md","to":"a.md","kind":"link"}}\n',
      '{"path":{"nodes":["index.md","a.md"],"kind":"breadcrumb"}}\n',
    ])
  })
})

describe('broken links', () => {
  it('are those that a reader would find broken', () => {
    const { report } = graphOf({ 'a.md': '[x](gone.md) [y](../out.md) [z]({{ url }})\n\n[t](<{{ x }}>)' })
    expect(report.unresolved.map((link) => link.reason)).toEqual(['not-found', 'outside-folder', 'templated'])
    expect(report.unresolved.filter(isBroken).map((link) => link.href)).toEqual(['gone.md'])
  })
})
