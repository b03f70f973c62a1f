import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keyHash } from '../../src/access/key-ring.ts'
import { StowageClient } from '../../src/client/index.ts'
import { startOne } from './service.ts'

const folder = await mkdtemp(join(tmpdir(), 'stowage-client-keys-'))
afterAll(() => rm(folder, { recursive: true }))
const sha256 = keyHash('secret').toString('hex')
const file = join(folder, 'keys.json')
await writeFile(file, JSON.stringify({ keys: [{ id: 'ci', sha256, tenant: 'docs', actions: ['read'] }] }))
const server = await startOne({ API_KEYS_FILE: file })
const url = await server.listen({ host: '127.0.0.1', port: 0 })

function clientOf(apiKey?: string): StowageClient {
  const client = new StowageClient({ url, ...(apiKey === undefined ? {} : { apiKey }) })
  afterAll(() => client.close())
  return client
}

test('the key opens the service to the client, for what it allows', async () => {
  const client = clientOf('secret')
  expect(await client.listGraphs()).toEqual({ items: [] })
  const refused = client.putGraph('g', { nodes: [{ path: 'a.md' }], edges: [], paths: [] })
  await expect(refused).rejects.toMatchObject({ status: 403, class: 'auth', problem: { action: 'write' } })
})

test('without a key, or with one that is none, each call rejects at once and never tells the key', async () => {
  await expect(clientOf().listGraphs()).rejects.toMatchObject({ status: 401, code: 'key-missing', retryable: false })
  const error = await clientOf('guessed-key')
    .listGraphs()
    .catch((cause: unknown) => cause)
  expect(error).toMatchObject({ status: 401, code: 'key-unknown', class: 'auth', retryable: false })
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('guessed-key')
})
