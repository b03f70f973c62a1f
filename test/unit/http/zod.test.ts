import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Graph } from '../../../src/http/schemas/graph.ts'
import { PacketRequest } from '../../../src/http/schemas/packet.ts'
import { checkValue, LISTED_ERRORS } from '../../../src/http/zod.ts'

const anything = fc.anything({ maxDepth: 2, withNullPrototype: false })
const likely = fc.oneof({ weight: 6, arbitrary: fc.string() }, { weight: 1, arbitrary: anything })
const node = fc.record({ path: likely, title: likely, kind: likely, odd: anything }, { requiredKeys: [] })
const request = fc.record(
  {
    step: fc.oneof(
      anything,
      fc.record(
        {
          scope: fc.constantFrom('local', 'corpus', 'x', 1),
          access: fc.constantFrom('read', 'write', null),
          targets: fc.oneof(anything, fc.array(likely, { maxLength: 3 })),
          maxDistance: fc.oneof(fc.integer(), fc.double(), anything),
          model: fc.oneof(
            anything,
            fc.record({ profile: fc.record({ id: likely, inputTokens: fc.integer() }, { requiredKeys: [] }) }),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
    graph: fc.oneof(
      anything,
      fc.record(
        {
          nodes: fc.oneof(anything, fc.array(node, { maxLength: 4 })),
          edges: fc.oneof(
            anything,
            fc.array(fc.record({ from: likely, to: likely }, { requiredKeys: [] }), { maxLength: 3 }),
          ),
          paths: fc.oneof(
            anything,
            fc.array(
              fc.record({ nodes: fc.oneof(anything, fc.array(likely, { maxLength: 3 })) }, { requiredKeys: [] }),
              { maxLength: 3 },
            ),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
    include: fc.oneof(anything, fc.array(fc.constantFrom('text', 'nodes', 'x'))),
  },
  { requiredKeys: [] },
)

/** Without the choice between a graph and its name: of a choice zod tells all faults or none. */
const InlineRequest = PacketRequest.extend({ graph: Graph })

test('the bounded check accepts and refuses what zod accepts and refuses, at the same places', () => {
  fc.assert(
    fc.property(request, (value) => {
      const plain = InlineRequest.safeParse(value)
      const places = new Set(
        (plain.error?.issues ?? []).flatMap((issue) => {
          const at = issue.path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
          if (issue.code !== 'unrecognized_keys') return [at]
          return issue.keys.map((key) => `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
        }),
      )
      const found = new Set(checkValue(InlineRequest, value).map(({ path }) => path))
      if (places.size < LISTED_ERRORS) expect(found).toEqual(places)
      else expect(found.size).toBeGreaterThan(0)
    }),
    { numRuns: 5000 },
  )
})

test('a list of any length gives at most 50 errors, each with its own index', () => {
  const schema = z.strictObject({ list: z.array(z.strictObject({ inner: z.array(z.string()) })) })
  const list = Array.from({ length: 1500 }, (_, i) => ({ inner: i % 2 === 0 ? ['ok'] : [i] }))
  const errors = checkValue(schema, { list })
  expect(errors).toHaveLength(50)
  expect(errors[0].path).toBe('/list/1/inner/0')
  expect(errors[49].path).toBe('/list/99/inner/0')
})

test('without zod/compile the same errors are found', () => {
  // This file does not import it; test/http does.
  expect(checkValue(z.strictObject({ a: z.int() }), { a: 1.5, b: 1 }).map(({ path }) => path)).toEqual(['/a', '/b'])
})

test('of the things that a value may be, the errors are those of the one that it is most like', () => {
  const paths = (graph: object) => checkValue(PacketRequest.pick({ graph: true }), { graph }).map(({ path }) => path)
  expect(paths({ id: 7 })).toEqual(['/graph/id'])
  expect(paths({ nodes: [{}], edges: [] })).toEqual(['/graph/nodes/0/path', '/graph/paths'])
  expect(paths({ id: 'a' })).toEqual([])
})

test('the bounds on the length of a list of lists are checked', () => {
  const schema = z.strictObject({
    list: z
      .array(z.strictObject({ inner: z.array(z.string()) }))
      .min(1)
      .max(2),
  })
  for (const length of [0, 3, 1000]) {
    expect(checkValue(schema, { list: Array.from({ length }, () => ({ inner: [] })) })[0].path).toBe('/list')
  }
  expect(checkValue(schema, { list: [{ inner: [] }] })).toEqual([])
})
