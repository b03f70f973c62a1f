import type { Flavour } from '../core/flavour.ts'
import type { EdgeInput, GraphInput, NodeInput } from '../core/graph-input.ts'
import { compareCodePoints } from '../core/plain-text.ts'
import type { TokenCounter } from '../core/tokens.ts'
import { anchorExists } from './anchors.ts'
import { configFiles, type Surroundings } from './config-files.ts'
import { chooseRules } from './flavours/choose-rules.ts'
import { breadcrumbs, buildHierarchy } from './hierarchy.ts'
import { isPage, type MarkdownFile } from './markdown-file.ts'
import type { ParsedPage } from './page.ts'
import { fileStem } from './page-index.ts'
import { parsePage } from './parse-page.ts'
import { folderOf, lastPart } from './paths.ts'
import type { GraphReport, GraphWarning, LinkCounts, MissingAnchor, RepairedLink, UnresolvedLink } from './report.ts'
import { resolveLink } from './resolve-link.ts'
import { addSections } from './sections.ts'
import { describeSite, type Site } from './site.ts'
import { cutTitle, DEFAULT_SUMMARY_TOKENS, type SummaryLimit, summarise } from './summary.ts'

export interface GraphOptions {
  /** Left out: found by the files. */
  readonly flavour?: Flavour | undefined
  /** Revision of the documentation, kept as it is. Left out: the graph has none. */
  readonly revision?: string | undefined
  /** Counts the tokens of a summary. Left out: a summary has at most 300 characters. */
  readonly counter?: TokenCounter | undefined
  /** Most tokens of a summary. Default 48; used with a counter alone. */
  readonly summaryTokens?: number | undefined
  /** Headings become nodes `page.md#slug`. */
  readonly sections?: boolean | undefined
  /** Most breadcrumbs. Default 100,000. */
  readonly maxPaths?: number | undefined
  /** Addresses at which the documentation is published, `https://docs.example.org/guide/`. */
  readonly sites?: readonly string[] | undefined
  /** Repositories that keep it, as an address or `owner/name` (GitHub). */
  readonly repositories?: readonly string[] | undefined
  /** Files of the folder that were not read: a link to one of them is a link to an asset, not a broken one. */
  readonly otherFiles?: readonly string[] | undefined
  readonly surroundings?: Surroundings | undefined
  /** Called after each page that was read. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

export interface BuiltGraph {
  readonly graph: GraphInput
  readonly report: GraphReport
}

const DEFAULT_MAX_PATHS = 100_000

/**
 * Turns Markdown files into a documentation graph. Pure: the same files, in any order, give the same bytes.
 * Never throws for what a file holds; what could not be read or resolved is in the report.
 */
export function buildGraph(files: readonly MarkdownFile[], options: GraphOptions = {}): BuiltGraph {
  const warnings: GraphWarning[] = []
  const sorted = distinctFiles(files, warnings)
  const surroundings = options.surroundings ?? { prefix: '', files: [] }
  const config = configFiles(sorted, surroundings)
  const rules = chooseRules(options.flavour, config, sorted)
  const sources = sorted.filter((file) => isPage(file.path) && rules.notAPage?.(file.path) !== true)
  const pages: ParsedPage[] = []
  for (const file of sources) {
    pages.push(parsePage(file, rules))
    options.onProgress?.(pages.length, sources.length)
  }
  for (const file of sorted) {
    const page = isPage(file.path) ? undefined : rules.readOther?.(file)
    if (page !== undefined) pages.push(page)
  }
  pages.sort((a, b) => compareCodePoints(a.path, b.path))
  const site = describeSite(pages, sorted, config, rules, options)
  const links = followLinks(pages, site)
  const hierarchy = buildHierarchy(site.trees, { ...site, linkedFolders: links.folders })

  const limit = { counter: options.counter, tokens: options.summaryTokens ?? DEFAULT_SUMMARY_TOKENS }
  const pageNodes = pages.map((page) => pageNode(page, limit))
  const base = {
    nodes: [...pageNodes, ...hierarchy.sections],
    edges: [...links.edges, ...hierarchy.contains, ...hierarchy.next],
    parents: hierarchy.parents,
  }
  const { nodes, edges, parents } = options.sections === true ? addSections(base, pages, links.anchored, limit) : base
  nodes.sort((a, b) => compareCodePoints(a.path, b.path))
  edges.sort(compareEdges)
  // Where not all trails are kept, those of pages are: a heading's starts with its page's.
  const headings = nodes.filter((node) => node.kind === 'heading')
  const others = nodes.filter((node) => node.kind !== 'heading')
  const inOrder = [...others, ...headings].map((node) => node.path)
  const trails = breadcrumbs(inOrder, parents, options.maxPaths ?? DEFAULT_MAX_PATHS)
  for (const page of pages) warnings.push(...page.warnings)
  warnings.push(...site.problems)
  const { revision } = options
  return {
    graph: { ...(revision === undefined ? {} : { revision }), nodes, edges, paths: trails.paths },
    report: {
      flavour: rules.name,
      revisionFrom: revision === undefined ? 'content' : 'given',
      pages: pages.length,
      nodes: nodes.length,
      edges: countKinds(edges),
      paths: { kept: trails.paths.length, total: trails.total },
      links: links.counts,
      unresolved: links.unresolved,
      missingAnchors: links.missingAnchors,
      repaired: links.repaired,
      warnings,
      skipped: [],
    },
  }
}

/** The files by path. Two paths that differ in Unicode normalisation alone are one page for the service. */
function distinctFiles(files: readonly MarkdownFile[], warnings: GraphWarning[]): MarkdownFile[] {
  const byPath = new Map<string, MarkdownFile>()
  const sorted = [...files].sort((a, b) => compareCodePoints(a.path, b.path) || compareCodePoints(a.content, b.content))
  for (const file of sorted) {
    const path = file.path
      .toWellFormed()
      .replaceAll('\\', '/')
      .replace(/^(?:\.?\/)+/, '')
    const key = path.normalize('NFC')
    if (path === '') continue
    if (byPath.has(key))
      warnings.push({ file: path, message: 'left out: another file has the same path in Unicode NFC' })
    else byPath.set(key, path === file.path ? file : { path, content: file.content })
  }
  return [...byPath.values()].sort((a, b) => compareCodePoints(a.path, b.path))
}

function pageNode(page: ParsedPage, limit: SummaryLimit): NodeInput {
  const title = cutTitle(page.title ?? nameOf(page.path))
  const summary = summarise([page.description, page.firstParagraph], title, limit)
  const kind = fileStem(page.path) === '_index' ? 'section' : 'page'
  return { path: page.path, title, ...(summary === undefined ? {} : { summary }), kind }
}

/** An index page without a title is called like its folder. */
function nameOf(path: string): string {
  const stem = fileStem(path)
  const folder = folderOf(path)
  return folder !== '' && /^(?:_?index|readme)$/i.test(stem) ? lastPart(folder) : stem
}

interface FollowedLinks {
  readonly edges: EdgeInput[]
  /** Edges to a heading, for graphs in which headings are nodes. */
  readonly anchored: { from: string; line: number; to: string; anchor: string }[]
  readonly folders: Set<string>
  readonly counts: LinkCounts
  readonly unresolved: UnresolvedLink[]
  readonly missingAnchors: MissingAnchor[]
  readonly repaired: RepairedLink[]
}

function followLinks(pages: readonly ParsedPage[], site: Site): FollowedLinks {
  const followed: FollowedLinks = {
    edges: [],
    anchored: [],
    folders: new Set(),
    counts: { page: 0, self: 0, external: 0, asset: 0, empty: 0, unresolved: 0 },
    unresolved: [],
    missingAnchors: [],
    repaired: [],
  }
  const counts = { ...followed.counts }
  const byPath = new Map(pages.map((page) => [page.path, page]))
  for (const page of pages) {
    const seen = new Set<string>()
    for (const link of page.links) {
      const found = resolveLink(link, page.path, site)
      const at = { file: page.path, line: link.line }
      const href = link.href.slice(0, 500).toWellFormed()
      if (found.kind === 'unresolved') {
        // Double brackets are a link only where a page bears the name, or where the folder is full of such links.
        if (link.form === 'wiki' && !site.isWiki) continue
        counts.unresolved++
        const { kind: _, ...why } = found
        followed.unresolved.push({ ...at, text: link.text.slice(0, 200).toWellFormed(), href, ...why })
        continue
      }
      if (found.kind !== 'page') {
        counts[found.kind]++
        continue
      }
      const isSelf = found.path === page.path
      counts[isSelf ? 'self' : 'page']++
      if (found.rule !== undefined) followed.repaired.push({ ...at, href, to: found.path, rule: found.rule })
      if (!site.index.pages.has(found.path)) followed.folders.add(found.path === '/' ? '' : found.path)
      const target = byPath.get(found.path)
      if (found.anchor !== undefined && target !== undefined) {
        const anchor = anchorExists(found.anchor, target, site.rules.looseAnchors)
        if (anchor === undefined) {
          followed.missingAnchors.push({ ...at, to: found.path, anchor: found.anchor.slice(0, 500).toWellFormed() })
        } else {
          followed.anchored.push({ from: page.path, line: link.line, to: found.path, anchor })
        }
      }
      if (isSelf || seen.has(found.path)) continue
      seen.add(found.path)
      followed.edges.push({ from: page.path, to: found.path, kind: 'link' })
    }
  }
  return { ...followed, counts }
}

function compareEdges(a: EdgeInput, b: EdgeInput): number {
  return (
    compareCodePoints(a.from, b.from) || compareCodePoints(a.to, b.to) || compareCodePoints(a.kind ?? '', b.kind ?? '')
  )
}

function countKinds(edges: readonly EdgeInput[]): GraphReport['edges'] {
  const counts = { link: 0, contains: 0, next: 0 }
  for (const edge of edges) {
    if (edge.kind === 'link' || edge.kind === 'contains' || edge.kind === 'next') counts[edge.kind]++
  }
  return counts
}
