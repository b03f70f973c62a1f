import fc from 'fast-check'
import type { EdgeInput, GraphInput, NodeInput, TrailInput } from '../../../src/core/graph-input.ts'
import type { PacketPorts, PacketSettings } from '../../../src/core/packet.ts'
import { ACCESSES, METADATA_STATES, SCOPES, type Step, type StepModel } from '../../../src/core/step.ts'
import { bare, contents, identityOf, planPacket, render } from './oracle.ts'

/** Everything that one call of the core takes, without the counter and the digest. */
export interface Case {
  step: Step
  graph: GraphInput
  settings: PacketSettings
  models: PacketPorts['models']
}

// ---- Text -----------------------------------------------------------------------------------------------------

const PLAIN = ['a', 'b', 'Z', 'docs/', 'index', '.md', '0', '12', '345', '6789', ' the', ' of', 'Install', 'ing']
const STRUCTURE = [' ', '  ', '|', ' | ', '| ', ' |', '¦', '>', '1>2', ',', '/', '#', '%', '%0A', '%7C', ':', '.']
const LINES = ['\n', '\r\n', '\r', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029', '\nLinks:\n1>2', '\n# H\n', '\n/']
const CONTROLS = ['\u0000', '\u0007', '\u001B[1m', '\u001F', '\u007F', '\u009F', '\u00AD', '\u200B', '\u202E']
const SPACES = ['\u00A0', '\u2003', '\u3000', ' \u0000 ', '\u180E']
const QUOTED = ['"', '\\', '\\"', '\\u0041', '\\n', '","', '"}']
const BROKEN = ['\uD800', '\uDC00', '\uD83D', '\uDE00', '\uFEFF', '\uD83D\uFEFF\uDE00', '\uFFFD']
const COMPOSED = [
  'é',
  'e\u0301',
  'e\uFEFF\u0301',
  'Å',
  '\u212B',
  'A\u030A',
  '한',
  '\u1112\u1161\u11AB',
  '\u0301',
  'q\u0307\u0323',
  'ﬁ',
]
const SCRIPTS = ['ไทย', 'การ', '漢字', '日本語', 'العربية', 'שלום', 'हिन्दी', 'ʼn', "'s", "'LL", 'ß', 'İ', '٣', '½', 'Ⅷ']
const ASTRAL = ['😀', '👩‍👩‍👧', '🇩🇪', '𝒳', '\u{10FFFF}', '\u{10000}', '\uE000', '\uFFFF', '🏽', '☃\uFE0F']
const SPECIAL = ['<|endoftext|>', '<|fim_prefix|>', '----', '====', '__proto__', 'constructor']
const ODD = [STRUCTURE, LINES, CONTROLS, SPACES, QUOTED, BROKEN, COMPOSED, SCRIPTS, ASTRAL, SPECIAL].flat()

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PLAIN) },
  { weight: 5, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 2 }) },
)

const plainText = (maxLength: number) => fc.array(fc.constantFrom(...PLAIN), { maxLength }).map((all) => all.join(''))
const oddText = (maxLength: number) => fc.array(piece, { maxLength }).map((all) => all.join(''))

/** Links, mostly few. */
const distance = fc.oneof({ weight: 9, arbitrary: fc.nat(4) }, fc.constant(Number.MAX_SAFE_INTEGER))

/** Short text, half of it hostile. */
export const text = fc.oneof(plainText(5), oddText(6))

const path = fc
  .oneof(
    fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'é', '\uE000', '😀', '\uFFFF', 'A', 'a/b', 'a b', '10', '9'),
    plainText(3),
    oddText(4),
  )
  .filter((raw) => identityOf(raw) !== '')

const kind = fc.option(
  fc.constantFrom('link', 'contains', 'next', 'li\uFEFFnk', '', '\uE000', '😀', 'k\n', '"\\', '\uDFFF'),
  {
    nil: undefined,
  },
)

// ---- The graph ------------------------------------------------------------------------------------------------

/** Names that a page may be asked for by and that (nearly always) no page has. */
const MISSING = ['missing', 'not/there.md', 'nicht\u0308', 'bell\u0007', 'half\uD800', '\uFEFFmissing', 'ö'.repeat(600)]

/** A way to name a page: its place among the pages, and how its path is spelt. Places past the last are missing. */
const reference = fc.record({
  place: fc.nat(0xffff),
  spelling: fc.constantFrom('as given', 'as given', 'NFD', 'NFC', 'with U+FEFF'),
  missing: fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...MISSING) },
  ),
})

