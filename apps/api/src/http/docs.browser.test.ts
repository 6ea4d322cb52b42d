import { operationList } from '@boardwalk/schema/operations'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import openapi from '../../openapi.json' with { type: 'json' }
import { useBrowser } from '../test/browser.ts'
import { type TestCompany, useServer } from '../test/harness.ts'

const server = useServer()
const browser = useBrowser()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

const PHONE = { width: 390, height: 844 }
const guides = ['first-job', 'feeds-and-mapping', 'migrating-with-link', 'following-candidates', 'changes-on-the-board']

async function get(path: string, headers: Record<string, string> = {}) {
  const res = await fetch(`${server.url}${path}`, { headers })
  // Reads the answer to its end, because a server waits for its answers before it stops.
  return { status: res.status, headers: res.headers, text: await res.text() }
}

/** Opens an address. The test fails if the page asks another host, logs an error, or breaks its policy. */
async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.page({ reducedMotion: 'reduce', ...options })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${server.url}/`) && !/^(?:data|blob):/.test(url)) browser.fail(`it asks ${url}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') browser.fail(message.text())
  })
  page.on('pageerror', (error) => browser.fail(error.message))
  await page.goto(`${server.url}${path}`)
  return page
}

const keyField = (page: Page) => page.locator('.introduction-card .scalar-password-input')
const rememberBox = (page: Page) => page.getByLabel('Remember the key in this browser')
const findSample = (page: Page) => page.locator('[id="boardwalk/tag/jobs/POST/job"] .code-snippet')
const ADDRESS_OF_CREATE_JOB = '/api/docs#tag/jobs/POST/job'

async function openReference(path = '/api/docs', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await open(path, options)
  await page.getByRole('heading', { level: 1, name: openapi.info.title }).waitFor()
  await keyField(page).waitFor()
  return page
}

/** Scrolls through the page, so that it draws everything that it draws only when it is near. */
async function readToTheEnd(page: Page): Promise<void> {
  const scrollOn = () =>
    page.evaluate(() => {
      window.scrollBy(0, 1500)
      return new Promise<boolean>((resolve) =>
        requestAnimationFrame(() => resolve(scrollY + innerHeight >= document.documentElement.scrollHeight - 1)),
      )
    })
  await expect.poll(scrollOn, { interval: 10 }).toBe(true)
}

const measureOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe('the OpenAPI document', () => {
  it('is served exactly as it is committed', async () => {
    const res = await get('/api/openapi.json')
    expect(res.status).toBe(200)
    expect(res.headers.get('content-type')).toMatch(/^application\/json/)
    expect(JSON.parse(res.text)).toStrictEqual(openapi)
  })
})

