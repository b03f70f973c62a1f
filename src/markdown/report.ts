import type { Flavour } from '../core/flavour.ts'

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

export type RepairRule = 'case' | 'extension' | 'backslash' | 'locale' | 'literal'

/** By what other rule than its letters a page was found. */
export type FoundRule = RepairRule | 'redirect'

/** A link to an address that a page was moved from. The edge leads to where the page is now. */
export interface UsedRedirect {
  readonly file: string
  readonly line: number
  /** The destination as the author wrote it, at most 500 characters. */
  readonly from: string
  /** The page that it leads to. */
  readonly to: string
}

export interface GraphWarning {
  readonly file: string
  readonly line?: number
  readonly message: string
}

export interface SkippedFile {
  readonly path: string
  readonly reason: string
}

/** A list of findings, which need not be held in memory. */
export interface FindingList<Finding> extends Iterable<Finding> {
  readonly length: number
}

interface Findings {
  readonly unresolved: UnresolvedLink
  readonly missingAnchors: MissingAnchor
  readonly repaired: RepairedLink
  readonly redirects: UsedRedirect
  readonly warnings: GraphWarning
  readonly skipped: SkippedFile
}

export interface ReportFigures {
  readonly flavour: Flavour
  /** `git`: the commit of HEAD. `content`: no revision in the graph, the service makes a digest of the content. */
  readonly revisionFrom: 'git' | 'given' | 'content'
  readonly pages: number
  readonly nodes: number
  readonly edges: { readonly link: number; readonly contains: number; readonly next: number }
  readonly paths: TrailCounts
  readonly links: LinkCounts
}

export interface TrailCounts {
  readonly kept: number
  readonly total: number
  /** Nodes below more roots than were looked for: each has further trails, which `total` does not count. */
  readonly cut: number
}

/** A report whose lists are read one finding at a time. */
export type StreamedReport = ReportFigures & { readonly [List in keyof Findings]: FindingList<Findings[List]> }

export type GraphReport = ReportFigures & { readonly [List in keyof Findings]: readonly Findings[List][] }

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

/** True for a link that a reader would find broken: what lies outside the folder or is made at build time is none. */
export function isBroken(link: UnresolvedLink): boolean {
  return BROKEN.includes(link.reason)
}
