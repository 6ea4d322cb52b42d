import { signedInAdministrator } from '@boardwalk/api/test/administrator'
import { apply, pdf } from '@boardwalk/api/test/form'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()
let cookie: string | undefined
const EXTERNAL_ID = 'REQ-2026-0000417-CASABLANCA'

beforeAll(async () => {
  const { company, server } = backOffice
  const jobs = Array.from({ length: 30 }, (_, number) => ({
    id: number === 29 ? EXTERNAL_ID : `REQ-${number}`,
    title: `Conseiller ou conseillère de clientèle, réseau national ${number}`,
    city: ['Casablanca', 'Rabat'],
    country: number === 29 ? 'Wakanda' : 'Maroc',
  }))
  const { results } = (await company.call('PUT', '/jobs', { jobs })).body
  const email = 'salma.bennani-el-amrani@candidats.example.com'
  await apply(results[29].jobUrl, { firstName: 'Salma', lastName: 'Bennani El Amrani', email }, pdf)
  await company.call('PUT', '/job/bad', { job: { title: 'Comptable', educationLevel: 'Bac+5' } })
  await server.deps.recorder.flush()
  cookie = (await signedInAdministrator(server, company)).cookie
})

/** The most lines of text that the ids of the page's table take, and how many rows begin within the window. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const table = document.querySelector('main table')
    const countLines = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom / 8))).size
    }
    const rows = Array.from(table?.querySelectorAll('tbody > tr') ?? [])
    return {
      sideways: document.documentElement.scrollWidth - window.innerWidth,
      idLines: Math.max(0, ...Array.from(table?.querySelectorAll('code') ?? [], countLines)),
      heights: Math.max(...rows.map((row) => row.getBoundingClientRect().height)),
      onScreen: rows.filter((row) => row.getBoundingClientRect().bottom < window.innerHeight).length,
    }
  })

it.each([
  { locale: 'fr', width: 1280, rows: 15 },
  { locale: 'ar', width: 320, rows: 2 },
] as const)('no table scrolls sideways or breaks an id, $width wide in $locale', async ({ locale, width, rows }) => {
  const page = await backOffice.administratorsPage({ locale, viewport: { width, height: 844 }, cookie })
  for (const path of ['/jobs', '/applications', '/activity', '/activity?view=audit', '/settings/keys']) {
    await backOffice.goTo(page, path)
    // A table measures itself a moment after its rows have come.
    await expect.poll(async () => ({ path, ...(await measure(page)) })).toMatchObject({ path, sideways: 0 })
    const found = await measure(page)
    expect(found.idLines).toBeLessThanOrEqual(1)
    // A line on a desk, a card on a phone.
    if (width === 1280) expect(found.heights).toBeLessThan(48)
    if (path === '/jobs') expect(found.onScreen).toBeGreaterThanOrEqual(rows)
  }
})

it('a Latin text that has no room in an Arabic table keeps its beginning', async () => {
  const page = await backOffice.administratorsPage({ locale: 'ar', viewport: { width: 1280, height: 844 }, cookie })
  /** How far the first letter of a text sticks out of its cell. */
  const cutOff = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
      if (text === null) throw new Error('there is no text')
      const range = document.createRange()
      range.setStart(text, 0)
      range.setEnd(text, 1)
      const [letter, cell] = [range.getBoundingClientRect(), element.closest('td, th')?.getBoundingClientRect()]
      return Math.max(0, (cell?.left ?? 0) - letter.left, letter.right - (cell?.right ?? 0))
    })
  for (const [path, selector] of [
    ['/jobs', 'tbody tr:first-child th a'],
    ['/applications', 'tbody td a'],
    ['/activity?failedOnly=true', 'tbody td [dir=auto] > span'],
  ] as const) {
    await backOffice.goTo(page, path)
    await expect.poll(() => cutOff(selector)).toBe(0)
  }
})

it('the less a column matters, the earlier it goes from a window that gets narrower', async () => {
  const page = await backOffice.administratorsPage({ viewport: { width: 1400, height: 844 }, cookie })
  await backOffice.goTo(page, '/jobs')
  const readTitles = async () =>
    (await page.locator('main th[scope=col]').allTextContents()).map((title) => title.trim())
  const all = await readTitles()
  const gone: string[] = []
  for (let width = 1380; gone.length < 3 && width > 320; width -= 40) {
    await page.setViewportSize({ width, height: 844 })
    // The table has measured itself before the second frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const shown = await readTitles()
    gone.push(...all.filter((title) => !shown.includes(title) && !gone.includes(title)))
  }
  expect(gone).toEqual(['Last changed', 'External id', 'Applications'])
})
