import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { startService } from './service.ts'

const server = await startService()
const document = (await server.inject('/openapi.json')).json()

interface Operation {
  summary?: string
  operationId?: string
  tags?: string[]
  responses: Record<string, { description?: string }>
}
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ at: `${method} ${path}`, operation })),
)

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect(document.openapi).toMatch(/^3\.1\./)
})

test('every operation has a summary, an id, a tag, and a description of each answer', () => {
  expect(operations.map(({ at }) => at).sort()).toEqual([
    'delete /v1/graphs/{id}',
    'delete /v1/runs/{runId}',
    'delete /v1/tool-outputs/{ref}',
    'get /livez',
    'get /metrics',
    'get /readyz',
    'get /v1/graphs',
    'get /v1/graphs/{id}',
    'get /v1/graphs/{id}/pages',
    'get /v1/runs',
    'get /v1/runs/{runId}',
    'get /v1/tool-outputs',
    'get /v1/tool-outputs/{ref}',
    'post /v1/graphs/from-markdown',
    'post /v1/graphs/{id}/changes',
    'post /v1/packets',
    'post /v1/packets/batch',
    'post /v1/packets/diff',
    'post /v1/packets/plan',
    'post /v1/tool-outputs/cap-list',
    'post /v1/tool-outputs/truncate',
    'post /v1/tool-outputs/truncate-batch',
    'put /v1/graphs/{id}',
  ])
  for (const { at, operation } of operations) {
    expect(operation.summary, at).toBeTruthy()
    expect(operation.operationId, at).toBeTruthy()
    expect(operation.tags?.length, at).toBe(1)
    for (const answer of Object.values(operation.responses))
      expect(answer.description ?? 'Default Response', at).not.toBe('Default Response')
  }
})

test('each schema stands once, and none of them is unused', () => {
  const text = JSON.stringify(document)
  for (const name of Object.keys(document.components.schemas)) {
    expect(name).not.toMatch(/Input$/)
    expect(text, name).toContain(`"#/components/schemas/${name}"`)
  }
})

test('no bound of 9007199254740991 is proposed to the people who try it out', () => {
  expect(JSON.stringify(document)).not.toContain('9007199254740991')
})

test('Swagger UI is served under a policy that lets nothing in from outside', async () => {
  const page = await server.inject('/docs')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('swagger-ui')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(policy).not.toMatch(/script-src[^;]*(unsafe|https?:)/)
})
