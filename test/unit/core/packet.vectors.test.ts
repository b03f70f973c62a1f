import { get_encoding } from 'tiktoken'
import { describe, expect, it } from 'vitest'
import type { EdgeInput, GraphInput, NodeInput } from '../../../src/core/graph-input.ts'
import type { PacketOutcome, PacketPorts, PacketSettings } from '../../../src/core/packet.ts'
import type { Step, StepModel } from '../../../src/core/step.ts'
import type { TokenCounter } from '../../../src/core/tokens.ts'
import type { Case } from './arbitraries.ts'
import { ask, bytesOf, characters, contentOf, counterOf, o200k } from './ports.ts'

const DEFAULTS: PacketSettings = {
  localShareBasisPoints: 313,
  corpusShareBasisPoints: 1_250,
  fallbackInputTokens: 65_536,
  summaryDistance: 1,
  safetyMarginBasisPoints: 0,
}

interface Question {
  step?: Partial<Step> | undefined
  graph?: Partial<GraphInput> | undefined
  settings?: Partial<PacketSettings> | undefined
  models?: Partial<PacketPorts['models']> | undefined
  counter?: TokenCounter
}

function outcomeOf({ step, graph, settings, models, counter = characters }: Question): PacketOutcome {
  const given: Case = {
    step: { scope: 'local', access: 'read', targets: ['a'], ...step },
    graph: { nodes: [], edges: [], paths: [], revision: 'r7', ...graph },
    settings: { ...DEFAULTS, ...settings },
    models: { compositions: [], profiles: [], ...models },
  }
  return ask(given, counter).outcome
}

function answerTo(question: Question) {
  const outcome = outcomeOf(question)
  if (outcome.kind !== 'answered') throw new Error(`refused: ${outcome.detail}`)
  return contentOf(outcome)
}

function packetFor(question: Question) {
  const { packet } = answerTo(question)
  if (packet === null) throw new Error('no packet')
  return packet
}

const textFor = (question: Question): string => packetFor(question).text

const linesOf = (question: Question): string[] => textFor(question).split('\n').slice(1, -1)

/** Pages by path alone. */
const pages = (...paths: string[]): NodeInput[] => paths.map((path) => ({ path }))

/** `a-b a-c` are links from a to b and from a to c. */
const links = (all: string): EdgeInput[] =>
  all.split(' ').map((pair) => {
    const [from = '', to = ''] = pair.split('-')
    return { from, to }
  })

const shown = (question: Question): string[] => packetFor(question).nodes.map((node) => node.path)

describe('window, share, budget (section 1)', () => {
  const composition = (inputTokens: number): Question => ({
    step: { model: { composition: 'm' } },
    models: { compositions: [{ id: 'm', inputTokens }] },
  })

  it.each([
    { window: 65_536, local: 2_051, corpus: 8_192 },
    { window: 1_050_000, local: 32_865, corpus: 131_250 },
    { window: 32_768, local: 2_051, corpus: 8_192 },
    { window: 200_000, local: 6_260, corpus: 25_000 },
    { window: 9_007_199_254_740_991, local: 281_925_336_673_393, corpus: 1_125_899_906_842_623 },
  ])('a window of $window gives $local tokens to local and change steps, $corpus to corpus steps', (row) => {
    const { models, step } = composition(row.window)
    const tokens = (scope: Step['scope']) => answerTo({ models, step: { ...step, scope } }).budget.tokens
    expect([tokens('local'), tokens('change'), tokens('corpus')]).toEqual([row.local, row.local, row.corpus])
  })

  it('every basis point is exact in the largest window', () => {
    const { models, step } = composition(Number.MAX_SAFE_INTEGER)
    for (const share of [1, 7, 313, 3_333, 4_999, 5_001, 9_999, 10_000]) {
      const exact = (BigInt(Number.MAX_SAFE_INTEGER) * BigInt(share)) / 10_000n
      const { budget } = answerTo({ models, step, settings: { localShareBasisPoints: share } })
      expect(BigInt(budget.tokens)).toBe(exact)
    }
  })

  const models: PacketPorts['models'] = {
    compositions: [
      { id: 'large', endpoint: 'https://large', inputTokens: 200_000 },
      { id: 'small', endpoint: 'https://small', inputTokens: 8_000 },
      { id: 'even', inputTokens: 65_536 },
    ],
    profiles: [
      { id: 'current', inputTokens: 100_000, metadata: 'current' },
      { id: 'stale', inputTokens: 100_000, metadata: 'stale' },
      { id: 'stale and small', inputTokens: 4_000, metadata: 'stale' },
      { id: 'current and small', inputTokens: 4_000, metadata: 'current' },
    ],
  }
  const fallback = (declared: number | null) => ({
    declared,
    effective: 65_536,
    source: 'fallback',
    inflated: declared !== null && declared < 65_536,
  })
  const known = (source: string, declared: number) => ({ declared, effective: declared, source, inflated: false })

  it.each<{ because: string; model: StepModel | undefined; window: unknown }>([
    { because: 'nothing is said of the model', model: undefined, window: fallback(null) },
    { because: 'the step names a composition', model: { composition: 'large' }, window: known('composition', 200_000) },
    {
      because: 'an endpoint reaches a composition',
      model: { endpoint: 'https://large' },
      window: known('composition', 200_000),
    },
    {
      because: 'the named composition counts before the endpoint',
      model: { composition: 'large', endpoint: 'https://small' },
      window: known('composition', 200_000),
    },
    {
      because: 'a composition that is not installed leaves the endpoint',
      model: { composition: 'gone', endpoint: 'https://large' },
      window: known('composition', 200_000),
    },
    { because: 'no composition has the endpoint', model: { endpoint: 'https://gone' }, window: fallback(null) },
    {
      because: 'the composition counts before the profile',
      model: { composition: 'large', profile: { id: 'current' } },
      window: known('composition', 200_000),
    },
    {
      because: 'no composition has the endpoint, but the profile is current',
      model: { endpoint: 'https://gone', profile: { id: 'current' } },
      window: known('profile', 100_000),
    },
    { because: 'the composition is below the fallback', model: { composition: 'small' }, window: fallback(8_000) },
    {
      because: 'the composition is below the fallback, whatever the profile says',
      model: { composition: 'small', profile: { id: 'current' } },
      window: fallback(8_000),
    },
    {
      because: 'a window may equal the fallback',
      model: { composition: 'even' },
      window: known('composition', 65_536),
    },
    { because: 'the profile is stale', model: { profile: { id: 'stale' } }, window: fallback(100_000) },
    {
      because: 'the profile is stale and small',
      model: { profile: { id: 'stale and small' } },
      window: fallback(4_000),
    },
    {
      because: 'the profile is current and small',
      model: { profile: { id: 'current and small' } },
      window: fallback(4_000),
    },
    { because: 'the profile is not installed', model: { profile: { id: 'gone' } }, window: fallback(null) },
    {
      because: 'the step carries a current profile',
      model: { profile: { inputTokens: 70_000, metadata: 'current' } },
      window: known('profile', 70_000),
    },
    {
      because: 'what the step carries counts before the profile that it names',
      model: { profile: { id: 'current', inputTokens: 70_000, metadata: 'unknown' } },
      window: fallback(70_000),
    },
  ])('where $because, the answer says where the window came from', ({ model, window }) => {
    expect(answerTo({ step: { model }, models }).budget.window).toEqual(window)
  })

  it('budgetTokens takes the place of the share and is named as the limit', () => {
    const { budget, contextPreflight } = answerTo({ step: { budgetTokens: 5 }, graph: { nodes: pages('a') } })
    expect(budget).toEqual({
      window: fallback(null),
      shareName: 'step.budgetTokens',
      shareBasisPoints: null,
      safetyMarginBasisPoints: 0,
      tokens: 5,
    })
    expect(contextPreflight.limit).toMatchObject({ name: 'step.budgetTokens', configured: 5 })
  })
})

