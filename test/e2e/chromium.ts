import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { REPOSITORY, run } from './service-process.ts'

const CHROMIUM = '/usr/bin/chromium'
/** Where to put screenshots for a person to look at; none are taken where it is not set. */
const SCREENSHOTS = process.env.E2E_SCREENSHOTS

/** A browser that finds this machine alone, and all that it asked for and complained of. */
export interface Browser {
  readonly context: BrowserContext
  readonly requested: string[]
  /** Of the console, of pages and of their policy. A page is watched from {@link Browser.open} on. */
  readonly faults: string[]
  open(address: string): Promise<Page>
  close(): Promise<void>
}

export async function startBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} is missing: apt-get install -y chromium`)
  const profile = await mkdtemp(join(tmpdir(), 'stowage-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
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
  const requested: string[] = []
  const faults: string[] = []
  context.on('request', (request) => requested.push(request.url()))
  await context.exposeFunction('tellViolation', (text: string) => faults.push(`policy: ${text}`))
  await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    tellViolation(event.violatedDirective + ' ' + event.blockedURI))`)
  return {
    context,
    requested,
    faults,
    async open(address) {
      const page = await context.newPage()
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
      })
      page.on('pageerror', (error) => faults.push(`page: ${error.message}`))
      await page.goto(address)
      return page
    },
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

export async function buildExplorer(): Promise<void> {
  const built = await run('npm', ['run', 'build:explorer'], { cwd: REPOSITORY, env: process.env as never })
  if (built.code !== 0) throw new Error(`the explorer was not built: ${built.stderr}`)
}

/** @param except faults that are no fault here */
export function expectNoFaults({ faults, requested }: Browser, address: string, except: RegExp): void {
  expect(faults.splice(0).filter((fault) => !except.test(fault))).toEqual([])
  expect(requested.filter((url) => !url.startsWith(`${address}/`) && !/^(?:data|blob|about):/.test(url))).toEqual([])
}

/** Until the explorer has the answer to what is asked of it now. */
export async function settled(page: Page): Promise<void> {
  const shown = `(() => {
    const live = document.querySelector('.live')?.textContent
    return live !== undefined && live !== 'Asking…' && (live !== '' || document.querySelector('.problem') !== null)
  })()`
  await expect.poll(() => page.evaluate(shown), { timeout: 15_000 }).toBe(true)
}

export async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? ''
}

/** axe finds nothing serious. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const found = (await page.evaluate('axe.run()')) as { violations: Violation[] }
  const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))])).toEqual([])
}

export async function screenshot(page: Page, name: string, part?: Locator): Promise<void> {
  if (!SCREENSHOTS) return
  const path = join(SCREENSHOTS, `${name}.png`)
  if (part) await part.screenshot({ path })
  else {
    await page.evaluate('scrollTo(0, 0)')
    await page.screenshot({ path, fullPage: true })
  }
}

interface Violation {
  id: string
  impact: string
  nodes: { html: string }[]
}