describe('the files of the reference', () => {
  const findAssets = async () => [...(await get('/api/docs')).text.matchAll(/\/api\/docs\/assets\/[^"]+/g)].map(String)

  it('come from this server, and a browser may keep them, because a changed file has another name', async () => {
    const assets = await findAssets()
    expect(assets).toHaveLength(3)
    for (const path of assets) {
      expect(path).toMatch(/-[\w-]{12}\.(?:js|css)$/)
      const res = await get(path)
      expect(res.status, path).toBe(200)
      expect(res.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  it('are compressed for a client that reads Brotli, and have the same content for another', async () => {
    for (const path of await findAssets()) {
      const compressed = await get(path, { 'accept-encoding': 'br' })
      const plain = await get(path, { 'accept-encoding': 'identity' })
      expect(compressed.headers.get('content-encoding')).toBe('br')
      expect(plain.headers.get('content-encoding')).toBeNull()
      for (const { headers } of [compressed, plain]) expect(headers.get('vary')).toMatch(/accept-encoding/i)
      expect(compressed.text === plain.text, path).toBe(true)
    }
  })

  it('are all that is served: nothing else of the package, and no file outside the folder', async () => {
    const [asset = ''] = await findAssets()
    const paths = [
      ...['assets/', 'assets', 'assets/package.json', `${asset.slice('/api/docs/'.length)}.br`, 'assets/scalar.js'],
      ...['index.html', 'guides/', 'guides/operations', 'guides/..%2findex', 'guides/first-job.html', '%2e%2e/'],
    ]
    for (const path of paths) expect(await get(`/api/docs/${path}`), path).toMatchObject({ status: 404 })
  })
})

describe('the security policy', () => {
  it.each(['/api/docs', '/api/docs/', ...guides.map((name) => `/api/docs/guides/${name}`)])(
    'of %s allows scripts, styles and data of this server only',
    async (path) => {
      const { headers, text } = await get(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("connect-src 'self';")
      expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/https?:|\*|unsafe/)
      expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=/)
    },
  )

  it('of the reference has another nonce in each answer', async () => {
    const [first, second] = await Promise.all([get('/api/docs'), get('/api/docs')])
    const [policy, other] = [first, second].map(({ headers }) => headers.get('content-security-policy'))
    expect(policy).not.toBe(other)
    expect(first?.text).not.toContain('CSP_NONCE')
  })
})

describe('the reference in a browser', () => {
  it('lists every operation, and the sections of the introduction, and draws all of them without an error', async () => {
    const page = await openReference()
    const sidebar = page.getByRole('navigation', { name: /Sidebar/ })
    for (const { summary } of operationList) {
      await sidebar.getByText(summary, { exact: true }).click()
      await page.getByRole('main').getByRole('heading', { name: summary }).first().waitFor()
    }
    await sidebar.getByText('Introduction', { exact: true }).click()
    for (const section of ['Keys', 'Polling', 'Errors', 'Limits'])
      await sidebar.getByText(section, { exact: true }).waitFor()
    await readToTheEnd(page)
  })

  it('finds an operation by its words, and goes to it', async () => {
    const page = await openReference()
    await page.getByRole('search').click()
    await page.getByRole('dialog').getByRole('combobox').fill('unpublish')
    await page
      .getByRole('option', { name: /Unpublish a job/ })
      .first()
      .click()
    await expect.poll(() => page.url()).toContain('#tag/jobs/DELETE/job/')
  })

  it('offers each sample in curl, JavaScript, Python and PHP, and in nothing else', async () => {
    const page = await openReference(ADDRESS_OF_CREATE_JOB)
    const sample = findSample(page)
    await sample.getByText('--header').first().waitFor()
    const words = { 'js/fetch': 'fetch(', 'python/requests': 'requests.post(', 'php/curl': 'curl_init(' }
    for (const [language, word] of Object.entries({ ...words, 'shell/curl': 'curl ' })) {
      await page.locator('[id="boardwalk/tag/jobs/POST/job"]').getByTestId('client-picker').click()
      const options = page.getByRole('option')
      expect(await options.count()).toBe(4)
      await page.locator(`[role=option][id$="${language}"]`).click()
      await expect.poll(() => sample.textContent()).toContain(word)
    }
  })

  it('shows the fields of a body without a click', async () => {
    const page = await openReference(ADDRESS_OF_CREATE_JOB)
    await page.locator('[id="boardwalk/tag/jobs/POST/job"]').getByText('recruitmentProcess').first().waitFor()
  })

  it('sends a request of the reader to this server, with the key', async () => {
    const page = await openReference('/api/docs#tag/key/GET/me')
    await keyField(page).fill(company.key)
    await page
      .locator('[id="boardwalk/tag/key/GET/me"]')
      .getByRole('button', { name: /Test Request/ })
      .click()
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().startsWith(`${server.url}/api/me`)),
      page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click(),
    ])
    expect(answer.status()).toBe(200)
  })

  it('links every guide', async () => {
    const page = await openReference()
    for (const name of guides)
      await page.getByRole('navigation', { name: 'Guides' }).locator(`a[href="/api/docs/guides/${name}"]`).waitFor()
  })
})

describe('the key that a reader types', () => {
  it('is not shown, neither in its field nor in a sample', async () => {
    const page = await openReference(ADDRESS_OF_CREATE_JOB)
    await keyField(page).fill(company.key)
    const readMask = (element: Element) => getComputedStyle(element).getPropertyValue('-webkit-text-security')
    expect(await keyField(page).evaluate(readMask)).toBe('disc')
    const shown = findSample(page).locator('.credential-value')
    await expect.poll(() => shown.textContent()).toBe(company.key)
    expect(await shown.evaluate((element) => getComputedStyle(element).fontSize)).toBe('0px')
    expect(await findSample(page).evaluate((element) => element instanceof HTMLElement && element.innerText)).toContain(
      'x-api-key: ',
    )
  })

  it('is forgotten with the page, unless the reader asks to remember it', async () => {
    const page = await openReference()
    await keyField(page).fill(company.key)
    // Scalar stores a key half a second after it was typed.
    await page.waitForTimeout(1000)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(company.key)
    await page.reload()
    await keyField(page).waitFor()
    expect(await keyField(page).inputValue()).toBe('')
    expect(await rememberBox(page).isChecked()).toBe(false)
  })

  it('survives a reload if the reader ticks the box, and is deleted when they untick it', async () => {
    const page = await openReference()
    const readStored = () => page.evaluate(() => JSON.stringify(localStorage))
    await keyField(page).fill(company.key)
    await rememberBox(page).check()
    await expect.poll(readStored).toContain(company.key)
    await page.reload()
    await expect.poll(() => keyField(page).inputValue()).toBe(company.key)
    expect(await rememberBox(page).isChecked()).toBe(true)
    // A key that changes in the last moment, which Scalar would store half a second later.
    await keyField(page).fill(`${company.key} changed`)
    await rememberBox(page).uncheck()
    await page.waitForTimeout(1000)
    expect(await readStored()).not.toContain(company.key)
    await page.reload()
    await keyField(page).waitFor()
    expect(await keyField(page).inputValue()).toBe('')
  })
})

describe('the look', () => {
  it.each(['light', 'dark'] as const)(
    'is %s if the reader prefers it, in the reference and the guides',
    async (scheme) => {
      const options = { colorScheme: scheme }
      const isDark = (page: Page) =>
        page.evaluate(() => {
          const [red = 0] = /\d+/.exec(getComputedStyle(document.body).backgroundColor)?.map(Number) ?? []
          return red < 128
        })
      for (const page of [await openReference('/api/docs', options), await open('/api/docs/guides/first-job', options)])
        expect(await isDark(page)).toBe(scheme === 'dark')
    },
  )

  it('of a guide is the one that was chosen in the reference', async () => {
    const page = await openReference('/api/docs', { colorScheme: 'light' })
    await page.getByRole('button', { name: /dark mode/i }).click()
    await page.goto(`${server.url}/api/docs/guides/first-job`)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
  })

  it('of the reference fits a phone, down to its end', async () => {
    const page = await openReference('/api/docs', { viewport: PHONE })
    expect(await measureOverflow(page)).toBe(0)
    await readToTheEnd(page)
    expect(await measureOverflow(page)).toBe(0)
  })
})

describe('a guide', () => {
  it.each(guides)('%s fits a phone, has only links that lead somewhere, and needs no script', async (name) => {
    const page = await open(`/api/docs/guides/${name}`, { viewport: PHONE, javaScriptEnabled: false })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const hrefs = await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(hrefs.length).toBeGreaterThan(6)
    const { text } = await get(`/api/docs/guides/${name}`)
    for (const href of hrefs) {
      if (href.startsWith('#')) expect(text).toContain(`id="${href.slice(1)}"`)
      else if (href.startsWith('/')) expect(await get(href), href).toMatchObject({ status: 200 })
      else expect(href).toMatch(/^http:\/\/127\.0\.0\.1:3000/)
    }
    expect(await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0)
  })
})
