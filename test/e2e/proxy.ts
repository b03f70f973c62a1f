import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { REPOSITORY, start, takesConnections, until } from './service-process.ts'

const NGINX = '/usr/sbin/nginx'

/** A folder for {@link startProxy}, to be removed when the tests are done. */
export async function proxyFolder(): Promise<string> {
  if (!existsSync(NGINX)) throw new Error(`${NGINX} is missing: apt-get install -y nginx-light`)
  const folder = await mkdtemp(join(tmpdir(), 'stowage-replicas-'))
  // nginx's workers are another user.
  await chmod(folder, 0o777)
  return folder
}

/** The configuration that docker-compose.yml mounts, with addresses and folders of the test. */
export async function startProxy(folder: string, addresses: readonly string[]): Promise<string> {
  const port = await freePort()
  const files = join(folder, String(port))
  await mkdir(files)
  await chmod(files, 0o777)
  const file = join(files, 'nginx.conf')
  const source = await readFile(join(REPOSITORY, 'deploy/nginx.conf'), 'utf8')
  const own = source
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replaceAll(/server replica-([12]):8080/g, (_, number) => `server ${new URL(addresses[Number(number) - 1]).host}`)
    .replaceAll('/tmp/', `${files}/`)
  await writeFile(file, own)
  const started = start(NGINX, ['-c', file, '-p', files, '-g', 'daemon off;'])
  const address = `http://127.0.0.1:${port}`
  await until(
    async () => started.child.exitCode !== null || (await takesConnections(address)),
    () => `nginx: ${started.stderr()}`,
  )
  expect(started.stderr()).not.toContain('[emerg]')
  return address
}

/** A port of the loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