/** 68 characters of heading; the pages are 55, 66 and 23, the links 7 + 4, 2 and 4, the trail 8 + 6: 243 in all. */
const guide: GraphInput = {
  revision: 'r7',
  nodes: [
    { path: 'docs/index.md', title: 'Home' },
    { path: 'docs/install.md', title: 'Install', summary: 'How to install the tool.' },
    { path: 'docs/config.md', title: 'Configuration', summary: 'Every setting and its default.' },
  ],
  edges: links('docs/install.md-docs/config.md docs/install.md-docs/index.md docs/config.md-docs/index.md'),
  paths: [{ nodes: ['docs/index.md', 'docs/install.md', 'docs/config.md'] }],
}

const onGuide = (budgetTokens: number, step: Partial<Step> = {}): Question => ({
  graph: guide,
  step: { targets: ['docs/install.md'], requestedPages: ['docs/install.md', 'docs/config.md'], budgetTokens, ...step },
})

const limitOf = (configured: number, observed: number) => ({ name: 'step.budgetTokens', configured, observed })

describe('contextPreflight (section 6), each row by hand', () => {
  it('everything fits, every requested page is in the packet: complete', () => {
    const { packet, contextPreflight, graphIssues } = answerTo(onGuide(243))
    expect(contextPreflight).toEqual({ status: 'complete', unboundTargets: [], unboundTargetsOmitted: 0 })
    expect(packet).toEqual({
      revision: 'r7',
      tokenizer: 'characters',
      tokens: 243,
      text: [
        'Documentation map at r7: 3 of 3 pages, 3 of 3 links, 1 of 1 trails.',
        '1 docs/install.md | Install | How to install the tool.',
        '2 docs/config.md | Configuration | Every setting and its default.',
        '3 docs/index.md | Home',
        'Links:',
        '1>2,3',
        '2>3',
        'Trails:',
        '3>1>2',
        '',
      ].join('\n'),
      nodes: [guide.nodes[1], guide.nodes[2], guide.nodes[0]],
      edges: guide.edges,
      paths: guide.paths,
      counts: {
        nodes: { kept: 3, total: 3 },
        edges: { kept: 3, total: 3 },
        paths: { kept: 1, total: 1 },
        summaries: { kept: 2, total: 2 },
      },
    })
    const none = { count: 0, examples: [] }
    expect(graphIssues).toEqual({
      danglingEdges: none,
      danglingPaths: none,
      emptyPaths: none,
      repeatedEdges: none,
      selfEdges: none,
    })
  })

  it.each([
    { budget: 242, tokens: 229, kept: [3, 3, 0] },
    { budget: 229, tokens: 229, kept: [3, 3, 0] },
    { budget: 228, tokens: 225, kept: [3, 2, 0] },
    { budget: 224, tokens: 223, kept: [3, 1, 0] },
    { budget: 222, tokens: 212, kept: [3, 0, 0] },
    { budget: 211, tokens: 200, kept: [2, 1, 0] },
    { budget: 199, tokens: 189, kept: [2, 0, 0] },
    { budget: 188, tokens: 123, kept: [1, 0, 0] },
    { budget: 123, tokens: 123, kept: [1, 0, 0] },
  ])('trimmed to $budget: degraded, $tokens tokens kept, the size before the trim observed', (row) => {
    const { packet, contextPreflight } = answerTo(onGuide(row.budget, { requestedPages: ['docs/install.md'] }))
    const { nodes, edges, paths } = packet?.counts ?? {}
    expect(packet?.tokens).toBe(row.tokens)
    expect([nodes?.kept, edges?.kept, paths?.kept]).toEqual(row.kept)
    expect(contextPreflight).toEqual({
      status: 'degraded',
      reason: 'preflight-budget-exceeded',
      limit: limitOf(row.budget, 243),
      unboundTargets: [],
      unboundTargetsOmitted: 0,
    })
  })

  it.each([
    { budget: 188, unboundTargets: ['docs/gone.md'] },
    { budget: 145, unboundTargets: ['docs/gone.md', 'docs/index.md'] },
  ])('trimmed to $budget, and a page is missing: the reason is the budget, $unboundTargets are told', (row) => {
    const requestedPages = ['docs/gone.md', 'docs/install.md', 'docs/index.md']
    expect(answerTo(onGuide(row.budget, { requestedPages })).contextPreflight).toEqual({
      status: 'degraded',
      reason: 'preflight-budget-exceeded',
      limit: limitOf(row.budget, 243),
      unboundTargets: row.unboundTargets,
      unboundTargetsOmitted: 0,
    })
  })

  const noFit = {
    status: 'degraded',
    reason: 'preflight-budget-exceeded',
    limit: limitOf(122, 123),
    unboundTargets: ['docs/install.md', 'docs/config.md'],
    unboundTargetsOmitted: 0,
  }

  it.each<{ kind: string; step: Partial<Step> }>([
    { kind: 'read', step: { access: 'read' } },
    { kind: 'hosted read', step: { access: 'read', host: { capsule: { run: 1 } } } },
    { kind: 'hosted write', step: { access: 'write', host: { capsule: null } } },
  ])('not even the first target fits a $kind: no packet, and the budget that it takes', ({ step }) => {
    expect(answerTo(onGuide(122, step))).toMatchObject({ packet: null, contextPreflight: noFit })
  })

  it('not even the first target fits a write: refused as bound, with the share, both values and the record', () => {
    const outcome = outcomeOf(onGuide(122, { access: 'write' }))
    expect(outcome).toMatchObject({
      kind: 'refused',
      code: 'preflight-budget-exceeded',
      class: 'bound',
      contextPreflight: noFit,
      budget: { tokens: 122 },
    })
    if (outcome.kind !== 'refused') return
    for (const part of ['step.budgetTokens', '122', '123']) expect(outcome.detail).toContain(part)
  })

  it('a requested page and a target are not in the graph, all else fits: degraded as unbound, without a limit', () => {
    const step = { targets: ['docs/new.md', 'docs/install.md'], requestedPages: ['docs/gone.md', 'docs/config.md'] }
    const { packet, contextPreflight } = answerTo(onGuide(243, step))
    expect(packet?.tokens).toBe(243)
    expect(contextPreflight).toEqual({
      status: 'degraded',
      reason: 'preflight-target-unbound',
      unboundTargets: ['docs/gone.md', 'docs/new.md'],
      unboundTargetsOmitted: 0,
    })
  })

  const unbound = {
    status: 'degraded',
    reason: 'preflight-target-unbound',
    unboundTargets: ['docs/install.md', 'docs/gone.md'],
    unboundTargetsOmitted: 0,
  }
  const nowhere = { targets: ['docs/gone.md'], requestedPages: ['docs/install.md'] }

  it.each<{ kind: string; step: Partial<Step> }>([
    { kind: 'read', step: { access: 'read' } },
    { kind: 'hosted write', step: { access: 'write', host: { capsule: 'x' } } },
  ])('none of the targets of a $kind is in the graph: no packet and no limit, whatever is requested', ({ step }) => {
    const { packet, contextPreflight } = answerTo(onGuide(243, { ...nowhere, ...step }))
    expect(packet).toBeNull()
    expect(contextPreflight).toEqual(unbound)
  })

  it('none of the targets of a write is in the graph: refused as a request, with the record', () => {
    const outcome = outcomeOf(onGuide(243, { ...nowhere, access: 'write' }))
    expect(outcome).toMatchObject({ kind: 'refused', code: 'preflight-target-unbound', class: 'request' })
    expect(outcome).toHaveProperty('contextPreflight', unbound)
  })

  it.each<{ scope: Step['scope']; name: string }>([
    { scope: 'local', name: 'context.localPacketInputShareBasisPoints' },
    { scope: 'change', name: 'context.localPacketInputShareBasisPoints' },
    { scope: 'corpus', name: 'context.corpusPacketInputShareBasisPoints' },
  ])('the limit of a $scope step is named $name and holds the tokens of this window', ({ scope, name }) => {
    const question = onGuide(0, { scope, budgetTokens: undefined })
    const settings = { fallbackInputTokens: 2_000, localShareBasisPoints: 1_000, corpusShareBasisPoints: 1_100 }
    expect(answerTo({ ...question, settings }).contextPreflight.limit).toEqual({
      name,
      configured: scope === 'corpus' ? 220 : 200,
      observed: 243,
    })
  })
})