type Reference = typeof reference extends fc.Arbitrary<infer T> ? T : never

function spell(pages: readonly { path: string }[], { place, spelling, missing }: Reference): string {
  const named = pages[place % Math.max(1, pages.length)]?.path
  if (named === undefined || missing !== undefined) return missing ?? 'missing'
  if (spelling === 'NFD' || spelling === 'NFC') return named.normalize(spelling)
  return spelling === 'as given' ? named : `${named}\uFEFF`
}

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const node: fc.Arbitrary<NodeInput> = fc.record({
  path,
  title: optional(text),
  summary: fc.oneof({ weight: 2, arbitrary: text }, { weight: 1, arbitrary: fc.constant(undefined) }),
  kind,
})

const nodes = (minLength: number, maxLength: number) =>
  fc.uniqueArray(node, { selector: ({ path: raw }) => identityOf(raw), minLength, maxLength, size: 'max' })

/** Over a thousand pages with short fields. */
const manyNodes = (maxLength: number) =>
  fc.array(fc.constantFrom(...PLAIN, '😀', '\uE000', 'é'), { minLength: 1001, maxLength, size: 'max' }).map((all) =>
    all.map(
      (word, index): NodeInput => ({
        path: `${word}${index}`,
        title: index % 2 ? word : undefined,
        summary: index % 3 ? word : undefined,
      }),
    ),
  )

const graphOf = (pages: fc.Arbitrary<NodeInput[]>, maxEdges: number, maxTrails: number): fc.Arbitrary<GraphInput> =>
  fc
    .record({
      nodes: pages,
      edges: fc.array(fc.record({ from: reference, to: reference, kind, self: fc.nat(12) }), {
        maxLength: maxEdges,
        size: 'max',
      }),
      repeated: fc.array(fc.nat(), { maxLength: 3 }),
      paths: fc.array(fc.record({ nodes: fc.array(reference, { maxLength: 4 }), kind }), { maxLength: maxTrails }),
      revision: optional(fc.oneof(fc.constantFrom('r1', 'v1.2.3', ''), text)),
    })
    .map(({ nodes: all, edges: pairs, repeated, paths, revision }) => {
      const edges = pairs.map(({ from, to, kind: edgeKind, self }): EdgeInput => {
        const start = spell(all, from)
        return { from: start, to: self === 0 ? start : spell(all, to), kind: edgeKind }
      })
      const again = repeated.flatMap((place) => edges[place % Math.max(1, edges.length)] ?? [])
      const trails = paths.map(
        (trail): TrailInput => ({ nodes: trail.nodes.map((ref) => spell(all, ref)), kind: trail.kind }),
      )
      return { nodes: all, edges: [...edges, ...again], paths: trails, revision }
    })

export const smallGraph = graphOf(nodes(0, 14), 24, 6)
export const middleGraph = graphOf(nodes(30, 48), 90, 12)
export const largeGraph = graphOf(manyNodes(1040), 1500, 30)

// ---- Models and settings --------------------------------------------------------------------------------------

const inputTokens = fc.constantFrom(1, 100, 4_095, 32_768, 65_535, 65_536, 200_000, 1_050_000, Number.MAX_SAFE_INTEGER)

const models: fc.Arbitrary<PacketPorts['models']> = fc.record({
  compositions: fc.uniqueArray(
    fc
      .record({ name: fc.constantFrom('c1', 'c2', 'c3'), inputTokens, reached: fc.boolean() })
      .map(({ name, inputTokens: tokens, reached }) => ({
        id: name,
        inputTokens: tokens,
        ...(reached ? { endpoint: `https://${name}` } : {}),
      })),
    { selector: ({ id }) => id, maxLength: 3 },
  ),
  profiles: fc.uniqueArray(
    fc.record({ id: fc.constantFrom('p1', 'p2'), inputTokens, metadata: fc.constantFrom(...METADATA_STATES) }),
    { selector: ({ id }) => id, maxLength: 2 },
  ),
})

const model: fc.Arbitrary<StepModel> = fc.record({
  composition: optional(fc.constantFrom('c1', 'c2', 'c4')),
  endpoint: optional(fc.constantFrom('https://c1', 'https://c3', 'https://c4')),
  profile: optional(
    fc.oneof(
      fc.record({ id: fc.constantFrom('p1', 'p2', 'p3') }),
      fc.record({
        id: optional(fc.constantFrom('p1', 'p3')),
        inputTokens,
        metadata: fc.constantFrom(...METADATA_STATES),
      }),
    ),
  ),
})

