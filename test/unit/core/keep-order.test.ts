import { expect, test } from 'vitest'
import { findPage, pathOf } from '../../../src/core/compiled-graph.ts'
import { walkKeepOrder } from '../../../src/core/keep-order.ts'
import { Scratch } from '../../../src/core/scratch.ts'
import { characters, compile } from './ports.ts'

test('pages of a ring that no rank reaches come by path, whatever page they hang on', () => {
  // Each hub has so many neighbours that the push stops in front of them.
  const leaves = Array.from({ length: 15_000 }, (_, i) => `leaf ${String((i * 7919) % 15_000).padStart(5, '0')}`)
  const hubs = ['hub b', 'hub a', 'hub c']
  const { graph } = compile(
    {
      nodes: ['target', ...hubs, ...leaves].map((path) => ({ path })),
      edges: [
        ...hubs.map((to) => ({ from: 'target', to })),
        ...leaves.map((from, i) => ({ from, to: hubs[i % 3] })),
        ...leaves.slice(0, 100).map((to, i) => ({ from: hubs[(i + 1) % 3], to })),
      ],
      paths: [],
    },
    characters,
  )
  const scratch = new Scratch()
  scratch.begin(graph.pages)
  const target = findPage(graph, new TextEncoder().encode('target')) as number
  const order: [string, number][] = []
  walkKeepOrder(graph, { targets: [target], requested: [target], maxDistance: 9 }, scratch, (page, distance) => {
    order.push([pathOf(graph.lines, page), distance])
    return true
  })
  expect(
    order
      .slice(1, 4)
      .map(([path]) => path)
      .sort(),
  ).toEqual(hubs.toSorted())
  expect(order.slice(4)).toEqual(leaves.toSorted().map((path) => [path, 2]))
  expect(
    leaves.slice(0, 3).every((path) => scratch.rankOf(findPage(graph, new TextEncoder().encode(path)) as number) === 0),
  ).toBe(true)
})
