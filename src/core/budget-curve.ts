import type { Candidate } from './candidate.ts'
import { type CompiledGraph, hasSummary } from './compiled-graph.ts'
import type { PacketCosts } from './packet-text.ts'
import type { Scratch } from './scratch.ts'
import { type SummaryRule, startsWhole } from './summary-rule.ts'
import { keepEdges, keepTrails } from './trim.ts'

/** How much of a candidate packet a budget holds. */
export interface Extent {
  readonly pages: number
  readonly edges: number
  readonly trails: number
  readonly summaries: number
  /** Exact tokens of the packet's text. */
  readonly tokens: number
}

/**
 * What of a step's candidate packet every budget keeps, from one walk of the keep order.
 *
 * The orders of pages, links, trails and summaries never depend on the budget, so what any budget keeps is a prefix of
 * each, and running sums of their costs answer every budget by bisection. {@link Extent}s are those of
 * {@link import('./trim.ts').trim}.
 */
export class BudgetCurve {
  /** Candidates in keep order. */
  readonly pages: readonly number[]
  /** Of each candidate from the nearest target, as {@link import('./keep-order.ts').Visit} gives it. */
  readonly distances: readonly number[]
  readonly #graph: CompiledGraph
  readonly #candidate: Candidate
  readonly #costs: PacketCosts
  readonly #scratch: Scratch
  readonly #frame: number
  /** Whether the page at that place shows its summary from the start. */
  readonly #full: boolean[] = []
  /** `[k]`: tokens of the first k lines, as they start. */
  readonly #bodies: number[] = [0]
  #more: Additions | undefined

  /**
   * @param scratch begun for this candidate
   * @param mostPages the walk ends behind so many; {@link at} and {@link forAll} are then not to be asked
   */
  constructor(
    graph: CompiledGraph,
    candidate: Candidate,
    costs: PacketCosts,
    rule: SummaryRule,
    scratch: Scratch,
    mostPages = Number.POSITIVE_INFINITY,
  ) {
    this.#graph = graph
    this.#candidate = candidate
    this.#costs = costs
    this.#scratch = scratch
    this.#frame = costs.headerFrame(graph.revision)
    const pages: number[] = []
    const distances: number[] = []
    candidate.walk((page, distance) => {
      const full = startsWhole(rule, graph.lines, page, pages.length, distance)
      pages.push(page)
      distances.push(distance)
      this.#full.push(full)
      this.#bodies.push(this.#bodies[pages.length - 1] + costs.number(pages.length) + this.#lineCost(page, full))
      return pages.length < mostPages
    })
    this.pages = pages
    this.distances = distances
  }

  /** Tokens of the line at this place, from 0, with its number, as it starts out. */
  lineTokens(place: number): number {
    return this.#bodies[place + 1] - this.#bodies[place]
  }

  /** The smallest budget that keeps the first `count` candidates; at least one. Every larger one does too. */
  forPages(count: number): number {
    return Math.min(this.#size(this.#bodies[count], count), this.#candidate.tokens)
  }

  /** The smallest budget that keeps everything. */
  forAll(): number {
    const { pages } = this
    const { edges, trails, farCosts } = this.#additions()
    const body = this.#bodies[pages.length]
    const withEdges = body + last(edges.costs)
    const withTrails = withEdges + last(trails.costs)
    const edgeCount = edges.costs.length - 1
    const trailCount = trails.costs.length - 1
    const largest = Math.max(
      this.#size(body, pages.length),
      this.#size(withEdges, pages.length, edgeCount),
      this.#size(withTrails + last(farCosts.highest), pages.length, edgeCount, trailCount),
    )
    return Math.min(largest, this.#candidate.tokens)
  }

  /** What a budget keeps; undefined where not even the first page fits. */
  at(budget: number): Extent | undefined {
    const everythingFits = this.#candidate.tokens <= budget
    const pages = everythingFits
      ? this.pages.length
      : lastWhere(this.pages.length, (count) => this.#size(this.#bodies[count], count) <= budget)
    if (pages === 0) return undefined
    const { edges, trails, farCosts, near } = this.#additions()
    let body = this.#bodies[pages]
    const edgeCount = lastWhere(
      edges.upTo[pages],
      (count) => this.#size(body + edges.costs[count], pages, count) <= budget,
    )
    body += edges.costs[edgeCount]
    const trailCount = lastWhere(
      trails.upTo[pages],
      (count) => this.#size(body + trails.costs[count], pages, edgeCount, count) <= budget,
    )
    body += trails.costs[trailCount]
    const size = (grown: number) => this.#size(grown, pages, edgeCount, trailCount)
    const far = lastWhere(farCosts.upTo[pages], (count) => size(body + farCosts.highest[count]) <= budget)
    return {
      pages,
      edges: edgeCount,
      trails: trailCount,
      summaries: near[pages] + far,
      tokens: size(body + farCosts.costs[far]),
    }
  }

  #lineCost(page: number, full: boolean): number {
    const { lines } = this.#graph
    return full ? lines.costs[page] : this.#costs.bareLine(lines, page)
  }

  #size(body: number, pages: number, edges = 0, trails = 0): number {
    return this.#frame + this.#costs.headerNumbers({ pages, edges, trails }, this.#candidate.total) + body
  }

  #additions(): Additions {
    this.#more ??= additionsOf(this.#graph, this.pages, this.#full, this.#costs, this.#scratch)
    return this.#more
  }
}

