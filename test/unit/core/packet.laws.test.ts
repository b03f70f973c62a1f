import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PacketOutcome } from '../../../src/core/packet.ts'
import { PACKET_PARTS } from '../../../src/core/packet-answer.ts'
import type { TokenCounter } from '../../../src/core/tokens.ts'
import { type Case, cases, largeGraph, middleGraph, smallGraph, text } from './arbitraries.ts'
import { bare, compareText, expectedPacket, identityOf, type Plan, planPacket, render, whole } from './oracle.ts'
import {
  ask,
  askOf,
  bytesOf,
  characters,
  compile,
  contentOf,
  o200k,
  packetOf,
  plainTextOf,
  type WholePacket,
} from './ports.ts'

/** The outcome without its wording: what the contract fixes to the letter. Keys without a value are dropped. */
function fixed(outcome: PacketOutcome): unknown {
  const { packet, contextPreflight, budget, graphIssues } = contentOf(outcome)
  const issues = Object.fromEntries(Object.entries(graphIssues).map(([name, issue]) => [name, issue.count]))
  const refused = outcome.kind === 'refused' ? { code: outcome.code, class: outcome.class } : undefined
  return JSON.parse(JSON.stringify({ packet, contextPreflight, budget, issues, refused }))
}

function agrees(given: Case, counter: TokenCounter): void {
  const { outcome, digested } = ask(given, counter)
  const expected = expectedPacket(given.step, given.graph, given.settings, { counter, models: given.models }, digested)
  assert.deepStrictEqual(fixed(outcome), JSON.parse(JSON.stringify(expected)))
}

const planOf = ({ step, graph, settings }: Case, revision = ''): Plan => planPacket(step, graph, settings, revision)

const withBudget = (given: Case, budgetTokens: number): Case => ({
  ...given,
  step: { ...given.step, budgetTokens },
  settings: { ...given.settings, safetyMarginBasisPoints: 0 },
})

const small = cases(smallGraph, characters.count)
const smallTokens = cases(smallGraph, o200k.count)

/** A run is the same every time; another seed draws other cases. */
const seed = Number(process.env.FAST_CHECK_SEED ?? 2_051)

/** Holds a law against so many cases. A failure is made smaller in at most `shrinks` tries: each may take long. */
function holds<T>(arbitrary: fc.Arbitrary<T>, numRuns: number, law: (given: T) => void, shrinks = 500): void {
  fc.assert(fc.property(fc.limitShrink(arbitrary, shrinks), law), { numRuns, seed })
}

describe('the core answers as the slow builder does', () => {
  it('on 6,000 small graphs, a character being a token', () => {
    holds(small, 6_000, (given) => agrees(given, characters))
  })

  it('on 2,000 small graphs, in tokens of o200k_base', () => {
    holds(smallTokens, 2_000, (given) => agrees(given, o200k))
  })

  it('on graphs of 30 to 48 pages, a character being a token', () => {
    holds(cases(middleGraph, characters.count), 100, (given) => agrees(given, characters))
  })

  it('on graphs of 30 to 48 pages, in tokens of o200k_base', () => {
    holds(cases(middleGraph, o200k.count), 25, (given) => agrees(given, o200k))
  })

  it('on graphs of over 1,000 pages, where a number takes more than one token', () => {
    const large = cases(largeGraph, characters.count)
    holds(large, 6, (given) => agrees(given, characters), 0)
    holds(large, 3, (given) => agrees(withBudget(given, 30_000), o200k), 0)
  })
})

