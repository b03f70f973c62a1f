import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedGraph, type GraphChanges } from '../../../src/core/changed-graph.ts'
import type { CompiledGraph } from '../../../src/core/compiled-graph.ts'
import { pointerInBody } from '../../../src/core/field-lengths.ts'
import { graphToBytes } from '../../../src/core/graph-bytes.ts'
import type { EdgeInput, GraphInput, NodeInput, TrailInput } from '../../../src/core/graph-input.ts'
import { PacketCosts } from '../../../src/core/packet-text.ts'
import { countBareLines } from '../../../src/core/recount.ts'
import type { TokenCounter } from '../../../src/core/tokens.ts'
import { smallGraph } from './arbitraries.ts'
import { clean, identityOf } from './oracle.ts'
import { characters, compile, counterOf, digest } from './ports.ts'

const limits = { maxFieldBytes: 1_000_000 }

function changed(base: CompiledGraph, changes: GraphChanges, counter: TokenCounter = characters) {
  return changedGraph(base, changes, { counter, digest }, limits, pointerInBody)
}

const edgeName = ({ from, to, kind }: EdgeInput) =>
  JSON.stringify([identityOf(from), identityOf(to), kind === undefined ? null : clean(kind)])
const trailName = ({ nodes, kind }: TrailInput) =>
  JSON.stringify([nodes.map(identityOf), kind === undefined ? null : clean(kind)])

/** The whole graph that is left when changes are made to lists, one by one. */
function listsChanged(base: GraphInput, { revision, upsert = {}, remove = {} }: GraphChanges): GraphInput {
  const gone = new Set((remove.nodes ?? []).map(identityOf))
  const bare = new Set((remove.edgesFrom ?? []).map(identityOf))
  const goneEdges = new Set((remove.edges ?? []).map(edgeName))
  const goneTrails = new Set((remove.paths ?? []).map(trailName))
  const inBase = new Set(base.nodes.map(({ path }) => identityOf(path)))
  const stays = (path: string) => inBase.has(identityOf(path)) && !gone.has(identityOf(path))
  const nodes = new Map<string, NodeInput>()
  for (const node of base.nodes) if (!gone.has(identityOf(node.path))) nodes.set(identityOf(node.path), node)
  for (const node of upsert.nodes ?? []) nodes.set(identityOf(node.path), node)
  const edges = base.edges.filter(
    (edge) => stays(edge.from) && stays(edge.to) && !bare.has(identityOf(edge.from)) && !goneEdges.has(edgeName(edge)),
  )
  const known = new Set(edges.map(edgeName))
  const paths = base.paths.filter(
    (trail) => trail.nodes.length > 0 && trail.nodes.every(stays) && !goneTrails.has(trailName(trail)),
  )
  const knownTrails = new Set(paths.map(trailName))
  const newTrails = (upsert.paths ?? []).filter((trail) => {
    const isNew = !knownTrails.has(trailName(trail)) || trail.nodes.length === 0
    const isWhole = trail.nodes.length > 0 && trail.nodes.every((path) => nodes.has(identityOf(path)))
    if (isWhole) knownTrails.add(trailName(trail))
    return isNew
  })
  const unique = new Map(edges.map((edge) => [edgeName(edge), edge]))
  const newEdges = (upsert.edges ?? []).filter((edge) => !known.has(edgeName(edge)))
  return {
    nodes: [...nodes.values()],
    edges: [...unique.values(), ...newEdges],
    paths: [...paths, ...newTrails],
    revision,
  }
}

const bytesOf = (graph: CompiledGraph): string => {
  countBareLines(graph, new PacketCosts(characters))
  return Buffer.from(graphToBytes(graph, 'characters', crc32)).toString('base64')
}

/** Two graphs and places in them: what the second has comes into the first, and what the places name goes. */
const given = fc.record({
  base: smallGraph,
  other: smallGraph,
  places: fc.array(fc.nat(20), { maxLength: 4 }),
  edgePlaces: fc.array(fc.nat(20), { maxLength: 4 }),
  trailPlaces: fc.array(fc.nat(20), { maxLength: 3 }),
  from: fc.array(fc.nat(20), { maxLength: 2 }),
  revision: fc.constantFrom('next', undefined),
})
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never

const picked = <T>(items: readonly T[], places: readonly number[]) => places.flatMap((place) => items[place] ?? [])

function changesOf({ base, other, places, edgePlaces, trailPlaces, from, revision }: Given): GraphChanges {
  const paths = [...base.nodes, ...other.nodes].map(({ path }) => path)
  // Links of the second graph between pages of both.
  const anyEdges = picked(other.edges, [0, 1, 2, 3]).map((edge, i) => ({
    ...edge,
    to: paths[(i * 7) % paths.length] ?? 'none',
  }))
  return {
    revision,
    upsert: {
      nodes: other.nodes,
      edges: [...other.edges, ...anyEdges, ...picked(base.edges, [0])],
      paths: [...other.paths, ...picked(base.paths, [0])],
    },
    remove: {
      nodes: [...picked(paths, places)],
      edges: [...picked(base.edges, edgePlaces)],
      edgesFrom: [...picked(paths, from)],
      paths: [...picked(base.paths, trailPlaces)],
    },
  }
}

