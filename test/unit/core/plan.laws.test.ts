import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparePackets } from '../../../src/core/compare.ts'
import type { CompiledGraph } from '../../../src/core/compiled-graph.ts'
import { type Decisions, explainPacket } from '../../../src/core/decisions.ts'
import type { PacketOutcome, PacketPorts } from '../../../src/core/packet.ts'
import { PacketCosts } from '../../../src/core/packet-text.ts'
import { type Asked, planPackets } from '../../../src/core/plan.ts'
import type { TokenCounter } from '../../../src/core/tokens.ts'
import { type Case, cases, middleGraph, smallGraph } from './arbitraries.ts'
import { identityOf, planPacket } from './oracle.ts'
import { askOf, characters, compile, contentOf, o200k, packetOf, scratch } from './ports.ts'

const seed = Number(process.env.FAST_CHECK_SEED ?? 2_051)

function holds<T>(arbitrary: fc.Arbitrary<T>, numRuns: number, law: (given: T) => void): void {
  fc.assert(fc.property(fc.limitShrink(arbitrary, 300), law), { numRuns, seed })
}

const small = cases(smallGraph, characters.count)
const middle = cases(middleGraph, characters.count)
const smallTokens = cases(smallGraph, o200k.count)

const portsOf = (given: Case, counter: TokenCounter): PacketPorts => ({
  costs: new PacketCosts(counter),
  models: given.models,
  scratch,
})

const withBudget = (given: Case, budgetTokens: number): Case => ({
  ...given,
  step: { ...given.step, budgetTokens },
  settings: { ...given.settings, safetyMarginBasisPoints: 0 },
})

const planOf = (given: Case, counter: TokenCounter, asked: readonly Asked[] = []) =>
  planPackets(given.step, compile(given.graph, counter).graph, asked, given.settings, portsOf(given, counter))

/** The step with what is asked in the place of its own budget, as an engine would send it. */
function stepAsked(given: Case, asked: Asked): Case {
  const { budgetTokens: _, ...step } = given.step
  if ('budgetTokens' in asked) return { ...given, step: { ...step, ...asked } }
  if ('windowTokens' in asked) {
    const profile = { inputTokens: asked.windowTokens, metadata: 'current' as const }
    return { ...given, step: { ...step, model: { profile } } }
  }
  const name = step.scope === 'corpus' ? 'corpusShareBasisPoints' : 'localShareBasisPoints'
  return { ...given, step, settings: { ...given.settings, [name]: asked.shareBasisPoints } }
}

const anyAsked: fc.Arbitrary<Asked> = fc.oneof(
  fc.record({ budgetTokens: fc.nat(900) }),
  fc.record({ shareBasisPoints: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ windowTokens: fc.integer({ min: 1, max: 4_000 }) }),
)

function planAgrees(given: Case, asked: readonly Asked[], counter: TokenCounter): void {
  const { graph } = compile(given.graph, counter)
  const plan = planPackets(given.step, graph, asked, given.settings, portsOf(given, counter))
  const planned = [plan.own, ...plan.asked]
  const built = [given, ...asked.map((one) => stepAsked(given, one))].map((one) => askOf(graph, one, counter))
  assert.deepStrictEqual(
    planned.map(({ budget, kept, contextPreflight, refused }) => ({ budget, kept, contextPreflight, refused })),
    built.map(plannedOf),
  )
}

/** What a plan says of a packet that was built. */
function plannedOf(outcome: PacketOutcome) {
  const { budget, contextPreflight } = outcome
  const kept = outcome.kind === 'answered' ? (outcome.packet?.kept ?? null) : null
  return {
    budget,
    kept: kept && {
      pages: kept.pages.length,
      edges: kept.edges.length,
      trails: kept.trails.length,
      summaries: kept.summaries,
      tokens: kept.tokens,
    },
    contextPreflight,
    refused: outcome.kind === 'refused',
  }
}

