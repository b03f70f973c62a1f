// What an interaction with the explorer costs the browser's main thread: with 10,000 pages, as a ratio to the same with
// a hundred. Of its own time, not of the clock: what the service takes meanwhile is not in it.
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright-core'
import { settled, startBrowser } from '../test/e2e/chromium.ts'
import { addressOf, endStarted, startService } from '../test/e2e/service-process.ts'

const { values } = parseArgs({ options: { pages: { type: 'string', default: '10000' } } })
const LARGE = Number(values.pages)
const SMALL = 100
/** Interactions of one kind; the cost is their mean. */
const REPEATS = 20

const address = await addressOf(startService({ DATA_DIR: ':memory:' }))
const browser = await startBrowser()
const [small, large] = [await costs(SMALL), await costs(LARGE)]
for (const [name, cost] of Object.entries(large)) {
  const ratio = (cost / small[name]).toFixed(1)
  process.stdout.write(
    `${name.padEnd(24)}${cost.toFixed(1).padStart(7)} ms with ${LARGE} pages, ${ratio} times ${SMALL} pages\n`,
  )
}
await browser.close()
await endStarted()

/** A tree of pages, ten links from each, kept under its size. @returns milliseconds of the main thread for one of each */
async function costs(pages: number): Promise<Record<string, number>> {
  const nodes = Array.from({ length: pages }, (_, i) => ({ path: `p/${i}.md`, title: `Page ${i}` }))
  const edges = nodes.slice(1).map(({ path }, i) => ({ from: `p/${Math.floor(i / 10)}.md`, to: path }))
  await fetch(`${address}/v1/graphs/${pages}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nodes, edges, paths: [] }),
  })
  const state = {
    tab: 'packet',
    packet: { source: { kind: 'kept', id: String(pages) }, step: null, budget: null, page: null },
  }
  const page = await browser.open(`${address}/explorer#${encodeURIComponent(JSON.stringify(state))}`)
  await page.locator('svg.rings').waitFor()
  await settled(page)
  const session = await browser.context.newCDPSession(page)
  await session.send('Performance.enable')
  const key = (name: string) => () => page.keyboard.press(name)
  const slider = page.getByRole('slider', { name: 'Budget' })
  const svg = page.locator('svg.rings')
  await slider.focus()
  const drag = await mean(page, session, key('ArrowLeft'))
  await page.locator('svg.rings [tabindex="0"]').first().focus()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const zoom = await mean(page, session, key('+'), key('-'))
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  const move = await mean(
    page,
    session,
    () => svg.press('Shift+ArrowRight'),
    () => svg.press('Shift+ArrowLeft'),
  )
  const field = page.getByRole('combobox', { name: 'Add a target' })
  let typed = 0
  const type = await mean(page, session, () => field.fill(`p/${typed++}`))
  await page.close()
  return {
    'a step of the budget': drag,
    'a step of the zoom': zoom,
    'a step sideways': move,
    'a letter of a page': type,
  }
}

async function mean(page: Page, session: CDPSession, ...acts: readonly (() => Promise<void>)[]): Promise<number> {
  const before = await spent(session)
  for (let i = 0; i < REPEATS; i++) {
    await acts[i % acts.length]()
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  }
  // What was asked for is answered and drawn within the measure.
  await page.waitForTimeout(500)
  await settled(page)
  return (1000 * ((await spent(session)) - before)) / REPEATS
}

/** Seconds that the page's main thread has worked. */
async function spent(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}