describe.each([
  { counter: characters, arbitrary: small, runs: 400 },
  { counter: o200k, arbitrary: smallTokens, runs: 150 },
])('counted as $counter.encoding', ({ counter, arbitrary, runs }) => {
  it('tokens never exceed the budget', () => {
    holds(arbitrary, runs, (given) => {
      const { packet, budget } = contentOf(ask(given, counter).outcome)
      expect(packet?.tokens ?? 0).toBeLessThanOrEqual(budget.tokens)
    })
  })

  it('tokens is the recount of text', () => {
    holds(arbitrary, runs, (given) => {
      const packet = packetOf(given, counter)
      if (packet) expect(packet.tokens).toBe(counter.count(packet.text))
    })
  })

  it('the kept pages are the longest prefix of the keep order that fits', () => {
    holds(arbitrary, runs, (given) => {
      const { packet, budget } = contentOf(ask(given, counter).outcome)
      const plan = planOf(given, packet?.revision)
      const kept = packet?.nodes.length ?? 0
      expect(packet?.nodes.map((node) => node.path) ?? []).toEqual(
        plan.candidates.slice(0, kept).map((node) => node.path),
      )
      if (!packet || kept === plan.candidates.length) return
      expect(counter.count(render(plan, bare(kept)))).toBeLessThanOrEqual(budget.tokens)
      expect(counter.count(render(plan, bare(kept + 1)))).toBeGreaterThan(budget.tokens)
    })
  })

  it('a larger budget never loses a page', () => {
    holds(fc.tuple(arbitrary, fc.nat(300), fc.nat(300)), runs, ([given, some, more]) => {
      const pages = (budget: number) => packetOf(withBudget(given, budget), counter)?.nodes.map((n) => n.path) ?? []
      const fewer = pages(some)
      expect(pages(some + more).slice(0, fewer.length)).toEqual(fewer)
    })
  })

  it("the smallest packet's size as budget gives that packet, one token less gives none", () => {
    holds(arbitrary, runs, (given) => {
      const { packet, contextPreflight } = contentOf(ask(withBudget(given, 0), counter).outcome)
      expect(packet).toBeNull()
      const smallest = contextPreflight.limit?.observed
      if (smallest === undefined) return
      const exact = packetOf(withBudget(given, smallest), counter)
      expect(exact?.tokens).toBe(smallest)
      expect(exact?.nodes.length).toBe(1)
      expect(packetOf(withBudget(given, smallest - 1), counter)).toBeNull()
    })
  })

  it('what a trim observed is never below the packet before the trim', () => {
    holds(arbitrary, runs, (given) => {
      const { packet, contextPreflight } = contentOf(ask(given, counter).outcome)
      if (!packet || !contextPreflight.limit) return
      const plan = planOf(given, packet.revision)
      const before = counter.count(render(plan, whole(plan)))
      if (counter === o200k) expect(contextPreflight.limit.observed).toBe(before)
      else expect(contextPreflight.limit.observed).toBeGreaterThanOrEqual(before)
      expect(before).toBeGreaterThan(contextPreflight.limit.configured)
    })
  })
})