describe('a plan', () => {
  it('says of each budget what the packet built at it holds, a character being a token', () => {
    holds(fc.tuple(small, fc.array(anyAsked, { maxLength: 6 })), 2_000, ([given, asked]) =>
      planAgrees(given, asked, characters),
    )
  })

  it('the same in tokens of o200k_base, and on graphs of 30 to 48 pages', () => {
    const asked = fc.array(anyAsked, { maxLength: 4 })
    holds(fc.tuple(smallTokens, asked), 600, ([given, some]) => planAgrees(given, some, o200k))
    holds(fc.tuple(middle, asked), 300, ([given, some]) => planAgrees(given, some, characters))
  })

  it('says of every budget from nothing to everything what the packet holds', () => {
    holds(small, 60, (given) => {
      const { needed } = planOf(given, characters)
      const most = Math.min(needed?.everything.tokens ?? 0, 800) + 2
      const asked = Array.from({ length: most }, (_, budgetTokens) => ({ budgetTokens }))
      planAgrees(given, asked, characters)
    })
  })

  it('names the least budget for the smallest packet, the requested pages, the targets, each ring, everything', () => {
    holds(small, 1_000, (given) => {
      const { needed } = planOf(withBudget(given, 0), characters)
      const plan = planPacket(given.step, given.graph, given.settings, '')
      expect(needed !== null).toBe(plan.bound)
      if (needed === null) return
      const keptAt = (tokens: number) =>
        new Set(packetOf(withBudget(given, tokens), characters)?.nodes.map((n) => n.path))
      const isLeast = (tokens: number, pages: readonly string[]) => {
        expect(pages.every((page) => keptAt(tokens).has(page))).toBe(true)
        expect(pages.every((page) => keptAt(tokens - 1).has(page))).toBe(false)
      }
      const candidates = plan.candidates.map(({ path }) => path)
      const inGraph = (paths: readonly string[]) => paths.map(identityOf).filter((path) => candidates.includes(path))
      const requested = inGraph(given.step.requestedPages ?? given.step.targets)
      isLeast(needed.smallest.tokens, candidates.slice(0, 1))
      isLeast(needed.requested.tokens, [candidates[0], ...requested])
      isLeast(needed.targets.tokens, [...requested, ...inGraph(given.step.targets)])
      const named = new Set([...requested, ...inGraph(given.step.targets)]).size
      let upTo = named
      for (const ring of needed.rings) {
        upTo += ring.pages
        isLeast(ring.needed.tokens, candidates.slice(0, upTo))
      }
      expect(upTo).toBe(candidates.length)
      const all = packetOf(withBudget(given, needed.everything.tokens), characters)
      expect(all && Object.values(all.counts).every(({ kept, total }) => kept === total)).toBe(true)
      const less = packetOf(withBudget(given, needed.everything.tokens - 1), characters)
      expect(less === null || Object.values(less.counts).some(({ kept, total }) => kept < total)).toBe(true)
    })
  })

  it('names a budget, a share and a window that give so many tokens, and one less does not', () => {
    holds(small, 1_000, (given) => {
      const { needed, own } = planOf(given, characters)
      if (needed === null) return
      const { budget } = own
      for (const { tokens, budgetTokens, shareBasisPoints, windowTokens } of [needed.requested, needed.everything]) {
        const gives = (asked: Asked) => planOf(given, characters, [asked]).asked[0].budget.tokens
        expect(gives({ budgetTokens })).toBeGreaterThanOrEqual(tokens)
        expect(gives({ budgetTokens: budgetTokens - 1 })).toBeLessThan(tokens)
        if (shareBasisPoints !== null) {
          expect(gives({ shareBasisPoints })).toBeGreaterThanOrEqual(tokens)
          if (shareBasisPoints > 1) expect(gives({ shareBasisPoints: shareBasisPoints - 1 })).toBeLessThan(tokens)
        } else if (budget.shareBasisPoints !== null) {
          expect(gives({ shareBasisPoints: 10_000 })).toBeLessThan(tokens)
        }
        if (windowTokens !== null) expect(gives({ windowTokens })).toBeGreaterThanOrEqual(tokens)
        if (windowTokens !== null && windowTokens > given.settings.fallbackInputTokens) {
          expect(gives({ windowTokens: windowTokens - 1 })).toBeLessThan(tokens)
        }
      }
    })
  })
})

const explain = (given: Case, graph: CompiledGraph, counter: TokenCounter, pages?: readonly string[], limit = 1e6) => {
  const outcome = askOf(graph, given, counter)
  const packet = outcome.kind === 'answered' ? outcome.packet : null
  return explainPacket(given.step, graph, packet, { limit, pages }, given.settings, portsOf(given, counter))
}

