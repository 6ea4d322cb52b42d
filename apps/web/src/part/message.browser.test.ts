import { apply } from '@boardwalk/api/test/form'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hold, noteRequests, useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

it('a server that cannot be reached is named on the first visit and above a list, which stays, and each can be tried again', async () => {
  await backOffice.company.boardJob('Commis')
  const page = await backOffice.newUserPage()
  const alert = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })
  const row = page.getByRole('row', { name: 'Commis' })
  const tryAgain = async (pattern: string) => {
    await alert.waitFor()
    // It answers no action of the user, so the focus does not move.
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

describe('a user who leaves or cancels what could not be sent finds it undone when the connection is back:', () => {
  const unreachable = 'The server cannot be reached'
  /** Acts without a connection, and then waits until the page has read again what it shows. */
  async function doOffline(path: string, read: string, act: (page: Page) => Promise<void>): Promise<Page> {
    const page = await backOffice.open(path)
    await page.context().setOffline(true)
    await act(page)
    // What the page shows is old by now, so it reads it again. A call that waits for the connection would be sent before that.
    await page.clock.setFixedTime(Date.now() + 60_000)
    const requests = noteRequests(page)
    const again = page.waitForResponse((answer) => answer.url().includes(read))
    await page.context().setOffline(false)
    await again
    const mutations = /(erase|setStatus|revoke|update)/
    expect((await requests.read()).filter((url) => mutations.test(url))).toEqual([])
    return page
  }

  it('an erasure and a status', async () => {
    const { jobUrl } = await backOffice.company.boardJob()
    const { id } = (await apply(jobUrl)).body
    await doOffline(`/applications/${id}`, 'application.get', async (page) => {
      await page.getByRole('button', { name: /^Rejected/ }).click()
      await page.getByRole('alert').getByText(unreachable).first().waitFor()
      await page.getByRole('button', { name: 'Erase this person’s data' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('I understand').check()
      await dialog.getByRole('button', { name: 'Erase' }).click()
      await dialog.getByText(unreachable).waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    })
    const { candidates } = (await backOffice.company.call('GET', '/candidates')).body
    expect(candidates).toMatchObject([{ id, firstName: 'Salma', status: 'PENDING' }])
  })

  it('the revocation of a key', async () => {
    const { id, key } = await backOffice.company.createKey('nightly', ['read'])
    await doOffline('/settings/keys', 'key.list', async (page) => {
      await page.getByRole('button', { name: 'Revoke: nightly' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Type the key’s name').fill('nightly')
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await dialog.getByText(unreachable).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    })
    expect((await backOffice.server.call(key, 'GET', '/jobs')).status).toBe(200)
    await backOffice.company.revokeKey(id)
  })

  it('the change of a job, and a page that could not be opened can be opened again', async () => {
    const { jobId } = await backOffice.company.boardJob('Before')
    const left = await doOffline(`/jobs/${jobId}`, 'session.me', async (page) => {
      await page.getByLabel('Title').fill('After')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').getByText(unreachable).waitFor()
      await page.getByRole('link', { name: 'Activity', exact: true }).click()
      await page.getByRole('button', { name: 'Leave without saving' }).click()
      // The code of this page has not come.
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    })
    await left.getByRole('button', { name: 'Try again' }).click()
    await left.getByRole('tab', { name: 'Audit trail' }).waitFor()
    const { jobs } = (await backOffice.company.call('GET', '/jobs')).body
    expect(jobs.find((job: { jobId: number }) => job.jobId === jobId)).toMatchObject({ title: 'Before' })
  })
})

it('a dialog whose call is under way cannot be cancelled, and a form that is being saved says so to a user who leaves', async () => {
  const { jobId } = await backOffice.company.boardJob('Slow')
  const page = await backOffice.open(`/jobs/${jobId}`)
  const dialog = page.getByRole('dialog')
  const saving = await hold(page, 'job.update')
  await page.getByLabel('Title').fill('Slower')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await dialog.getByText('Leave while this is being saved?').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await saving.release()
  await page.getByText('Job saved.').waitFor()

  const unpublishing = await hold(page, 'job.unpublish')
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await expect.poll(() => dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
  expect(await dialog.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await unpublishing.release()
  await page.getByText('The job is no longer live.').waitFor()
  await dialog.waitFor({ state: 'detached' })
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
