import { type CompiledGraph, pathOf } from '../../src/core/compiled-graph.ts'
import { JOINED } from './held-out.ts'
import type { Levels, Order } from './lines.ts'
import { alone, type Case, inRings, keepOrder, type Score } from './orders.ts'
import { degree, directedPageRank, nothing, pageRank, weightedPush } from './scores.ts'
import type { TextScores } from './text-scores.ts'

/** What the orders look up beside the graph. */
export interface Texts {
  readonly folders: readonly (readonly string[])[]
  readonly similar: TextScores
}

export type MakeOrder = (given: Case) => Order

/** What others order pages by, and ours. */
export function comparedOrders({ similar }: Texts): Readonly<Record<string, MakeOrder>> {
  return {
    [OURS]: keepOrder,
    'distance alone (ties by path)': inRings(nothing),
    'personalised PageRank as aider has it': alone(directedPageRank),
    'BM25 (MiniSearch) of title and summary': alone(similar),
    'degree alone': alone(degree),
    'personalised PageRank in both directions, no distance': alone(pageRank),
  }
}

export const OURS = 'ours: distance, ties by personalised PageRank'

/** Ours with another signal for the ties, nearest first all the same. */
export function candidateOrders({ similar, folders }: Texts): Readonly<Record<string, MakeOrder>> {
  const navigation = (weight: number): Score => {
    return (given) => weightedPush(given, { weight: (joined) => (joined & TEXT_LINK ? 1 : weight) })
  }
  return {
    'ties: navigation edges weigh a quarter': inRings(navigation(0.25)),
    'ties: navigation edges weigh twice': inRings(navigation(2)),
    'ties: links from the page weigh twice': inRings((given) =>
      weightedPush(given, { weight: (joined) => (joined & JOINED.linkOut ? 2 : 1) }),
    ),
    'ties: restart 0.3 in place of 0.15': inRings((given) => weightedPush(given, { restart: 0.3 })),
    'ties: another language or first folder weighs a third': inRings(
      timesRank((given, page) => (isElsewhere(folders[page], folders[given.target]) ? 1 / 3 : 1)),
    ),
    'ties: twice for each folder in common': inRings(
      timesRank((given, page) => 2 ** foldersInCommon(folders[page], folders[given.target])),
    ),
    'ties: up to four times for title and summary alike (BM25)': inRings((given) => {
      const scores = similar(given)
      const most = scores.reduce((max, score, page) => (page === given.target ? max : Math.max(max, score)), 1e-9)
      return timesRank((_, page) => 1 + (3 * scores[page]) / most)(given)
    }),
    'distance: a navigation edge counts as two links': (given) =>
      inRings(weightedPush)({ ...given, distances: withSlowNavigation(given) }),
  }
}

const TEXT_LINK = JOINED.linkOut | JOINED.linkIn

const timesRank =
  (factor: (given: Case, page: number) => number): Score =>
  (given) =>
    weightedPush(given).map((rank, page) => rank * factor(given, page))

export function foldersOf({ lines, pages }: CompiledGraph): string[][] {
  return Array.from({ length: pages }, (_, page) => pathOf(lines, page).split('/').slice(0, -1))
}

function isElsewhere(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && b.length > 0 && a[0] !== b[0]
}

function foldersInCommon(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((folder, i) => folder !== b[i])
  return end === -1 ? a.length : end
}

/** Distances where an edge that is no link in a text is as far as two that are. */
function withSlowNavigation({ rows, target }: Case): Float64Array {
  const { starts, ends, joined } = rows
  const distances = new Float64Array(starts.length - 1).fill(Number.POSITIVE_INFINITY)
  distances[target] = 0
  const waiting: number[][] = [[target]]
  for (let distance = 0; distance < waiting.length; distance++) {
    for (const page of waiting[distance] ?? []) {
      if (distances[page] !== distance) continue
      for (let at = starts[page]; at < starts[page + 1]; at++) {
        const there = distance + (joined[at] & TEXT_LINK ? 1 : 2)
        if (there >= distances[ends[at]]) continue
        distances[ends[at]] = there
        waiting[there] ??= []
        waiting[there].push(ends[at])
      }
    }
  }
  return distances
}

/** What lines show from the start, in our order. */
export const LINE_RULES: Readonly<Record<string, Levels>> = {
  'summary up to distance 1, else title (before)': (distance) => (distance <= 1 ? 'summary' : 'title'),
  'summary of the first 12, else title (ours)': (_, place) => (place < 12 ? 'summary' : 'title'),
  'summary of the first 6, else title': (_, place) => (place < 6 ? 'summary' : 'title'),
  'summary of the first 24, else title': (_, place) => (place < 24 ? 'summary' : 'title'),
  'summary of the first 12 up to distance 1, else title': (distance, place) =>
    distance <= 1 && place < 12 ? 'summary' : 'title',
  'summary of the first 12, title up to distance 2, else path': (distance, place) =>
    place < 12 ? 'summary' : distance <= 2 ? 'title' : 'path',
  'summary of the first 12, title of the next 36, else path': (_, place) =>
    place < 12 ? 'summary' : place < 48 ? 'title' : 'path',
  'summary everywhere': () => 'summary',
  'title everywhere': (distance) => (distance === 0 ? 'summary' : 'title'),
}

export const BEFORE = 'summary up to distance 1, else title (before)'
export const NOW = 'summary of the first 12, else title (ours)'
