import { asList, asRecord, asText, type ConfigFiles, readData } from './config-files.ts'
import { percentDecode } from './href.ts'
import type { PageFacts } from './page.ts'
import { aliasKey, fileStem, type PageIndex } from './page-index.ts'
import { folderOf, joinPath } from './paths.ts'
import type { GraphWarning } from './report.ts'

/**
 * Addresses that pages were moved from, by `aliasKey`, to the page they are now. Read from docfx's redirection files,
 * from MkDocs' plug-in, from `_redirects` and from what pages list in their front matter.
 */
export function readRedirects(
  pages: readonly PageFacts[],
  config: ConfigFiles,
  index: PageIndex,
  problems: GraphWarning[],
): ReadonlyMap<string, string> {
  const moves = new Map<string, string>()
  const suffixes = pagesByStem(index.pages)
  for (const page of pages) {
    for (const address of page.movedFrom) {
      const from = address.startsWith('/') ? address : joinPath(folderOf(page.path), address)
      if (from !== undefined) addMove(moves, from, page.path)
    }
  }
  const pending = new Map<string, string>()
  for (const file of config.matching(REDIRECT_FILES)) {
    const read = file.path.endsWith('_redirects') ? { data: linesOf(file.content) } : readData(file)
    if ('problem' in read) {
      problems.push({ file: file.path, message: `redirects left out: ${read.problem}` })
      continue
    }
    for (const [from, to] of movesIn(file.folder, read.data)) {
      const inside = config.inside(from) ?? (file.path.endsWith('_redirects') ? from : undefined)
      if (inside !== undefined && !pending.has(aliasKey(inside))) pending.set(aliasKey(inside), to)
    }
  }
  for (const [from, to] of pending) {
    const target = follow(to, pending, index, suffixes, config)
    if (target !== undefined) addMove(moves, from, target)
  }
  return moves
}

const REDIRECT_FILES = /(?:^|\/)(?:[^/]*redirect[^/]*\.json|redir\/[^/]+\.json|_redirects|mkdocs\.ya?ml)$/i

function addMove(moves: Map<string, string>, from: string, to: string): void {
  for (const key of [aliasKey(from), aliasKey(from.replace(/(?:\/index)?\.(?:mdx?|html?)$/i, ''))]) {
    if (key !== '' && !moves.has(key)) moves.set(key, to)
  }
}

function* movesIn(folder: string, data: unknown): Generator<readonly [string, string]> {
  for (const entry of [...asList(asRecord(data).redirections), ...asList(data)]) {
    const { source_path: path, source_path_from_root: fromRoot, redirect_url: url } = asRecord(entry)
    const target = asText(url)
    if (target === undefined) continue
    // A source path counts from the file's folder or from the top: the files are kept in either place.
    const own = asText(path) ?? ''
    for (const source of [asText(fromRoot)?.replace(/^\//, ''), joinPath(folder, own), joinPath('', own)]) {
      if (source !== undefined && source !== '' && `${source}/` !== folder) yield [source, target]
    }
  }
  const root = asRecord(data)
  const docs = joinPath(folder, asText(root.docs_dir) ?? 'docs') ?? ''
  for (const plugin of asList(root.plugins)) {
    const maps = asRecord(asRecord(asRecord(plugin).redirects).redirect_maps)
    for (const [from, to] of Object.entries(maps)) {
      if (typeof to === 'string') yield [`${docs}/${from}`, `/${docs}/${to}`]
    }
  }
}

function linesOf(content: string): unknown {
  return content.split('\n').flatMap((line) => {
    const [from, to] = line.trim().split(/\s+/)
    if (from === undefined || to === undefined || from.startsWith('#') || from.includes('*')) return []
    return [{ source_path_from_root: from, redirect_url: to }]
  })
}

const MAX_HOPS = 10

function follow(
  to: string,
  pending: ReadonlyMap<string, string>,
  index: PageIndex,
  suffixes: ReadonlyMap<string, readonly string[]>,
  config: ConfigFiles,
): string | undefined {
  let target = to
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const path = percentDecode(target.replace(/^https?:\/\/[^/]+/i, '').replace(/[?#].*$/s, '')).replace(/^\/+/, '')
    const inside = config.inside(path) ?? path
    const found = index.find(inside, false)
    if (found !== undefined && 'path' in found && index.pages.has(found.path)) return found.path
    const next = pending.get(aliasKey(inside))
    if (next === undefined) return longestSuffix(path, suffixes)
    target = next
  }
  return undefined
}

function pagesByStem(pages: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const byStem = new Map<string, string[]>()
  for (const page of pages) {
    const key = fileStem(page).toLowerCase()
    const list = byStem.get(key)
    if (list === undefined) byStem.set(key, [page])
    else list.push(page)
  }
  return byStem
}

/**
 * The page whose path ends like the address: a site's addresses start with parts that no folder has. Two parts must
 * agree, and one page alone may agree in the most.
 */
function longestSuffix(address: string, byStem: ReadonlyMap<string, readonly string[]>): string | undefined {
  const parts = address
    .toLowerCase()
    .replace(/\/+$|\.mdx?$/, '')
    .split('/')
  const pages = byStem.get(parts.at(-1) ?? '') ?? []
  let best: string | undefined
  let most = 1
  for (const page of pages.slice(0, 1_000)) {
    const own = `${folderOf(page)}${fileStem(page)}`.toLowerCase().split('/')
    let same = 0
    while (same < own.length && same < parts.length && own.at(-1 - same) === parts.at(-1 - same)) same++
    if (same > most) [best, most] = [page, same]
    else if (same === most) best = undefined
  }
  return best
}
