import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readExamples } from '../../src/http/openapi.ts'
import { addressOf, endStarted, REPOSITORY, run, startService } from './service-process.ts'

const CHROMIUM = '/usr/bin/chromium'
/** Where to put screenshots for a person to look at; none are taken where it is not set. */
const SCREENSHOTS = process.env.E2E_SCREENSHOTS

const example = readExamples().get('packet-trimmed')?.request as { step: { targets: string[] }; graph: Graph }

describe('the explorer in a browser', () => {
  let profile: string
  let browser: BrowserContext
  let address: string
  let page: Page
  const requested: string[] = []
  const faults: string[] = []

  beforeAll(async () => {
    if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} is missing: apt-get install -y chromium`)
    const built = await run('npm', ['run', 'build:explorer'], { cwd: REPOSITORY, env: process.env as never })
    if (built.code !== 0) throw new Error(`the explorer was not built: ${built.stderr}`)
    address = await addressOf(startService({ DATA_DIR: ':memory:' }))
    const kept = await fetch(`${address}/v1/graphs/kettle`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(example.graph),
    })
    expect(kept.status).toBe(201)
    profile = await mkdtemp(join(tmpdir(), 'stowage-explorer-'))
    browser = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      headless: true,
      viewport: { width: 1400, height: 1000 },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Whatever the page or the browser asks for elsewhere finds nobody.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
    })
    browser.on('request', (request) => requested.push(request.url()))
    await browser.exposeFunction('tellViolation', (text: string) => faults.push(`policy: ${text}`))
    await browser.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
      tellViolation(event.violatedDirective + ' ' + event.blockedURI))`)
  })

  afterAll(async () => {
    await browser?.close()
    await endStarted()
    if (profile) await rm(profile, { recursive: true, force: true })
  })

  beforeEach(async () => {
    page = await browser.newPage()
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
    })
    page.on('pageerror', (error) => faults.push(`page: ${error.message}`))
    await page.goto(`${address}/explorer`)
    await settled()
  })

  afterEach(async () => {
    await page.close()
    // A refused step is a 4xx, which the browser itself puts on the console.
    expect(faults.splice(0).filter((fault) => !/status of 4\d\d/.test(fault))).toEqual([])
    expect(requested.filter((url) => !url.startsWith(`${address}/`) && !/^(?:data|blob|about):/.test(url))).toEqual([])
  })

  it('dragging the budget shows at each place what the service keeps there', async () => {
    const slider = page.getByRole('slider', { name: 'Budget' })
    await slider.focus()
    await page.keyboard.press('End')
    await settled()
    expect(await status()).toContain('6 of 6 pages kept, 6 of 6 links, 2 of 2 trails')
    const box = await slider.boundingBox()
    if (box === null) throw new Error('the slider is not shown')
    await page.mouse.move(box.x + box.width - 8, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2, { steps: 8 })
    await page.mouse.up()
    await settled()
    const budget = Number(await page.getByLabel('Budget in tokens').inputValue())
    expect(budget).toBeGreaterThan(53)
    expect(budget).toBeLessThan(175)
    const answer = await packetAt(budget)
    expect(await status()).toContain(`${answer.packet.counts.nodes.kept} of 6 pages kept`)
    expect(await status()).toContain(`${answer.packet.tokens} of ${budget} tokens`)
    expect(await page.getByRole('region', { name: 'Text of the packet' }).textContent()).toBe(answer.packet.text)
    expect(await page.locator('.dot.kept').count()).toBe(answer.packet.counts.nodes.kept)
    expect(await page.locator('.dot.cut').count()).toBe(6 - answer.packet.counts.nodes.kept)
    const legend = await textOf(page.locator('.share-bar .legend'))
    for (const amount of Object.values(answer.decisions.spent)) expect(legend).toContain(String(amount))
  })

  it('at a page’s minBudget the page is kept, and with one token less it is cut', async () => {
    await page.getByRole('button', { name: /^Smallest/ }).click()
    await settled()
    const dot = page.locator('[data-dot="docs/auth.md"]')
    expect(await dot.getAttribute('aria-label')).toContain('cut')
    await dot.locator('.mark').click()
    const detail = page.getByRole('region', { name: 'Page', exact: true })
    await detail.getByRole('button', { name: 'Use this budget' }).click()
    await settled()
    const row = page.getByRole('row').filter({ hasText: 'docs/auth.md' })
    expect(await textOf(row)).toContain('kept')
    const budget = page.getByLabel('Budget in tokens')
    const least = Number(await budget.inputValue())
    await budget.fill(String(least - 1))
    await settled()
    expect(await textOf(row)).toContain('over-budget')
    expect(await textOf(detail)).toContain('It needs 1 token more.')
  })

  it('the keyboard alone reaches the drawing, goes from page to page and selects one', async () => {
    await page.locator('[data-dot][tabindex="0"]').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const path = await page.evaluate(`document.activeElement.getAttribute('data-dot')`)
    expect(await textOf(page.locator('.detail .path'))).toBe(path)
    await page.getByRole('tab', { name: 'Packets' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('tab', { name: 'Tool outputs' }).getAttribute('aria-selected')).toBe('true')
    expect(await page.evaluate('document.activeElement.id')).toBe('tab-output')
  })

  it('a link opened elsewhere gives the same state', async () => {
    await page.getByLabel('From', { exact: false }).and(page.locator('select')).selectOption('paste')
    await page.getByLabel('Graph as JSON').fill(JSON.stringify(example.graph))
    await page.getByRole('button', { name: 'Use this graph' }).click()
    await page.getByLabel('Budget in tokens').fill('98')
    await page.locator('[data-dot="docs/requests.md"] .mark').click()
    await settled()
    await expect.poll(() => page.url()).toMatch(/98.*requests\.md/)
    const shown = await textOf(page.locator('.results'))
    const other = await browser.newPage()
    await other.goto(page.url())
    await other.getByRole('slider', { name: 'Budget' }).waitFor()
    await settled(other)
    expect(await textOf(other.locator('.results'))).toBe(shown)
    await other.close()
  })

  it.for(['#nonsense', '#%7B%22packet%22%3A%7B%22source%22%3A7%7D%7D', '#%'])(
    'a link that holds no state, %s, opens the first one',
    async (hash) => {
      const other = await browser.newPage()
      await other.goto(`${address}/explorer${hash}`)
      await settled(other)
      expect(await textOf(other.getByRole('status'))).toContain('of 6 pages kept')
      await other.close()
    },
  )

  it('a kept graph is picked by name; a target it has not is said to be unbound', async () => {
    await page.getByLabel('From', { exact: false }).and(page.locator('select')).selectOption('kept kettle')
    await settled()
    expect(await textOf(page.locator('.results'))).toContain('preflight-target-unbound')
    const targets = page.getByLabel('Targets, one a line')
    await targets.fill('docs/config.md')
    await targets.blur()
    await settled()
    expect(await status()).toContain('6 of 6 pages kept')
    expect(await page.locator('.dot.named').getAttribute('data-dot')).toBe('docs/config.md')
  })

  it('a write step that nothing fits is shown refused, with its code', async () => {
    await page.getByLabel('Access').selectOption('write')
    await page.getByLabel('Budget in tokens').fill('20')
    await settled()
    const problem = page.getByRole('alert')
    expect(await textOf(problem)).toContain('preflight-budget-exceeded')
    expect(await page.locator('.dot.kept').count()).toBe(0)
  })

  it('what is pasted and is not JSON, or no graph, is told with its place', async () => {
    await page.getByLabel('From', { exact: false }).and(page.locator('select')).selectOption('paste')
    const text = page.getByLabel('Graph as JSON')
    await text.fill('{"nodes": [')
    await page.getByRole('button', { name: 'Use this graph' }).click()
    expect(await textOf(page.getByRole('alert'))).toContain('This is not JSON')
    await text.fill('{"step": {"targets": "a.md"}, "graph": {"nodes": [], "edges": [], "paths": []}}')
    await page.getByRole('button', { name: 'Use this graph' }).click()
    expect(await textOf(page.getByRole('alert'))).toContain('no "targets"')
    await text.fill('{"nodes": [{"path": "a.md", "tilte": "A"}], "edges": [], "paths": []}')
    await page.getByRole('button', { name: 'Use this graph' }).click()
    await settled()
    const alert = page.getByRole('alert')
    expect(await textOf(alert)).toContain('request-invalid')
    expect(await textOf(alert)).toContain('/graph/nodes/0/tilte')
  })

  it('10,000 pages stay usable: few elements, every budget answered, rings of many as arcs', async () => {
    await page.getByLabel('From', { exact: false }).and(page.locator('select')).selectOption('paste')
    await page.locator('input[type=file]').setInputFiles({
      name: 'large.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(largeGraph(10_000))),
    })
    await page.locator('.arc').first().waitFor()
    await settled()
    expect(await page.locator('.arc').count()).toBeGreaterThan(1)
    expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(3000)
    await page.getByRole('slider', { name: 'Budget' }).focus()
    for (let i = 0; i < 20; i++) await page.keyboard.press('PageDown')
    await page.keyboard.press('End')
    await settled()
    expect(await status()).toContain('10,000 of 10,000 pages kept')
    const before = Number((await textOf(page.getByRole('button', { name: /^Ring 1 / }))).replace(/\D/g, '').slice(1))
    await page.getByRole('button', { name: /^Ring 1 / }).click()
    await settled()
    expect(await status()).toContain(`of ${before.toLocaleString('en')} tokens`)
    await page.getByLabel('Path holds').fill('p/9999.md')
    await page.getByRole('button', { name: 'Ask for the page' }).click()
    await page.locator('.detail dl').waitFor()
    expect(await textOf(page.locator('.detail'))).toContain('Use this budget')
    await screenshot('large')
  })

  it('a tool output: the limit is dragged, the gap is shown, the report adds up', async () => {
    await page.getByRole('tab', { name: 'Tool outputs' }).click()
    const output = page.getByLabel('What the tool printed')
    await output.fill(Array.from({ length: 200 }, (_, i) => `line ${i}`).join('\n'))
    await page.getByLabel('strategy').selectOption('head-tail')
    await page.getByLabel('Limit in bytes').fill('300')
    await page.locator('mark.gap').waitFor()
    await settled()
    const kept = await textOf(page.getByRole('region', { name: 'Output as it is kept' }))
    expect(kept).toContain('line 0')
    expect(kept).toContain('line 199')
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(300)
    await page.getByRole('slider', { name: 'Limit' }).focus()
    await page.keyboard.press('End')
    await settled()
    expect(await status()).toContain('Kept whole')
    expect(await page.locator('mark.gap').count()).toBe(0)
  })

  it.for(['light', 'dark'] as const)(
    '%s: axe finds nothing serious, and no width scrolls sideways',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.getByLabel('Budget in tokens').fill('98')
      await page.locator('[data-dot="docs/scripting.md"] .mark').click()
      await settled()
      for (const tab of ['Packets', 'Tool outputs']) {
        await page.getByRole('tab', { name: tab }).click()
        await settled()
        for (const width of [360, 800, 1400]) {
          await page.setViewportSize({ width, height: 1000 })
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
          await screenshot(`${tab === 'Packets' ? 'packets' : 'outputs'}-${colorScheme}-${width}`)
          await page.evaluate(axe.source)
          const found = (await page.evaluate('axe.run()')) as { violations: Violation[] }
          const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
          expect(serious.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))])).toEqual([])
        }
      }
    },
  )

  it('comes with a policy of its own, is asked for anew each time, and its assets never again', async () => {
    const answer = await fetch(`${address}/explorer`)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    const script = /src="(\/explorer\/[^"]+\.js)"/.exec(await answer.text())?.[1]
    const asset = await fetch(`${address}${script}`)
    expect(asset.headers.get('content-type')).toContain('javascript')
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await fetch(`${address}/explorer`, { method: 'POST' })).status).toBe(405)
  })

  async function textOf(locator: Locator): Promise<string> {
    return (await locator.textContent()) ?? ''
  }

  async function status(): Promise<string> {
    return textOf(page.getByRole('status'))
  }

  /** Until the page has the answer to what is asked of it now. */
  async function settled(of = page): Promise<void> {
    const shown = `(() => {
      const live = document.querySelector('.live')?.textContent
      return live !== undefined && live !== 'Asking…' && (live !== '' || document.querySelector('.problem') !== null)
    })()`
    await expect.poll(() => of.evaluate(shown), { timeout: 15_000 }).toBe(true)
  }

  async function packetAt(budgetTokens: number): Promise<Explained> {
    const answer = await fetch(`${address}/v1/packets?explain=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...example, step: { ...example.step, budgetTokens } }),
    })
    return (await answer.json()) as Explained
  }

  async function screenshot(name: string): Promise<void> {
    if (!SCREENSHOTS) return
    await page.evaluate('scrollTo(0, 0)')
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true })
  }
})

/** A tree of pages, ten links from each. */
function largeGraph(pages: number): Graph {
  const nodes = Array.from({ length: pages }, (_, i) => ({ path: `p/${i}.md`, title: `Page ${i}` }))
  const edges = nodes.slice(1).map(({ path }, i) => ({ from: `p/${Math.floor(i / 10)}.md`, to: path }))
  return { nodes, edges, paths: [] }
}

interface Graph {
  nodes: object[]
  edges: object[]
  paths: object[]
}

interface Explained {
  packet: { text: string; tokens: number; counts: { nodes: { kept: number } } }
  decisions: { spent: Record<string, number> }
}

interface Violation {
  id: string
  impact: string
  nodes: { html: string }[]
}