describe('unbound targets', () => {
  const missing = (requestedPages: string[], targets = ['a']) => {
    const { contextPreflight } = answerTo({ graph: { nodes: pages('a') }, step: { requestedPages, targets } })
    return [contextPreflight.unboundTargets, contextPreflight.unboundTargetsOmitted]
  }

  it('are the requested pages, then the other targets, once each, in the order of the step', () => {
    expect(missing(['c', 'b', 'c', 'a'], ['d', 'a', 'b'])).toEqual([['c', 'b', 'd'], 0])
  })

  it('are told by their NFC path', () => {
    expect(missing(['e\u0301', '\u00E9', '\uFEFFb'])).toEqual([['\u00E9', 'b'], 0])
  })

  it('that the record cannot hold are counted: control characters, unpaired surrogates, over 1,024 bytes', () => {
    const held = ['\u00E9'.repeat(512), 'x'.repeat(1_024), '\uFFFD', 'line\u2028']
    const not = ['a\u0000', 'b\n', 'c\u0085', 'd\uD800', '\uDC00e', '\u00E9'.repeat(513), 'x'.repeat(1_025)]
    expect(missing([...held, ...not])).toEqual([held, 7])
  })

  it('past the first 256 are counted', () => {
    const many = Array.from({ length: 300 }, (_, index) => `p${index}`)
    expect(missing(['\n', ...many])).toEqual([many.slice(0, 256), 45])
  })
})

