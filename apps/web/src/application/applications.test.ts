import { apply, pdf } from '@boardwalk/api/test/form'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

describe('applications', () => {
  const applied = async (id: string, fields: Record<string, string>) => {
    const { jobUrl } = (await backOffice.company.call('POST', '/job', { job: { id, title: id } })).body
    return (await apply(jobUrl, fields, pdf)).body.id as string
  }

  /** Makes the next pages believe that the browser can show a PDF, or that it cannot. */
  const setViewer = (page: Page, isThere: boolean) =>
    page.addInitScript((value) => {
      Object.defineProperty(navigator, 'pdfViewerEnabled', { value, configurable: true })
    }, isThere)

  it('a status set in the back office is the one that the API answers', async () => {
    const id = await applied('status', {})
    const page = await backOffice.open(`/applications/${id}`)
    await page.getByLabel('Status').selectOption({ label: 'Shortlisted' })
    await page.getByText('Status saved').waitFor()
    const { candidates } = (await backOffice.company.call('GET', '/job/status/candidates')).body
    expect(candidates).toMatchObject([{ id, status: 'SHORTLISTED' }])
  })

  it('the CV is shown in the page if the browser has a viewer, and can be opened and downloaded otherwise', async () => {
    const id = await applied('cv', {})
    const page = await backOffice.administratorsPage()
    await setViewer(page, true)
    const cv = page.waitForResponse((answer) => answer.headers()['content-type'] === 'application/pdf')
    await backOffice.goTo(page, `/applications/${id}`)
    expect((await cv).headers()['content-disposition']).toMatch(/^inline/)
    await setViewer(page, false)
    await backOffice.goTo(page, `/applications/${id}`)
    await page.getByText('This browser cannot show a PDF within a page').waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    const readAddress = (name: string) => page.getByRole('link', { name }).getAttribute('href')
    const inline = await page.request.get(`${backOffice.server.url}${await readAddress('Open')}`)
    expect(inline.headers()['content-type']).toBe('application/pdf')
    const download = await page.request.get(`${backOffice.server.url}${await readAddress('Download')}`)
    expect(download.headers()['content-disposition']).toMatch(/^attachment/)
  })

  it('erasing a person’s data removes it from the page and from the API, and keeps the row', async () => {
    const id = await applied('erase', { firstName: 'Zineb', email: 'zineb@example.com' })
    const page = await backOffice.open('/applications')
    await page.getByRole('link', { name: 'Zineb' }).click()
    await page.getByRole('button', { name: 'Erase this person’s data' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await dialog.getByText('Tick this box first').waitFor()
    await dialog.getByLabel('I understand that this cannot be undone').check()
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await page.getByRole('heading', { name: 'Erased on request' }).waitFor()
    await expect.poll(() => page.content()).not.toContain('zineb@example.com')
    const { candidates } = (await backOffice.company.call('GET', '/job/erase/candidates')).body
    expect(candidates).toMatchObject([{ id, firstName: '', lastName: '', email: '', phone: '', cv: '', message: '' }])
  })
})