const holds = (law: (drawn: Given) => void, numRuns: number) =>
  fc.assert(fc.property(given, law), { numRuns, seed: Number(process.env.FAST_CHECK_SEED ?? 41) })

describe('a changed graph', () => {
  it('is, byte for byte, the graph compiled from all that stays and comes', () => {
    holds((drawn) => {
      const changes = changesOf(drawn)
      const { graph } = changed(compile(drawn.base, characters).graph, changes)
      const whole = compile(listsChanged(drawn.base, changes), characters).graph
      expect(bytesOf({ ...graph, issues: whole.issues })).toBe(bytesOf(whole))
      const { danglingEdges, danglingPaths, emptyPaths, selfEdges } = whole.issues
      expect(graph.issues).toMatchObject({ danglingEdges, danglingPaths, emptyPaths, selfEdges })
    }, 2_000)
  })

  it('a chain of changes is the same as all at once, and an empty change changes nothing', () => {
    holds((drawn) => {
      const base = compile(drawn.base, characters).graph
      const { remove, upsert } = changesOf(drawn)
      const steps: GraphChanges[] = [
        { remove },
        { upsert: { nodes: upsert?.nodes } },
        { upsert: { edges: upsert?.edges } },
        { upsert: { paths: upsert?.paths }, revision: 'next' },
      ]
      const chained = steps.reduce((graph, changes) => changed(graph, changes).graph, base)
      const atOnce = changed(base, { remove, upsert, revision: 'next' }).graph
      const { issues } = atOnce
      expect(bytesOf({ ...chained, issues })).toBe(bytesOf(atOnce))
      const same = changed(base, {})
      expect(same.changes).toEqual({
        nodes: { added: 0, replaced: 0, removed: 0 },
        edges: { added: 0, removed: 0 },
        paths: { added: 0, removed: 0 },
        notThere: 0,
      })
      expect(bytesOf({ ...same.graph, issues })).toBe(bytesOf({ ...base, issues, revision: same.graph.revision }))
    }, 600)
  })

  it('counts what it did: what there was, less what went, and what came, is what there is', () => {
    holds((drawn) => {
      const base = compile(drawn.base, characters).graph
      const { graph, changes } = changed(base, changesOf(drawn))
      expect(base.pages - changes.nodes.removed + changes.nodes.added).toBe(graph.pages)
      expect(base.totals.edges - changes.edges.removed + changes.edges.added).toBe(graph.totals.edges)
      expect(base.totals.trails - changes.paths.removed + changes.paths.added).toBe(graph.totals.trails)
      expect(changes.nodes.added + changes.nodes.replaced).toBe(drawn.other.nodes.length)
      const gone = {
        nodes: ['no/page'],
        edges: [{ from: 'no/page', to: 'x' }],
        edgesFrom: ['no/page'],
        paths: [{ nodes: [] }],
      }
      expect(changed(base, { remove: gone }).changes.notThere).toBe(4)
    }, 600)
  })

  it('counts no line of a page that stays', () => {
    holds((drawn) => {
      const base = compile(drawn.base, characters).graph
      const counted: string[] = []
      const counter = counterOf('characters', (text) => {
        counted.push(text)
        return characters.count(text)
      })
      changed(base, changesOf(drawn), counter)
      expect(counted.length).toBe(drawn.other.nodes.length)
    }, 300)
  })

  it('refuses what a whole graph would be refused for, and names the place in the change', () => {
    const { graph } = compile({ nodes: [{ path: 'a' }], edges: [], paths: [] }, characters)
    const refusal = (changes: GraphChanges) => {
      try {
        changedGraph(graph, changes, { counter: characters, digest }, { maxFieldBytes: 4 }, pointerInBody)
        return undefined
      } catch (error) {
        const { code, errors } = error as { code: string; errors: { path: string }[] }
        return [code, errors.map(({ path }) => path)]
      }
    }
    expect(refusal({ upsert: { nodes: [{ path: 'b' }, { path: 'b' }] } })).toEqual([
      'graph-duplicate-path',
      ['/upsert/nodes/1/path'],
    ])
    expect(refusal({ upsert: { nodes: [{ path: '' }] } })).toEqual(['graph-empty-path', ['/upsert/nodes/0/path']])
    expect(refusal({ upsert: { nodes: [{ path: 'b', title: 'longer' }] } })).toEqual([
      'field-too-long',
      ['/upsert/nodes/0/title'],
    ])
    expect(refusal({ upsert: { edges: [{ from: 'a', to: 'a', kind: 'longer' }] } })).toEqual([
      'field-too-long',
      ['/upsert/edges/0/kind'],
    ])
    expect(refusal({ revision: 'longer' })).toEqual(['field-too-long', ['/revision']])
    expect(refusal({ upsert: { nodes: [{ path: 'a' }] } })).toBeUndefined()
  })
})
