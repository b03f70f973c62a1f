import type { NodeInput } from '../core/graph-input.ts'
import type { GraphWarning } from './report.ts'

/**
 * How a link was written. `ref` is a page reference of Hugo, `wiki` a link in double brackets, `doc` a role of Sphinx
 * that names a page, `label` one that names a place, `autoref` brackets that MkDocs' plug-in reads as the name of a heading,
 * `uid` docfx's `@name`: each has look-up rules of its own.
 */
export type LinkForm = 'link' | 'html' | 'ref' | 'wiki' | 'doc' | 'label' | 'autoref' | 'uid'

export interface FoundLink {
  /** The destination with entities and Markdown escapes read, not yet percent-decoded. */
  readonly href: string
  readonly text: string
  /** 1-based. */
  readonly line: number
  readonly form: LinkForm
  /** Language that a page reference asks for. */
  readonly language?: string | undefined
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

/** What the site as a whole needs to know of a page: held for every page while a graph is built, so it is kept small. */
export interface PageFacts {
  readonly path: string
  /** Title by which it stands among its siblings. */
  readonly title?: string | undefined
  /** Place that its author gave it among them. */
  readonly place?: number | undefined
  readonly date?: string | undefined
  readonly uid?: string | undefined
  /** Addresses that it gives itself, as `aliasKey` makes them. */
  readonly addresses: readonly string[]
  /** Addresses that it was moved from, as its author wrote them. */
  readonly movedFrom: readonly string[]
  readonly labels: readonly string[]
  /** Its tables of contents. */
  readonly directives: readonly Directive[]
}

export interface HeadingRecord {
  readonly depth: number
  readonly slug: string
  readonly line: number
  readonly node: NodeInput
}

/** What is read again for one page at a time. */
export interface PageRecord {
  readonly node: NodeInput
  readonly links: readonly FoundLink[]
  /** Empty unless headings become nodes. */
  readonly headings: readonly HeadingRecord[]
}

/** What is looked up for the target of a link. */
export interface PageAnchors {
  readonly anchors: readonly string[]
  /** Slugs of the headings that become nodes. */
  readonly slugs: readonly string[]
}

/** A page after it was read: plain data, which may cross from one thread to another. */
export interface ReadPage {
  readonly facts: PageFacts
  readonly record: PageRecord
  readonly anchors: PageAnchors
  readonly warnings: readonly GraphWarning[]
}
