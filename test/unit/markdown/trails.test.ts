import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breadcrumbs, type Parents, trailsTo } from '../../../src/markdown/trails.ts'

const parentsOf = (pairs: Readonly<Record<string, readonly string[]>>): Parents => new Map(Object.entries(pairs))

const graphs = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 16 }).map((pairs) => {
  const parents = new Map<string, string[]>()
  for (const [child, parent] of pairs) {
    const known = parents.get(String(child)) ?? []
    if (child !== parent && !known.includes(String(parent))) parents.set(String(child), [...known, String(parent)])
  }
  return parents
})

/** All that stands above a node and has nothing above it. */
function rootsAbove(node: string, parents: Parents): string[] {
  const above = new Set([node])
  for (const each of above) for (const parent of parents.get(each) ?? []) above.add(parent)
  return [...above].filter((each) => each !== node && !parents.has(each)).sort()
}

describe('breadcrumbs', () => {
  it('start one at each root above a node, and go along containment without a node twice', () => {
    fc.assert(
      fc.property(graphs, (parents) => {
        for (const node of parents.keys()) {
          const { trails } = trailsTo(node, parents)
          const roots = rootsAbove(node, parents)
          if (roots.length > 0) expect(trails.map((trail) => trail[0]).sort()).toEqual(roots)
          // A cycle without a root has one trail all the same.
          else expect(trails).toHaveLength(1)
          for (const trail of trails) {
            expect(trail.at(-1)).toBe(node)
            expect(new Set(trail).size).toBe(trail.length)
            for (let at = 1; at < trail.length; at++) {
              expect(parents.get(trail[at] as string)).toContain(trail[at - 1])
            }
          }
        }
      }),
    )
  })

  it('follow first parents first', () => {
    const parents = parentsOf({ page: ['group', 'folder'], group: ['nav'], folder: ['top'] })
    expect(trailsTo('page', parents).trails).toEqual([
      ['nav', 'group', 'page'],
      ['top', 'folder', 'page'],
    ])
  })

  it('of every node come before a second one of any, and what is past the limit is counted', () => {
    const parents = parentsOf({ a: ['x', 'y'], b: ['y', 'x'] })
    const count = { kept: 0, total: 0, cut: 0 }
    const paths = [...breadcrumbs(['a', 'b'], () => [], parents, 3, count)]
    expect(paths.map((path) => path.nodes.join('>'))).toEqual(['x>a', 'y>b', 'y>a'])
    expect(count).toEqual({ kept: 3, total: 4, cut: 0 })
  })

  it('start at 16 roots of a node at most, which is said', () => {
    const count = { kept: 0, total: 0, cut: 0 }
    const roots = Array.from({ length: 17 }, (_, at) => `root${at}`)
    const paths = [...breadcrumbs(['a'], () => [], parentsOf({ a: roots }), 100, count)]
    expect([paths.length, count]).toEqual([16, { kept: 16, total: 16, cut: 1 }])
  })

  it('are found in bounded steps where each level has many parents', () => {
    let steps = 0
    const levels = 400
    const names = (level: number) => Array.from({ length: 100 }, (_, at) => `${level}.${at}`)
    const counted = {
      has: () => true,
      get: (node: string) => {
        steps++
        const level = Number(node.split('.')[0])
        return level < levels ? names(level + 1) : names(0)
      },
    } as unknown as Parents
    expect(trailsTo('0.0', counted).isCut).toBe(true)
    expect(steps).toBeLessThan(5_000)
  })
})
