import { apply } from '@boardwalk/api/test/form'
import { expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

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
  await page.getByRole('link', { name: 'See drafts' }).click()
  await page.getByText('1–2 of 2').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'See errors' }).click()
  await page.getByText('4 entries').waitFor()
  expect(await page.getByLabel('Failed only').isChecked()).toBe(true)
})