/** Another order of the same items, drawn from a number. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed
  const draw = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
  return items
    .map((item) => ({ item, place: draw() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

const shuffledKeys = <T extends object>(value: T, seed: number): T =>
  Object.fromEntries(shuffled(Object.entries(value), seed)) as T

function shuffledCase(given: Case, seed: number): Case {
  const each = <T extends object>(items: readonly T[]) =>
    shuffled(items, seed).map((item, index) => shuffledKeys(item, seed + index))
  const { nodes, edges, paths, ...rest } = given.graph
  const graph = { nodes: each(nodes), edges: each(edges), paths: each(paths), ...rest }
  return { ...given, step: shuffledKeys(given.step, seed), graph: shuffledKeys(graph, seed) }
}

describe('order of the input', () => {
  it('shuffled input gives the same bytes', () => {
    holds(fc.tuple(small, fc.nat()), 600, ([given, seed]) => {
      const { outcome } = ask(given, characters)
      expect(bytesOf(ask(shuffledCase(given, seed), characters).outcome)).toBe(bytesOf(outcome))
    })
  })

  it('shuffled input gives the same bytes on graphs of 30 to 48 pages', () => {
    holds(fc.tuple(cases(middleGraph, characters.count), fc.nat()), 100, ([given, seed]) => {
      const { outcome } = ask(given, characters)
      expect(bytesOf(ask(shuffledCase(given, seed), characters).outcome)).toBe(bytesOf(outcome))
    })
  })

  it('the spelling of a name (NFD, NFC) never changes the answer', () => {
    const respelt = (given: Case, form: 'NFC' | 'NFD'): Case => {
      const path = (name: string) => name.normalize(form)
      const { nodes, edges, paths, revision } = given.graph
      const graph = {
        nodes: nodes.map((node) => ({ ...node, path: path(node.path) })),
        edges: edges.map((edge) => ({ ...edge, from: path(edge.from), to: path(edge.to) })),
        paths: paths.map((trail) => ({ ...trail, nodes: trail.nodes.map(path) })),
        revision,
      }
      const { targets, requestedPages } = given.step
      const step = { ...given.step, targets: targets.map(path), requestedPages: requestedPages?.map(path) }
      return { ...given, graph, step }
    }
    holds(small, 300, (given) => {
      const [long, short] = [ask(respelt(given, 'NFD'), characters), ask(respelt(given, 'NFC'), characters)]
      expect(bytesOf(long.outcome)).toBe(bytesOf(short.outcome))
    })
  })
})

describe('a graph that answers many steps', () => {
  it('answers each as if it were the first, whatever was asked before', () => {
    holds(fc.tuple(small, fc.nat(400), fc.nat(3)), 400, ([given, budgetTokens, maxDistance]) => {
      const { step } = given
      const paths = given.graph.nodes.map(({ path }) => path)
      const steps = [
        step,
        { ...step, budgetTokens },
        { ...step, maxDistance },
        { ...step, targets: step.targets.toReversed(), budgetTokens: 2 * budgetTokens },
        { ...step, targets: [paths.at(-1) ?? 'gone'], summaryDistance: 0, budgetTokens },
        { ...step, requestedPages: paths, maxDistance: 1, budgetTokens },
      ]
      const { graph } = compile(given.graph, characters)
      for (const next of [...steps, ...steps.toReversed()]) {
        const fresh = ask({ ...given, step: next }, characters).outcome
        expect(bytesOf(askOf(graph, { ...given, step: next }, characters))).toBe(bytesOf(fresh))
      }
    })
  })
})

describe('what a packet shows', () => {
  it('the text by itself is the text of the answer', () => {
    holds(small, 600, (given) => {
      const { outcome } = ask(given, characters)
      expect(plainTextOf(outcome)).toBe(contentOf(outcome).packet?.text)
    })
  })

  it('no link or trail names a page that is not kept', () => {
    holds(small, 600, (given) => {
      const packet = packetOf(given, characters)
      const kept = new Set(packet?.nodes.map((node) => node.path))
      const named = [...(packet?.edges ?? []).flatMap(({ from, to }) => [from, to]), ...(packet?.paths ?? [])]
      for (const path of named.flatMap((each) => (typeof each === 'string' ? each : each.nodes))) {
        expect(kept).toContain(path)
      }
    })
  })

  it('nodes, edges and paths are exactly what a reader of the text finds', () => {
    holds(small, 1_000, (given) => {
      const packet = packetOf(given, characters)
      if (packet) expect(read(packet.text)).toEqual(told(packet))
    })
  })

  it('every line starts with a digit or an upper-case letter, ends with LF, and holds no control character', () => {
    holds(small, 600, (given) => {
      const lines = packetOf(given, characters)?.text.split('\n') ?? ['']
      expect(lines.pop()).toBe('')
      for (const line of lines) expect(line).toMatch(/^[0-9A-Z][^\p{Cc}\u2028\u2029\uFEFF\uD800-\uDFFF]*$/u)
    })
  })

  it('a part that the request does not include is absent, and the rest is the same', () => {
    holds(fc.tuple(small, fc.subarray([...PACKET_PARTS])), 300, ([given, include]) => {
      const all = packetOf(given, characters)
      const { packet } = contentOf(ask(given, characters).outcome, include)
      const left = (part: string) => !PACKET_PARTS.some((name) => name === part && !include.includes(name))
      const expected = all && Object.fromEntries(Object.entries(all).filter(([part]) => left(part)))
      expect(JSON.stringify(packet)).toBe(JSON.stringify(expected))
    })
  })

  it('the totals never depend on the budget', () => {
    holds(fc.tuple(small, fc.nat(1_000)), 300, ([given, budget]) => {
      const totals = (packet: WholePacket) => Object.values(packet.counts).map((count) => count.total)
      const packets = [packetOf(given, characters), packetOf(withBudget(given, budget), characters)].filter(
        (packet) => packet !== null,
      )
      for (const packet of packets) expect(totals(packet)).toEqual(totals(packets[0] as WholePacket))
    })
  })

  it('whatever is not complete says why; whatever is complete left nothing out', () => {
    holds(small, 600, (given) => {
      const { packet, contextPreflight } = contentOf(ask(given, characters).outcome)
      const { status, reason, limit, unboundTargets, unboundTargetsOmitted } = contextPreflight
      const left = Object.values(packet?.counts ?? {}).some(({ kept, total }) => kept < total)
      const missing = unboundTargets.length + unboundTargetsOmitted > 0
      expect(status === 'complete').toBe(packet !== null && !left && !missing)
      expect(reason === undefined).toBe(status === 'complete')
      expect(limit !== undefined).toBe(reason === 'preflight-budget-exceeded')
    })
  })

  it('a requested page or target is in the packet or told as missing, never both, never neither', () => {
    holds(small, 600, (given) => {
      const { packet, contextPreflight } = contentOf(ask(given, characters).outcome)
      const asked = new Set([...(given.step.requestedPages ?? []), ...given.step.targets].map(identityOf))
      const kept = [...asked].filter((path) => packet?.nodes.some((node) => node.path === path))
      for (const path of kept) expect(contextPreflight.unboundTargets).not.toContain(path)
      expect(kept.length + contextPreflight.unboundTargets.length + contextPreflight.unboundTargetsOmitted).toBe(
        asked.size,
      )
    })
  })

  it('examples of graph issues stand in code point order, a few, none where the count is 0', () => {
    holds(small, 600, (given) => {
      for (const { count, examples } of Object.values(contentOf(ask(given, characters).outcome).graphIssues)) {
        expect(examples.length).toBeLessThanOrEqual(count)
        if (count > 0) expect(examples.length).toBeGreaterThan(0)
        expect(examples).toEqual([...examples].sort(compareText))
      }
    })
  })
})

/** What a reader finds in a text: page lines taken apart, links and trails by number. */
function read(packetText: string) {
  const [first = '', ...lines] = packetText.split('\n').slice(0, -1)
  const heading = (name: string) => (lines.includes(name) ? lines.indexOf(name) : lines.length)
  const trailsAt = heading('Trails:')
  const linksAt = Math.min(heading('Links:'), trailsAt)
  const links = lines.slice(linksAt + 1, trailsAt).flatMap((line) => {
    const [from, ends = ''] = line.split('>')
    return ends.split(',').map((to) => `${from}>${to}`)
  })
  return {
    numbers: /: (\d+) of (\d+) pages, (\d+) of (\d+) links, (\d+) of (\d+) trails\.$/.exec(first)?.slice(1).map(Number),
    pages: lines.slice(0, linksAt).map((line) => {
      const [number, ...rest] = line.split(' ')
      const [, ...fields] = rest.join(' ').split(' | ')
      return { number: Number(number), fields }
    }),
    links: links.sort(),
    trails: lines.slice(trailsAt + 1),
  }
}

