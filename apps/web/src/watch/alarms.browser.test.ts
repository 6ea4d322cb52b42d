import { findProblems } from '@boardwalk/api/test/axe'
import { apply } from '@boardwalk/api/test/form'
import { expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const HOUR_MS = 60 * 60 * 1000
const clock = { ms: Date.now() - 27 * HOUR_MS }
const backOffice = useBackOffice({ now: () => clock.ms })

it('Home and the navigation say how many applications the ATS has not fetched, until it fetches them', async () => {
  const { server, company } = backOffice
  const settle = async () => {
    await server.deps.background.settled()
    await server.deps.keyUses.flush()
  }
  const { jobUrl } = (await company.call('PUT', '/job/A', { job: { title: 'Comptable' } })).body
  await settle()
  for (const name of ['Salma', 'Hugo']) await apply(jobUrl, { firstName: name, email: `${name}@example.com` })
  clock.ms = Date.now()
  const page = await backOffice.open('', { viewport: { width: 320, height: 640 }, locale: 'ar', colorScheme: 'dark' })
  const banner = page.getByRole('alert')
  await banner.filter({ hasText: 'طلبا ترشح لم يجلبهما نظام التوظيف' }).waitFor()
  expect(await findProblems(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const desk = await backOffice.open('')
  await desk.getByRole('alert').getByText('2 applications have not been fetched by your ATS').waitFor()
  await desk.getByRole('navigation').getByTitle('2 applications have not been fetched by your ATS').waitFor()
  await desk.getByRole('alert').getByRole('link').click()
  await desk.getByRole('heading', { name: 'Activity' }).waitFor()
  await company.call('GET', '/candidates')
  await settle()
  await backOffice.goTo(desk, '')
  expect(await desk.getByRole('alert').count()).toBe(0)
  expect(await desk.getByRole('navigation').getByTitle('ATS').count()).toBe(0)
})
