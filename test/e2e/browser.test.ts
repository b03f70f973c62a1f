import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readExamples, withoutTimes } from '../../src/http/openapi.ts'
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

  it.for([...examples])('%s runs as it stands and gives the answer that it shows', async ([name, example]) => {
    const { operationId, request, params = {}, query = {}, status, response } = example
    const ofOperation = [...examples].filter(([, one]) => one.operationId === operationId)
    const block = await expanded(operationId)
    if (request !== undefined) {
      const select = block.locator('.opblock-section-request-body .examples-select-element')
      const names = ofOperation.map(([id]) => id)
      if (names.length > 1) {
        expect(await select.locator('option').evaluateAll((all) => all.map((o) => o.getAttribute('value')))).toEqual(
          names,
        )
        await select.selectOption(name)
      }
      await choose(block, query)
    }
    // Without a body the parameters are filled in with the first example.
    else if (ofOperation[0][0] !== name) await choose(block, { ...params, ...query })

    const answered = page.waitForResponse(({ url }) => url().startsWith(`${address}/v1/`))
    await block.locator('button.execute').click()
    const answer = await answered
    const live = block.locator('.live-responses-table .response').first()
    await expect.poll(() => live.locator('.response-col_status').textContent()).toContain(String(status))
    const code = async () => JSON.parse((await live.locator('.highlight-code code').first().textContent()) ?? '')
    await expect.poll(code).toEqual(await answer.json())
    const shown = JSON.stringify(withoutInstance(await code()))
    expect(withoutTimes(shown)).toEqual(withoutInstance(response))
    if (ofOperation.length === 1 || name === ofOperation[1]?.[0])
      await screenshot(page, `swagger-${operationId}`, block)
  })

  it('makes no request outside its origin, and neither page nor policy has a fault', () => {
    expect(browser.requested.length).toBeGreaterThan(5)
    // A refused request is a 4xx, which the browser itself puts on the console.
    expectNoFaults(browser, address, /the server responded with a status of 4(?:00|04|09|22)/)
  })

  async function open(): Promise<void> {
    await page.goto(`${address}/docs`)
    await page.locator('.opblock').first().waitFor()
  }

  async function expanded(operation: string): Promise<Locator> {
    const block = page.locator(`.opblock[id$="-${operation}"]`)
    // What one example chose must not stay for the next.
    await open()
    await block.locator('.opblock-summary-control').click()
    await block.locator('button.execute').waitFor()
    return block
  }

  async function choose(block: Locator, values: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      const row = block.locator(`tr[data-param-name="${name}"]`)
      if ((await row.locator('select').count()) > 0) await row.locator('select').selectOption(value)
      else await row.locator('input').fill(value)
    }
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