/** The same, from the answer's own lists. */
function told({ nodes, edges, paths, counts }: WholePacket) {
  const number = (path: string) => 1 + nodes.findIndex((node) => node.path === path)
  return {
    numbers: [counts.nodes, counts.edges, counts.paths].flatMap(({ kept, total }) => [kept, total]),
    pages: nodes.map(({ title, summary }, index) => ({
      number: index + 1,
      fields: [title, summary].filter((field) => field !== undefined),
    })),
    links: edges.map(({ from, to }) => `${number(from)}>${number(to)}`).sort(),
    trails: paths.map((trail) => trail.nodes.map(number).join('>')),
  }
}

describe('a path of many combining marks', () => {
  const mark = fc.constantFrom(
    ...Array.from({ length: 0x1e94a - 0x300 }, (_, index) => String.fromCodePoint(index + 0x300)).filter((character) =>
      /\p{M}/u.test(character),
    ),
  )
  const run = fc.oneof(
    fc.array(mark, { minLength: 58, maxLength: 140, size: 'max' }),
    fc.array(
      fc.constantFrom('\u0301', '\u0323', '\u0345', '\u0F73', '\u0344', '\u093C', '\u05B0', '\u034F', '\u1D165'),
      {
        minLength: 58,
        maxLength: 140,
        size: 'max',
      },
    ),
  )

  it('is known by its NFC, in which the page is found', () => {
    holds(fc.tuple(small, fc.constantFrom('a', 'q', '\u0915', '', '한'), run), 300, ([{ models }, start, marks]) => {
      const path = start + marks.join('')
      const step = { scope: 'corpus', access: 'read', targets: [path.normalize('NFD')] } as const
      const graph = { nodes: [{ path }], edges: [], paths: [], revision: 'r' }
      const settings = { localShareBasisPoints: 1, corpusShareBasisPoints: 10_000, fallbackInputTokens: 65_536 }
      const packet = packetOf(
        { step, graph, models, settings: { ...settings, summaryDistance: 1, safetyMarginBasisPoints: 0 } },
        characters,
      )
      expect(packet?.nodes[0]?.path).toBe(path.normalize('NFC'))
    })
  })
})

