import { operationList } from '@boardwalk/schema/operations'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import openapi from '../../openapi.json' with { type: 'json' }
import { useBrowser } from '../test/browser.ts'
import { type TestCompany, useServer } from '../test/harness.ts'

/* docs.test.ts has the answers of the server. Loading the reference costs seconds, so each test shows several things. */

const server = useServer()
const browser = useBrowser()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

const summaryOfMe = operationList.find(({ path }) => path === '/me')?.summary ?? ''
const PHONE = { width: 390, height: 844 }
const guides = ['first-job', 'feeds-and-mapping', 'migrating-with-link', 'following-candidates', 'changes-on-the-board']

/** Makes a page. The test fails if the page asks another host, logs an error, or breaks its policy. */
async function makePage(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.page({ reducedMotion: 'reduce', ...options })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${server.url}/`) && !/^(?:data|blob):/.test(url)) browser.fail(`it asks ${url}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') browser.fail(message.text())
  })
  page.on('pageerror', (error) => browser.fail(error.message))
  return page
}

const keyField = (page: Page) => page.locator('.introduction-card .scalar-password-input')
const rememberBox = (page: Page) => page.getByLabel('Remember the key in this browser')
const openGuide = (page: Page, name: string) => page.goto(`${server.url}/api/docs/guides/${name}`)
const createJob = (page: Page) => page.locator('[id="boardwalk/tag/jobs/POST/job"]')

async function openReference(page: Page, address = ''): Promise<void> {
  await page.goto(`${server.url}/api/docs${address}`)
  await page.getByRole('heading', { level: 1, name: openapi.info.title }).waitFor()
  await keyField(page).waitFor()
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

const isDark = (page: Page) =>
  page.evaluate(() => {
    const [red = 0] = /\d+/.exec(getComputedStyle(document.body).backgroundColor)?.map(Number) ?? []
    return red < 128
  })

it('the reference lists every operation, the sections of the introduction and every guide, and finds an operation by its words', async () => {
  const page = await makePage()
  await openReference(page)
  const sidebar = page.getByRole('navigation', { name: /Sidebar/ })
  for (const { summary } of operationList) {
    await sidebar.getByText(summary, { exact: true }).click()
    await page.getByRole('main').getByRole('heading', { name: summary }).first().waitFor()
  }
  await sidebar.getByText('Introduction', { exact: true }).click()
  for (const section of ['Keys', 'Polling', 'Errors', 'Limits'])
    await sidebar.getByText(section, { exact: true }).waitFor()
  for (const name of guides)
    await page.getByRole('navigation', { name: 'Guides' }).locator(`a[href="/api/docs/guides/${name}"]`).waitFor()
  await page.getByRole('search').click()
  await page.getByRole('dialog').getByRole('combobox').fill('unpublish')
  const found = page.getByRole('option', { name: /Unpublish a job/ })
  await found.first().click()
  await expect.poll(() => page.url()).toContain('#tag/jobs/DELETE/job/')
  // The look that is chosen here is that of the guides.
  expect(await isDark(page)).toBe(false)
  await page.getByRole('button', { name: /dark mode/i }).click()
  await openGuide(page, 'first-job')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})

it('the reference and the guides are dark if the reader prefers it, and fit a phone down to their end', async () => {
  const page = await makePage({ colorScheme: 'dark', viewport: PHONE })
  await openReference(page)
  await readToTheEnd(page)
  expect([await measureOverflow(page), await isDark(page)]).toEqual([0, true])
  for (const name of guides) {
    await openGuide(page, name)
    expect([name, await measureOverflow(page), await isDark(page)]).toEqual([name, 0, true])
    expect(await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0)
  }
})

it('an operation shows the fields of its body without a click, and samples in four languages; the key of the reader is not shown, and goes with a request', async () => {
  const page = await makePage()
  await openReference(page, '#tag/jobs/POST/job')
  await createJob(page).getByText('recruitmentProcess').first().waitFor()
  const sample = createJob(page).locator('.code-snippet')
  await sample.getByText('--header').first().waitFor()
  const words = { 'js/fetch': 'fetch(', 'python/requests': 'requests.post(', 'php/curl': 'curl_init(' }
  for (const [language, word] of Object.entries({ ...words, 'shell/curl': 'curl ' })) {
    await createJob(page).getByTestId('client-picker').click()
    await expect.poll(() => page.getByRole('option').count()).toBe(4)
    await page.locator(`[role=option][id$="${language}"]`).click()
    await expect.poll(() => sample.textContent()).toContain(word)
  }
  await keyField(page).fill(company.key)
  const readMask = (element: Element) => getComputedStyle(element).getPropertyValue('-webkit-text-security')
  expect(await keyField(page).evaluate(readMask)).toBe('disc')
  const shown = sample.locator('.credential-value')
  await expect.poll(() => shown.textContent()).toBe(company.key)
  expect(await shown.evaluate((element) => getComputedStyle(element).fontSize)).toBe('0px')
  const sidebar = page.getByRole('navigation', { name: /Sidebar/ })
  await sidebar.getByText(summaryOfMe, { exact: true }).click()
  const ofMe = page.locator('[id="boardwalk/tag/key/GET/me"]')
  await ofMe.getByRole('button', { name: /Test Request/ }).click()
  const answered = page.waitForResponse((response) => response.url().startsWith(`${server.url}/api/me`))
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click()
  expect((await answered).status()).toBe(200)
})

it('the key is not stored, unless the reader ticks the box, and deleted when they untick it', async () => {
  const page = await makePage()
  // Scalar stores a key half a second after it was typed. The test lets that time pass.
  await page.clock.install()
  const readStored = () => page.evaluate(() => JSON.stringify(localStorage))
  await openReference(page)
  expect(await rememberBox(page).isChecked()).toBe(false)
  await keyField(page).fill(company.key)
  await page.clock.runFor(1_000)
  expect(await readStored()).not.toContain(company.key)
  await rememberBox(page).check()
  await expect.poll(readStored).toContain(company.key)
  await page.reload()
  await expect.poll(() => keyField(page).inputValue()).toBe(company.key)
  expect(await rememberBox(page).isChecked()).toBe(true)
  // A key that changes in the last moment, which Scalar would store half a second later.
  await keyField(page).fill(`${company.key} changed`)
  await rememberBox(page).uncheck()
  await page.clock.runFor(1_000)
  expect(await readStored()).not.toContain(company.key)
})
