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

/** Content languages kept in folders at the top: `en/`, `pt-br/`. None unless two stand side by side. */
export function findLanguages(index: PageIndex): Languages {
  const top = new Set<string>()
  for (const folder of index.folders) {
    const first = folder.slice(0, folder.indexOf('/') + 1)
    if (first !== '' && isCode(first.slice(0, -1))) top.add(first)
  }
  const folders = top.size >= 2 ? [...top].sort() : []
  const fallback = folders.includes('en/') ? 'en/' : (folders.find((folder) => folder.startsWith('en')) ?? '')
  const translated = translatedFolders(index)
  return {
    folders: [...folders, ...translated.keys()],
    fallback,
    of: (path) => {
      const root = TRANSLATED.exec(path)?.[0]
      if (root !== undefined && translated.has(root)) return root
      const first = path.slice(0, path.indexOf('/') + 1)
      return folders.includes(first) ? first : ''
    },
    fallbackOf: (folder) => translated.get(folder) ?? fallback,
  }
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

function isCode(name: string): boolean {
  const [code, ...rest] = name.toLowerCase().split(/[-_]/)
  return CODES.has(code ?? '') && rest.length <= 2 && rest.every((part) => /^(?:[a-z]{2,4}|\d{3})$/.test(part))
}
