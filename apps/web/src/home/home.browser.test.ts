import { apply } from '@boardwalk/api/test/form'
import { expect, it } from 'vitest'
import { locales, useBackOffice } from '../test/back-office.ts'
import { countLoading } from '../test/visit.ts'
import { ar } from '../words/ar.ts'
import { en } from '../words/en.ts'
import { fr } from '../words/fr.ts'

const backOffice = useBackOffice()

it('home counts what the company has, today too, and each number leads to what it counts', async () => {
  const company = await backOffice.server.company()
  const { jobUrl } = await company.boardJob('Live')
  for (const id of ['D-1', 'D-2'])
    await company.call('POST', '/job', { job: { id, title: 'Draft', status: 'UNPUBLISHED' } })
  for (const firstName of ['Salma', 'Omar', 'Zineb']) await apply(jobUrl, { firstName })
  for (const id of ['1', '2', '3', '4']) await company.call('GET', `/job/none-${id}`)
  await backOffice.server.deps.recorder.flush()
  const page = await backOffice.open('', { of: company })
  const main = (await page.locator('main').textContent()) ?? ''
  for (const figure of ['Live jobs1', 'Drafts2', 'Applications3', 'API errors, last 24 hours4'])
    expect(main).toContain(figure)
  await page.getByText('3 applications in 30 days').waitFor()
  await page.getByText('Show as a table').click()
  expect(await page.locator('details tbody tr td').allTextContents()).toEqual(['3', ...Array(29).fill('0')])
  // The bars have the scale that is beside them. A day without applications has a thin line.
  expect(await page.locator('figure > div').first().locator('span').allTextContents()).toEqual(['4', '2', '0'])
  // Every seventh day is named, and today.
  const named = (await page.locator('figure > div').nth(1).locator('span').allTextContents()).filter(
    (day) => day !== '',
  )
  expect([named.length, named.at(-1)]).toEqual([5, await page.locator('details tbody th').first().textContent()])
  const heights = await page
    .locator('rect')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))))
  expect(heights).toEqual([...Array(29).fill(1), (3 / 4) * 120])
  await page.getByRole('link', { name: 'See live jobs' }).click()
  await page.getByText('1–1 of 1').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'See drafts' }).click()
  await page.getByText('1–2 of 2').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'See errors' }).click()
  await page.getByText('4 entries').waitFor()
  expect(await page.getByLabel('Failed only').isChecked()).toBe(true)
})

it('home shows the first steps only until they are done, and when each key pushed and fetched', async () => {
  const company = await backOffice.server.company()
  const page = await backOffice.open('', { of: company })
  await page.getByText('No jobs yet').waitFor()
  await company.call('POST', '/job', { job: { id: 'D-1', title: 'Draft', status: 'UNPUBLISHED' } })
  const { key } = await company.createKey('reader', ['read'])
  await company.call('GET', '/candidates', undefined, { 'x-api-key': key })
  await backOffice.server.deps.keyUses.flush()
  await backOffice.goTo(page, '')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  expect(await page.getByText('No jobs yet').count()).toBe(0)
  const cells = page.getByRole('row', { name: 'reader' }).getByRole('cell')
  await cells.nth(1).locator('time').waitFor()
  expect(await cells.first().innerText()).toBe('Never')
  // The question before a key is revoked says the same.
  await backOffice.goTo(page, '/settings/keys')
  await page.getByRole('button', { name: 'Revoke: reader' }).click()
  const facts = page.getByRole('dialog').locator('dl > div')
  await facts.filter({ hasText: 'Candidates last fetched' }).locator('time').waitFor()
  await facts.filter({ hasText: 'Jobs last pushed' }).getByText('Never').waitFor()
  // A company whose only key is revoked is shown the first step again.
  const other = await backOffice.server.company()
  await other.revokeKey(other.keyId)
  await (await backOffice.open('', { of: other })).getByText('No API keys yet').waitFor()
})

it.each(locales)('each link of home has a name of its own that says more than one word, in %s', async (locale) => {
  const page = await backOffice.open('', { locale })
  const names = await page.locator('main').getByRole('link').allInnerTexts()
  expect(names.length).toBeGreaterThan(3)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toContain(' ')
})

it('a first visit takes less than 200 kB and 12 requests, and nothing on the page jumps', async () => {
  const page = await backOffice.administratorsPage()
  const loading = await countLoading(page)
  await backOffice.goTo(page, '')
  expect(loading.urls.length, loading.urls.join('\n')).toBeLessThan(12)
  expect(loading.urls.length).toBeGreaterThan(4)
  expect(loading.bytes).toBeLessThan(200_000)
  expect(loading.bytes).toBeGreaterThan(50_000)
  const readShifts = () =>
    new Promise<number>((resolve) =>
      new PerformanceObserver((list) =>
        // The type of an entry of this kind is not in TypeScript's library.
        resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
      ).observe({ type: 'layout-shift', buffered: true }),
    )
  const none = page.waitForTimeout(500).then(() => 0)
  expect(await Promise.race([page.evaluate(readShifts), none])).toBe(0)
})

it.each(Object.entries({ en, fr, ar }))(
  'text in %s shows while no other file of the page has come',
  async (locale, words) => {
    const page = await backOffice.newPage({ locale: locale as 'en' })
    // Nobody answers these requests, as on a line that is very slow.
    await page.route('**/backoffice/assets/*', () => {})
    await page.goto(`${backOffice.server.url}/backoffice/jobs`, { waitUntil: 'commit' })
    const text = page.getByText(words.loading)
    await text.waitFor()
    const wasPainted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
    await expect.poll(wasPainted).toBe(1)
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(locale === 'ar' ? 'rtl' : 'ltr')
    const styles = await text.evaluate((element) => getComputedStyle(element.parentElement ?? element).position)
    expect(styles).toBe('fixed')
  },
)

it('a language that was chosen is the one of the next first text', async () => {
  const page = await backOffice.open('')
  await page.getByLabel('Language').selectOption('fr')
  await page.getByRole('heading', { name: fr.shell.pages.home }).waitFor()
  await page.route('**/backoffice/assets/*', () => {})
  await page.reload({ waitUntil: 'commit' })
  await page.getByText(fr.loading).waitFor()
})