/** Running costs of what is added to the pages. `upTo[k]`: how many there are among the first k pages. */
interface Additions {
  readonly edges: Sums
  readonly trails: Sums
  /** Summaries that are left out at first; `highest[n]` is the largest of the first n sums, which decides what fits. */
  readonly farCosts: Sums & { readonly highest: readonly number[] }
  /** `[k]`: summaries that the first k pages show from the start. */
  readonly near: readonly number[]
}

interface Sums {
  /** `[n]`: tokens of the first n. */
  readonly costs: readonly number[]
  readonly upTo: readonly number[]
}

function additionsOf(
  graph: CompiledGraph,
  pages: readonly number[],
  full: readonly boolean[],
  costs: PacketCosts,
  scratch: Scratch,
): Additions {
  scratch.forgetNumbers()
  pages.forEach((page, i) => {
    scratch.setNumber(page, i + 1)
  })
  const edgeCosts = [0]
  const edges = keepEdges(graph, pages, scratch, costs, (cost, kept) => note(edgeCosts, kept, cost))
  const trailCosts = [0]
  const trails = keepTrails(graph, pages, scratch, costs, (cost, kept) => note(trailCosts, kept, cost))
  trailCosts.length = trails.kept.length + 1

  const { lines } = graph
  const far = { costs: [0], highest: [0], upTo: [0] }
  const near = [0]
  pages.forEach((page, i) => {
    const shows = hasSummary(lines, page)
    near.push(near[i] + (full[i] && shows ? 1 : 0))
    if (!full[i]) {
      const sum = last(far.costs) + lines.costs[page] - costs.bareLine(lines, page)
      far.costs.push(sum)
      far.highest.push(Math.max(last(far.highest), sum))
    }
    far.upTo.push(far.costs.length - 1)
  })
  return {
    edges: {
      costs: edgeCosts,
      upTo: countsUpTo(
        pages.length,
        edges.kept.map(({ from, to }) => Math.max(from, to)),
      ),
    },
    trails: {
      costs: trailCosts,
      upTo: countsUpTo(
        pages.length,
        trails.kept.map((trail) => trail.pages.reduce((largest, number) => Math.max(largest, number), 0)),
      ),
    },
    farCosts: far,
    near,
  }
}

function note(sums: number[], count: number, cost: number): true {
  sums[count] = cost
  return true
}

/** How many of the numbers, which ascend, are at most k, for each k from 0 to `most`. */
function countsUpTo(most: number, ascending: readonly number[]): number[] {
  const counts: number[] = []
  let count = 0
  for (let k = 0; k <= most; k++) {
    while (count < ascending.length && ascending[count] <= k) count++
    counts.push(count)
  }
  return counts
}

/** The largest count from 0 to `most` that fits, where everything below what fits does too; 0 always fits. */
function lastWhere(most: number, fits: (count: number) => boolean): number {
  let low = 0
  let high = most
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

function last(values: readonly number[]): number {
  return values[values.length - 1]
}