const adds = ({ counts, links, trails, summaries }: Decisions) => {
  expect(counts.kept + counts.overBudget + counts.tooFar).toBe(counts.total)
  for (const part of [links, trails, summaries]) {
    expect(part.kept + part.overBudget + part.endLeftOut + part.tooFar).toBe(part.total)
    expect(Math.min(part.kept, part.overBudget, part.endLeftOut, part.tooFar)).toBeGreaterThanOrEqual(0)
  }
}

describe('decisions', () => {
  it('stand in keep order, add up, and are those of the packet', () => {
    holds(small, 1_500, (given) => {
      const { graph } = compile(given.graph, characters)
      const { packet } = contentOf(askOf(graph, given, characters))
      const decisions = explain(given, graph, characters)
      const plan = planPacket(given.step, given.graph, given.settings, '')
      adds(decisions)
      if (!plan.bound) {
        expect(decisions.counts.tooFar).toBe(given.graph.nodes.length)
        return
      }
      expect(decisions.pages.map(({ path }) => path)).toEqual(plan.candidates.map(({ path }) => path))
      expect(decisions.pages.map(({ place }) => place)).toEqual(plan.candidates.map((_, i) => i + 1))
      const kept = decisions.pages.filter((page) => page.kept)
      expect(kept.map(({ path }) => path)).toEqual(packet?.nodes.map(({ path }) => path) ?? [])
      expect(decisions.counts.kept + decisions.counts.overBudget).toBe(plan.candidates.length)
      expect(
        decisions.pages.every(({ kept: is, reason, standing }) => reason === (is ? standing : 'over-budget')),
      ).toBe(true)
      const { spent } = decisions
      expect(spent === null).toBe(packet === null)
      if (packet === null || spent === null) return
      expect(Object.values(spent).reduce((sum, tokens) => sum + tokens, 0)).toBe(packet.tokens)
      const [head, trailsText = ''] = packet.text.split('Trails:\n')
      const [linesText, linksText = ''] = head.split('Links:\n')
      expect(spent.header).toBe(characters.count(`${linesText.split('\n')[0]}\n`))
      expect(spent.links).toBe(linksText === '' ? 0 : characters.count(`Links:\n${linksText}`))
      expect(spent.trails).toBe(trailsText === '' ? 0 : characters.count(`Trails:\n${trailsText}`))
      const lines = packet.text.split('\n').slice(1, kept.length + 1)
      expect(kept.map(({ tokens }) => tokens)).toEqual(lines.map((line) => characters.count(`${line}\n`)))
      expect(kept.map(({ summary }) => summary === 'shown')).toEqual(packet.nodes.map((n) => n.summary !== undefined))
      expect(packet.counts.edges.kept).toBe(decisions.links.kept)
      expect(packet.counts.edges.total).toBe(decisions.links.total - decisions.links.tooFar)
      expect(packet.counts.paths.kept).toBe(decisions.trails.kept)
    })
  })

  it('minBudget keeps the page, one token less does not: every page of 800 graphs', () => {
    holds(small, 800, (given) => {
      const { graph } = compile(given.graph, characters)
      for (const { path, minBudget } of explain(given, graph, characters).pages) {
        if (minBudget === null) throw new Error('a candidate has a least budget')
        const isKept = (tokens: number) =>
          packetOf(withBudget(given, tokens), characters)?.nodes.some((node) => node.path === path) ?? false
        expect([isKept(minBudget), isKept(minBudget - 1)]).toEqual([true, false])
      }
    })
  })

  it('minBudget in tokens of o200k_base, and with graphs of 30 to 48 pages', () => {
    const law = (given: Case, counter: TokenCounter) => {
      const { graph } = compile(given.graph, counter)
      const decisions = explain(given, graph, counter).pages
      for (const { path, minBudget } of [decisions[1], decisions.at(-1)].flatMap((one) => one ?? [])) {
        const keptAt = (tokens: number) =>
          contentOf(askOf(graph, withBudget(given, tokens), counter)).packet?.nodes ?? []
        expect(keptAt(minBudget as number).some((node) => node.path === path)).toBe(true)
        expect(keptAt((minBudget as number) - 1).some((node) => node.path === path)).toBe(false)
      }
    }
    holds(smallTokens, 300, (given) => law(given, o200k))
    holds(middle, 200, (given) => law(given, characters))
  })

  it('the nearest target is the first of those that are nearest, by a walk from each target alone', () => {
    holds(small, 600, (given) => {
      const { graph } = compile(given.graph, characters)
      const distanceFrom = (target: string) => {
        const alone: Case = {
          ...given,
          step: { ...given.step, targets: [target], requestedPages: [], maxDistance: undefined },
        }
        const settings = { ...given.settings, localMaxDistance: undefined }
        const { pages } = explain({ ...alone, settings }, graph, characters)
        return new Map(pages.map((page) => [page.path, page.distance ?? Number.POSITIVE_INFINITY]))
      }
      const targets = [...new Set(given.step.targets.map(identityOf))]
      const inGraph = targets.filter((target) => given.graph.nodes.some(({ path }) => identityOf(path) === target))
      const from = inGraph.map((target) => ({ target, distances: distanceFrom(target) }))
      for (const { path, distance, nearestTarget } of explain(given, graph, characters).pages) {
        const nearest = Math.min(...from.map(({ distances }) => distances.get(path) ?? Number.POSITIVE_INFINITY))
        expect(distance ?? Number.POSITIVE_INFINITY).toBe(nearest)
        const first = from.find(({ distances }) => distances.get(path) === nearest)?.target
        expect(nearestTarget).toBe(nearest === Number.POSITIVE_INFINITY ? null : first)
      }
    })
  })

  it('a list cut short is a prefix with the same totals; pages asked for get the same decisions', () => {
    holds(fc.tuple(small, fc.nat(6)), 800, ([given, limit]) => {
      const { graph } = compile(given.graph, characters)
      const whole = explain(given, graph, characters)
      const short = explain(given, graph, characters, undefined, limit)
      expect(short).toEqual({ ...whole, pages: whole.pages.slice(0, limit) })
      const asked = whole.pages.map(({ path }) => path).toReversed()
      expect(explain(given, graph, characters, asked, limit).pages).toEqual(whole.pages.toReversed())
    })
  })

  it('tells a name that no page has from a page that is too far', () => {
    holds(small, 600, (given) => {
      const { graph } = compile(given.graph, characters)
      const plan = planPacket(given.step, given.graph, given.settings, '')
      const candidates = new Set(plan.candidates.map(({ path }) => path))
      const asked = ['no/such/page', ...given.graph.nodes.map(({ path }) => path)]
      const [none, ...others] = explain(given, graph, characters, asked).pages
      expect(none.reason).toBe('not-in-graph')
      for (const { path, reason, minBudget } of others) {
        if (!plan.bound) expect(reason).toBe('no-target')
        else expect([reason === 'too-far', minBudget === null]).toEqual(Array(2).fill(!candidates.has(path)))
      }
    })
  })
})

