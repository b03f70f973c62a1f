import { BudgetCurve } from './budget-curve.ts'
import { type Candidate, candidateOf } from './candidate.ts'
import { type CompiledGraph, hasSummary, pathOf } from './compiled-graph.ts'
import { NAMED, type Wanted } from './keep-order.ts'
import type { KeptPacket } from './kept-packet.ts'
import { nearestTargets } from './nearest-target.ts'
import type { PacketPorts, PacketSettings } from './packet.ts'
import { pathIdentity } from './plain-text.ts'
import { type Spent, spentOn } from './spent.ts'
import type { Step } from './step.ts'
import { summaryRuleOf } from './summary-rule.ts'
import { pageNamed, wantedOf } from './wanted.ts'

/** Why a candidate stands where it stands in the keep order. */
export const STANDINGS = ['first-target', 'requested', 'target', 'distance', 'unreachable'] as const
export type Standing = (typeof STANDINGS)[number]

export const REASONS = [...STANDINGS, 'over-budget', 'too-far', 'no-target', 'not-in-graph'] as const
/**
 * Why a page is in the packet, or is not: its standing where it is kept; `over-budget` for a candidate that did not
 * fit; `too-far` past `maxDistance`; `no-target` where no target of the step is in the graph; `not-in-graph` for a
 * name that no page has.
 */
export type Reason = (typeof REASONS)[number]

/** What became of one page, and what would keep it. */
export interface Decision {
  readonly path: string
  readonly kept: boolean
  readonly reason: Reason
  /** Null for a page that is no candidate. */
  readonly standing: Standing | null
  /** Place in the keep order, from 1; of a kept page its number in the packet. Null for a page that is no candidate. */
  readonly place: number | null
  /** Links to the nearest target; null where no chain leads there. */
  readonly distance: number | null
  /** Path of the nearest target; of several the first in the step's order. */
  readonly nearestTarget: string | null
  /** Personalised PageRank from the targets, which orders pages of one distance. */
  readonly rank: number | null
  /** Tokens of its line with its number: as the packet shows it, or as it would start out. */
  readonly tokens: number | null
  /** `left-out`: the page has one that the line does not show. `none`: it has none. */
  readonly summary: 'shown' | 'left-out' | 'none' | null
  /** The smallest budget, in tokens, that keeps the page; every larger one does too. Null for a page that is no candidate. */
  readonly minBudget: number | null
}

export interface Decisions {
  /** In keep order, the first so many; or, where pages were asked for, those, in the order asked. */
  readonly pages: readonly Decision[]
  /** Pages of the graph: kept, left out and too far add up to all. Too far are those that are no candidates. */
  readonly counts: Counts & { readonly kept: number; readonly overBudget: number; readonly tooFar: number }
  /** `endLeftOut`: an end is a candidate that is not kept. `tooFar`: an end is no candidate. */
  readonly links: Parts
  /** As for links, of the pages on the trail. */
  readonly trails: Parts
  /** `endLeftOut`: the page is not kept. `tooFar`: it is no candidate. */
  readonly summaries: Parts
  /** Tokens of the packet's parts, which add up to all of it; null where there is none. */
  readonly spent: Spent | null
}

interface Counts {
  /** In the whole graph. */
  readonly total: number
}

interface Parts extends Counts {
  readonly kept: number
  /** All pages are kept, there was no room for more. */
  readonly overBudget: number
  readonly endLeftOut: number
  readonly tooFar: number
}

export interface ExplainOptions {
  /** Decisions listed at most, where no pages are asked for. */
  readonly limit: number
  /** Paths of the pages to explain. */
  readonly pages?: readonly string[] | undefined
}

/**
 * Why each page is in the step's packet or is not, and what budget it would take.
 *
 * @param packet what {@link import('./packet.ts').buildPacket} answered for the same step, graph, settings
 */
