import { findProblems } from '@boardwalk/api/test/axe'
import { apply } from '@boardwalk/api/test/form'
import { expect, it } from 'vitest'
import { PHONE, useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

it('the palette opens by Ctrl+K or its button, and leads to a page, a job and an application by their names', async () => {
  const { jobId, jobUrl } = (await backOffice.company.call('POST', '/job', { job: { id: 'P', title: 'Pâtissière' } }))
    .body
  await apply(jobUrl, { firstName: 'Zoé', lastName: 'El Amrani' })
  const page = await backOffice.open('/jobs')
  const search = page.getByRole('dialog').getByRole('textbox')
  // The focus returns to where it was, also after the first time, when the code of the palette comes.
  const field = page.getByRole('searchbox')
  await field.focus()
  await page.keyboard.press('Control+k')
  await search.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await field.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+k')
  await search.fill('users')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Users' }).and(page.locator(':focus')).waitFor()

  // No page has this name, so what the server finds comes first.
  await page.keyboard.press('Control+k')
  await search.fill('patissiere')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pâtissière/ })
    .and(page.locator('[data-selected]'))
    .waitFor()
  await page.keyboard.press('Enter')
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

it('the palette tells people of the same name apart, and leads to the list of all that it found, whose field shows the search', async () => {
  const of = await backOffice.server.company()
  const { jobUrl } = await of.boardJob('Vendeuse')
  for (const day of ['1', '2', '3', '4', '5', '6'])
    await apply(jobUrl, { firstName: 'Salma', lastName: 'Bennani', email: `salma${day}@example.com` })
  for (const id of ['A', 'B', 'C', 'D', 'E']) await of.call('POST', '/job', { job: { id, title: `Vendeuse ${id}` } })
  const page = await backOffice.open('', { of })
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Control+k')
  await dialog.getByRole('textbox').fill('salma bennani')
  for (const day of ['6', '5', '4', '3', '2'])
    await dialog
      .getByRole('button', { name: new RegExp(`Salma Bennani.*salma${day}@example.com.*20\\d\\d.*Vendeuse`) })
      .waitFor()
  await dialog.getByRole('button', { name: 'See all 6 applications' }).click()
  await page.getByText('1–6 of 6').waitFor()
  const field = page.getByRole('main').getByRole('searchbox')
  expect(await field.inputValue()).toBe('salma bennani')

  // On the list itself, whose field has the focus.
  await field.focus()
  await page.keyboard.press('Control+k')
  await dialog.getByRole('textbox').fill('vendeuse')
  await dialog.getByRole('button', { name: 'See all 6 applications' }).click()
  await expect.poll(() => field.inputValue()).toBe('vendeuse')
  await page.goBack()
  await expect.poll(() => field.inputValue()).toBe('salma bennani')
  await page.keyboard.press('Control+k')
  await dialog.getByRole('textbox').fill('vendeuse')
  await dialog.getByRole('button', { name: 'See all 6 jobs' }).click()
  await page.waitForURL('**/jobs?search=vendeuse')
  await page.getByText('1–6 of 6').waitFor()
})

it('? lists the keys, but not while the user types, and a dialog that is open stays the only one', async () => {
  const page = await backOffice.open('/jobs')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await findProblems(page)).toEqual([])
  await page.keyboard.press('Control+k')
  expect(await page.getByRole('dialog').count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('searchbox').press('?')
  expect(await page.getByRole('searchbox').inputValue()).toBe('?')
  expect(await page.getByRole('dialog').count()).toBe(0)
})
