import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

interface CorpusNode {
  readonly path: string
  readonly title?: string
  readonly summary?: string
}

/** Documentation graphs beside the checkout, where there are any. */
const CORPORA = process.env.STOWAGE_CORPORA ?? fileURLToPath(new URL('../../shared/corpora', import.meta.url))

/** Page lines `path | title | summary` of the documentation graphs, by the name of the graph. */
export function corpusLines(): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, readonly string[]>()
  if (!existsSync(CORPORA)) return lines
  for (const file of readdirSync(CORPORA)
    .filter((name) => /\.json(\.gz)?$/.test(name))
    .toSorted()) {
    const raw = readFileSync(`${CORPORA}/${file}`)
    const graph: { nodes: CorpusNode[] } = JSON.parse((file.endsWith('.gz') ? gunzipSync(raw) : raw).toString())
    const line = (node: CorpusNode): string => [node.path, node.title, node.summary].filter(Boolean).join(' | ')
    lines.set(file.replace(/\.json(\.gz)?$/, ''), graph.nodes.map(line))
  }
  return lines
}
