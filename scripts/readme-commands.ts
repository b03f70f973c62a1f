// Runs the README's commands as they are printed, in a clean copy of what git tracks. The test command is left to its
// caller: it takes long, and a change is tested in its own checkout.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVICE = 'http://127.0.0.1:8080'
const root = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'stowage-readme-'))

try {
  copyTrackedFiles()
  const blocks = [...readFileSync(join(copy, 'README.md'), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(
    ([, block]) => block,
  )
  let stop = async () => {}
  try {
    for (const block of blocks) {
      process.stdout.write(`$ ${block.trim().replaceAll('\n', '\n$ ')}\n`)
      if (block.includes('npm test')) continue
      if (block.includes('npm start')) stop = await startService(block)
      else run(block)
    }
  } finally {
    await stop()
  }
} finally {
  rmSync(copy, { recursive: true })
}

function copyTrackedFiles(): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
}

/** Every command must succeed, and a service that answers with an error has not. */
function run(block: string): void {
  const script = `set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n${block}`
  const output = execFileSync('bash', ['-c', script], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (output.length === 0) throw new Error('the commands printed nothing')
  process.stdout.write(`${output.slice(0, 400)}\n`)
}

async function startService(block: string): Promise<() => Promise<void>> {
  // A group of its own, so that the signal reaches the service behind npm.
  const service = spawn('bash', ['-c', block], { cwd: copy, stdio: 'ignore', detached: true })
  const exited = new Promise((resolve) => service.once('exit', resolve))
  for (let tries = 0; ; tries++) {
    if (service.exitCode !== null) throw new Error(`npm start ended with ${service.exitCode}`)
    if (tries > 600) throw new Error('the service did not start')
    if (await answers()) break
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return async () => {
    process.kill(-(service.pid as number), 'SIGTERM')
    await exited
  }
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`${SERVICE}/livez`)).ok
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
