// How long the event loop stands still while a graph is built from megabytes of Markdown, in the process that answers.
// Usage: node bench/graph-loop.ts [MiB …]. The client is a process of its own, so that its work does not count.
// A stall has two measures: by the wall clock, which on a busy machine counts the time that others had the core, and by
// the CPU time of the thread that answers, between two ticks of a timer, which counts its own work alone.
import 'zod/compile'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { longestWork } from './loop-work.ts'
import { startServer } from './server.ts'

const PAGE = 8 * 1024

if (process.send !== undefined) {
  const [address, mib] = process.argv.slice(2)
  const answer = await fetch(`${address}/v1/graphs/from-markdown`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ files: markdown(Number(mib)) }),
  })
  const text = await answer.text()
  process.send({ status: answer.status, megabytes: text.length / 1e6 })
  process.disconnect()
} else {
  const { address, close } = await startServer()

  console.log('| Markdown MiB | answer MB | seconds | longest stall, CPU ms | wall ms | 99.9 % below, wall ms |')
  console.log('|---|---|---|---|---|---|')
  // The first starts the thread.
  const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 8, 8]
  for (const mib of sizes) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const start = performance.now()
    delay.enable()
    const work = longestWork()
    const client = fork(fileURLToPath(import.meta.url), [address, String(mib)])
    const [{ status, megabytes }] = await once(client, 'message')
    delay.disable()
    const own = work.stop().toFixed(1)
    if (status !== 200) throw new Error(`answered ${status}`)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1)
    console.log(
      `| ${mib} | ${megabytes.toFixed(1)} | ${seconds} | ${own} | ${ms(delay.max)} | ${ms(delay.percentile(99.9))} |`,
    )
  }
  await close()
}

/** Pages of prose, links, lists and code, each linked to its neighbours. */
function markdown(mib: number): { path: string; content: string }[] {
  const pages = Math.round((mib * 2 ** 20) / PAGE)
  return Array.from({ length: pages }, (_, i) => {
    const block =
      `## Part of ${i}\n\nA paragraph about *things*, \`code\` and [the next page](page-${(i + 1) % pages}.md#part).\n\n` +
      `- one [item](../docs/page-${(i * 7) % pages}.md)\n- two\n\n\`\`\`sh\nrun --with ${i}\n\`\`\`\n\n`
    const content = `---\ntitle: Page ${i}\n---\n\n${block.repeat(Math.ceil(PAGE / block.length))}`
    return { path: `docs/page-${i}.md`, content: content.slice(0, PAGE) }
  })
}