describe('the keep order (section 4)', () => {
  it('is the first target, requested pages, other targets, then the rest by distance, unreachable pages last', () => {
    const graph = {
      nodes: pages('island', 'far', 'near', 'asked2', 'asked1', 'other', 'first', 'another island'),
      edges: links('first-near near-far'),
    }
    const step = { targets: ['gone', 'first', 'other', 'asked1'], requestedPages: ['asked2', 'asked1', 'first'] }
    expect(shown({ graph, step })).toEqual([
      'first',
      'asked2',
      'asked1',
      'other',
      'near',
      'far',
      'another island',
      'island',
    ])
  })

  it('follows links in both directions', () => {
    const graph = { nodes: pages('a', 'b', 'c', 'd', 'e'), edges: links('e-a d-e') }
    expect(shown({ graph })).toEqual(['a', 'e', 'd', 'b', 'c'])
  })

  it('ranks at one distance by PageRank: the page that more ways lead to comes first', () => {
    const graph = { nodes: pages('a', 'p', 'q', 'r', 'x', 'z'), edges: links('a-p a-q a-r p-x p-z q-z r-z') }
    expect(shown({ graph }).slice(4)).toEqual(['z', 'x'])
  })

  it('takes a page that links to itself for its own neighbour', () => {
    const graph = (edges: string) => ({ nodes: pages('t', 'a', 'b'), edges: links(edges) })
    const step = { targets: ['t'] }
    expect(shown({ graph: graph('t-a t-b'), step })).toEqual(['t', 'a', 'b'])
    expect(shown({ graph: graph('t-a t-b b-b'), step })).toEqual(['t', 'b', 'a'])
  })

  it('counts a neighbour once, however many links join it', () => {
    const graph = { nodes: pages('t', 'a', 'b'), edges: [...links('t-a t-b b-t'), { from: 't', to: 'b', kind: 'k' }] }
    expect(shown({ graph, step: { targets: ['t'] } })).toEqual(['t', 'a', 'b'])
  })

  it('compares paths by code point, not by UTF-16 unit and not by locale', () => {
    const paths = ['B', 'a', 'b', '\u00E4', '\uE000', '\uFF5E', '\u{10000}', '\u{1F600}']
    const graph = { nodes: pages('t', ...paths.toReversed()) }
    expect(shown({ graph, step: { targets: ['t'] } })).toEqual(['t', ...paths])
  })

  it.each<{ step: Partial<Step>; localMaxDistance?: number; kept: string[] }>([
    { step: {}, kept: ['a', 'b', 'c', 'd', 'z'] },
    { step: { maxDistance: 2 }, kept: ['a', 'b', 'c'] },
    { step: { maxDistance: 0 }, kept: ['a'] },
    { step: { maxDistance: 9 }, kept: ['a', 'b', 'c', 'd'] },
    { step: {}, localMaxDistance: 1, kept: ['a', 'b'] },
    { step: { scope: 'change' }, localMaxDistance: 1, kept: ['a', 'b'] },
    { step: { scope: 'corpus' }, localMaxDistance: 1, kept: ['a', 'b', 'c', 'd', 'z'] },
    { step: { scope: 'corpus', maxDistance: 2 }, localMaxDistance: 1, kept: ['a', 'b', 'c'] },
    { step: { maxDistance: 3 }, localMaxDistance: 1, kept: ['a', 'b', 'c', 'd'] },
    { step: { maxDistance: 1, requestedPages: ['z', 'c'] }, kept: ['a', 'z', 'c', 'b'] },
  ])('maxDistance: $step, setting $localMaxDistance, keeps $kept', ({ step, localMaxDistance, kept }) => {
    const graph = {
      nodes: pages('a', 'b', 'c', 'd', 'z'),
      edges: links('a-b b-c c-d'),
      paths: [{ nodes: ['a', 'b'] }, { nodes: ['a', 'z'] }],
    }
    const { nodes, counts } = packetFor({ graph, step, settings: { localMaxDistance } })
    expect(nodes.map((node) => node.path)).toEqual(kept)
    expect(counts.nodes.total).toBe(kept.length)
    const joined = [kept.includes('b'), kept.includes('c') && kept.includes('b'), kept.includes('d')]
    expect(counts.edges.total).toBe(joined.filter(Boolean).length)
    expect(counts.paths.total).toBe(Number(kept.includes('b')) + Number(kept.includes('z')))
  })
})