export function explainPacket(
  step: Step,
  graph: CompiledGraph,
  packet: KeptPacket | null,
  { limit, pages: asked }: ExplainOptions,
  settings: PacketSettings,
  ports: PacketPorts,
): Decisions {
  const { costs, scratch } = ports
  const wanted = wantedOf(step, graph, settings)
  if (wanted === undefined) return withoutTarget(graph, asked)
  scratch.begin(graph.pages)
  const candidate = candidateOf(graph, wanted, costs, scratch)
  const pages = asked?.map((path) => ({ path, page: pageNamed(graph, path) }))
  // Past the pages that the step names, since ranks are known only from there.
  const named = new Set([...wanted.requested, ...wanted.targets]).size
  const walkTo = pages === undefined ? Math.max(limit, named + 1) : Number.POSITIVE_INFINITY
  const curve = new BudgetCurve(graph, candidate, costs, summaryRuleOf(step, settings), scratch, walkTo)
  const placeOf = new Map(curve.pages.map((page, place) => [page, place]))
  const shown = pages ?? curve.pages.slice(0, limit).map((page) => ({ path: pathOf(graph.lines, page), page }))
  const nearness = nearestTargets(
    graph,
    wanted.targets,
    shown.flatMap(({ page }) => page ?? []),
  )
  const keptPages = packet?.kept.pages.length ?? 0
  const standingOf = standings(step, wanted)

  const decide = ({ path, page }: { path: string; page: number | undefined }): Decision => {
    if (page === undefined) return notThere(path, 'not-in-graph')
    const near = nearness.get(page)
    const distance = near?.distance ?? null
    const nearestTarget = near === undefined ? null : pathOf(graph.lines, near.target)
    const rank = scratch.rankOf(page)
    const place = placeOf.get(page)
    const found = { path: pathOf(graph.lines, page), distance, nearestTarget, rank }
    if (place === undefined) return { ...notThere(path, 'too-far'), ...found }
    const kept = place < keptPages
    const standing = standingOf(page, curve.distances[place])
    const line = lineOf(graph, curve, costs, place, kept ? packet : null)
    return {
      ...found,
      kept,
      reason: kept ? standing : 'over-budget',
      standing,
      place: place + 1,
      ...line,
      minBudget: curve.forPages(place + 1),
    }
  }
  const decided = shown.map(decide)
  return { pages: decided, ...countsOf(graph, candidate, packet, ports), spent: packet && spentOn(packet, costs) }
}

function standings(step: Step, { targets, requested }: Wanted): (page: number, distance: number) => Standing {
  const asked = new Set(step.requestedPages === undefined ? [] : requested)
  return (page, distance) => {
    if (page === targets[0]) return 'first-target'
    if (distance === NAMED) return asked.has(page) ? 'requested' : 'target'
    return distance === Number.POSITIVE_INFINITY ? 'unreachable' : 'distance'
  }
}

function lineOf(
  { lines }: CompiledGraph,
  curve: BudgetCurve,
  costs: PacketPorts['costs'],
  place: number,
  packet: KeptPacket | null,
): Pick<Decision, 'tokens' | 'summary'> {
  const page = curve.pages[place]
  if (!hasSummary(lines, page)) return { tokens: curve.lineTokens(place), summary: 'none' }
  const full = costs.number(place + 1) + lines.costs[page]
  if (packet?.kept.withSummary[place]) return { tokens: full, summary: 'shown' }
  return { tokens: curve.lineTokens(place), summary: 'left-out' }
}

function notThere(path: string, reason: Reason): Decision {
  const unknown = { standing: null, place: null, distance: null, nearestTarget: null, rank: null, tokens: null }
  return { path: pathIdentity(path), kept: false, reason, ...unknown, summary: null, minBudget: null }
}

function withoutTarget(graph: CompiledGraph, asked: readonly string[] = []): Decisions {
  const { pages: total, totals } = graph
  const none = (of: number): Parts => ({ total: of, kept: 0, overBudget: 0, endLeftOut: 0, tooFar: of })
  return {
    pages: asked.map((path) => {
      const isThere = pageNamed(graph, path) !== undefined
      return notThere(path, isThere ? 'no-target' : 'not-in-graph')
    }),
    counts: { total, kept: 0, overBudget: 0, tooFar: total },
    links: none(totals.edges),
    trails: none(totals.trails),
    summaries: none(totals.summaries),
    spent: null,
  }
}

function countsOf(
  graph: CompiledGraph,
  { total }: Candidate,
  packet: KeptPacket | null,
  { scratch }: PacketPorts,
): Omit<Decisions, 'pages' | 'spent'> {
  const pages = packet?.kept.pages ?? []
  const among = { edges: 0, trails: 0, summaries: 0 }
  scratch.forgetNumbers()
  pages.forEach((page, i) => {
    scratch.setNumber(page, i + 1)
  })
  const { edges, trails, lines, totals } = graph
  const isKept = (page: number) => scratch.numberOf(page) > 0
  for (const page of pages) {
    if (hasSummary(lines, page)) among.summaries++
    for (let edge = edges.starts[page]; edge < edges.starts[page + 1]; edge++)
      if (isKept(edges.ends[edge])) among.edges++
    for (let trail = trails.starts[page]; trail < trails.starts[page + 1]; trail++) {
      if (trails.pages.subarray(trails.pageStarts[trail], trails.pageStarts[trail + 1]).every(isKept)) among.trails++
    }
  }
  const parts = (all: number, candidates: number, ends: number, kept: number): Parts => ({
    total: all,
    kept,
    overBudget: ends - kept,
    endLeftOut: candidates - ends,
    tooFar: all - candidates,
  })
  return {
    counts: {
      total: graph.pages,
      kept: pages.length,
      overBudget: total.pages - pages.length,
      tooFar: graph.pages - total.pages,
    },
    links: parts(totals.edges, total.edges, among.edges, packet?.kept.edges.length ?? 0),
    trails: parts(totals.trails, total.trails, among.trails, packet?.kept.trails.length ?? 0),
    summaries: parts(totals.summaries, total.summaries, among.summaries, packet?.kept.summaries ?? 0),
  }
}
