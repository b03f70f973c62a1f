import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readExamples, withoutTimes } from '../../src/http/openapi.ts'
import { type Browser, expectNoFaults, screenshot, startBrowser } from './chromium.ts'
import { addressOf, endStarted, startService } from './service-process.ts'

const examples = readExamples()
/** In the order of their first examples, since some need what others keep. */
const operations = [...new Set([...examples.values()].map(({ operationId }) => operationId))]

describe('Swagger UI in a browser', () => {
  let browser: Browser
  let address: string
  let page: Page

  beforeAll(async () => {
    address = await addressOf(startService())
    browser = await startBrowser()
    page = await browser.open(`${address}/docs`)
    page.on('requestfailed', (request) => browser.faults.push(`failed: ${request.url()}`))
    await page.locator('.opblock').first().waitFor()
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

  it.for(operations)('%s: every example runs as it stands and gives the answer that it shows', async (operation) => {
    const ofOperation = [...examples].filter(([, { operationId }]) => operationId === operation)
    const block = page.locator(`.opblock[id$="-${operation}"]`)
    await block.locator('.opblock-summary-control').click()
    await block.locator('button.execute').waitFor()
    const live = block.locator('.live-responses-table .response').first()
    for (const [name, { request, query = {}, status, response }] of ofOperation) {
      if (request !== undefined && ofOperation.length > 1) {
        const select = block.locator('.opblock-section-request-body .examples-select-element')
        // The page draws what it offers after its button.
        const offered = () => select.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))
        await expect.poll(offered).toEqual(ofOperation.map(([id]) => id))
        await select.selectOption(name)
      }
      // Without a body the parameters are filled in with the example.
      for (const [parameter, value] of request === undefined ? [] : Object.entries(query)) {
        await block.locator(`tr[data-param-name="${parameter}"] select`).selectOption(value)
      }
      const answered = page.waitForResponse((one) => one.url().startsWith(`${address}/v1/`))
      await block.locator('button.execute').click()
      const answer: unknown = await (await answered).json()
      const code = async () => JSON.parse((await live.locator('.highlight-code code').first().textContent()) ?? '')
      await expect.poll(code).toEqual(answer)
      expect(await live.locator('.response-col_status').textContent()).toContain(String(status))
      const sameEachTime = JSON.stringify(answer).replace(/(?<=urn:stowage:request:)[\w-]+/g, 'example')
      expect([name, withoutTimes(sameEachTime)]).toEqual([name, response])
      for (const parameter of request === undefined ? [] : Object.keys(query)) {
        await block.locator(`tr[data-param-name="${parameter}"] select`).selectOption('')
      }
    }
    await screenshot(page, `swagger-${operation}`, block)
    await block.locator('.opblock-summary-control').click()
  })

  it('makes no request outside its origin, and neither page nor policy has a fault', () => {
    expect(browser.requested.length).toBeGreaterThan(5)
    // A refused request is a 4xx, which the browser itself puts on the console.
    expectNoFaults(browser, address, /the server responded with a status of 4(?:00|04|09|22)/)
  })
})

interface OpenApi {
  paths: Record<string, Record<string, { summary?: string }>>
}
