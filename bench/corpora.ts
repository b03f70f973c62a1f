import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { EdgeInput, GraphInput, NodeInput } from '../src/core/graph-input.ts'

/** Where graphs of real documentation lie: what STOWAGE_CORPORA names, or a folder beside the checkout. */
const FOLDER = process.env.STOWAGE_CORPORA ?? fileURLToPath(new URL('../../shared/corpora', import.meta.url))

interface CorpusFile {
  readonly name: string
  readonly commit: string
  readonly nodes: readonly NodeInput[]
  readonly edges: readonly EdgeInput[]
  readonly paths: readonly (readonly string[])[]
}

/** Names of the graphs of real documentation that are there, without those that a naive extractor made. */
export function corpusNames(): string[] {
  if (!existsSync(FOLDER)) return []
  const files = readdirSync(FOLDER).filter((name) => /\.json(\.gz)?$/.test(name) && !/\.(dirty|sections)\./.test(name))
  return files.map((file) => file.replace(/\.json(\.gz)?$/, '')).toSorted()
}

/** @param name one of {@link corpusNames} */
export function corpusGraph(name: string): GraphInput {
  const plain = `${FOLDER}/${name}.json`
  const text = existsSync(plain) ? readFileSync(plain, 'utf8') : gunzipSync(readFileSync(`${plain}.gz`)).toString()
  const { commit, nodes, edges, paths }: CorpusFile = JSON.parse(text)
  return {
    revision: commit.slice(0, 12),
    nodes: nodes.map(({ path, title, summary, kind }) => ({ path, title, summary, kind })),
    edges: edges.map(({ from, to, kind }) => ({ from, to, kind })),
    paths: paths.map((trail) => ({ nodes: trail })),
  }
}