const share = fc.oneof(fc.constantFrom(1, 313, 1_250, 10_000), fc.integer({ min: 1, max: 10_000 }))

const settings = fc.record({
  localShareBasisPoints: share,
  corpusShareBasisPoints: share,
  fallbackInputTokens: fc.oneof(fc.constant(65_536), fc.integer({ min: 1, max: 5_000 }), inputTokens),
  localMaxDistance: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: distance }),
  summaryDistance: fc.nat(3),
  summaryPages: optional(fc.oneof(fc.nat(8), fc.constant(12))),
  safetyMarginBasisPoints: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(9_999) }),
})

// ---- Budgets: around the exact size of some packet, or anything --------------------------------------------------

const budget = fc.record({
  way: fc.constantFrom('step', 'step', 'fallback', 'window'),
  aim: fc.oneof(
    { weight: 1, arbitrary: fc.constant('anything' as const) },
    { weight: 1, arbitrary: fc.constant('everything' as const) },
    { weight: 6, arbitrary: fc.constant('some' as const) },
  ),
  anything: fc.oneof(fc.nat(3), fc.nat(400), fc.nat(10_000)),
  parts: fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()),
  off: fc.integer({ min: -2, max: 2 }),
})

type BudgetAim = typeof budget extends fc.Arbitrary<infer T> ? T : never

function tokensAt(given: Case, aim: BudgetAim, count: (text: string) => number): number {
  const plan = planPacket(given.step, given.graph, given.settings, '0123456789abcdef')
  const [pages, edges, trails, summaries] = aim.parts
  const size = plan.candidates.length
  if (aim.aim === 'anything' || size === 0) return aim.anything
  const { most } = contents(plan, bare(aim.aim === 'everything' ? size : 1 + (pages % size)))
  // Three in four stop within one phase of the trim: everything of the phases before it, nothing of those after.
  const phase = (pages >>> 8) % 4
  const extent = {
    pages: most.pages,
    edges: phase < 1 ? 0 : phase === 1 ? edges % (most.edges + 1) : most.edges,
    trails: phase < 2 ? 0 : phase === 2 ? trails % (most.trails + 1) : most.trails,
    summaries: phase < 3 ? 0 : summaries % (most.summaries + 1),
  }
  return Math.max(0, count(render(plan, aim.aim === 'everything' ? most : extent)) + aim.off)
}

/** A step on a graph, its budget aimed at the borders of the trim as the counter sees them. */
export const cases = (graph: fc.Arbitrary<GraphInput>, count: (text: string) => number): fc.Arbitrary<Case> =>
  fc
    .record({
      graph,
      models,
      settings,
      budget,
      step: fc.record({
        scope: fc.constantFrom(...SCOPES),
        access: fc.constantFrom(...ACCESSES),
        targets: fc.array(reference, { minLength: 1, maxLength: 4 }),
        requestedPages: optional(fc.array(reference, { maxLength: 5 })),
        host: optional(fc.constant({ capsule: null })),
        model: optional(model),
        maxDistance: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: distance }),
        summaryPages: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(8) }),
        summaryDistance: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: distance }),
      }),
    })
    .map(({ budget: aim, step: named, ...rest }) => {
      const spelt = (all: readonly Reference[]) => all.map((ref) => spell(rest.graph.nodes, ref))
      const step: Step = {
        ...named,
        targets: spelt(named.targets),
        requestedPages: named.requestedPages && spelt(named.requestedPages),
      }
      const given: Case = { ...rest, step }
      if (aim.way === 'window') return given
      const tokens = tokensAt(given, aim, count)
      if (aim.way === 'step') return { ...given, step: { ...step, budgetTokens: tokens } }
      const { localMaxDistance, summaryPages, summaryDistance, safetyMarginBasisPoints } = rest.settings
      return {
        ...given,
        step: { ...step, model: undefined },
        settings: {
          localShareBasisPoints: 10_000,
          corpusShareBasisPoints: 10_000,
          fallbackInputTokens: Math.max(1, tokens),
          localMaxDistance,
          summaryPages,
          summaryDistance,
          safetyMarginBasisPoints,
        },
      }
    })
