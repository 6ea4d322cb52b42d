import { operationList } from '@boardwalk/schema/operations'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import openapi from '../../openapi.json' with { type: 'json' }
import { useBrowser } from '../test/browser.ts'
import { guides } from '../test/guides.ts'
import { type TestCompany, useServer } from '../test/harness.ts'

/* docs.test.ts has the answers of the server. Loading the reference costs seconds, so each test shows several things. */

const server = useServer()
const browser = useBrowser()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

/** Makes a page. The test fails if the page asks another host, logs an error, or breaks its policy. */
async function makePage(): Promise<Page> {
  const page = await browser.page({ reducedMotion: 'reduce' })
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

async function openReference(page: Page): Promise<void> {
  await page.goto(`${server.url}/api/docs`)
  await page.getByRole('heading', { level: 1, name: openapi.info.title }).waitFor()
  await keyField(page).waitFor()
}

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
  for (const section of ['Keys', 'Ids', 'Polling', 'Errors'])
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
  await openGuide(page, 'first-integration')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
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
