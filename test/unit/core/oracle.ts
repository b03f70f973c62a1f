/**
 * The packet builder of the contract, slow and plainly right: everything is sorted, whole texts are rendered and
 * recounted, and one item at a time is dropped until the text fits. The service's core is held against it.
 */
import type { EdgeInput, GraphInput, NodeInput, TrailInput } from '../../../src/core/graph-input.ts'
import type { PacketPorts, PacketSettings } from '../../../src/core/packet.ts'
import type { Budget, ContextPreflight, Window } from '../../../src/core/packet-answer.ts'
import type { Step } from '../../../src/core/step.ts'
import type { TokenCounter } from '../../../src/core/tokens.ts'

// Text: how it is cleaned, compared, shown

/** Unpaired surrogates become U+FFFD, U+FEFF goes. */
export const clean = (text: string): string => text.toWellFormed().replaceAll('\uFEFF', '')

/** A page's identity. */
export const identityOf = (path: string): string => clean(path).normalize('NFC')

/** The first place where the two differ decides, else the shorter comes first. */
function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((value, index) => value !== b[index])
  return place < 0 || place >= b.length ? a.length - b.length : (a[place] ?? 0) - (b[place] ?? 0)
}

/** Order by code point, which is not the order of UTF-16 code units. */
export function compareText(a: string, b: string): number {
  const codePoints = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0)
  return compareNumbers(codePoints(a), codePoints(b))
}

/** An absent kind comes before any kind. */
function compareKinds(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  return compareText(a, b)
}

/** Control characters that are no white space go, white-space runs become one space, the ends are trimmed. */
export function oneLine(text: string): string {
  const visible = clean(text).replaceAll(/(?![\s\u0085])\p{Cc}/gu, '')
  return visible.replaceAll(/[\s\u0085]+/gu, ' ').replaceAll(/^ | $/g, '')
}

const BORDER = /(?<=^| )\|(?= |$)/g

/** A title or summary as the text shows it; undefined where nothing is left. */
export const shownField = (text = ''): string | undefined => oneLine(text).replaceAll(BORDER, '\u00A6') || undefined

const percent = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/** A page's path as the text shows it. */
export const shownPath = (path: string): string =>
  path.replaceAll(/[\p{Cc}\u2028\u2029]/gu, percent).replaceAll(BORDER, '%7C')

// The graph

interface Graph {
  pages: Map<string, NodeInput>
  edges: EdgeInput[]
  trails: TrailInput[]
  issues: Record<'danglingEdges' | 'danglingPaths' | 'emptyPaths' | 'repeatedEdges' | 'selfEdges', number>
}

function readGraph(input: GraphInput): Graph {
  const kindOf = (kind: string | undefined) => (kind === undefined ? undefined : clean(kind))
  const pages = new Map<string, NodeInput>()
  for (const node of input.nodes) {
    const path = identityOf(node.path)
    if (pages.has(path)) throw new Error(`two pages have the path ${path}`)
    pages.set(path, { path, title: shownField(node.title), summary: shownField(node.summary), kind: kindOf(node.kind) })
  }
  const ends = input.edges.map((e) => ({ from: identityOf(e.from), to: identityOf(e.to), kind: kindOf(e.kind) }))
  const bound = ends.filter((edge) => pages.has(edge.from) && pages.has(edge.to))
  const edges = [...new Map(bound.map((edge) => [JSON.stringify(edge), edge])).values()]
  const named = input.paths.map((p) => ({ nodes: p.nodes.map(identityOf), kind: kindOf(p.kind) }))
  const filled = named.filter((trail) => trail.nodes.length > 0)
  const trails = filled.filter((trail) => trail.nodes.every((path) => pages.has(path)))
  const issues = {
    danglingEdges: ends.length - bound.length,
    danglingPaths: filled.length - trails.length,
    emptyPaths: named.length - filled.length,
    repeatedEdges: bound.length - edges.length,
    selfEdges: edges.filter((edge) => edge.from === edge.to).length,
  }
  return { pages, edges, trails, issues }
}

// The keep order

/** Links from the nearest target, in both directions; Infinity where no chain joins. */
function distances(graph: Graph, targets: readonly string[]): Map<string, number> {
  const distance = new Map(Array.from(graph.pages.keys(), (path) => [path, Infinity]))
  for (const target of targets) distance.set(target, 0)
  const both = [...graph.edges, ...graph.edges.map(({ from, to }) => ({ from: to, to: from }))]
  for (let changed = true; changed; ) {
    changed = false
    for (const { from, to } of both) {
      const links = (distance.get(from) ?? Infinity) + 1
      if (links >= (distance.get(to) ?? Infinity)) continue
      distance.set(to, links)
      changed = true
    }
  }
  return distance
}

