import type { GraphWarning } from './report.ts'

/**
 * How a link was written. `ref` is a page reference of Hugo, `wiki` a link in double brackets, `doc` a role of Sphinx
 * that names a page, `label` one that names a place: each has look-up rules of its own.
 */
export type LinkForm = 'link' | 'html' | 'ref' | 'wiki' | 'doc' | 'label'

export interface FoundLink {
  /** The destination with entities and Markdown escapes read, not yet percent-decoded. */
  readonly href: string
  readonly text: string
  /** 1-based. */
  readonly line: number
  readonly form: LinkForm
}

export interface Heading {
  /** 1 to 6. */
  readonly depth: number
  readonly text: string
  /** GitHub's slug, numbered where the page repeats it. */
  readonly slug: string
  readonly line: number
  /** First paragraph below it, in one line. */
  readonly lead: string
}

/** A block that a generator reads as a command: MyST's fenced directives. */
export interface Directive {
  readonly name: string
  readonly body: string
  readonly line: number
}

export interface ParsedPage {
  readonly path: string
  readonly frontMatter: ReadonlyMap<string, unknown>
  /** One line each, markup taken out. `undefined` where the page has none. */
  readonly title: string | undefined
  readonly description: string | undefined
  readonly firstParagraph: string | undefined
  readonly headings: readonly Heading[]
  /** Everything a fragment may name: slugs, ids of headings and of HTML. */
  readonly anchors: ReadonlySet<string>
  /** Names that its author gave to places of the page, by which MyST finds them from any other. */
  readonly labels: ReadonlySet<string>
  readonly links: readonly FoundLink[]
  readonly directives: readonly Directive[]
  readonly warnings: readonly GraphWarning[]
}
