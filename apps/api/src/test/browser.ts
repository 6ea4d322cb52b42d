import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'

/**
 * Gives the tests of one file a browser that reaches nothing but this machine. Each page has a context of its own, which is
 * closed when its test ends.
 */
export function useBrowser() {
  let browser: Browser
  let pages: WatchedPage[] = []
  const failures: string[] = []

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterEach(async ({ task }) => {
    const opened = pages
    pages = []
    const folder = task.result?.state === 'fail' ? await describeFailure(task.name, opened) : undefined
    await Promise.all(browser.contexts().map((context) => context.close()))
    expect(failures.splice(0)).toEqual([])
    if (folder !== undefined) throw new Error(`Screenshots, console and last requests of the failed test: ${folder}`)
  })
  afterAll(() => browser.close())

  return {
    async page(options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext(options)
      context.setDefaultTimeout(inject('waitMsMax'))
      const page = await context.newPage()
      pages.push(watch(page))
      return page
    },
    /** Fails the running test because of something that a page did. */
    fail(what: string): void {
      failures.push(what)
    },
  }
}

/** A page, with what its console said and its requests, for the report of a failure. */
interface WatchedPage {
  page: Page
  console: string[]
  requests: string[]
}

const REQUESTS_MAX = 50

function watch(page: Page): WatchedPage {
  const watched: WatchedPage = { page, console: [], requests: [] }
  const note = (line: string) => {
    if (watched.requests.push(line) > REQUESTS_MAX) watched.requests.shift()
  }
  page.on('console', (message) => watched.console.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => watched.console.push(`error: ${error.stack ?? error.message}`))
  page.on('request', (request) => note(`sent      ${request.method()} ${request.url()}`))
  page.on('response', (response) => note(`${response.status()}       ${response.request().method()} ${response.url()}`))
  page.on('requestfailed', (request) =>
    note(`failed    ${request.method()} ${request.url()} ${request.failure()?.errorText}`),
  )
  return watched
}

/** Writes what the pages of a failed test showed into a new folder, and returns its path. */
async function describeFailure(test: string, pages: WatchedPage[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `boardwalk-${test.replace(/\W+/g, '-').slice(0, 60)}-`))
  for (const [index, { page, console, requests }] of pages.entries()) {
    const name = join(folder, `page-${index + 1}`)
    // A page that the test has closed has no picture.
    await page.screenshot({ path: `${name}.png`, fullPage: true }).catch(() => undefined)
    await writeFile(
      `${name}.txt`,
      [page.url(), '', 'Console:', ...console, '', 'Requests:', ...requests, ''].join('\n'),
    )
  }
  return folder
}

/** Launches the Chromium of @sparticuz/chromium, which is for 64-bit Linux; on another machine the installed Chrome. */
async function launchBrowser(): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return chromium.launch({ channel: 'chrome', timeout: inject('waitMsMax') })
  return chromium.launch({
    timeout: inject('waitMsMax'),
    executablePath: await unpackChromium(),
    args: ['--font-render-hinting=none', NOTHING_ELSE],
  })
}

const NOTHING_ELSE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'
const require = createRequire(import.meta.url)
const nodeModules = fileURLToPath(new URL('../../../../node_modules/', import.meta.url))

/** Unpacks Chromium once. The package itself would share one file in /tmp with processes that unpack at the same time. */
async function unpackChromium(): Promise<string> {
  const packed = join(dirname(require.resolve('@sparticuz/chromium')), '../../bin/chromium.br')
  const unpacked = join(nodeModules, '.cache/boardwalk', `chromium-${statSync(packed).size}`)
  if (existsSync(unpacked)) return unpacked
  await mkdir(dirname(unpacked), { recursive: true })
  const own = `${unpacked}-${process.pid}`
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(own, { mode: 0o755 }))
  try {
    await link(own, unpacked)
  } catch (error) {
    // Another process was faster. A rename would replace the file that its browser runs, and that browser would end.
    if (!existsSync(unpacked)) throw error
  } finally {
    await rm(own)
  }
  return unpacked
}
