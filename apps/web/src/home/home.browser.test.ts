import { expect, it } from 'vitest'
import { commonWords } from '../part/words.ts'
import { shellWords } from '../shell/words.ts'
import { useBackOffice } from '../test/back-office.ts'
import { countLoading } from '../test/visit.ts'

const backOffice = useBackOffice()

it('a first visit takes less than 200 kB and 12 requests, and nothing on the page jumps', async () => {
  const page = await backOffice.newUserPage()
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as unknown as { value: number }[]
      document.documentElement.dataset.shifts = String(shifts.reduce((sum, { value }) => sum + value, 0))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const loading = await countLoading(page)
  await backOffice.goTo(page, '')
  await page.getByRole('heading', { name: 'Last 30 days' }).waitFor()
  expect(loading.urls.length, loading.urls.join('\n')).toBeLessThan(12)
  expect(loading.urls.length).toBeGreaterThan(4)
  await expect.poll(() => loading.bytes).toBeGreaterThan(50_000)
  expect(loading.bytes).toBeLessThan(200_000)
  // The browser reports a shift after it has painted the frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.evaluate(() => document.documentElement.dataset.shifts ?? '0')).toBe('0')
})

it('a chosen language and colours stay, and the first text is in this language while no other file has come', async () => {
  const page = await backOffice.open('')
  await page.getByLabel('Language').selectOption('ar')
  await page.getByLabel(shellWords.ar.colours).selectOption('dark')
  await page.reload()
  await page.locator('html[lang=ar][dir=rtl][data-mantine-color-scheme=dark]').waitFor()
  await page.getByRole('heading', { name: commonWords.ar.pageNames.home }).waitFor()
  // The requests get no answer, as on a line that is very slow.
  await page.route('**/backoffice/assets/*', () => {})
  await page.reload({ waitUntil: 'commit' })
  await page.getByText(commonWords.ar.loading).waitFor()
})
