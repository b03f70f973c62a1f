import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readExamples } from '../../src/http/openapi.ts'
import { addressOf, endStarted, startService } from './service-process.ts'

const CHROMIUM = '/usr/bin/chromium'
/** Where to put screenshots for a person to look at; none are taken where it is not set. */
const SCREENSHOTS = process.env.E2E_SCREENSHOTS

const examples = readExamples()

describe('Swagger UI in a browser', () => {
  let profile: string
  let browser: BrowserContext
  let address: string
  let page: Page
  const requested: string[] = []
  const faults: string[] = []

  beforeAll(async () => {
    if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} is missing: apt-get install -y chromium`)
    address = await addressOf(startService())
    profile = await mkdtemp(join(tmpdir(), 'stowage-browser-'))
    browser = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      headless: true,
      viewport: { width: 1280, height: 1000 },
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
    page = await browser.newPage()
    browser.on('request', (request) => requested.push(request.url()))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
    })
    page.on('pageerror', (error) => faults.push(`page: ${error.message}`))
    page.on('requestfailed', (request) => faults.push(`failed: ${request.url()}`))
    await page.exposeFunction('tellViolation', (text: string) => faults.push(`policy: ${text}`))
    await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
      tellViolation(event.violatedDirective + ' ' + event.blockedURI))`)
    await open()
  })

  afterAll(async () => {
    await browser?.close()
    await endStarted()
    if (profile) await rm(profile, { recursive: true, force: true })
  })

  it('shows every operation of the document with its summary', async () => {
    const document = (await (await fetch(`${address}/openapi.json`)).json()) as OpenApi
    const declared = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { summary }]) => `${method.toUpperCase()} ${path}: ${summary}`),
    )
    const shown = await page.locator('.opblock-summary').evaluateAll((blocks) =>
      blocks.map((block) => {
        const text = (selector: string) => block.querySelector(selector)?.textContent?.trim() ?? ''
        // The path is broken at its slashes with characters of no width.
        const path = text('.opblock-summary-path').replace(/\u200b/g, '')
        return `${text('.opblock-summary-method')} ${path}: ${text('.opblock-summary-description')}`
      }),
    )
    expect(shown.toSorted()).toEqual(declared.toSorted())
    expect(shown.filter((line) => line.endsWith(': ') || line.endsWith('undefined'))).toEqual([])
    await screenshot('docs')
  })

  it.for([
    ['POST', '/v1/packets', 'buildPacket', 'packet-trimmed'],
    ['POST', '/v1/packets', 'buildPacket', 'packet-write-refused'],
    ['POST', '/v1/tool-outputs/truncate', 'truncateToolOutput', 'truncate-untouched'],
  ] as const)(
    '%s %s, %s: the example %s runs as it stands and gives the answer it shows',
    async ([, , operation, name]) => {
      const block = await expanded(operation)
      const select = block.locator('.opblock-section-request-body .examples-select-element')
      const ofOperation = [...examples].filter(([, { operationId }]) => operationId === operation).map(([id]) => id)
      expect(
        await select.locator('option').evaluateAll((options) => options.map((o) => o.getAttribute('value'))),
      ).toEqual(ofOperation)
      expect(ofOperation.indexOf(name)).toBeGreaterThan(0)
      await select.selectOption(name)

      const answered = page.waitForResponse((response) => response.request().method() === 'POST')
      await block.locator('button.execute').click()
      const response = await answered
      const example = examples.get(name)
      const live = block.locator('.live-responses-table .response').first()
      await live.waitFor()
      expect(await live.locator('.response-col_status').textContent()).toContain(String(example?.status))
      const shown = JSON.parse((await live.locator('.highlight-code code').first().textContent()) ?? '')
      expect(shown).toEqual(await response.json())
      expect(withoutInstance(shown)).toEqual(withoutInstance(example?.response))
      await screenshot(`${operation}-${name}`, block)
    },
  )

  it('makes no request outside its origin, and neither page nor policy has a fault', () => {
    expect(requested.length).toBeGreaterThan(5)
    expect(requested.filter((url) => !url.startsWith(`${address}/`) && !url.startsWith('data:'))).toEqual([])
    // A refused step is a 422, which the browser itself puts on the console.
    expect(faults.filter((fault) => !fault.includes('the server responded with a status of 422'))).toEqual([])
  })

  async function open(): Promise<void> {
    await page.goto(`${address}/docs`)
    await page.locator('.opblock').first().waitFor()
  }

  async function expanded(operation: string): Promise<Locator> {
    await open()
    const block = page.locator(`.opblock[id$="-${operation}"]`)
    await block.locator('.opblock-summary-control').click()
    await block.locator('button.execute').waitFor()
    return block
  }

  async function screenshot(name: string, part?: Locator): Promise<void> {
    if (!SCREENSHOTS) return
    const path = join(SCREENSHOTS, `${name}.png`)
    await (part ? part.screenshot({ path }) : page.screenshot({ path, fullPage: true }))
  }
})

/** The request's id is another each time. */
function withoutInstance(answer: unknown): unknown {
  const { instance: _instance, ...rest } = answer as Record<string, unknown>
  return rest
}

interface OpenApi {
  paths: Record<string, Record<string, { summary?: string }>>
}
