import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readExamples } from '../../src/http/openapi.ts'
import {
  type Browser,
  buildExplorer,
  expectAccessible,
  expectNoFaults,
  screenshot,
  settled,
  startBrowser,
  textOf,
} from './chromium.ts'
import { addressOf, endStarted, startService } from './service-process.ts'

const example = readExamples().get('packet-trimmed')?.request as { step: { targets: string[] }; graph: Graph }

describe('the explorer in a browser', () => {
  let browser: Browser
  let address: string
  let page: Page

  beforeAll(async () => {
    await buildExplorer()
    address = await addressOf(startService({ DATA_DIR: ':memory:' }))
    await keep('kettle', example.graph)
    browser = await startBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    await endStarted()
  })

  beforeEach(async () => {
    page = await browser.open(`${address}/explorer`)
    await settled(page)
  })

  afterEach(async () => {
    await page.close()
    // A refused step is a 4xx, which the browser itself puts on the console.
    expectNoFaults(browser, address, /status of 4\d\d/)
  })

  it('dragging the budget shows at each place what the service keeps there', async () => {
    const slider = page.getByRole('slider', { name: 'Budget' })
    await slider.focus()
    await page.keyboard.press('End')
    await settled(page)
    expect(await status()).toContain('6 of 6 pages kept, 6 of 6 links, 2 of 2 trails')
    const box = await slider.boundingBox()
    if (box === null) throw new Error('the slider is not shown')
    await page.mouse.move(box.x + box.width - 8, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2, { steps: 8 })
    await page.mouse.up()
    await settled(page)
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
    await settled(page)
    const dot = page.locator('[data-dot="docs/auth.md"]')
    expect(await dot.getAttribute('aria-label')).toContain('cut')
    await dot.locator('.mark').click()
    const detail = page.getByRole('region', { name: 'Page', exact: true })
    await detail.getByRole('button', { name: 'Use this budget' }).click()
    await settled(page)
    const row = page.getByRole('row').filter({ hasText: 'docs/auth.md' })
    expect(await textOf(row)).toContain('kept')
    const budget = page.getByLabel('Budget in tokens')
    const least = Number(await budget.inputValue())
    await budget.fill(String(least - 1))
    await settled(page)
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

  it('buttons zoom the drawing and move it, and say how large it is; what would change nothing says so', async () => {
    const dot = page.locator('[data-dot="docs/requests.md"] .mark')
    const view = page.getByRole('group', { name: 'View of the drawing' })
    const button = (name: string) => view.getByRole('button', { name, exact: true })
    const middle = async () => {
      const box = await dot.boundingBox()
      return box && box.x + box.width / 2
    }
    for (const name of ['Zoom out', 'Whole drawing', 'Left', 'Right', 'Up', 'Down']) {
      expect(await button(name).getAttribute('aria-disabled')).toBe('true')
    }
    const whole = await middle()
    await button('Zoom in').click()
    await expect.poll(() => textOf(view)).toContain('Zoom 160')
    // It stands to the right of the middle, so it goes further to the right, and comes back as the view follows it.
    const near = await middle()
    expect(near).toBeGreaterThan(whole ?? 0)
    await button('Right').click()
    await button('Right').click()
    await expect.poll(() => button('Right').getAttribute('aria-disabled')).toBe('true')
    expect(await middle()).toBeLessThan(near ?? 0)
    await button('Whole drawing').click()
    await expect.poll(() => textOf(view)).toContain('Zoom 100')
    expect(await middle()).toBeCloseTo(whole ?? 0, 0)
  })

  it('the keyboard zooms about the page it is on, and the view follows it from page to page', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const svg = page.locator('svg.rings')
    const frame = await svg.boundingBox()
    await page.locator('[data-dot][tabindex="0"]').focus()
    await page.keyboard.press('End')
    const last = page.locator('[data-dot="docs/scripting.md"]')
    const before = await last.locator('.mark').boundingBox()
    for (let i = 0; i < 4; i++) await page.keyboard.press('+')
    // Reduced motion: it is there at once.
    expect(await textOf(page.getByRole('group', { name: 'View of the drawing' }))).toContain('Zoom 655')
    expect(await last.evaluate('document.activeElement.getAttribute("data-dot")')).toBe('docs/scripting.md')
    const after = await last.locator('.mark').boundingBox()
    expect(after?.x).toBeCloseTo(before?.x ?? 0, 0)
    await page.keyboard.press('Home')
    const first = page.locator('[data-dot="docs/install.md"]')
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("data-dot")')).toBe('docs/install.md')
    const box = await first.locator('.mark').boundingBox()
    if (frame === null || box === null) throw new Error('the drawing is not shown')
    expect(box.x).toBeGreaterThan(frame.x)
    expect(box.x + box.width).toBeLessThan(frame.x + frame.width)
    await page.keyboard.press('Shift+ArrowRight')
    const left = await first.locator('.mark').boundingBox()
    expect(left?.x).toBeLessThan(box.x)
    // It is out of view now, and still what the keyboard is on.
    expect(await page.evaluate('document.activeElement.getAttribute("data-dot")')).toBe('docs/install.md')
    await page.keyboard.press('0')
    expect(await page.locator('[data-dot]').count()).toBe(6)
  })

  it('pointers drag the drawing and pinch it; a drag presses nothing, and a plain wheel scrolls the page', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const svg = page.locator('svg.rings')
    await svg.scrollIntoViewIfNeeded()
    const frame = await svg.boundingBox()
    if (frame === null) throw new Error('the drawing is not shown')
    const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
    const scale = async () =>
      Number(/Zoom (\d+)/.exec(await textOf(page.getByRole('group', { name: 'View of the drawing' })))?.[1])
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.wheel(0, -120)
    expect(await scale()).toBe(100)
    await svg.dispatchEvent('wheel', {
      deltaY: -300,
      ctrlKey: true,
      clientX: middle.x,
      clientY: middle.y,
      cancelable: true,
    })
    await expect.poll(scale).toBe(272)
    const dot = page.locator('[data-dot="docs/install.md"]')
    const at = await dot.locator('.mark').boundingBox()
    if (at === null) throw new Error('the first target is not shown')
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2)
    await page.mouse.down()
    await page.mouse.move(at.x + at.width / 2 + 60, at.y + at.height / 2 + 30, { steps: 4 })
    await page.mouse.up()
    const moved = await dot.locator('.mark').boundingBox()
    expect((moved?.x ?? 0) - at.x).toBeCloseTo(60, -1)
    expect((moved?.y ?? 0) - at.y).toBeCloseTo(30, -1)
    expect(await dot.getAttribute('aria-pressed')).toBe('false')
    const finger = (type: string, pointerId: number, x: number, y: number) =>
      svg.dispatchEvent(type, {
        pointerId,
        pointerType: 'touch',
        clientX: middle.x + x,
        clientY: middle.y + y,
        bubbles: true,
      })
    const before = await scale()
    await page.evaluate(`document.querySelector('svg.rings').setPointerCapture = () => {}`)
    await finger('pointerdown', 11, -40, 0)
    await finger('pointerdown', 12, 40, 0)
    await finger('pointermove', 12, 120, 0)
    await expect.poll(scale).toBeGreaterThan(before * 1.9)
    await finger('pointerup', 11, -40, 0)
    await finger('pointerup', 12, 120, 0)
    await dot.locator('.mark').click()
    expect(await dot.getAttribute('aria-pressed')).toBe('true')
    await expectAccessible(page)
    await screenshot(page, 'zoomed')
  })

  it('a link opened elsewhere gives the same state', async () => {
    await page.getByLabel('From', { exact: false }).and(page.locator('select')).selectOption('paste')
    await page.getByLabel('Graph as JSON').fill(JSON.stringify(example.graph))
    await page.getByRole('button', { name: 'Use this graph' }).click()
    await page.getByLabel('Budget in tokens').fill('98')
    await page.locator('[data-dot="docs/requests.md"] .mark').click()
    await settled(page)
    await expect.poll(() => page.url()).toMatch(/98.*requests\.md/)
    const shown = await textOf(page.locator('.results'))
    const other = await browser.context.newPage()
    await other.goto(page.url())
    await other.getByRole('slider', { name: 'Budget' }).waitFor()
    await settled(other)
    expect(await textOf(other.locator('.results'))).toBe(shown)
    await other.close()
  })

  it.for(['#nonsense', '#%7B%22packet%22%3A%7B%22source%22%3A7%7D%7D', '#%'])(
    'a link that holds no state, %s, opens the first one',
    async (hash) => {
      const other = await browser.context.newPage()
      await other.goto(`${address}/explorer${hash}`)
      await settled(other)
      expect(await textOf(other.getByRole('status'))).toContain('of 6 pages kept')
      await other.close()
    },
  )

  it('a kept graph is picked by name, around its first page; a target it has not is said to be unbound', async () => {
    await page.getByLabel('From', { exact: false }).and(page.locator('select')).selectOption('kept kettle')
    await settled(page)
    expect(await status()).toContain('6 of 6 pages kept')
    expect(await page.locator('.dot.named').getAttribute('data-dot')).toBe('docs/auth.md')
    const targets = page.getByLabel('Targets, one a line')
    await targets.fill('docs/nowhere.md')
    await targets.blur()
    await settled(page)
    expect(await textOf(page.locator('.results'))).toContain('preflight-target-unbound')
  })

  it('a target is picked by typing a part of its title, by keyboard alone, and the list says how many there are', async () => {
    await page.getByLabel('From', { exact: false }).and(page.locator('select')).selectOption('kept kettle')
    await settled(page)
    const field = page.getByRole('combobox', { name: 'Add a target' })
    const hint = page.locator('.picker').first().locator('.hint')
    await field.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.locator('[role=option]').count()).toBe(6)
    expect(await textOf(hint)).toBe('6 pages.')
    await expectAccessible(page)
    await screenshot(page, 'picker')
    await field.fill('sCRIPT')
    await expect.poll(() => textOf(hint)).toBe('1 page.')
    await page.keyboard.press('ArrowDown')
    const option = page.getByRole('option', { name: 'docs/scripting.md' })
    expect(await option.getAttribute('aria-selected')).toBe('true')
    expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
    await page.keyboard.press('Enter')
    expect(await page.getByLabel('Targets, one a line').inputValue()).toBe('docs/auth.md\ndocs/scripting.md')
    await settled(page)
    expect(await page.locator('.dot.named').count()).toBe(2)
    await field.fill('zebra')
    await expect.poll(() => textOf(hint)).toBe('No page of the graph holds this.')
    await page.keyboard.press('Escape')
    expect(await field.getAttribute('aria-expanded')).toBe('false')
  })

  it('pages of a pasted graph are found the same way, and asked for by pressing', async () => {
    const field = page.getByRole('combobox', { name: 'Add a requested page' })
    await field.click()
    await field.fill('config')
    await page.getByRole('option', { name: 'docs/config.md' }).click()
    expect(await page.getByLabel('Requested pages').inputValue()).toBe('docs/config.md')
    await expect.poll(() => decodeURIComponent(page.url())).toContain('"requestedPages":["docs/config.md"]')
  })

  it('an older revision of a kept graph is picked, and a link leads to it', async () => {
    await keep('revised', { ...example.graph, revision: 'r1' })
    await keep('revised', { nodes: [{ path: 'only.md' }], edges: [], paths: [], revision: 'r2' })
    await page.reload()
    await page.getByLabel('From', { exact: false }).and(page.locator('select')).selectOption('kept revised')
    await settled(page)
    expect(await status()).toContain('1 of 1 pages kept')
    await page.getByLabel('Revision').selectOption('r1')
    await settled(page)
    expect(await status()).toContain('6 of 6 pages kept')
    await expect.poll(() => decodeURIComponent(page.url())).toContain('"revision":"r1"')
    const other = await browser.open(page.url())
    await settled(other)
    expect(await textOf(other.getByRole('status'))).toContain('6 of 6 pages kept')
    await other.close()
  })

  it('a write step that nothing fits is shown refused, with its code', async () => {
    await page.getByLabel('Access').selectOption('write')
    await page.getByLabel('Budget in tokens').fill('20')
    await settled(page)
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
    await settled(page)
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
    await settled(page)
    expect(await page.locator('.arc').count()).toBeGreaterThan(1)
    expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(3000)
    await page.getByRole('slider', { name: 'Budget' }).focus()
    for (let i = 0; i < 20; i++) await page.keyboard.press('PageDown')
    await page.keyboard.press('End')
    await settled(page)
    expect(await status()).toContain('10,000 of 10,000 pages kept')
    const before = Number((await textOf(page.getByRole('button', { name: /^Ring 1 / }))).replace(/\D/g, '').slice(1))
    await page.getByRole('button', { name: /^Ring 1 / }).click()
    await settled(page)
    expect(await status()).toContain(`of ${before.toLocaleString('en')} tokens`)
    await page.getByLabel('Path holds').fill('p/9999.md')
    await page.getByRole('button', { name: 'Ask for the page' }).click()
    await page.locator('.detail dl').waitFor()
    expect(await textOf(page.locator('.detail'))).toContain('Use this budget')
    await screenshot(page, 'large')
  })

  it('a tool output: the limit is dragged, the gap is shown, the report adds up', async () => {
    await page.getByRole('tab', { name: 'Tool outputs' }).click()
    const output = page.getByLabel('What the tool printed')
    await output.fill(Array.from({ length: 200 }, (_, i) => `line ${i}`).join('\n'))
    await page.getByLabel('strategy').selectOption('head-tail')
    await page.getByLabel('Limit in bytes').fill('300')
    await page.locator('mark.gap').waitFor()
    await settled(page)
    const kept = await textOf(page.getByRole('region', { name: 'Output as it is kept' }))
    expect(kept).toContain('line 0')
    expect(kept).toContain('line 199')
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(300)
    await page.getByRole('slider', { name: 'Limit' }).focus()
    await page.keyboard.press('End')
    await settled(page)
    expect(await status()).toContain('Kept whole')
    expect(await page.locator('mark.gap').count()).toBe(0)
  })

  it('secrets go by a pattern of one’s own; one that cannot be used is told beside its field', async () => {
    await page.getByRole('tab', { name: 'Tool outputs' }).click()
    await page.getByLabel('What the tool printed').fill('door code 4711, window code 12')
    await page.getByLabel('Limit in bytes').fill('5000')
    await page.getByLabel('Redact secrets').check()
    await page.getByRole('button', { name: 'Add a pattern of your own' }).click()
    const row = page.getByRole('group', { name: 'Pattern 1' })
    await row.getByLabel('Name').fill('door')
    await row.getByLabel('Pattern, in RE2 syntax').fill('door code (\\d+')
    await settled(page)
    expect(await row.getByLabel('Pattern, in RE2 syntax').getAttribute('aria-invalid')).toBe('true')
    const fault = await row.getByLabel('Pattern, in RE2 syntax').getAttribute('aria-describedby')
    expect(await textOf(page.locator(`#${fault}`))).not.toBe('')
    await expectAccessible(page)
    await screenshot(page, 'pattern-fault')
    await row.getByLabel('Pattern, in RE2 syntax').fill('door code (\\d+)')
    await settled(page)
    expect(await kept()).toBe('door code [redacted:door], window code 12')
    await expect.poll(() => decodeURIComponent(page.url())).toContain('(\\\\d+)"')
    const other = await browser.context.newPage()
    await other.goto(page.url())
    await settled(other)
    expect(await other.getByLabel('Pattern, in RE2 syntax').inputValue()).toBe('door code (\\d+)')
    await other.close()
    await row.getByRole('button', { name: 'Remove pattern 1' }).click()
    await settled(page)
    expect(await kept()).toContain('4711')
  })

  it('cleaning, rendering and the mark of an error: each field does what it says', async () => {
    await page.getByRole('tab', { name: 'Tool outputs' }).click()
    await page.getByLabel('What the tool printed').fill('\u001b[31mred\u001b[0m')
    await page.getByLabel('Limit in bytes').fill('5000')
    await page.getByLabel('Clean the text').check()
    await settled(page)
    expect(await kept()).toBe('red')
    await page.getByLabel('escape sequences of terminals go').uncheck()
    await settled(page)
    expect(await kept()).toContain('[31mred')
    await page.getByLabel('Render it for the model').check()
    await page.getByLabel('The tool’s own words').fill('Percentages are of the whole.')
    await page.getByLabel('isError').check()
    await settled(page)
    expect(await textOf(page.getByRole('region', { name: 'Rendered output' }))).toContain(
      'Percentages are of the whole.',
    )
    expect(await textOf(page.locator('.results'))).toContain('error of the tool')
    await expectAccessible(page)
    await screenshot(page, 'options')
  })

  it('an output that is cut again keeps the totals of the original', async () => {
    await page.getByRole('tab', { name: 'Tool outputs' }).click()
    await page.getByLabel('What the tool printed').fill(Array.from({ length: 200 }, (_, i) => `line ${i}`).join('\n'))
    await page.getByLabel('strategy').selectOption('head-tail')
    await page.getByLabel('Limit in bytes').fill('800')
    await settled(page)
    await page.getByText('An output that was cut before').click()
    await page.getByRole('button', { name: 'Cut what is kept again' }).click()
    await page.getByLabel('Limit in bytes').fill('300')
    await settled(page)
    const sizes = page.getByRole('row').filter({ hasText: 'bytes' }).last()
    expect(await textOf(sizes)).toContain('1,689')
    await page.getByLabel('Report of the earlier cut').fill('{')
    await page.getByLabel('Report of the earlier cut').blur()
    expect(await textOf(page.getByRole('alert'))).toContain('This is not JSON')
    await page.getByRole('button', { name: 'Forget the earlier cut' }).click()
    await settled(page)
    expect(await textOf(sizes)).not.toContain('1,689')
  })

  it('the full text is kept when the button says so, listed with its run, and read back; never while it is typed', async () => {
    await page.getByRole('tab', { name: 'Tool outputs' }).click()
    await page.getByLabel('Run that it is listed with').fill('run-7')
    await page.getByLabel('What the tool printed').fill('all of it, to the end')
    await page.getByLabel('Limit in bytes').fill('6')
    await settled(page)
    const ofRun = async () => {
      const answer = await fetch(`${address}/v1/tool-outputs?runId=run-7`)
      return ((await answer.json()) as { items: { ref: string }[] }).items.map(({ ref }) => ref)
    }
    expect(await ofRun()).toEqual([])
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByText('Kept as').waitFor()
    const [ref] = await ofRun()
    expect(await textOf(page.locator('p').filter({ hasText: 'Kept as' }))).toContain(ref)
    await page.getByRole('button', { name: 'Read it back' }).click()
    const text = page.getByRole('region', { name: 'lines of the kept text' })
    await text.waitFor()
    expect(await textOf(text)).toBe('all of it, to the end')
    await expect.poll(() => decodeURIComponent(page.url())).toContain('"runId":"run-7"')
    expect(page.url()).not.toContain('retain')
  })

  it.for(['light', 'dark'] as const)(
    '%s: axe finds nothing serious, and no width scrolls sideways',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.getByLabel('Budget in tokens').fill('98')
      await page.locator('[data-dot="docs/scripting.md"] .mark').click()
      await settled(page)
      for (const tab of ['Packets', 'Tool outputs']) {
        await page.getByRole('tab', { name: tab }).click()
        await settled(page)
        for (const width of [360, 800, 1280]) {
          await page.setViewportSize({ width, height: 1000 })
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
          await screenshot(page, `${tab === 'Packets' ? 'packets' : 'outputs'}-${colorScheme}-${width}`)
          await expectAccessible(page)
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

  async function kept(): Promise<string> {
    return textOf(page.getByRole('region', { name: 'Output as it is kept' }))
  }

  async function status(): Promise<string> {
    return textOf(page.getByRole('status'))
  }

  async function keep(id: string, graph: object): Promise<void> {
    const kept = await fetch(`${address}/v1/graphs/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(graph),
    })
    expect(kept.status).toBe(201)
  }

  async function packetAt(budgetTokens: number): Promise<Explained> {
    const answer = await fetch(`${address}/v1/packets?explain=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...example, step: { ...example.step, budgetTokens } }),
    })
    return (await answer.json()) as Explained
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
