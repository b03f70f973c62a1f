// Installs the engines of `examples`, each from its own lock, and runs the examples' tests against the built client.
// With the name of an example, that one alone.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const examples = join(root, 'examples')
const only = process.argv[2]

const all = readdirSync(examples).filter((name) => existsSync(join(examples, name, 'package.json')))
const names = all.filter((name) => only === undefined || name === only)
if (names.length === 0) throw new Error(`There is no example ${only}.`)

run('tsc', ['-p', 'tsconfig.build.json'])
for (const name of names) install(join(examples, name))
if (only === undefined) run('tsc', ['-p', 'examples'])
run('vitest', ['run', '--config', 'examples/vitest.config.ts', ...names.map((name) => `examples/${name}/`)])

function install(folder: string): void {
  run('npm', ['ci', '--loglevel', 'error', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
  // What `npm install <path of this repository>` does; in the lock it would go stale with each dependency of the service.
  const linked = join(folder, 'node_modules/stowage')
  rmSync(linked, { force: true })
  symlinkSync(root, linked, 'dir')
}

function run(command: string, args: readonly string[], cwd = root): void {
  execFileSync(command, args, { cwd, stdio: 'inherit' })
}
