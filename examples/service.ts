import { StowageClient } from 'stowage/client'
import { afterAll } from 'vitest'
import { startOne } from '../test/http/service.ts'

/** A service in this process, and a client of it. Without a known window it takes one of 1,600 tokens: 50 of them for a packet. */
export async function startStowage(): Promise<StowageClient> {
  const server = await startOne({ CONTEXT_PACKET_FALLBACK_INPUT_TOKENS: '1600' })
  const stowage = new StowageClient({ url: await server.listen({ host: '127.0.0.1', port: 0 }) })
  afterAll(() => stowage.close())
  await stowage.putGraph('kettle', {
    revision: 'r1',
    nodes: [
      { path: 'install.md', title: 'Install' },
      { path: 'config.md', title: 'Configuration', summary: 'Every setting of Kettle and its default. '.repeat(10) },
      { path: 'index.md', title: 'Kettle', summary: 'A small HTTP client for the command line.' },
    ],
    edges: [
      { from: 'index.md', to: 'install.md' },
      { from: 'install.md', to: 'config.md' },
    ],
    paths: [],
  })
  return stowage
}

/** What a builder prints that tells of each of many pages, with a secret and the marks of a terminal. */
export const PRINTED = [
  ...Array.from({ length: 2000 }, (_, i) => `\u001b[32mok\u001b[0m page-${i}.md`),
  'deploy key AKIAIOSFODNN7EXAMPLE',
  'error: broken link in install.md',
].join('\n')