/** Personalised PageRank by forward push, with the constants and in the order of the contract. */
function ranks(graph: Graph, targets: readonly string[]): Map<string, number> {
  const joined = new Map(Array.from(graph.pages.keys(), (path) => [path, new Set<string>()]))
  for (const { from, to } of graph.edges) {
    joined.get(from)?.add(to)
    joined.get(to)?.add(from)
  }
  const neighbours = new Map(Array.from(joined, ([path, set]) => [path, [...set].sort(compareText)]))
  const degree = (path: string): number => neighbours.get(path)?.length ?? 0
  const rank = new Map<string, number>()
  const residual = new Map<string, number>(targets.map((target) => [target, 1 / targets.length]))
  const of = (path: string): number => residual.get(path) ?? 0
  const queue = [...targets]
  while (queue.length > 0) {
    const x = queue.shift() as string
    const had = of(x)
    if (had < 0.0001 * degree(x) || degree(x) === 0) continue
    rank.set(x, (rank.get(x) ?? 0) + 0.15 * had)
    residual.set(x, 0)
    for (const neighbour of neighbours.get(x) ?? []) {
      residual.set(neighbour, of(neighbour) + (0.85 * had) / degree(x))
      if (!queue.includes(neighbour) && of(neighbour) >= 0.0001 * degree(neighbour)) queue.push(neighbour)
    }
  }
  for (const path of graph.pages.keys()) rank.set(path, (rank.get(path) ?? 0) + 0.15 * of(path))
  return rank
}

/** Everything that could be in the packet, in the order in which it is kept. */
export interface Plan extends Graph {
  /** Whether any target is in the graph. */
  bound: boolean
  revision: string
  candidates: NodeInput[]
  /** For each candidate whether it carries its summary from the start. */
  near: boolean[]
  /** A page's number; 0 where it is no candidate. */
  number: (path: string) => number
}

/** @param digest stands for the revision where the graph has none. */
export function planPacket(step: Step, input: GraphInput, settings: PacketSettings, digest: string): Plan {
  const graph = readGraph(input)
  const present = (paths: readonly string[]) => paths.map(identityOf).filter((path) => graph.pages.has(path))
  const targets = [...new Set(present(step.targets))]
  const named = [...new Set([...targets.slice(0, 1), ...present(step.requestedPages ?? []), ...targets])]
  const distance = distances(graph, targets)
  const rank = ranks(graph, targets)
  const maxDistance = step.maxDistance ?? (step.scope === 'corpus' ? undefined : settings.localMaxDistance) ?? Infinity
  const at = (path: string): number => distance.get(path) ?? Infinity
  const others = [...graph.pages.keys()]
    .filter((path) => !named.includes(path) && at(path) <= maxDistance)
    .sort((a, b) => {
      if (at(a) !== at(b)) return at(a) < at(b) ? -1 : 1
      return (rank.get(b) ?? 0) - (rank.get(a) ?? 0) || compareText(a, b)
    })
  const order = [...named, ...others]
  const numbers = new Map(order.map((path, index) => [path, index + 1]))
  const reach = summaryReach(step, settings)
  const number = (path: string): number => numbers.get(path) ?? 0
  const edgeKey = ({ from, to }: EdgeInput): number[] => {
    const [a, b] = [number(from), number(to)]
    return [Math.max(a, b), Math.min(a, b), a]
  }
  const trailKey = (trail: TrailInput): number[] => {
    const places = trail.nodes.map(number)
    return [Math.max(...places), places.length, ...places]
  }
  return {
    ...graph,
    bound: targets.length > 0,
    revision: oneLine(input.revision ?? '') || digest,
    candidates: order.map((path) => graph.pages.get(path) as NodeInput),
    near: order.map((path, place) => named.includes(path) || place < reach.pages || at(path) <= reach.distance),
    edges: graph.edges
      .filter((edge) => edgeKey(edge).every((place) => place > 0))
      .sort((a, b) => compareNumbers(edgeKey(a), edgeKey(b)) || compareKinds(a.kind, b.kind)),
    trails: graph.trails
      .filter((trail) => trailKey(trail).every((place) => place > 0))
      .sort((a, b) => compareNumbers(trailKey(a), trailKey(b)) || compareKinds(a.kind, b.kind)),
    number,
  }
}

