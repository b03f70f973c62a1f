import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endStarted } from '../e2e/service-process.ts'
import { fuzz } from './fuzz.ts'
import { type FuzzedService, startFuzzed } from './service.ts'

/** `npm run fuzz` sends many more, with a seed of its own each time. */
const REQUESTS = 12_000
const SEED = 20261201

describe.each([{ keys: false }, { keys: true }])('requests of every kind, keys: $keys', ({ keys }) => {
  let service: FuzzedService
  beforeAll(async () => {
    service = await startFuzzed({ keys })
  })
  afterAll(endStarted)

  test('each is answered, none with a fault of the service, all as the OpenAPI document says', async () => {
    const { faults, answers, requests } = await fuzz({ ...service, requests: REQUESTS, seed: SEED })
    expect(faults.map(({ what, sent }) => `${what}\n${sent.toString('latin1').slice(0, 1000)}`)).toEqual([])
    expect(requests).toBeGreaterThanOrEqual(REQUESTS)
    const met = [...answers.keys()]
    for (const [path, item] of Object.entries(service.document.paths)) {
      for (const method of Object.keys(item)) {
        const name = `${method.toUpperCase()} ${path} `
        expect(
          met.filter((one) => one.startsWith(`${name}2`)),
          `${name}is done at least once`,
        ).not.toEqual([])
        if (!/^\/(?:livez|readyz|metrics)$/.test(path))
          expect(
            met.filter((one) => one.startsWith(`${name}4`)),
            `${name}is refused at least once`,
          ).not.toEqual([])
      }
    }
    await service.end()
  })
})

describe('the fuzzer finds', () => {
  let document: FuzzedService['document']
  const servers: Server[] = []
  beforeAll(async () => {
    const service = await startFuzzed({ keys: false })
    document = service.document
    await service.end()
  })
  afterAll(() => {
    for (const server of servers) server.close().closeAllConnections()
  })

  test.each([
    ['a fault of the service', 500, { 'content-type': 'application/problem+json' }, '{}', /500/],
    ['an answer that is not declared', 299, { 'content-type': 'application/json' }, '{}', /not declared|must have/],
    ['an answer without what its schema asks for', 200, { 'content-type': 'application/json' }, '[]', /must be object/],
    ['an answer that is no JSON', 200, { 'content-type': 'application/json' }, '{', /SyntaxError/],
    ['that nobody answers', 0, {}, '', /without an answer: closed/],
    ['what is no answer', 1, {}, 'nonsense\r\n\r\n', /without an answer: unreadable: nonsense/],
  ] as const)('%s', async (_name, status, headers, body, expected) => {
    const server = createServer((request, response) => {
      if (status === 0) request.socket.destroy()
      else if (status === 1) request.socket.write(body)
      else response.writeHead(status, headers).end(body)
    }).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { faults } = await fuzz({ port, document, requests: 1000, seed: SEED })
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.map(({ what }) => what).join('\n')).toMatch(expected)
  })
})
