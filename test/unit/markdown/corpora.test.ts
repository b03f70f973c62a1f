import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { GraphOptions } from '../../../src/markdown/build-graph.ts'
import { isPage } from '../../../src/markdown/markdown-file.ts'
import { graphOf } from './graph-of.ts'

const CORPORA = '../shared/corpora'

interface LinkLine {
  readonly from: string
  readonly line: number
  readonly syntax: string
  readonly href: string
  readonly status: string
  readonly to: string | null
}

interface Corpus {
  readonly name: string
  readonly graph: string
  readonly options: GraphOptions
  /** Edges that the lines have and the graph has not, or the other way round, each with its reason. */
  readonly explained: Readonly<Record<string, string>>
}

const LIST: readonly Corpus[] = [
  {
    name: 'fastify',
    graph: 'fastify.json',
    options: {
      surroundings: {
        prefix: 'docs/',
        files: [
          { path: 'package.json', content: '{"homepage":"https://fastify.dev/","repository":"fastify/fastify"}' },
        ],
      },
    },
    explained: {},
  },
  { name: 'undici', graph: 'undici.json', options: { repositories: ['nodejs/undici'] }, explained: {} },
  { name: 'rust-book', graph: 'rust-book.json', options: { flavour: 'mdbook' }, explained: {} },
  { name: 'tech-interview-ko', graph: 'tech-interview-ko.json', options: {}, explained: {} },
  { name: 'dapr-docs', graph: 'dapr-docs.json', options: { sites: ['https://docs.dapr.io'] }, explained: {} },
]

/** A page that holds nothing but the links of the lines, each written the way its line says. */
function pageOf(lines: readonly LinkLine[]): string {
  return lines
    .map(({ syntax, href }, at) => {
      if (syntax === 'html-a') return `<a href="${href.includes('"') ? href.replaceAll('"', "'") : href}">x</a>`
      if (syntax.startsWith('ref-')) return `[x${at}]\n\n[x${at}]: ${href}`
      if (syntax === 'inline-angle') return `[x](<${href}>)`
      return syntax === 'autolink-literal' ? href : `[x](${href})`
    })
    .join('\n\n')
}

function measure(corpus: Corpus): { wanted: Set<string>; found: Set<string> } {
  const lines = readFileSync(`${CORPORA}/links/${corpus.name}.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LinkLine)
  const { nodes } = JSON.parse(readFileSync(`${CORPORA}/${corpus.graph}`, 'utf8')) as { nodes: { path: string }[] }
  const byPage = new Map<string, LinkLine[]>()
  for (const line of lines) byPage.set(line.from, [...(byPage.get(line.from) ?? []), line])
  const pages = new Set([...nodes.map((node) => node.path).filter(isPage), ...byPage.keys()])
  const files = Object.fromEntries([...pages].map((path) => [path, pageOf(byPage.get(path) ?? [])]))
  const { graph } = graphOf(files, corpus.options)
  const wanted = lines.filter((line) => line.status === 'ok' && line.to !== line.from)
  return {
    wanted: new Set(wanted.map((line) => `${line.from} > ${line.to}`)),
    found: new Set(graph.edges.filter((edge) => edge.kind === 'link').map((edge) => `${edge.from} > ${edge.to}`)),
  }
}

describe.runIf(existsSync(`${CORPORA}/links`))('links of whole projects', () => {
  it.each(LIST.map((corpus) => [corpus.name, corpus] as const))('%s', (_, corpus) => {
    const { wanted, found } = measure(corpus)
    const lost = [...wanted].filter((edge) => !found.has(edge) && corpus.explained[edge] === undefined)
    const invented = [...found].filter((edge) => !wanted.has(edge) && corpus.explained[edge] === undefined)
    expect({ lost, invented }).toEqual({ lost: [], invented: [] })
  })
})
