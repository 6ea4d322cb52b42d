import { randomUUID } from 'node:crypto'
import { apply, pdf, trapFilled } from '@boardwalk/api/test/form'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

describe('applications', () => {
  const applied = async (id: string, fields: Record<string, string>) => {
    const { jobUrl } = (await backOffice.company.call('POST', '/job', { job: { id, title: id } })).body
    return (await apply(jobUrl, fields, pdf)).body.id as string
  }

  const setStatus = (page: Page, name: string) =>
    page.getByRole('group', { name: 'Status' }).getByRole('button', { name: new RegExp(`^${name}`) })
  const readStatus = (page: Page) => page.locator('[aria-pressed=true]').textContent()

  /** Makes the next pages believe that the browser can show a PDF, or that it cannot. */
  const setViewer = (page: Page, isThere: boolean) =>
    page.addInitScript((value) => {
      Object.defineProperty(navigator, 'pdfViewerEnabled', { value, configurable: true })
    }, isThere)

  it('a status set in the back office is the one that the API answers', async () => {
    const id = await applied('status', {})
    const page = await backOffice.open(`/applications/${id}`)
    await setStatus(page, 'Shortlisted').click()
    await page.getByText('Status saved').waitFor()
    const { candidates } = (await backOffice.company.call('GET', '/job/status/candidates')).body
    expect(candidates).toMatchObject([{ id, status: 'SHORTLISTED' }])
    // A status that was not stored is not shown as if it were.
    await page.route('**/trpc/application.setStatus*', (route) => route.abort())
    await setStatus(page, 'Hired').click()
    await page.getByRole('alert').getByText('The server cannot be reached').first().waitFor()
    await expect.poll(() => readStatus(page)).toContain('Shortlisted')
  })

  it('a status that a key sets appears by itself on the page that a user looks at, with the name of the key', async () => {
    const id = await applied('set-by-key', {})
    const page = await backOffice.open(`/applications/${id}`)
    // The page asks for changes as long as the user moves.
    await page.mouse.move(10, 10)
    await backOffice.company.call('PUT', '/candidates', { candidates: [{ id, status: 'HIRED' }] })
    await page.getByText('Set by the key “test” on').waitFor()
    expect(await readStatus(page)).toContain('Hired')
  })

  it('the CV is shown in the page if the browser has a viewer, and can be downloaded otherwise, as all data of the person can', async () => {
    const id = await applied('cv', {})
    const page = await backOffice.newUserPage()
    await setViewer(page, true)
    const cv = page.waitForResponse((answer) => answer.headers()['content-type'] === 'application/pdf')
    await backOffice.goTo(page, `/applications/${id}`)
    expect((await cv).headers()['content-disposition']).toMatch(/^inline/)
    await setViewer(page, false)
    await backOffice.goTo(page, `/applications/${id}`)
    await page.getByText('This browser cannot show a PDF within a page').waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    const readAddress = (name: string) => page.getByRole('link', { name }).first().getAttribute('href')
    const inline = await page.request.get(`${backOffice.server.url}${await readAddress('Open')}`)
    expect(inline.headers()['content-type']).toBe('application/pdf')
    const download = await page.request.get(`${backOffice.server.url}${await readAddress('Download')}`)
    expect(download.headers()['content-disposition']).toMatch(/^attachment/)
    const data = await page.request.get(`${backOffice.server.url}${await readAddress('Download this person’s data')}`)
    expect(data.headers()['content-type']).toBe('application/zip')
  })

  it('an application leads to the one before it and to its job, and an erasure takes all of a person, or only the open one', async () => {
    const other = await backOffice.server.company()
    const { jobUrl } = await other.boardJob('Serveuse')
    const page = await backOffice.newUserPage({ of: other })
    const dialog = page.getByRole('dialog')
    const main = page.getByRole('article')
    for (const [email, isAlone] of [
      ['both@example.com', false],
      ['o?bcc=e@example.com', true],
    ] as const) {
      for (const firstName of ['First', 'Second']) await apply(jobUrl, { firstName, email })
      const { id } = (await apply(jobUrl, { firstName: 'Third', email, phone: '+212 (0) 600-00-00' })).body
      await backOffice.goTo(page, `/applications/${id}`)
      const readAddress = (name: string) => main.getByRole('link', { name }).getAttribute('href')
      expect([await readAddress(email), await readAddress('600-00-00')]).toEqual([
        `mailto:${email.replace('?bcc=', '%3Fbcc%3D')}`,
        'tel:+21206000000',
      ])
      await page.getByText('Applied to this job before').waitFor()
      await main
        .getByRole('link')
        .filter({ has: page.locator('time') })
        .click()
      await page.getByRole('heading', { name: 'Second' }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Third' }).waitFor()
      await page.getByRole('button', { name: 'Erase this person’s data' }).click()
      const others = dialog.getByLabel('Also erase 2 other applications')
      expect(await others.isChecked()).toBe(true)
      if (isAlone) await others.uncheck()
      await dialog.getByLabel('I understand').check()
      await dialog.getByRole('button', { name: 'Erase' }).click()
      await page.getByRole('heading', { name: 'Erased', exact: true }).waitFor()
    }
    const { candidates } = (await other.call('GET', '/candidates')).body
    const names = candidates.map(({ firstName }: { firstName: string }) => firstName)
    expect(names).toEqual(['', '', '', 'First', 'Second', ''])
    await main.getByRole('link', { name: 'Serveuse' }).click()
    await page.getByRole('link', { name: '6 applications' }).click()
    await page.getByText('1–6 of 6').waitFor()
    expect(await page.getByLabel('Job').locator('option:checked').textContent()).toMatch(/^Serveuse/)
  })

  it('what an applicant did not send is said to be missing, and the way back leads to the same list, which has the new status', async () => {
    const of = await backOffice.server.company()
    const { jobUrl } = await of.boardJob('Serveuse')
    for (const firstName of ['Salma', 'Omar']) await apply(jobUrl, { firstName, email: `${firstName}@example.com` })
    const page = await backOffice.open('/applications', { of })
    // No time passes in the page, so the list is not read again because it is old.
    await page.clock.setFixedTime(new Date())
    await page.getByRole('searchbox').fill('omar')
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('link', { name: 'Omar' }).click()
    await page.getByText('No CV was sent').waitFor()
    // The telephone, the profile and the message.
    expect(await page.getByText('Not given').count()).toBe(3)
    await setStatus(page, 'Shortlisted').click()
    await page.getByText('Status saved').waitFor()
    await page.getByRole('navigation', { name: 'Back' }).getByRole('link').click()
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('row', { name: 'Omar' }).getByText('Shortlisted').waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('omar')
  })

  it('what the trap caught is let in or discarded, and only then the API has it', async () => {
    const other = await backOffice.server.company()
    const { jobUrl } = await other.boardJob('Serveuse')
    const profile = { phone: '+212 600-000000', linkedinUrl: 'https://linkedin.example/salma', message: 'Bonjour' }
    await apply(jobUrl, { firstName: 'Salma', ...profile, ...trapFilled }, pdf)
    await apply(jobUrl, { firstName: 'Omar', ...trapFilled })
    const candidates = async () => (await other.call('GET', '/candidates')).body.candidates
    const page = await backOffice.open('/applications', { of: other })
    await page.getByText('No applications yet').waitFor()
    // No time passes in the page, so no list is read again because it is old.
    await page.clock.setFixedTime(new Date())
    await page.getByRole('tab', { name: 'Held back (2)' }).click()
    expect(await candidates()).toEqual([])
    const held = page.getByRole('article', { name: 'Salma Bennani' })
    for (const sent of [profile.phone, profile.linkedinUrl, profile.message]) await held.getByText(sent).waitFor()
    await page.getByRole('article', { name: 'Omar Bennani' }).getByText('Not given').first().waitFor()
    const times = await held
      .locator('time')
      .evaluateAll((found) => found.map((time) => Date.parse(time.getAttribute('datetime') ?? '')))
    // Since when it is held back, and when it will go to the ATS.
    expect(times.map((at) => Math.round((at - (times[0] ?? 0)) / 86_400_000))).toEqual([0, 7])
    await page.getByRole('button', { name: 'Not spam: Salma Bennani' }).click()
    await page.getByText('The application is accepted').waitFor()
    await page.getByRole('tab', { name: 'Held back (1)' }).waitFor()
    expect(await candidates()).toMatchObject([{ firstName: 'Salma', cv: expect.stringMatching(/^http/) }])
    // The list that was open before has it.
    await page.getByRole('tab', { name: 'Applications' }).click()
    await page.getByRole('row', { name: /Salma Bennani/ }).waitFor()
    await page.getByRole('tab', { name: 'Held back (1)' }).click()
    await page.getByRole('button', { name: 'Discard…: Omar Bennani' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Nothing is held back').waitFor()
    expect(await candidates()).toHaveLength(1)
  })

  it('a missing candidate is found by the number on the confirmation, and by the day', async () => {
    const other = await backOffice.server.company()
    const { jobUrl } = await other.boardJob('Serveuse')
    const formId = randomUUID()
    const refused = await apply(jobUrl, { formId, email: 'x' })
    const { id } = (await apply(jobUrl, { formId })).body
    await other.call('GET', '/candidates')
    await other.call('POST', '/job', { job: { id: 'B', title: 'Plongeur' } })
    const later = new Date(Date.now() + 3_600_000).toISOString()
    for (const [name, path] of [
      ['ahead', `/candidates?since=${later}`],
      ['elsewhere', '/job/B/candidates'],
    ] as const) {
      const { key } = await other.createKey(name, ['read'])
      const { status } = await other.call('GET', path, undefined, { 'x-api-key': key })
      expect(status).toBe(200)
    }
    await backOffice.server.deps.background.settled()
    await backOffice.server.deps.recorder.flush()
    await backOffice.server.deps.formRecorder.flush()
    await backOffice.server.deps.keyUses.flush()
    const page = await backOffice.open('/applications', { of: other })
    await page.getByRole('tab', { name: 'Find a candidate' }).click()
    await page.getByLabel('Application number or request id').fill(id)
    const found = page.getByRole('article')
    await found.getByText('Delivered', { exact: true }).waitFor()
    await found.getByText(/The key “test \(….{4}\)” got it/).waitFor()
    await found.getByText(/The key “ahead \(….{4}\)” did not get it. It asked only for later ones/).waitFor()
    await found.getByText(/No recorded poll of the key “elsewhere \(….{4}\)” reached it/).waitFor()
    await found.getByText('refused: something in it was wrong (email)').waitFor()
    await page.getByLabel('Application number or request id').fill(refused.body.error.requestId)
    await found.getByRole('link', { name: id }).waitFor()
    await page.getByLabel('Application number or request id').fill('none')
    await page.getByText('Nothing was found').waitFor()
    await page.getByLabel('Application number or request id').fill('')
    // The day of the application in the browser's time zone, whatever day it is when the search is made.
    const { date } = (await other.call('GET', '/candidates')).body.candidates[0]
    const [yesterday = '', today = ''] = await page.evaluate(
      (at) => [-1, 0].map((days) => new Date(Date.parse(at) + days * 86_400_000).toLocaleDateString('sv')),
      date,
    )
    const nothing = page.getByText('Nothing was found')
    for (const [from, to, isThere] of [
      [today, '', true],
      [yesterday, '', false],
      [yesterday, today, true],
      ['', today, true],
      ['', yesterday, false],
    ] as const) {
      await page.getByLabel('From').fill(from)
      await page.getByLabel('To').fill(to)
      await (isThere ? found.getByRole('link', { name: id }) : nothing).waitFor()
      await expect.poll(() => found.count()).toBe(isThere ? 1 : 0)
    }
  })

  it('the days of the search for a missing candidate are those of the browser’s time zone', async () => {
    const page = await backOffice.newUserPage({ timezoneId: 'Asia/Tokyo' })
    const asking = page.waitForRequest((request) => request.url().includes('application.find'))
    await backOffice.goTo(page, '/applications?view=find&since=2026-03-02')
    const asked = (await asking).postData()
    for (const moment of ['2026-03-01T15:00:00.000Z', '2026-03-02T14:59:59.999Z']) expect(asked).toContain(moment)
  })
})