describe('two pages with one path', () => {
  it('are refused by a thrown error that names the path, however each is spelt', () => {
    holds(fc.tuple(small, fc.nat()), 200, ([given, place]) => {
      const { nodes } = given.graph
      const twin = nodes[place % Math.max(1, nodes.length)]
      fc.pre(twin !== undefined)
      const graph = { ...given.graph, nodes: [{ path: `\uFEFF${twin?.path.normalize('NFD')}` }, ...nodes] }
      expect(() => ask({ ...given, graph }, characters)).toThrow(
        expect.objectContaining({ name: 'CoreError', code: 'graph-duplicate-path' }),
      )
    })
  })
})

describe('a graph without a revision', () => {
  it('gets a digest that any change of the content changes', () => {
    const page = (path: string, title?: string, summary?: string, kind?: string) => ({ path, title, summary, kind })
    const link = (from: string, to: string, kind?: string) => ({ from, to, kind })
    const [a, b] = [page('a', 'xy', 'z'), page('b')]
    const of = (nodes: Case['graph']['nodes'], edges: Case['graph']['edges'] = [], ...paths: string[][]) => ({
      nodes,
      edges,
      paths: paths.map((each) => ({ nodes: each })),
    })
    const graphs: Case['graph'][] = [
      of([a, b]),
      of([page('a', 'x', 'yz'), b]),
      of([page('a', undefined, 'xyz'), b]),
      of([page('a', 'xyz'), b]),
      of([page('ax', 'y', 'z'), b]),
      of([page('a', 'xy', undefined, 'z'), b]),
      of([a, page('b', 'b')]),
      of([a, b, page('c')]),
      of([a, b], [link('a', 'b')]),
      of([a, b], [link('b', 'a')]),
      of([a, b], [link('a', 'b', 'k')]),
      of([a, b], [link('a', 'b', ' ')]),
      of([a, b], [link('a', 'b'), link('a', 'a')]),
      of([a, b], [link('a', 'b')], ['a', 'b']),
      of([a, b], [link('a', 'a')]),
      of([a, b], [], ['a']),
      of([a, b], [], ['a', 'b']),
      of([a, b], [], ['b', 'a']),
      of([a, b], [], ['a'], ['b']),
      of([a, b], [], ['a', 'b'], ['a', 'b']),
      { ...of([a, b]), paths: [{ nodes: ['a', 'b'], kind: 'k' }] },
    ]
    const settings = { localShareBasisPoints: 313, corpusShareBasisPoints: 1_250, fallbackInputTokens: 65_536 }
    const revisions = graphs.map((graph) => {
      const step = { scope: 'local', access: 'read', targets: ['a', 'ax'] } as const
      const models = { compositions: [], profiles: [] }
      return packetOf(
        { step, graph, models, settings: { ...settings, summaryDistance: 1, safetyMarginBasisPoints: 0 } },
        characters,
      )?.revision
    })
    expect(revisions).not.toContain(undefined)
    expect(new Set(revisions).size).toBe(graphs.length)
  })
})

describe('fields', () => {
  it('of a packet handed in again come out as they went in', () => {
    holds(fc.tuple(small, text), 300, ([given, revision]) => {
      const once = packetOf({ ...given, graph: { ...given.graph, revision } }, characters)
      if (!once) return
      const { nodes, edges, paths } = once
      const step = { ...given.step, budgetTokens: 1_000_000, maxDistance: undefined, scope: 'corpus' } as const
      const again = packetOf({ ...given, graph: { revision: once.revision, nodes, edges, paths }, step }, characters)
      const sorted = (packet: WholePacket | null) => packet?.nodes.map((node) => JSON.stringify(node)).sort()
      expect(sorted(again)).toEqual(sorted(once))
      expect(again?.revision).toBe(once.revision)
    })
  })
})
