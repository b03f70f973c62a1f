import { BudgetCurve, type Extent } from './budget-curve.ts'
import { type Amounts, candidateOf, isWhole } from './candidate.ts'
import type { CompiledGraph } from './compiled-graph.ts'
import { NAMED } from './keep-order.ts'
import { type Needed, neededFor } from './needed-budget.ts'
import type { PacketPorts, PacketSettings } from './packet.ts'
import type { Budget, ContextPreflight, GraphIssues } from './packet-answer.ts'
import { pathIdentity } from './plain-text.ts'
import { preflightRecord } from './preflight.ts'
import type { Step } from './step.ts'
import { summaryRuleOf } from './summary-rule.ts'
import { pageNamed, wantedOf } from './wanted.ts'
import { budgetOf } from './window.ts'

/** A budget that is asked about in place of the step's own. */
export type Asked =
  | { readonly budgetTokens: number }
  | { readonly shareBasisPoints: number }
  /** Input tokens of a model that is known to have them. */
  | { readonly windowTokens: number }

/** What a packet with that budget would be. */
export interface PlannedPacket {
  readonly budget: Budget
  /** Null where no packet fits, or no target is in the graph. */
  readonly kept: Extent | null
  readonly contextPreflight: ContextPreflight
  /** Whether the step would be refused: a write step without a packet, that does not run hosted. */
  readonly refused: boolean
}

/** A ring of candidates: all at one distance from the nearest target. */
export interface Ring {
  /** Links; null for the pages that no chain joins to a target. */
  readonly distance: number | null
  /** Pages of this ring. */
  readonly pages: number
  /** What keeps all of this ring, and so everything nearer. */
  readonly needed: Needed
}

export interface Plan {
  readonly own: PlannedPacket
  /** In the order asked. */
  readonly asked: readonly PlannedPacket[]
  /** Null where no target is in the graph. */
  readonly needed: {
    /** For the smallest packet, the first target alone. */
    readonly smallest: Needed
    /** For the first target and all requested pages that are in the graph. */
    readonly requested: Needed
    /** For all of these and the other targets. */
    readonly targets: Needed
    /** By distance, nearest first, unreachable pages last; pages that the step names stand before all rings. */
    readonly rings: readonly Ring[]
    /** Rings past the first {@link LISTED_RINGS}. */
    readonly ringsOmitted: number
    /** For every page with its summary, every link, every trail. */
    readonly everything: Needed
  } | null
  readonly total: Amounts
  readonly tokenizer: string
  readonly graphIssues: GraphIssues
}

/** How many rings a plan lists. */
export const LISTED_RINGS = 256

/**
 * What the step's packet would hold at its own budget and at any others, and what budgets give what: one walk of the
 * candidates, whatever is asked. For each budget the same as {@link import('./packet.ts').buildPacket} answers.
 */
export function planPackets(
  step: Step,
  graph: CompiledGraph,
  asked: readonly Asked[],
  settings: PacketSettings,
  ports: PacketPorts,
): Plan {
  const { costs, scratch, models } = ports
  const budgets = [undefined, ...asked].map((other) => budgetAsked(step, other, models, settings))
  const common = { tokenizer: costs.encoding, graphIssues: graph.issues }
  const canBeRefused = step.access === 'write' && step.host === undefined
  const wanted = wantedOf(step, graph, settings)
  if (wanted === undefined) {
    const [own, ...others] = budgets.map((budget) => ({
      budget,
      kept: null,
      contextPreflight: preflightRecord(step, budget, undefined, () => false),
      refused: canBeRefused,
    }))
    const total = { pages: 0, edges: 0, trails: 0, summaries: 0 }
    return { own, asked: others, needed: null, total, ...common }
  }

  scratch.begin(graph.pages)
  const candidate = candidateOf(graph, wanted, costs, scratch)
  const curve = new BudgetCurve(graph, candidate, costs, summaryRuleOf(step, settings), scratch)
  const { total } = candidate
  const places = placesNamed(step, graph, curve)
  const planned = budgets.map((budget): PlannedPacket => {
    const kept = curve.at(budget.tokens) ?? null
    const observed = kept === null ? curve.forPages(1) : isWhole(kept, total) ? undefined : candidate.tokens
    const isInPacket = (path: string) => kept !== null && (places.get(path) ?? Number.POSITIVE_INFINITY) < kept.pages
    const contextPreflight = preflightRecord(step, budget, observed, isInPacket)
    return { budget, kept, contextPreflight, refused: canBeRefused && kept === null }
  })
  const [own, ...others] = planned
  const needed = (tokens: number) => neededFor(tokens, own.budget)
  const requested = new Set([wanted.targets[0], ...wanted.requested]).size
  const named = new Set([...wanted.requested, ...wanted.targets]).size
  const rings = ringsOf(curve)
  return {
    own,
    asked: others,
    needed: {
      smallest: needed(curve.forPages(1)),
      requested: needed(curve.forPages(requested)),
      targets: needed(curve.forPages(named)),
      rings: rings.slice(0, LISTED_RINGS).map(({ distance, pages, upTo }) => ({
        distance: distance === Number.POSITIVE_INFINITY ? null : distance,
        pages,
        needed: needed(curve.forPages(upTo)),
      })),
      ringsOmitted: Math.max(0, rings.length - LISTED_RINGS),
      everything: needed(curve.forAll()),
    },
    total,
    ...common,
  }
}

/** The budget that the step would have with what is asked in the place of its own. */
function budgetAsked(
  step: Step,
  asked: Asked | undefined,
  models: PacketPorts['models'],
  settings: PacketSettings,
): Budget {
  if (asked === undefined) return budgetOf(step, models, settings)
  if ('budgetTokens' in asked) return budgetOf({ ...step, budgetTokens: asked.budgetTokens }, models, settings)
  if ('windowTokens' in asked) {
    const model = { profile: { inputTokens: asked.windowTokens, metadata: 'current' as const } }
    return budgetOf({ ...step, budgetTokens: undefined, model }, models, settings)
  }
  const { shareBasisPoints } = asked
  const shares =
    step.scope === 'corpus' ? { corpusShareBasisPoints: shareBasisPoints } : { localShareBasisPoints: shareBasisPoints }
  return budgetOf({ ...step, budgetTokens: undefined }, models, { ...settings, ...shares })
}

/** Places in keep order, from 0, of the pages that the step names, by identity. */
function placesNamed(step: Step, graph: CompiledGraph, curve: BudgetCurve): ReadonlyMap<string, number> {
  const placeOf = new Map<number, number>()
  for (let place = 0; curve.distances[place] === NAMED; place++) placeOf.set(curve.pages[place], place)
  const places = new Map<string, number>()
  for (const path of [...(step.requestedPages ?? []), ...step.targets]) {
    const page = pageNamed(graph, path)
    const place = page === undefined ? undefined : placeOf.get(page)
    if (place !== undefined) places.set(pathIdentity(path), place)
  }
  return places
}

function ringsOf({ distances }: BudgetCurve) {
  const rings: { distance: number; pages: number; upTo: number }[] = []
  distances.forEach((distance, place) => {
    if (distance === NAMED) return
    const ring = rings.at(-1)
    if (ring?.distance !== distance) rings.push({ distance, pages: 1, upTo: place + 1 })
    else {
      ring.pages++
      ring.upTo = place + 1
    }
  })
  return rings
}
