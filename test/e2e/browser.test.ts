import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readExamples } from '../../src/http/openapi.ts'
import { type Browser, expectNoFaults, screenshot, startBrowser } from './chromium.ts'
import { addressOf, endStarted, startService } from './service-process.ts'

const examples = readExamples()

describe('Swagger UI in a browser', () => {
  let browser: Browser
  let address: string
  let page: Page

  beforeAll(async () => {
    address = await addressOf(startService())
    browser = await startBrowser()
    page = await browser.open(`${address}/docs`)
    page.on('requestfailed', (request) => browser.faults.push(`failed: ${request.url()}`))
    await open()
  })

  afterAll(async () => {
    await browser?.close()
    await endStarted()
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
    await screenshot(page, 'docs')
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
      await screenshot(page, `${operation}-${name}`, block)
    },
  )

  it('makes no request outside its origin, and neither page nor policy has a fault', () => {
    expect(browser.requested.length).toBeGreaterThan(5)
    // A refused step is a 422, which the browser itself puts on the console.
    expectNoFaults(browser, address, /the server responded with a status of 422/)
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
})

/** The request's id is another each time. */
function withoutInstance(answer: unknown): unknown {
  const { instance: _instance, ...rest } = answer as Record<string, unknown>
  return rest
}

interface OpenApi {
  paths: Record<string, Record<string, { summary?: string }>>
}
