import type { Flavour } from '../../core/flavour.ts'
import type { ConfigFiles } from '../config-files.ts'
import type { MarkdownFile } from '../markdown-file.ts'
import type { Navigation, NavigationSource } from '../navigation.ts'
import type { ParsedPage } from '../page.ts'

/** What one documentation generator does differently. A flavour is data and pure functions; none runs a program. */
export interface FlavourRules {
  readonly name: Flavour
  /** Files that give the flavour away, by name (`^` is not implied), matched against paths from the top. */
  readonly marks: readonly RegExp[]
  /** Every page is MDX, whatever its extension. */
  readonly mdx: boolean
  /** Roles such as `` {doc}`path` `` are links. */
  readonly roles: boolean
  readonly slugs: 'github' | 'mkdocs'
  /** What plain text may hold that a plug-in or the generator makes a link of. */
  readonly textLinks?: 'autoref' | 'uid'
  /** Its slugs differ from GitHub's in punctuation: an anchor that differs in that alone is not missing. */
  readonly looseAnchors: boolean
  /**
   * A page `guide/a.md` is served as `guide/a/`, so that `../b/` without an extension starts one level deeper.
   * `first`: read so before it is read from the file's folder. `last`: only where that finds nothing.
   */
  readonly servedAsFolder: 'never' | 'last' | 'first'
  /** A file that is not found from the page's folder is looked for from the top and from the content roots. */
  readonly filesFromRoots: boolean
  /** A site-absolute link without a page belongs to another set of documents that the site serves. */
  readonly sharedSite: boolean
  /** Addresses of pages that the generator makes by itself when it builds the site. */
  readonly made?: RegExp
  /** Addresses of pages are in lower case, whatever their files are called. */
  readonly lowersAddresses?: true
  /** Posts of a blog, `2016-07-27-name.md`, are served by their date: `2016/07/27/name`. */
  readonly datedPosts?: true
  /** Terms of definition lists are targets of links. */
  readonly termAnchors?: true
  /** Front matter keys that order the pages of a folder, the first that is there counts. */
  readonly orderKeys: readonly string[]
  /** The pages of a folder have an order even where no key gives one: by their titles. */
  readonly ordersFolders: boolean
  /** Folders, from the top, that site-absolute links may start from, beside the top itself. */
  readonly contentRoots: readonly string[]
  /** Folders that the configuration names for the same end. */
  readonly configuredRoots?: (config: ConfigFiles) => readonly string[]
  /** Extensions of pages that the generator reads and that are no Markdown: named without them like all others. */
  readonly otherPages?: readonly string[]
  /** Its sites are served beside others, which a link without the extension of a page may lead to. */
  readonly besideOthers?: true
  /** What a path starts with that counts from the folder of the generator's configuration: `~/`. */
  readonly rootMark?: string
  readonly configuration?: RegExp
  /** Translations lie beside their original, their language in their name: `page.fr.md`. */
  readonly suffixLanguages?: true
  /** A `slug` counts from where the pages are kept, not from the page's folder. */
  readonly slugsFromRoot?: true
  /** Pages that only steer the generator and are no documentation. */
  readonly notAPage?: (path: string) => boolean
  /** Reads a page that is no Markdown, `undefined` where the file is none. */
  readonly readOther?: (file: MarkdownFile) => ParsedPage | undefined
  /** Rewrites block syntax that hides Markdown from the parser; lines keep their numbers. */
  readonly prepareText?: (text: string) => string
  readonly navigation?: (source: NavigationSource) => Navigation
}

/** Parts that other pages take in and that are never read by themselves. */
export const PARTIALS = /(?:^|\/)_(?:includes?|partials?|snippets?|layouts|shared|templates)\//i

/** Every file and folder whose name starts with an underscore, the pages of sections left aside. */
export const UNDERSCORED = /(?:^|\/)_(?!index\.)[^/]+/i

export const PLAIN_RULES: FlavourRules = {
  name: 'plain',
  marks: [],
  mdx: false,
  roles: false,
  slugs: 'github',
  looseAnchors: false,
  servedAsFolder: 'never',
  filesFromRoots: false,
  sharedSite: false,
  orderKeys: ['nav_order'],
  ordersFolders: false,
  contentRoots: [],
  notAPage: (path) => PARTIALS.test(path),
}
