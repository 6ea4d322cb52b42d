import { apply } from '@boardwalk/api/test/form'
import { expect, it } from 'vitest'
import { locales, useBackOffice } from '../test/back-office.ts'
import { countLoading } from '../test/visit.ts'
import { ar } from '../words/ar.ts'
import { en } from '../words/en.ts'
import { fr } from '../words/fr.ts'

const backOffice = useBackOffice()
const allWords = { en, fr, ar }

it('home counts what the company has, and the drafts and the errors are a click away', async () => {
  const company = await backOffice.server.company()
  const { jobUrl } = await company.boardJob('Live')
  for (const id of ['D-1', 'D-2'])
    await company.call('POST', '/job', { job: { id, title: 'Draft', status: 'UNPUBLISHED' } })
  for (const firstName of ['Salma', 'Omar', 'Zineb']) await apply(jobUrl, { firstName })
  for (const id of ['1', '2', '3', '4']) await company.call('GET', `/job/none-${id}`)
  await backOffice.server.deps.recorder.flush()
  const page = await backOffice.open('', { of: company })
  await page.getByText('3 applications in 30 days').waitFor()
  const main = await page.locator('main').textContent()
  for (const figure of ['Live jobs1', 'Drafts2', 'Applications3', 'API errors, last 24 hours4'])
    expect(main).toContain(figure)
  await page.getByRole('link', { name: 'See drafts' }).click()
  await page.getByText('1–2 of 2').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'See errors' }).click()
  await page.getByText('4 entries').waitFor()
  expect(await page.getByLabel('Failed only').isChecked()).toBe(true)
})

it('a first visit takes less than 200 kB and 12 requests, and nothing on the page jumps', async () => {
  const page = await backOffice.administratorsPage()
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as unknown as { value: number }[]
      document.documentElement.dataset.shifts = String(shifts.reduce((sum, { value }) => sum + value, 0))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const loading = await countLoading(page)
  await backOffice.goTo(page, '')
  await page.getByText('0 applications in 30 days').waitFor()
  expect(loading.urls.length, loading.urls.join('\n')).toBeLessThan(12)
  expect(loading.urls.length).toBeGreaterThan(4)
  await expect.poll(() => loading.bytes).toBeGreaterThan(50_000)
  expect(loading.bytes).toBeLessThan(200_000)
  // The browser reports a shift after it has painted the frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.evaluate(() => document.documentElement.dataset.shifts ?? '0')).toBe('0')
})

it('while no other file of the page has come, a text shows in the language of the browser, or in the chosen one', async () => {
  for (const locale of locales) {
    const page = await backOffice.newPage({ locale })
    // The requests get no answer, as on a line that is very slow.
    await page.route('**/backoffice/assets/*', () => {})
    await page.goto(`${backOffice.server.url}/backoffice/jobs`, { waitUntil: 'commit' })
    await page.getByText(allWords[locale].loading).waitFor()
    const wasPainted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
    await expect.poll(wasPainted).toBe(1)
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(locale === 'ar' ? 'rtl' : 'ltr')
  }
  const page = await backOffice.open('')
  await page.getByLabel('Language').selectOption('fr')
  await page.getByLabel(fr.shell.colours).selectOption('dark')
  await page.reload()
  await page.locator('html[lang=fr][data-mantine-color-scheme=dark]').waitFor()
  await page.getByRole('heading', { name: fr.shell.pages.home }).waitFor()
  await page.route('**/backoffice/assets/*', () => {})
  await page.reload({ waitUntil: 'commit' })
  await page.getByText(fr.loading).waitFor()
})

it('over https, the browser keeps the chosen language for a year in a cookie that no other host can set', async () => {
  const page = await backOffice.newPage()
  const board = 'https://jobs.example.com'
  // To the browser this is a board with https. The test's server answers its requests.
  await page.route(`${board}/**`, async (route) => {
    const url = route.request().url().replace(board, backOffice.server.url)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.goto(`${board}/backoffice`)
  await page.getByLabel('Language', { exact: true }).selectOption('ar')
  await page.locator('html[lang=ar]').waitFor()
  const cookies = await page.context().cookies(board)
  expect(cookies).toMatchObject([{ name: '__Host-boardwalk-locale', value: 'ar', secure: true }])
  const days = ((cookies[0]?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(Math.round(days)).toBe(365)
})
