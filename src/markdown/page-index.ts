import { COMPLETED_EXTENSIONS, isPage, pageExtension } from './markdown-file.ts'
import { folderAbove, folderOf, lastPart } from './paths.ts'
import type { FoundRule } from './report.ts'

/** Where a path leads: one page (or folder), several that cannot be told apart, or nothing. */
export type Found =
  | { readonly path: string; readonly rule?: FoundRule }
  | { readonly candidates: readonly string[] }
  | undefined

export interface PageIndex {
  readonly pages: ReadonlySet<string>
  /** Folders that hold pages, each with its slash; the top is `''`. */
  readonly folders: ReadonlySet<string>
  /** Page or node that stands for a folder, by the folder. */
  folderNode(folder: string): string
  /** The page of a folder, where it has one. */
  folderPage(folder: string): string | undefined
  /** Finds what a path from the top stands for; `asFolder` where it ended with a slash. */
  find(target: string, asFolder: boolean): Found
  /** Pages whose file name without extension, or whose folder for index pages, is `name`. */
  named(name: string): readonly string[]
  /** True for a file of the folder that is no page, and for a folder that holds such. */
  isOtherFile(path: string): boolean
}

const INDEX_NAMES = ['_index', 'index', 'readme'] as const

/** Builds the look-up of a folder's pages. Keys are in NFC; what comes back is the path as it is stored. */
export function indexPages(
  paths: readonly string[],
  otherFiles: readonly string[],
  aliases: ReadonlyMap<string, string>,
): PageIndex {
  const exact = new Map<string, string>()
  const folded = new Map<string, string[]>()
  const byName = new Map<string, string[]>()
  const folders = new Set<string>([''])
  const folderPages = new Map<string, string>()
  const others = new Set(otherFiles.map(nfc))
  const otherFolders = new Set<string>()
  for (const path of others) {
    for (let folder = folderOf(path); folder !== '' && !otherFolders.has(folder); folder = folderAbove(folder) ?? '') {
      otherFolders.add(folder)
    }
  }

  for (const path of paths) {
    exact.set(nfc(path), path)
    push(folded, fold(path), path)
    for (let folder: string | undefined = folderOf(path); folder !== undefined; folder = folderAbove(folder)) {
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  for (const [folder, page] of chooseFolderPages(paths)) folderPages.set(folder, page)
  for (const path of paths) push(byName, fold(pageName(path)), path)
  const foldedFolders = new Map<string, string[]>()
  const exactFolders = new Map<string, string>()
  for (const folder of folders) {
    exactFolders.set(nfc(folder), folder)
    push(foldedFolders, fold(folder), folder)
  }

  const folderNode = (folder: string) => folderPages.get(folder) ?? standIn(folder) ?? (folder === '' ? '/' : folder)

  /** `guide.md` stands for `guide/` where that folder has no page of its own. */
  function standIn(folder: string): string | undefined {
    if (folder === '') return undefined
    for (const extension of COMPLETED_EXTENSIONS) {
      const page = exact.get(nfc(folder.slice(0, -1) + extension))
      if (page !== undefined) return page
    }
    return undefined
  }

  function exactly(key: string): string | undefined {
    return exact.get(key)
  }

  function withExtension(key: string, look: (key: string) => string | undefined): string | undefined {
    for (const extension of COMPLETED_EXTENSIONS) {
      const page = look(key + extension)
      if (page !== undefined) return page
    }
    return undefined
  }

  function find(target: string, asFolder: boolean): Found {
    const key = nfc(target)
    if (key === '') return { path: folderNode('') }
    const page = asFolder ? folderFirst(key) : pageFirst(key)
    if (page !== undefined) return { path: page }
    const alias = aliases.get(aliasKey(key))
    if (alias !== undefined) return { path: alias }
    return looseFind(key, asFolder)
  }

  function pageFirst(key: string): string | undefined {
    const extension = pageExtension(key)
    if (extension !== '') return exactly(key) ?? withExtension(key, exactly)
    const html = /^(.*?)\.html?$/i.exec(key)?.[1]
    if (html !== undefined) {
      const folder = /^(.*?)(?:^|\/)(?:index|readme)$/i.exec(html)?.[1]
      return (
        withExtension(html, exactly) ??
        withExtension(key, exactly) ??
        (folder === undefined ? undefined : folderPages.get(exactFolders.get(withSlash(folder)) ?? '\0'))
      )
    }
    return exactly(key) ?? withExtension(key, exactly) ?? folderOnly(key)
  }

  function folderFirst(key: string): string | undefined {
    return folderWithPage(key) ?? exactly(key) ?? withExtension(key, exactly) ?? folderOnly(key)
  }

  function folderWithPage(key: string): string | undefined {
    const folder = exactFolders.get(withSlash(key))
    return folder === undefined ? undefined : folderPages.get(folder)
  }

  function folderOnly(key: string): string | undefined {
    const folder = exactFolders.get(withSlash(key))
    return folder === undefined ? undefined : folderNode(folder)
  }

  /** Wrong case, then `.md` for `.mdx` and the other way round. */
  function looseFind(key: string, asFolder: boolean): Found {
    const low = fold(key)
    const extension = pageExtension(key)
    const html = /^(.*?)\.html?$/.exec(low)?.[1]
    const stems = html === undefined ? [low] : [html, low]
    const keys = extension !== '' ? [low] : stems.flatMap((stem) => COMPLETED_EXTENSIONS.map((end) => stem + end))
    for (const each of keys) {
      const pages = folded.get(each)
      if (pages !== undefined) return oneOf(pages, 'case')
    }
    if (extension === '') {
      const found = foldedFolders.get(withSlash(low))
      if (found !== undefined) return oneOf(found.map(folderNode), 'case')
      return undefined
    }
    if (asFolder) return undefined
    const swapped = withExtension(key.slice(0, -extension.length), exactly)
    return swapped === undefined ? undefined : { path: swapped, rule: 'extension' }
  }

  return {
    pages: new Set(paths),
    folders,
    folderNode,
    folderPage: (folder) => folderPages.get(folder),
    find,
    named: (name) => byName.get(fold(name)) ?? [],
    isOtherFile: (path) => others.has(nfc(path)) || (path !== '' && otherFolders.has(withSlash(nfc(path)))),
  }
}

/** Key of an address in the table of aliases: no slashes at its ends. */
export function aliasKey(address: string): string {
  return nfc(address)
    .replace(/^\/+|\/+$/g, '')
    .toLowerCase()
}

function chooseFolderPages(paths: readonly string[]): Map<string, string> {
  const ranked = new Map<string, { page: string; rank: number }>()
  for (const page of paths) {
    const folder = folderOf(page)
    const rank = indexRank(page)
    if (rank === undefined) continue
    const best = ranked.get(folder)
    if (best === undefined || rank < best.rank) ranked.set(folder, { page, rank })
  }
  return new Map([...ranked].map(([folder, { page }]) => [folder, page]))
}

/** How well a page stands for its folder, 0 best: an index, a README, a page named like the folder. */
function indexRank(page: string): number | undefined {
  const stem = fileStem(page).toLowerCase()
  const extension = COMPLETED_EXTENSIONS.indexOf(pageExtension(page).toLowerCase())
  const at = (INDEX_NAMES as readonly string[]).indexOf(stem)
  // A page of another kind than Markdown comes last of those of one name.
  if (at !== -1) return at * 10 + (extension === -1 ? COMPLETED_EXTENSIONS.length : extension)
  const folder = folderOf(page)
  return folder !== '' && stem === lastPart(folder).toLowerCase() ? 100 + extension : undefined
}

/** Index pages are known by their folder's name, every other page by its own. */
export function pageName(path: string): string {
  const stem = fileStem(path)
  const folder = folderOf(path)
  return (INDEX_NAMES as readonly string[]).includes(stem.toLowerCase()) && folder !== '' ? lastPart(folder) : stem
}

export function fileStem(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return isPage(name) ? name.slice(0, -pageExtension(name).length) : name.replace(/\.ya?ml$/i, '')
}

function oneOf(paths: readonly string[], rule: FoundRule): Found {
  const distinct = [...new Set(paths)]
  return distinct.length === 1 ? { path: distinct[0] as string, rule } : { candidates: distinct }
}

function withSlash(path: string): string {
  return path === '' || path.endsWith('/') ? path : `${path}/`
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

function nfc(path: string): string {
  return path.normalize('NFC')
}

function fold(path: string): string {
  return nfc(path).toLowerCase()
}
