import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/e2e/proxy.ts'

export interface Nginx {
  readonly port: number
  readonly pid: number
  close(): Promise<void>
}

/** nginx as deploy/nginx.conf has it, before replicas on these ports of the loopback. */
export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-nginx-'))
  // Its workers are another user.
  await chmod(folder, 0o777)
  const port = await freePort()
  const source = await readFile(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')
  const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join('\n')
  const own = source
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace(/(?:\s*server replica-\d:8080[^;]*;)+/, `\n${servers}`)
    .replaceAll('/tmp/', `${folder}/`)
  const file = join(folder, 'nginx.conf')
  await writeFile(file, own)
  const child = spawn('/usr/sbin/nginx', ['-c', file, '-p', folder, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    await sleep(20)
  }
  return {
    port,
    pid: child.pid as number,
    async close() {
      child.kill('SIGQUIT')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