describe('the graph (section 2)', () => {
  it('a target in NFD finds its page in NFC, and the other way round', () => {
    expect(shown({ graph: { nodes: pages('caf\u00E9') }, step: { targets: ['cafe\u0301'] } })).toEqual(['caf\u00E9'])
    expect(shown({ graph: { nodes: pages('cafe\u0301') }, step: { targets: ['caf\u00E9'] } })).toEqual(['caf\u00E9'])
  })

  it('a path is cleaned before it is composed', () => {
    expect(shown({ graph: { nodes: pages('e\uFEFF\u0301') }, step: { targets: ['\u00E9'] } })).toEqual(['\u00E9'])
  })

  it('25 paths that two pages share: the error lists 20 and counts 25', () => {
    const nodes = Array.from({ length: 25 }, (_, index) => pages(`\u00E9${index}`, `e\u0301${index}`)).flat()
    let thrown: unknown
    try {
      outcomeOf({ graph: { nodes } })
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({ name: 'CoreError', code: 'graph-duplicate-path', count: 25 })
    expect((thrown as { errors: unknown[] }).errors.length).toBe(20)
  })

  it('links and trails to nowhere are left out and counted; self-links and repeated links count once', () => {
    const { packet, graphIssues } = answerTo({
      graph: {
        nodes: pages('a', 'b'),
        edges: [...links('a-b a-b a-b a-a a-a b-gone gone-b gone-gone'), { from: 'a', to: 'b', kind: 'next' }],
        paths: [{ nodes: ['a', 'b'] }, { nodes: ['a', 'gone'] }, { nodes: [] }, { nodes: ['b'] }],
      },
    })
    const counts = Object.fromEntries(Object.entries(graphIssues).map(([name, issue]) => [name, issue.count]))
    expect(counts).toEqual({ danglingEdges: 3, danglingPaths: 1, emptyPaths: 1, repeatedEdges: 3, selfEdges: 1 })
    for (const [name, issue] of Object.entries(graphIssues)) {
      if (name !== 'emptyPaths') expect(issue.examples.join()).toMatch(/[ab]/)
    }
    expect(packet?.edges).toEqual([
      { from: 'a', to: 'a' },
      { from: 'a', to: 'b' },
      { from: 'a', to: 'b', kind: 'next' },
    ])
    expect(packet?.text.split('\n').slice(3)).toEqual(['Links:', '1>1,2,2', 'Trails:', '2', '1>2', ''])
  })

  it('examples name pages as the packet does, in NFC', () => {
    const { danglingEdges, danglingPaths } = answerTo({
      graph: {
        nodes: pages('\u00E9'),
        edges: [{ from: 'e\u0301', to: 'gone' }],
        paths: [{ nodes: ['e\u0301', 'gone'] }],
      },
    }).graphIssues
    for (const { examples } of [danglingEdges, danglingPaths]) expect(examples.join()).toContain('\u00E9')
  })
})

describe('edge order and path order (section 5)', () => {
  it('edges go by larger end, smaller end, direction, kind, an absent kind first', () => {
    const edge = (from: string, to: string, kind?: string) => (kind === undefined ? { from, to } : { from, to, kind })
    const ordered = [
      edge('a', 'a'),
      edge('a', 'b'),
      edge('a', 'b', 'B'),
      edge('a', 'b', 'a'),
      edge('a', 'b', '\uFFFD'),
      edge('a', 'b', '\u{1F600}'),
      edge('b', 'a'),
      edge('b', 'a', 'k'),
      edge('b', 'b'),
      edge('c', 'a'),
      edge('b', 'c'),
      edge('c', 'b'),
    ]
    const graph = { nodes: pages('a', 'b', 'c'), edges: ordered.toReversed() }
    const step = { requestedPages: ['a', 'b', 'c'] }
    expect(packetFor({ graph, step }).edges).toEqual(ordered)
    expect(linesOf({ graph, step }).slice(3)).toEqual(['Links:', '1>1,2,2,2,2,2', '2>1,1,2,3', '3>1,2'])
  })

  it('trails go by largest number, length, numbers, kind; none is dropped for being there twice', () => {
    const ordered = [
      '1',
      '1',
      '1>1',
      '2',
      '1>2',
      '2>1',
      '2>1',
      '1>1>2',
      '3',
      '1>3',
      '3>2',
      '10',
      '2>10',
      '9>10',
      '10>3',
    ]
    const paths = 'abcdefghij'
    const graph = {
      nodes: pages(...paths),
      paths: ordered.toReversed().map((trail, index) => ({
        nodes: trail.split('>').map((number) => paths[Number(number) - 1] ?? ''),
        ...(index % 2 ? { kind: 'k' } : {}),
      })),
    }
    const lines = linesOf({ graph, step: { requestedPages: [...paths] } })
    expect(lines.slice(lines.indexOf('Trails:') + 1)).toEqual(ordered)
    const kinds = packetFor({ graph, step: { requestedPages: [...paths] } }).paths.map(({ kind }) => kind)
    expect(kinds.slice(0, 2)).toEqual([undefined, 'k'])
  })

  it('links stop at the first that does not fit, though a later one would', () => {
    const nodes = pages('a', 'b', 'c')
    const graph = { nodes, edges: [...links('a-b'), ...links('b-c a-c')] }
    const step = { requestedPages: ['a', 'b', 'c'] }
    const bare = 'Documentation map at r7: 3 of 3 pages, 0 of 3 links, 0 of 0 trails.\n1 a\n2 b\n3 c\n'.length
    const kept = (more: number) =>
      packetFor({ graph, step: { ...step, budgetTokens: bare + more } }).edges.map(({ from, to }) => from + to)
    expect(kept(10)).toEqual([])
    expect(kept(11)).toEqual(['ab'])
    expect(kept(12)).toEqual(['ab'])
    expect(kept(13)).toEqual(['ab', 'ac'])
    expect(kept(16)).toEqual(['ab', 'ac'])
    expect(kept(17)).toEqual(['ab', 'ac', 'bc'])
  })
})

describe('summaries (section 5)', () => {
  const page = (path: string, summary: string): NodeInput => ({ path, title: 'T', summary })
  const graph: Partial<GraphInput> = {
    nodes: [page('a', 'one'), page('b', 'two'), page('c', 'three'), page('d', 'four'), page('z', '5')],
    edges: links('a-b b-c c-d'),
  }
  /** 69 of heading for 5 pages and 3 links; lines of 8 with title alone; a summary takes 3 and its length. */
  const withAll = 68 + 5 * 8 + 6 + 6 + 8 + 7 + 4 + 7 + 4 + 4 + 4
  const kept = (budgetTokens: number, step: Partial<Step> = {}, settings: Partial<PacketSettings> = {}) =>
    packetFor({ graph, step: { budgetTokens, ...step }, settings }).nodes.map(({ summary }) => summary ?? '-')

  it('everything fits: every summary is shown, near or far', () => {
    expect(kept(withAll)).toEqual(['one', 'two', 'three', 'four', '5'])
  })

  it('pages up to summaryDistance carry theirs from the start, the rest get theirs last, in keep order', () => {
    expect(kept(withAll - 1)).toEqual(['one', 'two', 'three', 'four', '-'])
    expect(kept(withAll - 4)).toEqual(['one', 'two', 'three', 'four', '-'])
    expect(kept(withAll - 5)).toEqual(['one', 'two', 'three', '-', '-'])
    expect(kept(withAll - 4 - 7 - 8)).toEqual(['one', 'two', '-', '-', '-'])
  })

  it('stop at the first that does not fit, though a shorter one behind it would', () => {
    expect(kept(withAll - 7)).toEqual(['one', 'two', 'three', '-', '-'])
    expect(packetFor({ graph, step: { budgetTokens: withAll - 7 } }).counts.summaries).toEqual({ kept: 3, total: 5 })
  })

  it('requested pages and targets carry theirs from the start, however far', () => {
    const tight = withAll - 19
    expect(kept(tight, { requestedPages: ['z'], summaryDistance: 0 }).slice(0, 2)).toEqual(['one', '5'])
    expect(kept(tight, { targets: ['a', 'd'], summaryDistance: 0 }).slice(0, 2)).toEqual(['one', 'four'])
  })

  it("the step's summaryDistance counts before the setting's", () => {
    expect(kept(withAll - 1, {}, { summaryDistance: 9 })).toEqual(['one', 'two', 'three', 'four', '-'])
    const twoFull = 68 + 8 + 6 + 8 + 6
    expect(kept(twoFull + 7, { summaryDistance: 1 }, { summaryDistance: 0 })).toEqual(['one', 'two'])
    expect(kept(twoFull + 7, { summaryDistance: 0 }, { summaryDistance: 1 })).toEqual(['one', '-', '-'])
  })

  it('with a setting for pages the first summaryPages of the keep order carry theirs from the start', () => {
    const firstTwo = { summaryPages: 2 }
    const threeLines = 68 + 8 + 6 + 8 + 6 + 8
    expect(kept(threeLines, {}, firstTwo)).toEqual(['one', 'two', '-'])
    expect(kept(threeLines - 1, {}, firstTwo)).toEqual(['one', 'two'])
    expect(kept(threeLines - 1, {}, { ...firstTwo, summaryPages: 0 })).toEqual(['one', '-', '-'])
    expect(kept(threeLines - 1, { targets: ['d'] }, firstTwo)).toEqual(['four', 'three'])
  })

  it('the pages that the step names are among the first summaryPages, and all of them carry theirs', () => {
    const firstTwo = { summaryPages: 2 }
    const requestedPages = ['c', 'd']
    expect(kept(withAll - 14, { requestedPages }, firstTwo)).toEqual(['one', 'three', 'four', '-', '-'])
    expect(kept(withAll - 14, { requestedPages: ['d'] }, firstTwo)).toEqual(['one', 'four', '-', '-', '-'])
  })

  it('what the step says of summaries takes the place of both settings', () => {
    const tight = withAll - 4 - 7 - 8
    expect(kept(tight, { summaryPages: 2 }, { summaryDistance: 9 })).toEqual(['one', 'two', '-', '-', '-'])
    expect(kept(tight, { summaryDistance: 1 }, { summaryPages: 9 })).toEqual(['one', 'two', '-', '-', '-'])
    expect(kept(tight + 7, { summaryPages: 2, summaryDistance: 2 })).toEqual(['one', 'two', 'three', '-', '-'])
  })

  it('a page that no chain joins to a target is far, whatever the distance', () => {
    expect(kept(withAll - 1, { summaryDistance: Number.MAX_SAFE_INTEGER })).toEqual([
      'one',
      'two',
      'three',
      'four',
      '-',
    ])
  })
})

describe('the text (section 5)', () => {
  const first = (node: Omit<NodeInput, 'path'>, path = 'a') => {
    const packet = packetFor({ graph: { nodes: [{ path, ...node }] }, step: { targets: [path] } })
    return { line: packet.text.split('\n')[1], node: packet.nodes[0] }
  }

  it.each([
    { raw: ' two\n\n lines\t\u00A0\u3000x\u0085\u2028y ', shown: 'two lines x y' },
    { raw: 'bell\u0007 and\u0000\u001B[0m esc', shown: 'bell and[0m esc' },
    { raw: 'a \u0000 b', shown: 'a b' },
    { raw: 'x\uFEFFy\uD800z\uDC00', shown: 'xy\uFFFDz\uFFFD' },
    { raw: '\uD83D\uFEFF\uDE00', shown: '\uFFFD\uFFFD' },
    { raw: 'a | b', shown: 'a \u00A6 b' },
    { raw: '|', shown: '\u00A6' },
    { raw: '| | a|b || |', shown: '\u00A6 \u00A6 a|b || \u00A6' },
    { raw: 'a\n|\tb', shown: 'a \u00A6 b' },
    { raw: 'e\u0301', shown: 'e\u0301' },
  ])('a title $raw is shown as $shown', ({ raw, shown: expected }) => {
    expect(first({ title: raw })).toEqual({ line: `1 a | ${expected}`, node: { path: 'a', title: expected } })
    expect(first({ summary: raw })).toEqual({ line: `1 a | ${expected}`, node: { path: 'a', summary: expected } })
  })

  it('an empty title or summary is as if left out', () => {
    expect(first({ title: ' \n', summary: '\u0000\uFEFF' })).toEqual({ line: '1 a', node: { path: 'a' } })
  })

  it.each([
    { path: 'a\nb', shown: 'a%0Ab' },
    { path: 'a\u0000\u007F\u0085\u2028\u2029', shown: 'a%00%7F%C2%85%E2%80%A8%E2%80%A9' },
    { path: 'a | b', shown: 'a %7C b' },
    { path: '|', shown: '%7C' },
    { path: 'a |', shown: 'a %7C' },
    { path: 'a|b%0A', shown: 'a|b%0A' },
    { path: ' a  b ', shown: ' a  b ' },
  ])('a path $path is shown as $shown, and nodes has it as it is', ({ path, shown: expected }) => {
    expect(first({ title: 'T' }, path)).toEqual({ line: `1 ${expected} | T`, node: { path, title: 'T' } })
  })

  it('the revision is one line', () => {
    const packet = packetFor({ graph: { nodes: pages('a'), revision: ' v1\n| 2\u0000\uFEFF ' } })
    expect(packet.revision).toBe('v1 | 2')
    expect(packet.text.split('\n')[0]).toBe('Documentation map at v1 | 2: 1 of 1 pages, 0 of 0 links, 0 of 0 trails.')
  })

  it('a revision in which nothing is left is a digest', () => {
    const named = packetFor({ graph: { nodes: pages('a'), revision: ' \n' } }).revision
    expect(named).toMatch(/^[0-9a-f]{16}$/)
    expect(packetFor({ graph: { nodes: pages('a'), revision: undefined } }).revision).toBe(named)
  })

  it('kinds of pages, links and trails are handed back, cleaned', () => {
    const graph: GraphInput = {
      nodes: [{ path: 'a', kind: 'k\uFEFF' }],
      edges: [{ from: 'a', to: 'a', kind: '\uD800' }],
      paths: [{ nodes: ['a'], kind: 'next' }],
    }
    expect(packetFor({ graph })).toMatchObject({
      nodes: [{ path: 'a', kind: 'k' }],
      edges: [{ from: 'a', to: 'a', kind: '\uFFFD' }],
      paths: [{ nodes: ['a'], kind: 'next' }],
    })
  })
})

/** A site of many pages, each with a title, a summary, a link to the next, a link home and a trail. */
function site(size: number, title = 'Title of', summary = 'What the page is about, in some words.'): GraphInput {
  const path = (index: number) => `docs/part-${index % 7}/page-${String(index).padStart(4, '0')}.md`
  const all = Array.from({ length: size }, (_, index) => index)
  return {
    revision: 'r7',
    nodes: all.map((index) => ({ path: path(index), title: `${title} ${index}`, summary: `${summary} ${index}` })),
    edges: all.flatMap((index) => [
      { from: path(index), to: path((index + 1) % size) },
      { from: path(index), to: path(0) },
    ]),
    paths: all.map((index) => ({ nodes: [path(0), path(index)] })),
  }
}

const home = 'docs/part-0/page-0000.md'
const reference = get_encoding('o200k_base')
const recount = (text: string): number => reference.encode(text, [], []).length

describe('public failures of others', () => {
  const sized = (length: number, budgetTokens: number, step: Partial<Step> = {}): Question => ({
    graph: site(length),
    step: { targets: [home], budgetTokens, ...step },
    counter: o200k,
  })

  it('P1: of 12 pages each larger than the budget none is kept, and the smallest budget is told', () => {
    const nodes = Array.from({ length: 12 }, (_, index) => ({ path: `${index + 10}`, title: 'x'.repeat(200) }))
    const question = (budgetTokens: number): Question => ({ graph: { nodes }, step: { targets: ['10'], budgetTokens } })
    const { packet, contextPreflight } = answerTo(question(150))
    expect(packet).toBeNull()
    expect(contextPreflight.limit).toEqual(limitOf(150, 69 + 208))
    expect(shown(question(277))).toEqual(['10'])
  })

  it('P3: of 51 pages 26 are dropped: the first line says 25 of 51', () => {
    const nodes = pages(...Array.from({ length: 51 }, (_, index) => `docs/${index + 10}.md`))
    for (const budgetTokens of [411, 424]) {
      const text = textFor({ graph: { nodes }, step: { targets: ['docs/10.md'], budgetTokens } })
      expect(
        text.startsWith('Documentation map at r7: 25 of 51 pages, 0 of 0 links, 0 of 0 trails.\n1 docs/10.md\n'),
      ).toBe(true)
      expect(text.length).toBe(411)
    }
  })

  it('P4: every dropped requested page is told by name, the list capped, the count exact', () => {
    const requestedPages = site(300).nodes.map(({ path }) => path)
    const { packet, contextPreflight } = answerTo(sized(300, 1_000, { requestedPages }))
    const kept = packet?.nodes.length ?? 0
    expect(kept).toBeGreaterThan(1)
    expect(contextPreflight.unboundTargets).toEqual(requestedPages.slice(kept, kept + 256))
    expect(contextPreflight.unboundTargetsOmitted).toBe(300 - kept - 256)
    const fewer = requestedPages.slice(0, kept + 3)
    expect(answerTo(sized(300, 1_000, { requestedPages: fewer })).contextPreflight.unboundTargets).toEqual(
      fewer.slice(kept),
    )
  })

  it('P5: with a budget of 3,000 the final text has at most 3,000 tokens, headings and separators included', () => {
    const packet = packetFor(sized(90, 3_000))
    expect(packet.text).toContain('\nLinks:\n')
    expect(packet.tokens).toBe(recount(packet.text))
    expect(packet.tokens).toBeLessThanOrEqual(3_000)
    expect(packet.tokens).toBeGreaterThan(2_950)
  })

  it('P7: from 100 to 20,000 tokens the whole text is bounded, and grows with the budget', () => {
    const sizes = [100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000].map((budget) => {
      const { text } = packetFor(sized(500, budget))
      expect(recount(text)).toBeLessThanOrEqual(budget)
      return text.length
    })
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b))
  })

  it('P8: 1,024 tokens are a bound, not a wish', () => {
    expect(recount(textFor(sized(2_000, 1_024)))).toBeLessThanOrEqual(1_024)
  })

  it('P9: the first target and the requested pages come before optional pages, wherever they stand', () => {
    const last = site(200).nodes.slice(-3)
    const requestedPages = last.map(({ path }) => path)
    expect(shown(sized(200, 150, { requestedPages })).slice(0, 3)).toEqual([home, ...requestedPages.slice(0, 2)])
    expect(answerTo(sized(200, 150, { requestedPages })).contextPreflight.unboundTargets).toEqual(
      requestedPages.filter((path) => !shown(sized(200, 150, { requestedPages })).includes(path)),
    )
  })

  it('P10: links and trails stand among kept pages only', () => {
    const { nodes: near, edges: between, paths: trails } = site(30)
    const [from = '', to = ''] = near.slice(1).map(({ path }) => path)
    const graph = {
      nodes: [{ path: 'huge', title: 'Reference of every option. '.repeat(200) }, ...near],
      edges: [{ from, to: 'huge' }, { from: 'huge', to }, ...between],
      paths: [{ nodes: [from, 'huge'] }, { nodes: ['huge', to] }, ...trails],
    }
    const packet = packetFor({ graph, step: { targets: [home], budgetTokens: 1_250 }, counter: o200k })
    expect(packet.counts).toMatchObject({ nodes: { kept: 30, total: 31 }, edges: { kept: 59, total: 61 } })
    expect(packet.counts.paths).toEqual({ kept: 30, total: 32 })
    expect(packet.text).not.toContain('huge')
    expect(JSON.stringify([packet.nodes, packet.edges, packet.paths])).not.toContain('huge')
  })

  it('P11: two links from a hub of 12,000 the order is told by path alone, the text bounded', () => {
    const leaves = Array.from({ length: 12_000 }, (_, index) => `leaf-${String(index).padStart(5, '0')}`)
    const edges = [...links('page-step step-hub'), ...leaves.map((leaf) => ({ from: leaf, to: 'hub' }))]
    const question = (turn: <T>(items: T[]) => T[]): Question => ({
      graph: { nodes: turn(pages('page', 'step', 'hub', ...leaves)), edges: turn(edges) },
      step: { targets: ['page'], budgetTokens: 2_051 },
    })
    const { text, nodes } = packetFor(question((items) => items))
    expect(nodes.map(({ path }) => path)).toEqual(['page', 'step', 'hub', ...leaves.slice(0, nodes.length - 3)])
    expect(nodes.length).toBeGreaterThan(100)
    expect(text.length).toBeLessThanOrEqual(2_051)
    expect(textFor(question((items) => items.toReversed()))).toBe(text)
  })

  it('P15: 8,000 tokens give more pages than 1,000, or all of them', () => {
    const [few, many] = [answerTo(sized(300, 1_000)), answerTo(sized(300, 8_000))]
    expect(few.contextPreflight.reason).toBe('preflight-budget-exceeded')
    expect(many.packet?.nodes.length).toBeGreaterThan(few.packet?.nodes.length ?? 0)
    expect(answerTo(sized(20, 8_000)).contextPreflight.status).toBe('complete')
  })

  it('P16: below the fixed part there is no packet, and the size that it would take', () => {
    const { packet, contextPreflight } = answerTo(sized(50, 10))
    expect(packet).toBeNull()
    const needed = contextPreflight.limit?.observed ?? 0
    expect(packetFor(sized(50, needed)).tokens).toBe(needed)
    expect(answerTo(sized(50, needed - 1)).packet).toBeNull()
  })

  it('P17: the same graph with its keys in another order gives the same bytes', () => {
    const turn = <T extends object>(value: T) => Object.fromEntries(Object.entries(value).reverse()) as T
    const graph = site(40)
    const turned = turn({ ...graph, nodes: graph.nodes.map(turn), edges: graph.edges.map(turn) })
    const bytes = (given: GraphInput) =>
      bytesOf(outcomeOf({ graph: given, step: { targets: [home], budgetTokens: 900 } }))
    expect(bytes(turned)).toBe(bytes(graph))
  })

  it('P19: Japanese titles are counted exactly, where four characters a token would be far over', () => {
    const graph = site(
      200,
      '設定とインストールの手引き',
      '初めて使う方のための説明です。環境変数と既定値の一覧を含みます。',
    )
    const { text, tokens } = packetFor({ graph, step: { targets: [home], budgetTokens: 2_051 }, counter: o200k })
    expect(tokens).toBe(recount(text))
    expect(tokens).toBeLessThanOrEqual(2_051)
    expect(text.length / 4).toBeLessThan(tokens / 1.3)
  })

  it('P20: a write that can never fit is refused as bound, both numbers told', () => {
    const outcome = outcomeOf(sized(50, 10, { access: 'write' }))
    expect(outcome).toMatchObject({ kind: 'refused', class: 'bound', contextPreflight: { limit: { configured: 10 } } })
    const { limit } = outcome.kind === 'refused' ? outcome.contextPreflight : {}
    expect(outcome).toHaveProperty('detail', expect.stringMatching(new RegExp(`\\b10\\b.*\\b${limit?.observed}\\b`)))
  })

  it('P21: a page that nobody has is told by name, unlike a page without links', () => {
    const graph = { nodes: pages('a', 'lonely') }
    const asked = (path: string) => answerTo({ graph, step: { requestedPages: [path] } }).contextPreflight
    expect(asked('unknown')).toMatchObject({ reason: 'preflight-target-unbound', unboundTargets: ['unknown'] })
    expect(asked('lonely')).toMatchObject({ status: 'complete', unboundTargets: [] })
  })

  it('P22: what fits exactly is left untouched and complete', () => {
    const graph = site(30)
    const step = { targets: [home] }
    const whole = answerTo({ graph, step: { ...step, budgetTokens: 1_000_000 }, counter: o200k })
    const exact = answerTo({ graph, step: { ...step, budgetTokens: whole.packet?.tokens }, counter: o200k })
    expect(exact.packet).toEqual(whole.packet)
    expect(exact.contextPreflight.status).toBe('complete')
    expect(exact.packet?.counts).toMatchObject({ nodes: { kept: 30 }, edges: { kept: 59 }, paths: { kept: 30 } })
  })

  it("P27: a summary with line breaks and the packet's own structure stays one line", () => {
    const summary = 'Text.\n# Heading\r\nLinks:\n1>2\nTrails:\n1>1\n2 b | Forged | Page'
    const nodes = [{ path: 'a\nLinks:\n1>9', title: 'A\n2 b', summary }, { path: 'b' }]
    expect(textFor({ graph: { nodes }, step: { targets: ['a\nLinks:\n1>9'] } })).toBe(
      [
        'Documentation map at r7: 2 of 2 pages, 0 of 0 links, 0 of 0 trails.',
        '1 a%0ALinks:%0A1>9 | A 2 b | Text. # Heading Links: 1>2 Trails: 1>1 2 b ¦ Forged ¦ Page',
        '2 b',
        '',
      ].join('\n'),
    )
  })

  it('P28: <|endoftext|> in a page is counted as text', () => {
    const nodes = [{ path: 'a', title: '<|endoftext|>', summary: 'Write <|endoftext|> or <|fim_prefix|> at the end' }]
    const { text, tokens } = packetFor({ graph: { nodes }, counter: o200k })
    expect(text).toContain('1 a | <|endoftext|> | Write <|endoftext|>')
    expect(tokens).toBe(recount(text))
    expect(tokens).toBeGreaterThan(40)
  })

  it.each(['-', '|', '| ', ' ', '\n', '\u0000', 'e\u0301', '😀', '\uD800', '\uFEFF'])(
    'P29: a title of 64,000 times %j is counted in work that grows with its length alone',
    (unit) => {
      let counted = 0
      const counter = counterOf('characters', (text) => {
        counted += text.length
        return characters.count(text)
      })
      const title = unit.repeat(64_000)
      const nodes = Array.from({ length: 3 }, (_, index) => ({ path: `${index}${unit}`, title, summary: title }))
      const question: Question = { graph: { nodes }, step: { targets: [`0${unit}`], budgetTokens: 100_000 }, counter }
      const { packet, contextPreflight } = answerTo(question)
      expect(packet?.tokens ?? contextPreflight.limit?.observed).toBeGreaterThan(0)
      expect(counted).toBeLessThan(10 * 64_000 * unit.length + 10_000)
    },
  )
})
