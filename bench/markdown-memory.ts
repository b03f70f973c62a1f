// Memory and time of `stowage graph --ndjson` as the folder grows: more pages, then longer ones.
// Usage: node bench/markdown-memory.ts [threads]. Peak is VmHWM of the whole process, threads included (Linux).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
const threads = process.argv[2] ?? '1'

console.log('| pages | KiB a page | MB of text | graph MB | seconds | peak MB |')
console.log('|---|---|---|---|---|---|')
for (const [pages, kib] of [
  [5_000, 2],
  [5_000, 16],
  [50_000, 2],
] as const) {
  const top = mkdtempSync(join(tmpdir(), 'stowage-bench-'))
  try {
    fill(top, pages, kib * 1024)
    const out = join(top, '.out')
    const start = performance.now()
    const args = [CLI, 'graph', top, '--ndjson', '--threads', threads, '--out', out]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore'] })
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, peakMegabytes(child.pid as number))
    }, 50)
    const [code] = await once(child, 'exit')
    clearInterval(watch)
    if (code !== 0) throw new Error(`ended with ${code}`)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const graph = (readFileSync(out).length / 1e6).toFixed(1)
    console.log(`| ${pages} | ${kib} | ${((pages * kib * 1024) / 1e6).toFixed(0)} | ${graph} | ${seconds} | ${peak} |`)
  } finally {
    rmSync(top, { recursive: true })
  }
}

function peakMegabytes(pid: number): number {
  try {
    return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    // It has ended.
    return 0
  }
}

function fill(top: string, pages: number, bytes: number): void {
  for (let page = 0; page < pages; page++) {
    const folder = join(top, `part-${page % 100}`)
    if (page < 100) mkdirSync(folder)
    const block = `## Part ${page}\n\nSome words on [the next](../part-${(page + 1) % 100}/page-${page + 1}.md#part-${page + 1}).\n\n`
    writeFileSync(
      join(folder, `page-${page}.md`),
      `# Page ${page}\n\n${block.repeat(Math.ceil(bytes / block.length))}`.slice(0, bytes),
    )
  }
}
