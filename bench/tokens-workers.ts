/** Memory of a worker thread that counts with the tables of the main thread, over one that does nothing. */
import { median, runFresh, withBuilt } from './tokens-built.ts'
import { print } from './tokens-counters.ts'
import { installedTexts } from './tokens-texts.ts'

const RUNS = 7
const WORKERS = 8
/** Some of each kind, so that the caches fill. */
const TEXT = [...installedTexts('**/*.md', 500_000), ...installedTexts('**/*.json', 500_000)].join('\n')

interface Memory {
  readonly resident: number
  /** V8 heap and array buffers of the workers, together. */
  readonly inside: number
}

withBuilt((folder) => {
  const runs = (work: boolean) => Array.from({ length: RUNS }, () => runFresh<Memory>(program(folder, work), TEXT))
  const busy = runs(true)
  const idle = runs(false)
  const each = (key: keyof Memory): string => {
    const of = (memories: readonly Memory[]): number => median(memories.map((memory) => memory[key]))
    return ((of(busy) - of(idle)) / WORKERS / 1e6).toFixed(1)
  }
  print(
    `## Memory of a worker thread that has counted 1 MB, over an idle one: ${WORKERS} workers, medians of ${RUNS}\n`,
  )
  print(`${each('resident')} MB resident, of which ${each('inside')} MB are heap and array buffers\n`)
})

/** Both kinds of process load the tables and count once in the main thread. The text is shared too: it is no cost of a counter. */
function program(folder: string, work: boolean): string {
  const counters = JSON.stringify(`${folder}/token-counters.js`)
  return `
    import { readFileSync } from 'node:fs'
    import { setFlagsFromString } from 'node:v8'
    import { Worker } from 'node:worker_threads'
    import { createTokenCounter, sharedTables } from ${counters}
    setFlagsFromString('--expose-gc')
    const input = readFileSync(0)
    const bytes = new Uint8Array(new SharedArrayBuffer(input.length))
    bytes.set(input)
    createTokenCounter('o200k_base').count('text')
    const workerData = { memory: sharedTables('o200k_base'), bytes }
    const before = process.memoryUsage.rss()
    const workers = Array.from({ length: ${WORKERS} }, () =>
      new Worker(${JSON.stringify(workerOf(counters, work))}, { eval: true, workerData }))
    const said = await Promise.all(workers.map((worker) => new Promise((done, failed) => {
      worker.once('message', done)
      worker.once('error', failed)
    })))
    const resident = process.memoryUsage.rss() - before
    console.log(JSON.stringify({ resident, inside: said.reduce((sum, inside) => sum + inside) }))
    process.exit()`
}

function workerOf(counters: string, work: boolean): string {
  return `
    const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
    const main = async () => {
      if (${work}) {
        const { createTokenCounter } = await import(${counters})
        createTokenCounter('o200k_base', workerData.memory).countBytes(workerData.bytes)
      }
      gc()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      parentPort.postMessage(heapUsed + arrayBuffers)
      parentPort.on('message', () => {})
    }
    main()`
}
