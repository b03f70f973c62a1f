import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

interface CorpusNode {
  readonly path: string
  readonly title?: string
  readonly summary?: string
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Documentation graphs next to the checkout, where there are any. */
const CORPORA = process.env.STOWAGE_CORPORA ?? `${ROOT}/../shared/corpora`

/** Page lines `path | title | summary` of the documentation graphs, by the name of the graph. */
export function corpusLines(): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, readonly string[]>()
  if (!existsSync(CORPORA)) return lines
  for (const file of readdirSync(CORPORA)
    .filter((name) => /\.json(\.gz)?$/.test(name))
    .toSorted()) {
    const raw = readFileSync(`${CORPORA}/${file}`)
    const graph: { nodes: CorpusNode[] } = JSON.parse((file.endsWith('.gz') ? gunzipSync(raw) : raw).toString())
    lines.set(
      file.replace(/\.json(\.gz)?$/, ''),
      graph.nodes.map((node) => [node.path, node.title, node.summary].filter(Boolean).join(' | ')),
    )
  }
  return lines
}

/** Files of installed packages that match, in a fixed order, up to so many characters together. */
export function installedTexts(pattern: string, characters: number): readonly string[] {
  const texts: string[] = []
  let room = characters
  for (const file of globSync(`node_modules/${pattern}`, { cwd: ROOT }).toSorted()) {
    if (room <= 0) break
    const text = readFileSync(`${ROOT}/${file}`, 'utf8').slice(0, Math.min(room, 200_000))
    texts.push(text)
    room -= text.length
  }
  return texts
}
