import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

interface CorpusNode {
  readonly path: string
  readonly title?: string
  readonly summary?: string
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CORPORA = process.env.STOWAGE_CORPORA ?? `${ROOT}/../shared/corpora`

/** Every `step`-th path, title and summary of the documentation graphs beside the checkout, if they are there. */
export function corpusTexts(step: number): string[] {
  if (!existsSync(CORPORA)) return []
  return readdirSync(CORPORA)
    .filter((file) => /\.json(\.gz)?$/.test(file))
    .flatMap((file) => {
      const raw = readFileSync(`${CORPORA}/${file}`)
      const graph: { nodes: CorpusNode[] } = JSON.parse((file.endsWith('.gz') ? gunzipSync(raw) : raw).toString())
      return graph.nodes.flatMap((node) => [node.path, node.title ?? '', node.summary ?? ''])
    })
    .filter((_, i) => i % step === 0)
}

/** The first files of installed packages that match, each at most 100,000 characters long. */
export function installedFiles(pattern: string, files: number): string[] {
  return globSync(`node_modules/${pattern}`, { cwd: ROOT })
    .toSorted()
    .slice(0, files)
    .map((file) => readFileSync(`${ROOT}/${file}`, 'utf8').slice(0, 100_000))
}
