import { findProblems } from '@boardwalk/api/test/axe'
import { apply } from '@boardwalk/api/test/form'
import { expect, it } from 'vitest'
import { PHONE, useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

it('the palette opens by Ctrl+K or its button, and leads to a page, a job and an application by their names', async () => {
  const { jobId, jobUrl } = (await backOffice.company.call('POST', '/job', { job: { id: 'P', title: 'Pâtissière' } }))
    .body
  await apply(jobUrl, { firstName: 'Zoé', lastName: 'El Amrani' })
  const page = await backOffice.open('')
  const search = page.getByRole('dialog').getByRole('textbox')
  await page.keyboard.press('Control+k')
  await search.fill('users')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Users' }).and(page.locator(':focus')).waitFor()

  await page.keyboard.press('Control+k')
  await search.fill('patissiere')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pâtissière/ })
    .click()
  await page.waitForURL(`**/jobs/${jobId}`)

  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Search' }).click()
  await search.fill('amrani')
  const found = page.getByRole('dialog').getByRole('button', { name: 'Zoé El Amrani' })
  await found.waitFor()
  expect(await findProblems(page)).toEqual([])
  await found.click()
  await page.getByRole('heading', { name: 'Zoé El Amrani' }).waitFor()
})

it('? lists the keys, but not while the user types', async () => {
  const page = await backOffice.open('/jobs')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await findProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('searchbox').press('?')
  expect(await page.getByRole('searchbox').inputValue()).toBe('?')
  expect(await page.getByRole('dialog').count()).toBe(0)
})