/** Up to which place, and how far from a target, pages start with their summary: the step says it, else the settings. */
function summaryReach(step: Step, settings: PacketSettings): { pages: number; distance: number } {
  if (step.summaryPages !== undefined || step.summaryDistance !== undefined) {
    return { pages: step.summaryPages ?? 0, distance: step.summaryDistance ?? -1 }
  }
  const { summaryPages, summaryDistance } = settings
  return summaryPages === undefined ? { pages: 0, distance: summaryDistance } : { pages: summaryPages, distance: -1 }
}

// The text

/** How much of a plan a packet holds: pages, the links and trails among them, summaries of far pages. */
export type Extent = { pages: number; edges: number; trails: number; summaries: number }

/** What the packet of that extent shows. */
export function contents(plan: Plan, extent: Extent) {
  const kept = (path: string): boolean => plan.number(path) <= extent.pages
  const nodes: NodeInput[] = []
  let far = 0
  for (const [index, page] of plan.candidates.slice(0, extent.pages).entries()) {
    const shown = plan.near[index] || page.summary === undefined || far++ < extent.summaries
    nodes.push(shown ? page : { ...page, summary: undefined })
  }
  const edges = plan.edges.filter((edge) => kept(edge.from) && kept(edge.to))
  const trails = plan.trails.filter((trail) => trail.nodes.every(kept))
  /** Everything that could stand beside that many pages. */
  const most: Extent = { pages: extent.pages, edges: edges.length, trails: trails.length, summaries: far }
  return { nodes, edges: edges.slice(0, extent.edges), trails: trails.slice(0, extent.trails), most }
}

/** @param digits how a page's number is written. */
export function render(plan: Plan, extent: Extent, digits = (place: number): string => String(place)): string {
  const { nodes, edges, trails } = contents(plan, extent)
  const lines = [
    `Documentation map at ${plan.revision}: ${nodes.length} of ${plan.candidates.length} pages, ` +
      `${edges.length} of ${plan.edges.length} links, ${trails.length} of ${plan.trails.length} trails.`,
  ]
  for (const [index, page] of nodes.entries()) {
    const fields = [shownPath(page.path), page.title, page.summary].filter((field) => field !== undefined)
    lines.push(`${digits(index + 1)} ${fields.join(' | ')}`)
  }
  if (edges.length > 0) lines.push('Links:')
  const bySource = [...Map.groupBy(edges, (edge) => plan.number(edge.from))].sort(([a], [b]) => a - b)
  for (const [from, group] of bySource) {
    const ends = group.map((edge) => plan.number(edge.to)).sort((a, b) => a - b)
    lines.push(`${digits(from)}>${ends.map(digits).join(',')}`)
  }
  if (trails.length > 0) lines.push('Trails:')
  for (const trail of trails) lines.push(trail.nodes.map((path) => digits(plan.number(path))).join('>'))
  return lines.map((line) => `${line}\n`).join('')
}

// The trim

export const bare = (pages: number): Extent => ({ pages, edges: 0, trails: 0, summaries: 0 })

export const whole = (plan: Plan): Extent => contents(plan, bare(plan.candidates.length)).most

/** How much of the plan fits the budget; no pages where not even the first target does. */
export function trim(plan: Plan, budget: number, count: (text: string) => number): Extent {
  const fits = (extent: Extent): boolean => count(render(plan, extent)) <= budget
  if (fits(whole(plan))) return whole(plan)
  const kept = bare(plan.candidates.length)
  while (kept.pages > 0 && !fits(kept)) kept.pages -= 1
  if (kept.pages === 0) return kept
  const { most } = contents(plan, kept)
  for (const part of ['edges', 'trails', 'summaries'] as const) {
    kept[part] = most[part]
    while (!fits(kept)) kept[part] -= 1
  }
  return kept
}

// Window, record, answer

function windowOf(step: Step, settings: PacketSettings, models: PacketPorts['models']): Window {
  const { composition: id, endpoint, profile: named } = step.model ?? {}
  const composition =
    models.compositions.find((c) => id !== undefined && c.id === id) ??
    models.compositions.find((c) => endpoint !== undefined && c.endpoint === endpoint)
  const carried = named?.inputTokens !== undefined && named.metadata !== undefined ? named : undefined
  const profile = carried ?? models.profiles.find((p) => named?.id !== undefined && p.id === named.id)
  const declared = composition?.inputTokens ?? profile?.inputTokens ?? null
  const usable = composition !== undefined || profile?.metadata === 'current'
  const fallback = settings.fallbackInputTokens
  if (usable && declared !== null && declared >= fallback) {
    return { declared, effective: declared, source: composition ? 'composition' : 'profile', inflated: false }
  }
  return { declared, effective: fallback, source: 'fallback', inflated: declared !== null && declared < fallback }
}

