import type { ConfigFiles } from './config-files.ts'
import type { PageFacts } from './page.ts'

/** One entry of a site's navigation: a page, a group, or both. */
export interface NavigationEntry {
  readonly title?: string | undefined
  /** Path of the page in the graph. */
  readonly page?: string | undefined
  readonly children: readonly NavigationEntry[]
}

/** A tree of entries: the whole site, or the part below `under`. */
export interface NavigationTree {
  /** Page that the entries hang from; left out, they hang from the top. */
  readonly under?: string | undefined
  /** Name for the top where it has no page. */
  readonly title?: string | undefined
  readonly entries: readonly NavigationEntry[]
}

export interface NavigationProblem {
  readonly file: string
  readonly line?: number
  readonly message: string
}

export interface Navigation {
  readonly trees: readonly NavigationTree[]
  readonly problems: readonly NavigationProblem[]
}

export interface NavigationSource {
  readonly config: ConfigFiles
  readonly pages: readonly PageFacts[]
  /** The page that `href`, written in a file of `folder` (from the outer top), stands for. */
  findPage(folder: string, href: string): string | undefined
  /** True for a page in a form that is not read. */
  isOtherPage(folder: string, href: string): boolean
}
