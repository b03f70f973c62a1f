// Sends requests of every kind to a service of its own and says what is wrong with its answers, its memory and its event loop.
// Usage: node scripts/fuzz.ts [requests, 100,000 if left out] [seed] [keys]

import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fuzz } from '../test/fuzz/fuzz.ts'
import { startFuzzed } from '../test/fuzz/service.ts'

/** Share of the requests after which the service is warm. */
const WARM = 0.25
/** Resident memory at the end, against that when it was warm. */
const MEMORY_BOUND = 1.1
const LINES = 40

const [, , count = '100000', seed = String(Date.now() % 1_000_000), withKeys] = process.argv
const requests = Number(count)
const service = await startFuzzed({ keys: withKeys === 'keys' })
const samples: { sent: number; mib: number; stallMs: number }[] = []
const started = performance.now()
try {
  const { faults, answers } = await fuzz({
    ...service,
    requests,
    seed: Number(seed),
    async onBatch(sent) {
      if (sent * LINES < samples.length * requests) return
      const now = { sent, mib: service.memory(), stallMs: await service.longestStallMs() }
      samples.push(now)
      const answersSoFar = `${sent} requests, ${Math.round(performance.now() - started)} ms`
      console.log(`${answersSoFar}, ${now.mib.toFixed(0)} MiB, longest stall ${now.stallMs.toFixed(0)} ms`)
    },
  })
  for (const [name, times] of [...answers].toSorted()) console.log(`${String(times).padStart(9)}  ${name}`)
  const memory = growth()
  console.log(
    `seed ${seed}; memory at the end is ${memory.toFixed(3)} of that after ${WARM * 100} % (bound ${MEMORY_BOUND})`,
  )
  const folder = faults.length > 0 ? await mkdtemp(join(tmpdir(), 'stowage-fuzz-')) : ''
  for (const [i, { what, sent }] of faults.entries()) {
    await writeFile(join(folder, `${i}.request`), sent)
    console.log(`fault: ${what}\n  request in ${join(folder, `${i}.request`)}`)
  }
  for (const line of service.faults()) console.log(line)
  process.exitCode = faults.length > 0 || memory > MEMORY_BOUND ? 1 : 0
} finally {
  await service.end()
}

/** Median of the last tenth of the samples over that of the tenth behind the warm-up. */
function growth(): number {
  const tenth = Math.max(1, Math.floor(samples.length / 10))
  const from = Math.floor(samples.length * WARM)
  const median = (of: typeof samples) =>
    of.map(({ mib }) => mib).toSorted((a, b) => a - b)[of.length >> 1] ?? Number.NaN
  return median(samples.slice(-tenth)) / median(samples.slice(from, from + tenth))
}
