import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, bounded, startService } from '../e2e/service-process.ts'
import type { FuzzOptions } from './fuzz.ts'

export interface FuzzedService extends Pick<FuzzOptions, 'port' | 'document' | 'keys'> {
  /** Resident memory of its process, in MiB. */
  memory(): number
  /** Longest that its event loop stood still since this was last asked, in milliseconds. */
  longestStallMs(): Promise<number>
  /** What it has written of faults so far, a line each. */
  faults(): string[]
  /** Ends it in the way in which an operator does; fails where it does not end with 0. */
  end(): Promise<void>
}

const MIB = 1024 * 1024

/** Small bounds, so that what a long run keeps is no more than what a short one does. */
const SETTINGS = {
  LOG_LEVEL: 'error',
  KEY_ATTEMPTS_PER_MINUTE: '1000000',
  GRAPH_STORE_BYTES: String(8 * MIB),
  GRAPH_CACHE_BYTES: String(8 * MIB),
  GRAPH_REVISIONS_KEPT: '2',
  GRAPH_REVISION_HOURS: '0',
  RUNS_KEPT: '200',
  TOOL_OUTPUT_STORE_BYTES: String(8 * MIB),
  // A part of the bodies goes to threads.
  WORKER_BODY_BYTES: '2000',
  // Nothing is turned away because it comes too fast: that would hide what the request itself would have been answered.
  LOOP_WAIT_MS: '60000',
  WORKER_QUEUE: '1000',
  INGEST_QUEUE: '1000',
}

/** The service as it is started, in a process of its own with an embedded store in a folder of its own. */
export async function startFuzzed({ keys: hasKeys }: { readonly keys: boolean }): Promise<FuzzedService> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-fuzzed-'))
  const tenants = hasKeys ? ['one', 'two'] : []
  const keys = tenants.flatMap((tenant) => [`writer-of-${tenant}`, `reader-of-${tenant}`])
  const settings: Record<string, string> = { ...SETTINGS, DATA_DIR: join(folder, 'data') }
  if (hasKeys) {
    settings.API_KEYS_FILE = join(folder, 'keys.json')
    const entries = keys.map((key) => ({
      id: key,
      tenant: key.slice(-3),
      sha256: createHash('sha256').update(key).digest('hex'),
      actions: key.startsWith('writer') ? ['read', 'write', 'admin'] : ['read'],
    }))
    await writeFile(settings.API_KEYS_FILE, JSON.stringify({ keys: entries }))
  }
  const started = startService(settings)
  const address = await addressOf(started)
  const headers = hasKeys ? { authorization: `Bearer ${keys[0]}` } : undefined
  const get = async (path: string) => await fetch(new URL(path, address), headers === undefined ? {} : { headers })
  const document = await (await get('/openapi.json')).json()
  return {
    port: Number(new URL(address).port),
    document: document as FuzzOptions['document'],
    keys,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${started.child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async longestStallMs() {
      const text = await (await get('/metrics')).text()
      return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1])
    },
    faults: () =>
      started
        .stdout()
        .split('\n')
        .filter((line) => line.includes('"msg":"fault"')),
    async end() {
      started.child.kill('SIGTERM')
      const { code } = await bounded(started.ended, 'the end of the service')
      await rm(folder, { recursive: true })
      if (code !== 0) throw new Error(`the service ended with ${code}: ${started.stderr().slice(-2000)}`)
    },
  }
}
