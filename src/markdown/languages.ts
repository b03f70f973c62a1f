import type { PageIndex } from './page-index.ts'

// ISO 639-1, and the 639-2 codes that documentation is met in. A folder called `go` or `js` is a programming
// language: `go` is no code at all, and a code counts only where two folders beside each other are codes.
const CODES = new Set(
  (
    'ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ' +
    'ko ky lo lt lv mk ml mn mr ms my nb ne nl nn no pa pl pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh'
  ).split(' '),
)

export interface Languages {
  /** Folders of languages, each with its slash. */
  readonly folders: readonly string[]
  /** Folder of the language that stands in for others, `''` where the pages without a folder do. */
  readonly fallback: string
  /** Folder of the language a path belongs to, or `''`. */
  of(path: string): string
  /** Folder that stands in where the pages of a language's folder are missing. */
  fallbackOf(folder: string): string
}

/**
 * Content languages kept in folders at the top, `en/` and `pt-br/`, or at the top of where the flavour keeps its pages.
 * None unless two stand side by side.
 */
export function findLanguages(index: PageIndex, roots: readonly string[]): Languages {
  const folders: string[] = []
  const fallbacks = new Map<string, string>()
  for (const root of new Set(['', ...roots])) {
    const own = languageFolders(index, root)
    const fallback =
      own.find((folder) => folder === `${root}en/`) ?? own.find((folder) => folder.startsWith(`${root}en`))
    folders.push(...own)
    for (const folder of own) fallbacks.set(folder, fallback ?? root)
  }
  const fallback = fallbacks.get(folders.find((folder) => folder.indexOf('/') === folder.length - 1) ?? '') ?? ''
  const translated = translatedFolders(index)
  return {
    folders: [...folders, ...translated.keys()],
    fallback,
    of: (path) => {
      const root = TRANSLATED.exec(path)?.[0]
      if (root !== undefined && translated.has(root)) return root
      return folders.find((folder) => path.startsWith(folder)) ?? ''
    },
    fallbackOf: (folder) => translated.get(folder) ?? fallbacks.get(folder) ?? fallback,
  }
}

function languageFolders(index: PageIndex, root: string): string[] {
  const found = new Set<string>()
  for (const folder of index.folders) {
    if (!folder.startsWith(root)) continue
    const end = folder.indexOf('/', root.length)
    if (end !== -1 && isLanguageCode(folder.slice(root.length, end))) found.add(folder.slice(0, end + 1))
  }
  return found.size >= 2 ? [...found].sort() : []
}

/** Where Docusaurus keeps translations, and what they are translations of. */
const TRANSLATED =
  /^((?:.*?\/)?)i18n\/[^/]+\/docusaurus-plugin-content-(docs|blog|pages)(-[^/]+)?\/(?:(current|version-[^/]+)\/)?/

function translatedFolders(index: PageIndex): Map<string, string> {
  const roots = new Map<string, string>()
  for (const folder of index.folders) {
    const [root, above = '', plugin, instance = '', version] = TRANSLATED.exec(folder) ?? []
    if (root === undefined) continue
    // A second set of documents is called after its id, and kept in a folder of that name.
    const name = instance === '' ? (plugin === 'pages' ? 'src/pages' : (plugin as string)) : instance.slice(1)
    const isVersion = version !== undefined && version !== 'current'
    const own = instance === '' ? 'versioned_docs' : `${instance.slice(1)}_versioned_docs`
    roots.set(root, isVersion ? `${above}${own}/${version}/` : `${above}${name}/`)
  }
  return roots
}

/** True for `fr`, `pt-br`, `zh_Hans`. */
export function isLanguageCode(name: string): boolean {
  const [code, ...rest] = name.toLowerCase().split(/[-_]/)
  return CODES.has(code ?? '') && rest.length <= 2 && rest.every((part) => /^(?:[a-z]{2,4}|\d{3})$/.test(part))
}
