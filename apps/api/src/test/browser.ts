import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { link, mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

/**
 * On a busy machine, a page may take long to show something. If it never does, the test fails with what it waited for, and
 * later tests of the file still run. As long as the limit of `expect.poll` (vitest.config.ts).
 */
const WAIT_MS_MAX = 5 * 60_000

/**
 * Gives the tests of one file a browser that reaches nothing but this machine. Each page has a context of its own, which is
 * closed when its test ends.
 */
export function useBrowser() {
  let browser: Browser
  const failures: string[] = []

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
    expect(failures.splice(0)).toEqual([])
  })
  afterAll(() => browser.close())

  return {
    async page(options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext(options)
      context.setDefaultTimeout(WAIT_MS_MAX)
      return context.newPage()
    },
    /** Fails the running test because of something that a page did. */
    fail(what: string): void {
      failures.push(what)
    },
  }
}

/** Launches the Chromium of @sparticuz/chromium, which is for 64-bit Linux; on another machine the installed Chrome. */
async function launchBrowser(): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return chromium.launch({ channel: 'chrome', timeout: WAIT_MS_MAX })
  return chromium.launch({
    timeout: WAIT_MS_MAX,
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
