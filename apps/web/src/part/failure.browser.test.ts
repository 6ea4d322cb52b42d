import type { Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

/** Answers each procedure of a request with an error, as the server does. */
const refuse = (route: Route, httpStatus: number, code: string) => {
  const error = { message: 'In English', code: -32603, data: { code, httpStatus, requestId: 'r-1', issues: [] } }
  const procedures = new URL(route.request().url()).pathname.split(',')
  return route.fulfill({ status: httpStatus, json: procedures.map(() => ({ error })) })
}

it.each([
  ['cannot be reached', (route: Route) => route.abort(), 'The server cannot be reached', { retry: 1, asked: 3 }],
  [
    'refuses it',
    (route: Route) => refuse(route, 404, 'job_id_not_found'),
    'There is no job with this id',
    { retry: 0, asked: 1 },
  ],
])('a list whose server %s says so, after other tries where these help', async (_what, answer, said, expected) => {
  const page = await backOffice.open('/settings/keys')
  let asked = 0
  await page.route('**/trpc/job.list*', (route) => {
    asked++
    return answer(route)
  })
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  const alert = page.getByRole('alert')
  await alert.getByText(said).waitFor()
  // It answers no action of the person, so the focus stays where it is.
  expect(await alert.and(page.locator(':focus')).count()).toBe(0)
  const retry = alert.getByRole('button', { name: 'Try again' })
  expect({ retry: await retry.count(), asked }).toEqual(expected)
  await page.unroute('**/trpc/job.list*')
  if (expected.retry === 0) return
  await retry.click()
  await page.getByText('No jobs yet').waitFor()
  await alert.waitFor({ state: 'detached' })
})

it('a first visit whose server cannot say who is signed in says why, and can be tried again', async () => {
  const page = await backOffice.administratorsPage()
  await page.route('**/trpc/*session.me*', (route) => refuse(route, 429, 'too_many_requests'))
  await page.goto(`${backOffice.server.url}/backoffice/jobs`)
  await page.getByRole('alert').getByText('Too many attempts').waitFor()
  await page.unroute('**/trpc/*session.me*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
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

it('a list that cannot be read again stays, with the error above it', async () => {
  await backOffice.company.boardJob('Commis')
  const page = await backOffice.open('/jobs')
  await page.getByRole('row', { name: 'Commis' }).waitFor()
  await page.route('**/trpc/job.list*', (route) => refuse(route, 404, 'job_id_not_found'))
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  // The list is old by now.
  await page.clock.setFixedTime(Date.now() + 60_000)
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('row', { name: 'Commis' }).waitFor()
})