export function budgetOf(step: Step, settings: PacketSettings, models: PacketPorts['models']): Budget {
  const window = windowOf(step, settings, models)
  const { safetyMarginBasisPoints } = settings
  const withMargin = (tokens: bigint) => Number((tokens * BigInt(10_000 - safetyMarginBasisPoints)) / 10_000n)
  if (step.budgetTokens !== undefined) {
    const tokens = withMargin(BigInt(step.budgetTokens))
    return { window, shareName: 'step.budgetTokens', shareBasisPoints: null, safetyMarginBasisPoints, tokens }
  }
  const [scope, shareBasisPoints] =
    step.scope === 'corpus' ? ['corpus', settings.corpusShareBasisPoints] : ['local', settings.localShareBasisPoints]
  const tokens = withMargin((BigInt(window.effective) * BigInt(shareBasisPoints)) / 10_000n)
  const shareName = `context.${scope}PacketInputShareBasisPoints`
  return { window, shareName, shareBasisPoints, safetyMarginBasisPoints, tokens }
}

/** Requested pages, then targets, that are not in the packet; the path that came first for a page speaks for it. */
function unboundOf(step: Step, nodes: readonly NodeInput[]) {
  const inPacket = new Set(nodes.map((node) => node.path))
  const raw = new Map<string, string>()
  for (const path of [...(step.requestedPages ?? []), ...step.targets]) {
    if (!inPacket.has(identityOf(path)) && !raw.has(identityOf(path))) raw.set(identityOf(path), path.normalize('NFC'))
  }
  const holds = (path: string) =>
    path.isWellFormed() && !/\p{Cc}/u.test(path) && new TextEncoder().encode(path).length <= 1024
  const held = [...raw.keys()].filter((path) => holds(raw.get(path) ?? ''))
  const unboundTargets = held.slice(0, 256)
  return { unboundTargets, unboundTargetsOmitted: raw.size - unboundTargets.length }
}

/** @param digest stands for the revision where the graph has none. */
export function expectedPacket(
  step: Step,
  input: GraphInput,
  settings: PacketSettings,
  { counter, models }: { readonly counter: TokenCounter; readonly models: PacketPorts['models'] },
  digest: string,
) {
  const plan = planPacket(step, input, settings, digest)
  const budget = budgetOf(step, settings, models)
  const count = (text: string): number => counter.count(text)
  const extent = plan.bound ? trim(plan, budget.tokens, count) : bare(0)
  const { nodes, edges, trails } = contents(plan, extent)
  const unbound = unboundOf(step, nodes)
  const everything = JSON.stringify(extent) === JSON.stringify(whole(plan))
  const missing = unbound.unboundTargets.length + unbound.unboundTargetsOmitted > 0
  const exceeded = (observed: number): ContextPreflight => ({
    status: 'degraded',
    reason: 'preflight-budget-exceeded',
    limit: { name: budget.shareName, configured: budget.tokens, observed },
    ...unbound,
  })
  const complete: ContextPreflight = { status: 'complete', unboundTargets: [], unboundTargetsOmitted: 0 }
  const notBound: ContextPreflight = { status: 'degraded', reason: 'preflight-target-unbound', ...unbound }
  const common = { budget, issues: plan.issues }
  if (extent.pages === 0) {
    const contextPreflight = plan.bound ? exceeded(count(render(plan, bare(1)))) : notBound
    const refusal = { code: contextPreflight.reason, class: plan.bound ? 'bound' : 'request' }
    const refused = step.access === 'write' && step.host === undefined ? refusal : undefined
    return { ...common, refused, packet: null, contextPreflight }
  }
  const beforeTrim = () => count(render(plan, whole(plan), () => String(plan.candidates.length)))
  const text = render(plan, extent)
  const summaries = (pages: readonly NodeInput[]): number => pages.filter((page) => page.summary !== undefined).length
  return {
    ...common,
    contextPreflight: everything ? (missing ? notBound : complete) : exceeded(beforeTrim()),
    packet: {
      revision: plan.revision,
      tokenizer: counter.encoding,
      tokens: count(text),
      text,
      nodes,
      edges,
      paths: trails,
      counts: {
        nodes: { kept: nodes.length, total: plan.candidates.length },
        edges: { kept: edges.length, total: plan.edges.length },
        paths: { kept: trails.length, total: plan.trails.length },
        summaries: { kept: summaries(nodes), total: summaries(plan.candidates) },
      },
    },
  }
}
