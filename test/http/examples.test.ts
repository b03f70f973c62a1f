import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readExamples } from '../../src/http/openapi.ts'
import { post, startService } from './service.ts'

const server = await startService()
const document = (await server.inject('/openapi.json')).json()
const urlOf = (operationId: string) => {
  const found = Object.entries(document.paths as Record<string, { post?: { operationId: string } }>)
  return found.find(([, item]) => item.post?.operationId === operationId)?.[0] ?? ''
}

test.each([...readExamples()])('example %s is answered as it says', async (_name, example) => {
  const answer = await post(server, urlOf(example.operationId), example.request, { 'x-request-id': 'example' })
  expect(answer.statusCode).toBe(example.status)
  expect(answer.json()).toEqual(example.response)
})

test('each operation with a body has an example of each kind of outcome in the document', () => {
  const operations = Object.values(
    document.paths as Record<
      string,
      { post?: { operationId: string; requestBody: { content: Record<string, { examples: object }> } } }
    >,
  )
  const shown = operations.flatMap(({ post: operation }) =>
    operation ? Object.keys(operation.requestBody.content['application/json'].examples) : [],
  )
  expect(shown.sort()).toEqual([...readExamples().keys()].sort())
})

test('the committed OpenAPI document is the one that is served', () => {
  const committed = readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')
  expect(`${JSON.stringify(document, null, 2)}\n`).toBe(committed)
})
