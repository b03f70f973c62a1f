import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addressOf, readExamples, withoutTimes } from '../../src/http/openapi.ts'
import { startService } from './service.ts'

const server = await startService()
const document = (await server.inject('/openapi.json')).json()
const examples = readExamples()
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ at: `${method} ${path}`, operation })),
)

/** Health and metrics say nothing that an example would make clearer, and a DELETE answers nothing. */
function hasExamples(at: string): boolean {
  return at.includes('/v1/') && !at.startsWith('delete')
}

test.each([...examples])('example %s is answered as it says', async (_name, example) => {
  const { method, url } = addressOf(document, example)
  const payload = example.request === undefined ? {} : { payload: example.request as object }
  const answer = await server.inject({ method, url, headers: { 'x-request-id': 'example' }, ...payload })
  expect(answer.statusCode).toBe(example.status)
  expect(withoutTimes(answer.body)).toEqual(example.response)
})

test('every example is shown in the document with its answer, and every operation that answers JSON has one', () => {
  const shown = operations.flatMap(({ at, operation: { operationId, requestBody, responses } }) => {
    const own = [...examples].filter(([, example]) => example.operationId === operationId)
    if (hasExamples(at)) expect([at, own.length > 0]).toEqual([at, true])
    const asked = requestBody && Object.keys(requestBody.content['application/json'].examples ?? {})
    if (asked !== undefined) expect(asked).toEqual(own.map(([name]) => name))
    return Object.entries(responses).flatMap(([status, { content = {} }]) => {
      const answered = Object.keys(Object.values(content)[0]?.examples ?? {})
      const ofStatus = own.filter(([, example]) => String(example.status) === status)
      expect([at, status, answered]).toEqual([at, status, ofStatus.map(([name]) => name)])
      return answered
    })
  })
  expect(shown.sort()).toEqual([...examples.keys()].sort())
})

test('each outcome of a step has an example', () => {
  const outcomes = (operationId: string) =>
    [...examples.values()]
      .filter((example) => example.operationId === operationId)
      .map(({ request, response, status }) => outcomeOf(request as Asked, response as Answered, status))
  expect(outcomes('buildPacket')).toEqual(
    expect.arrayContaining([
      'complete',
      'trimmed',
      'does not fit, read',
      'does not fit, write',
      'does not fit, hosted write',
      'no target, read',
      'no target, write',
      'unbound',
      'graph-unknown',
    ]),
  )
})

test('the committed OpenAPI document is the one that is served', () => {
  const committed = readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')
  expect(`${JSON.stringify(document, null, 2)}\n`).toBe(committed)
})

interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly examples?: object }>>

interface Asked {
  readonly step: { readonly access: string; readonly host?: object }
}

interface Answered {
  readonly packet?: object | null
  readonly code?: string
  readonly contextPreflight?: { readonly status: string; readonly reason?: string }
}

function outcomeOf({ step }: Asked, { packet, code, contextPreflight }: Answered, status: number): string {
  const reason = contextPreflight?.reason
  if (contextPreflight === undefined) return code ?? String(status)
  if (contextPreflight.status === 'complete') return 'complete'
  if (packet) return reason === 'preflight-target-unbound' ? 'unbound' : 'trimmed'
  const kind = step.host === undefined ? step.access : `hosted ${step.access}`
  return `${reason === 'preflight-target-unbound' ? 'no target' : 'does not fit'}, ${kind}`
}
