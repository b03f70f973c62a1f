import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildGraph } from '../../../src/markdown/build-graph.ts'
import { readMarkdownFolder } from '../../../src/markdown/read-folder.ts'

const files = [
  {
    path: 'README.md',
    content: '# Home\n\nWhere it starts.\n\n[guide](guide/#top) [odd](guide/50%.md) [gone](x.md)\n',
  },
  {
    path: 'guide/index.md',
    content: '---\ntitle: Guide\ndescription: How to.\n---\n\nSee [one][a b].\n\n[A B]: ./a%20b.md#x\n',
  },
  { path: 'guide/a b.md', content: 'No heading at all. [up](../README.md)\n' },
  { path: 'guide/50%.md', content: '' },
]

describe('a folder of Markdown becomes a graph', () => {
  const { graph, report } = buildGraph(files)

  it('has a node for each page, titled by front matter, heading or file name', () => {
    expect(graph.nodes).toEqual([
      { path: 'README.md', title: 'Home', summary: 'Where it starts.', kind: 'page' },
      { path: 'guide/50%.md', title: '50%', kind: 'page' },
      { path: 'guide/a b.md', title: 'a b', summary: 'No heading at all. up', kind: 'page' },
      { path: 'guide/index.md', title: 'Guide', summary: 'How to.', kind: 'page' },
    ])
  })

  it('has links, containment and breadcrumbs', () => {
    expect(graph.edges.filter((edge) => edge.kind === 'link')).toEqual([
      { from: 'README.md', to: 'guide/50%.md', kind: 'link' },
      { from: 'README.md', to: 'guide/index.md', kind: 'link' },
      { from: 'guide/a b.md', to: 'README.md', kind: 'link' },
      { from: 'guide/index.md', to: 'guide/a b.md', kind: 'link' },
    ])
    expect(graph.edges.filter((edge) => edge.kind === 'contains')).toEqual([
      { from: 'README.md', to: 'guide/index.md', kind: 'contains' },
      { from: 'guide/index.md', to: 'guide/50%.md', kind: 'contains' },
      { from: 'guide/index.md', to: 'guide/a b.md', kind: 'contains' },
    ])
    expect(graph.paths).toContainEqual({ nodes: ['README.md', 'guide/index.md', 'guide/a b.md'], kind: 'breadcrumb' })
  })

  it('names the link that leads nowhere', () => {
    expect(report.unresolved).toEqual([{ file: 'README.md', line: 5, text: 'gone', href: 'x.md', reason: 'not-found' }])
  })
})

describe('an installed package', () => {
  it('gives the graph of fastify/docs', async () => {
    const { graph, report } = await readMarkdownFolder('node_modules/fastify/docs')
    expect(report.pages).toBeGreaterThan(30)
    expect(report.revisionFrom).toBe('content')
    expect(graph.revision).toBeUndefined()
    expect(graph.edges).toContainEqual({ from: 'Guides/Database.md', to: 'Guides/Plugins-Guide.md', kind: 'link' })
    expect(graph.nodes.find((node) => node.path === 'Reference/Hooks.md')?.title).toBe('Hooks')
  })

  it.runIf(existsSync('.git'))('takes the revision of tracked folders from git', async () => {
    const { graph, report } = await readMarkdownFolder('.')
    expect(report.revisionFrom).toBe('git')
    expect(graph.revision).toMatch(/^[0-9a-f]{40}$/)
  })
})
