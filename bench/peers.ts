// Stowage beside packages that bound a prompt: same lines, same budget, one run. Installs the peers (bench/peers/package.json, no
// install scripts), runs each in a process of its own, bounded in CPU time, and writes docs/comparison.md.
// Usage: node bench/peers.ts [seconds of CPU time a process may take, 60 by default]
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PEERS } from './peers/all.ts'
import { INPUTS, inputOf } from './peers/inputs.ts'
import { type Laws, type Measured, type Profile, type Sizes, writeComparison } from './peers/page.ts'
import { answersOf } from './peers/process.ts'

const BUDGETS = [2051, 8192, 32_865, 131_250]
const seconds = Number(process.argv[2] ?? 60)
const folder = fileURLToPath(new URL('peers', import.meta.url))
// Not `npm ci`: a peer names builds for other systems that not every registry has, and `ci` wants them in the lock file.
const install = ['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
execFileSync('npm', install, { cwd: folder, stdio: 'inherit' })

const laws: Laws[] = []
for (const place of PEERS.keys()) laws.push(await answersOf<Laws>([place, 0, 'laws'], seconds))

const sizes: Sizes[] = []
for (const [place, named] of INPUTS.entries()) {
  const { source, items } = inputOf(named)
  const measured: Measured[][] = []
  for (const peer of PEERS.keys()) {
    const row: Measured[] = []
    for (const budget of BUDGETS) row.push(await answersOf<Measured>([peer, place, budget], seconds))
    measured.push(row)
    console.log(source, items.length, PEERS[peer].name, JSON.stringify(row))
  }
  sizes.push({ source, lines: items.length, measured })
}

const profile = await answersOf<Profile>([0, INPUTS.length - 1, 'profile'], seconds)
const page = writeComparison({ budgets: BUDGETS, seconds, laws, sizes, profile })
writeFileSync(new URL('../docs/comparison.md', import.meta.url), page)
