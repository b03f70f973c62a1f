import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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

const READER = 'stw_a-key-that-may-look'
const WRITER = 'stw_a-key-that-may-keep'

describe('the explorer of a service with keys', () => {
  let folder: string
  let browser: Browser
  let address: string
  let page: Page

  beforeAll(async () => {
    await buildExplorer()
    folder = await mkdtemp(join(tmpdir(), 'stowage-explorer-keys-'))
    const file = join(folder, 'keys.json')
    const sha256 = (key: string) => createHash('sha256').update(key).digest('hex')
    const keys = [
      { id: 'reader', sha256: sha256(READER), tenant: 'acme', actions: ['read'] },
      { id: 'writer', sha256: sha256(WRITER), tenant: 'acme', actions: ['read', 'write'] },
    ]
    await writeFile(file, JSON.stringify({ keys }))
    address = await addressOf(startService({ API_KEYS_FILE: file, DATA_DIR: ':memory:' }))
    const kept = await fetch(`${address}/v1/graphs/secret`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${WRITER}` },
      body: JSON.stringify({ nodes: [{ path: 'a.md', title: 'Of acme alone' }], edges: [], paths: [] }),
    })
    expect(kept.status).toBe(201)
    browser = await startBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    await endStarted()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  afterEach(async () => {
    await page.close()
    expectNoFaults(browser, address, /status of 4(?:01|03|29|22)/)
  })

  it('without a key it says that one is needed, and leads to the field', async () => {
    page = await browser.open(`${address}/explorer`)
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await textOf(alert)).toContain('key-missing')
    expect(await textOf(alert)).toContain('status 401')
    expect(await textOf(page.getByRole('region', { name: 'Graph' }))).toContain('listed to those with a key')
    await expectAccessible(page)
    for (const width of [360, 800, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      await screenshot(page, `key-missing-${width}`)
    }
    await page.getByRole('button', { name: 'Enter a key' }).click()
    expect(await page.evaluate('document.activeElement.id')).toBe('key-field')
  })

  it('a key opens it for this tab: all is asked anew, also after a reload, and the key stands in no address', async () => {
    page = await browser.open(`${address}/explorer`)
    await useKey('no key of this service')
    expect(await textOf(page.getByRole('alert').last())).toContain('no space')
    await useKey('unknown-key')
    await page.getByText('key-unknown').waitFor()
    await useKey(READER)
    await settled(page)
    expect(await textOf(page.getByRole('status'))).toContain('of 6 pages kept')
    await page.getByLabel('From', { exact: false }).and(page.locator('select')).selectOption('kept secret')
    await settled(page)
    expect(await textOf(page.getByRole('status'))).toContain('1 of 1 pages kept')
    await expect.poll(() => page.url()).toContain('secret')
    expect(page.url()).not.toContain(READER)
    expect(browser.requested.filter((url) => url.includes(READER))).toEqual([])
    const left = 'JSON.stringify([document.cookie, { ...localStorage }, history.state, document.body.innerHTML])'
    expect(await page.evaluate(left)).not.toContain(READER)

    await page.reload()
    await settled(page)
    expect(await textOf(page.getByRole('status'))).toContain('1 of 1 pages kept')
    const other = await browser.open(page.url())
    await other.getByText('key-missing').first().waitFor()
    await other.close()
    await page.getByRole('button', { name: 'Forget' }).click()
    await page.getByText('key-missing').first().waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })

  it('what the key does not allow is told with the action that it would take', async () => {
    page = await browser.open(`${address}/explorer`)
    await useKey(READER)
    await settled(page)
    await page.getByRole('tab', { name: 'Tool outputs' }).click()
    await page.getByLabel('What the tool printed').fill('all of it')
    await settled(page)
    await page.getByRole('button', { name: 'Keep it' }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await textOf(alert)).toContain('write')
    await screenshot(page, 'key-not-allowed')
    await useKey(WRITER)
    await settled(page)
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByText('Kept as').waitFor()
    await page.getByRole('button', { name: 'Read it back' }).click()
    const text = page.getByRole('region', { name: 'lines of the kept text' })
    await text.waitFor()
    expect(await textOf(text)).toBe('all of it')
  })

  async function useKey(key: string): Promise<void> {
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Use', exact: true }).click()
  }
})
