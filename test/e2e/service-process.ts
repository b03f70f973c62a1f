import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { delimiter, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))

/** Longest that anything here waits for; far above what a slow machine needs. */
const PATIENCE_MS = 60_000
const POLL_MS = 20

export interface Started {
  readonly child: ChildProcess
  /** All that came so far. */
  readonly stdout: () => string
  readonly stdoutBytes: () => Buffer
  readonly stderr: () => string
  /** Once the process has ended and its output is read to the end. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

export interface Where {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly uid?: number
  readonly gid?: number
}

const running = new Set<ChildProcess>()

/** Starts a process that leads a group of its own. {@link endStarted} ends whatever is left of it. */
export function start(command: string, args: readonly string[], where: Where = {}): Started {
  const { cwd = REPOSITORY, env = environment(), ...user } = where
  const child = spawn(command, args, { cwd, env, ...user, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  running.add(child)
  // A process that does not read its input is no fault of the test.
  child.stdin.on('error', () => {})
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk) => out.push(chunk))
  child.stderr.on('data', (chunk) => err.push(chunk))
  const ended = new Promise<Awaited<Started['ended']>>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  // A caller that never waits for the end must not meet an unhandled rejection.
  ended.catch(() => {})
  const stdoutBytes = () => Buffer.concat(out)
  return {
    child,
    stdoutBytes,
    stdout: () => stdoutBytes().toString(),
    stderr: () => Buffer.concat(err).toString(),
    ended,
  }
}

/** Starts the service from its source, on a free port of the loopback. */
export function startService(settings: Readonly<Record<string, string>> = {}): Started {
  return start(process.execPath, ['src/main.ts'], { env: environment({ PORT: '0', ...settings }) })
}

/** The address that the service prints for the person at the terminal. */
export async function addressOf(started: Started): Promise<string> {
  const address = () => /^Stowage listens at (\S+)$/m.exec(started.stderr())?.[1]
  await until(
    () => address() !== undefined || started.child.exitCode !== null,
    () => `an address on standard error: ${started.stderr()}`,
  )
  const found = address()
  if (found === undefined) throw new Error(`ended with ${started.child.exitCode} at its start: ${started.stderr()}`)
  return found
}

/** Runs a command to its end. */
export async function run(command: string, args: readonly string[], where: Where & { input?: string | Buffer } = {}) {
  const { input = '', ...place } = where
  const started = start(command, args, place)
  started.child.stdin?.end(input)
  const { code, signal } = await bounded(started.ended, `the end of ${command} ${args.join(' ')}`)
  return { code, signal, stdout: started.stdout(), stdoutBytes: started.stdoutBytes(), stderr: started.stderr() }
}

/** Ends what the tests started and did not end, with all of its group. For `afterEach` or `afterAll`. */
export async function endStarted(): Promise<void> {
  for (const child of running) {
    const closed = child.exitCode === null && child.signalCode === null && child.pid !== undefined
    const exit = closed ? once(child, 'exit') : undefined
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
    await exit
  }
  running.clear()
}

/** Signals a process and its children, as a terminal does. */
function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * An environment that holds none of the service's settings but those given: what the machine needs to find programs,
 * registries and proxies. `node` is the Node that runs the tests.
 */
export function environment(settings: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name)) as [string, string][]
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`
  // No test leaves a store behind, or finds one.
  return { ...Object.fromEntries(kept), PATH: path, DATA_DIR: ':memory:', ...settings }
}

const KEPT =
  /^(HOME|LANG|LC_\w+|TMPDIR|(https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|npm_config_(cache|registry|userconfig))$/i

/** Looks again and again until the condition holds; fails where it never does. */
export async function until(condition: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what()}`)
    await sleep(POLL_MS)
  }
}

/** The promise's value; fails where it does not come. */
export async function bounded<Value>(promise: Promise<Value>, what: string): Promise<Value> {
  const late = new AbortController()
  const limit = sleep(PATIENCE_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error(`waited in vain for ${what}`)
  })
  try {
    return await Promise.race([promise, limit])
  } finally {
    late.abort()
    limit.catch(() => {})
  }
}

export async function post(address: string, path: string, body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(path, address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

export interface RawConnection {
  readonly socket: Socket
  /** All bytes that came so far. */
  readonly received: () => string
  readonly closed: Promise<void>
}

/** A connection that sends exactly these bytes. */
export async function rawConnection(address: string, bytes: string): Promise<RawConnection> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(bytes)
  return { socket, received: () => received, closed }
}

/**
 * A POST that the service has begun to read: the header and half of the body are sent, and the service has said that it
 * wants the rest.
 */
export async function halfSentRequest(address: string, path: string, body: string) {
  const bytes = Buffer.from(body)
  const half = Math.floor(bytes.length / 2)
  const connection = await rawConnection(
    address,
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
      `content-length: ${bytes.length}\r\nexpect: 100-continue\r\n\r\n`,
  )
  await until(
    () => connection.received().startsWith('HTTP/1.1 100 Continue\r\n\r\n'),
    () => `100 Continue: ${connection.received()}`,
  )
  connection.socket.write(bytes.subarray(0, half))
  return { ...connection, sendRest: () => connection.socket.write(bytes.subarray(half)) }
}

/** Whether anybody takes connections at the address. */
export async function takesConnections(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  return new Promise((resolve) => {
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
