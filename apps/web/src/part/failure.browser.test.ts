import { expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

it('a server that cannot be reached is named on the first visit and above a list, which stays, and each can be tried again', async () => {
  await backOffice.company.boardJob('Commis')
  const page = await backOffice.administratorsPage()
  const alert = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })
  const row = page.getByRole('row', { name: 'Commis' })
  const tryAgain = async (pattern: string) => {
    await alert.waitFor()
    // It answers no action of the person, so the focus stays where it is.
    expect(await alert.and(page.locator(':focus')).count()).toBe(0)
    await page.unroute(pattern)
    await page.getByRole('button', { name: 'Try again' }).click()
    await alert.waitFor({ state: 'detached' })
    await row.waitFor()
  }
  await page.route('**/trpc/*session.me*', (route) => route.abort())
  await page.goto(`${backOffice.server.url}/backoffice/jobs`)
  await tryAgain('**/trpc/*session.me*')

  await page.route('**/trpc/job.list*', (route) => route.abort())
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  // The list is old by now.
  await page.clock.setFixedTime(Date.now() + 60_000)
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await alert.waitFor()
  expect(await row.count()).toBe(1)
  await tryAgain('**/trpc/job.list*')
})

it('a page whose code is not on the server any more says so, and is there after a new version was loaded', async () => {
  const page = await backOffice.open('')
  await page.route('**/backoffice/assets/company-profile*', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Company', exact: true }).click()
  await page.getByRole('heading', { name: 'This page cannot be displayed' }).waitFor()
  await page.unroute('**/backoffice/assets/company-profile*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Company', exact: true }).waitFor()
})
