import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contentDigest } from '../../src/content-digest.ts'
import { compileGraph } from '../../src/core/compile-graph.ts'
import type { CompiledGraph } from '../../src/core/compiled-graph.ts'
import type { GraphInput } from '../../src/core/graph-input.ts'
import { buildGraph } from '../../src/markdown/build-graph.ts'
import { isPage } from '../../src/markdown/markdown-file.ts'
import { countingFor } from '../../src/token-counters.ts'
import { corpusGraph, corpusNames } from '../corpora.ts'

/** Packages of this project that bring documentation with links. */
const INSTALLED = ['fastify', 'pino']

/** Graphs of real documentation; where there are none, those of the documentation of installed packages. */
export function* selectionGraphs(): Generator<{ name: string; graph: CompiledGraph }> {
  const names = corpusNames()
  for (const name of names) yield { name, graph: compiled(corpusGraph(name)) }
  if (names.length > 0) return
  for (const name of INSTALLED) yield { name: `${name} (installed)`, graph: compiled(installedGraph(name)) }
}

function compiled(input: GraphInput): CompiledGraph {
  const { counter } = countingFor('o200k_base')
  return compileGraph(input, { counter, digest: contentDigest }, { maxFieldBytes: Number.POSITIVE_INFINITY })
}

function installedGraph(name: string): GraphInput {
  const folder = fileURLToPath(new URL(`../../node_modules/${name}/docs`, import.meta.url))
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isPage)
  const files = paths.map((path) => ({ path, content: readFileSync(`${folder}/${path}`, 'utf8') }))
  return buildGraph(files, { counter: countingFor('o200k_base').counter }).graph
}
