import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface BenchService {
  readonly port: number
  /** Resident memory of the process, in MiB. */
  memory(): number
  /** CPU seconds that it has taken so far. */
  cpu(): number
  close(): Promise<void>
}

/** Tenants that have a key: `key-of-<tenant>`. */
export const TENANTS = ['greedy', 'other'] as const

/** The service as it is started, in a process of its own, with keys of two tenants. */
export async function startBenchService(settings: Readonly<Record<string, string>> = {}): Promise<BenchService> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-load-'))
  const keys = TENANTS.map((tenant) => ({
    id: tenant,
    tenant,
    sha256: createHash('sha256').update(`key-of-${tenant}`).digest('hex'),
    actions: ['read', 'write'],
  }))
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys }))
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: ':memory:',
    LOG_LEVEL: 'error',
    API_KEYS_FILE: join(folder, 'keys.json'),
    ...settings,
  }
  const child = spawn(process.execPath, ['src/main.ts'], { env, stdio: ['ignore', 'inherit', 'pipe'] })
  const port = await portOf(child)
  const ofProcess = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  return {
    port,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(ofProcess('status'))?.[1]) / 1024,
    cpu: () => {
      const fields = ofProcess('stat').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

async function portOf(child: ChildProcess): Promise<number> {
  let said = ''
  for await (const chunk of child.stderr ?? []) {
    said += String(chunk)
    const port = /^Stowage listens at \S+:(\d+)$/m.exec(said)?.[1]
    if (port !== undefined) {
      child.stderr?.resume()
      return Number(port)
    }
  }
  throw new Error(`the service did not start: ${said}`)
}

/** A request in bytes, ready to be sent. */
export function requestOf(tenant: (typeof TENANTS)[number], method: string, path: string, body: Buffer): Buffer {
  const head =
    `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer key-of-${tenant}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}