describe('two packets compared', () => {
  it('what is gained and lost is the difference of their pages, each with the reason the other packet gives', () => {
    holds(fc.tuple(small, fc.nat(400), fc.nat(3)), 800, ([given, budgetTokens, maxDistance]) => {
      const { graph } = compile(given.graph, characters)
      const ports = portsOf(given, characters)
      const { settings } = given
      const sides = [given.step, { ...given.step, targets: given.step.targets.toReversed(), budgetTokens, maxDistance }]
      const [before, after] = sides.map((step) => {
        const outcome = askOf(graph, { ...given, step }, characters)
        const paths = contentOf(outcome).packet?.nodes.map(({ path }) => path) ?? []
        return { side: { step, graph, outcome, ports }, paths }
      })
      const { gained, lost, inBoth } = comparePackets(before.side, after.side, 1e6, settings)
      expect(gained.pages.map(({ path }) => path)).toEqual(after.paths.filter((path) => !before.paths.includes(path)))
      expect(lost.pages.map(({ path }) => path)).toEqual(before.paths.filter((path) => !after.paths.includes(path)))
      expect(inBoth).toBe(before.paths.filter((path) => after.paths.includes(path)).length)
      for (const { reason, before: was, after: is } of gained.pages) {
        expect([was.kept, is.kept, reason]).toEqual([false, true, was.reason])
      }
      for (const { reason, before: was, after: is } of lost.pages) {
        expect([was.kept, is.kept, reason]).toEqual([true, false, is.reason])
      }
      const few = comparePackets(before.side, after.side, 1, settings)
      expect(few.lost).toEqual({ total: lost.total, pages: lost.pages.slice(0, 1) })
      expect(few.gained).toEqual({ total: gained.total, pages: gained.pages.slice(0, 1) })
    })
  })
})
