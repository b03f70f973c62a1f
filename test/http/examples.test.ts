import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addressOf, readExamples } from '../../src/http/openapi.ts'
import { startService } from './service.ts'

const server = await startService()
const document = (await server.inject('/openapi.json')).json()
test.each([...readExamples()])('example %s is answered as it says', async (_name, example) => {
  const { method, url } = addressOf(document, example)
  const payload = example.request as object
  const answer = await server.inject({ method, url, headers: { 'x-request-id': 'example' }, payload })
  expect(answer.statusCode).toBe(example.status)
  expect(answer.json()).toEqual(example.response)
})

test('every example is shown in the document, and every operation with a body has one', () => {
  const items = Object.values(
    document.paths as Record<
      string,
      Record<string, { requestBody?: { content: Record<string, { examples?: object }> } }>
    >,
  )
  const shown = items
    .flatMap((item) => Object.values(item))
    .flatMap(({ requestBody }) => {
      if (requestBody === undefined) return []
      const names = Object.keys(requestBody.content['application/json'].examples ?? {})
      expect(names.length).toBeGreaterThan(0)
      return names
    })
  expect(shown.sort()).toEqual([...readExamples().keys()].sort())
})

test('the committed OpenAPI document is the one that is served', () => {
  const committed = readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')
  expect(`${JSON.stringify(document, null, 2)}\n`).toBe(committed)
})
