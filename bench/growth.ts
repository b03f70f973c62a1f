// How cost grows, each series as a ratio to its floor of the same run: packets from kept graphs by pages and by budget, graphs that
// come along, ingest, and memory. Writes docs/performance.md and docs/plots. It takes about five minutes on two cores, and 4 GB.
// Usage: node bench/growth.ts
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FAR_LINKS, type FarLinks } from './graphs.ts'
import { type KeptGraphGrowth, keptGraphs } from './growth/kept-graphs.ts'
import { type Growth, type InlineGrowth, pageOf } from './growth/page.ts'
import { plotSvg } from './growth/plot.ts'
import { plotsOf } from './growth/plots.ts'
import { type ServedGrowth, served } from './growth/served.ts'

const KEPT_SIZES = [1000, 10_000, 100_000, 1_000_000]
const INLINE_SIZES = [1000, 3000, 10_000, 30_000, 100_000]
const BUDGET = 2051
/** The size at which budgets are compared, and the budgets: the shares of some windows among them. */
const BUDGETS_AT = 100_000
const BUDGETS = [1000, BUDGET, 4096, 8192, 16_384, 32_865, 65_536, 131_250]

const docs = fileURLToPath(new URL('../docs', import.meta.url))

const kept: Partial<Record<FarLinks, readonly KeptGraphGrowth[]>> = {}
for (const farLinks of FAR_LINKS) {
  say(`packets from kept graphs, far links: ${farLinks}`)
  kept[farLinks] = await keptGraphs(KEPT_SIZES, farLinks)
}
const inline = INLINE_SIZES.map((pages): InlineGrowth => {
  say(`${pages} pages come along`)
  const script = fileURLToPath(new URL('growth/inline.ts', import.meta.url))
  return JSON.parse(execFileSync(process.execPath, [script, String(pages)], { encoding: 'utf8' }))
})
const servedSizes: ServedGrowth[] = []
for (const pages of KEPT_SIZES) {
  say(`${pages} pages, ingest and packets over HTTP`)
  servedSizes.push(await served(pages, pages === BUDGETS_AT ? BUDGETS : [BUDGET]))
}

const growth: Growth = {
  budget: BUDGET,
  budgetsAt: BUDGETS_AT,
  kept: kept as Growth['kept'],
  inline,
  served: servedSizes,
}
mkdirSync(`${docs}/plots`, { recursive: true })
for (const [name, plot] of Object.entries(plotsOf(growth))) writeFileSync(`${docs}/plots/${name}.svg`, plotSvg(plot))
writeFileSync(`${docs}/performance.md`, pageOf(growth))

function say(what: string): void {
  process.stderr.write(`${what}\n`)
}
