import type { Flavour } from './flavours/flavour.ts'

/** Why a link that looks internal is no edge. The first two are broken links; the others cannot be known here. */
export type UnresolvedReason = 'not-found' | 'ambiguous' | 'outside-folder' | 'other-docset' | 'templated'

export interface UnresolvedLink {
  readonly file: string
  readonly line: number
  /** The link's text as a reader sees it, at most 200 characters. */
  readonly text: string
  /** The destination as the author wrote it, at most 500 characters. */
  readonly href: string
  readonly reason: UnresolvedReason
  /** Where the link may have meant to go: every candidate of an ambiguous one, the likely page of a wrong base. */
  readonly candidates?: readonly string[]
}

/** A link whose page was found and whose heading was not. The edge to the page is kept. */
export interface MissingAnchor {
  readonly file: string
  readonly line: number
  readonly to: string
  readonly anchor: string
}

/** A link that was followed by another rule than its letters: kept as an edge, worth a correction at its source. */
export interface RepairedLink {
  readonly file: string
  readonly line: number
  readonly href: string
  readonly to: string
  readonly rule: RepairRule
}

export type RepairRule = 'case' | 'extension' | 'backslash' | 'redirect' | 'locale' | 'literal'

export interface GraphWarning {
  readonly file: string
  readonly line?: number
  readonly message: string
}

export interface SkippedFile {
  readonly path: string
  readonly reason: string
}

export interface GraphReport {
  readonly flavour: Flavour
  /** `git`: the commit of HEAD. `content`: no revision in the graph, the service makes a digest of the content. */
  readonly revisionFrom: 'git' | 'given' | 'content'
  readonly pages: number
  readonly nodes: number
  readonly edges: { readonly link: number; readonly contains: number; readonly next: number }
  readonly paths: { readonly kept: number; readonly total: number }
  readonly links: LinkCounts
  readonly unresolved: readonly UnresolvedLink[]
  readonly missingAnchors: readonly MissingAnchor[]
  readonly repaired: readonly RepairedLink[]
  readonly warnings: readonly GraphWarning[]
  readonly skipped: readonly SkippedFile[]
}

/** What became of every link that was read, repeated ones counted each time. */
export interface LinkCounts {
  readonly page: number
  readonly self: number
  readonly external: number
  readonly asset: number
  readonly empty: number
  readonly unresolved: number
}

const BROKEN: readonly UnresolvedReason[] = ['not-found', 'ambiguous']

/** The links that a reader would find broken. What lies outside the folder or is made at build time is none of them. */
export function brokenLinks(report: GraphReport): readonly UnresolvedLink[] {
  return report.unresolved.filter((link) => BROKEN.includes(link.reason))
}
