import { randomUUID } from 'node:crypto'
import { findProblems, looks } from '@boardwalk/api/test/axe'
import { apply, pdf, trapFilled } from '@boardwalk/api/test/form'
import { awayMailServer } from '@boardwalk/api/test/mail-server'
import { Locale } from '@boardwalk/schema/company'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESK, PHONE, useBackOffice } from '../test/back-office.ts'
import { applicationWords } from './words.ts'

// With mail, users can reply to people.
const backOffice = useBackOffice({ mail: () => awayMailServer })

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

  it('the search for a job finds it without accents, tells jobs of one title apart by their ids, and works by keys alone', async () => {
    const of = await backOffice.server.company()
    const jobs = [await of.boardJob('Pâtissière'), await of.boardJob('Pâtissière'), await of.boardJob('Serveur')]
    for (const [index, { jobUrl }] of jobs.entries()) await apply(jobUrl, { firstName: `Person${index}` })
    const page = await backOffice.open('/applications', { of })
    const job = page.getByRole('combobox', { name: 'Job', exact: true })
    const options = page.getByRole('listbox', { name: 'Job' }).getByRole('option')
    await job.click()
    await expect.poll(() => options.count()).toBe(3)
    await page.keyboard.type('patiss')
    await expect.poll(() => options.count()).toBe(2)
    expect(await findProblems(page)).toEqual([])
    await page.keyboard.type('erie')
    await page.getByText('No job with applications').waitFor()
    await job.fill('serv')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('1–1 of 1').waitFor()
    expect(await job.inputValue()).toBe(`Serveur (${jobs[2]?.jobId})`)
    // What is typed replaces the name of the chosen job.
    await page.getByRole('searchbox').focus()
    await job.focus()
    await page.keyboard.type(`(${jobs[1]?.jobId})`)
    await expect.poll(() => options.count()).toBe(1)
    await options.click()
    await page.getByText('Person1').waitFor()
    await page.getByText('Person2').waitFor({ state: 'detached' })
    await page.getByRole('searchbox').focus()
    await job.focus()
    await page.keyboard.press('Delete')
    await page.getByText('1–3 of 3').waitFor()
    expect(await job.inputValue()).toBe('')
  })

  it('all that match a filter are chosen with one click, also on other pages, refused, undone, and no longer chosen when the filter changes', async () => {
    const of = await backOffice.server.company()
    const { jobUrl } = await of.boardJob('Serveuse')
    const other = await of.boardJob('Plongeur')
    // More than one page, and more than one call can change.
    const people = Array.from({ length: 105 }, (_, index) => ({ firstName: `Person${index}` }))
    for (const person of people) expect((await apply(jobUrl, person)).status).toBe(201)
    await apply(other.jobUrl, { firstName: 'Other' })
    const countRejected = async () => {
      const pages = [1, 2].map(async (number) => (await of.call('GET', `/candidates?page=${number}&pageSize=100`)).body)
      const candidates = (await Promise.all(pages)).flatMap((body) => body.candidates)
      return candidates.filter(({ status }: { status: string }) => status === 'REJECTED').length
    }
    const page = await backOffice.open('/applications?search=serveuse', { of })
    await page.getByLabel('Select all rows').check()
    await page.getByText('50 applications selected').waitFor()
    await page.getByRole('button', { name: 'Select all 105 that match' }).click()
    await page.getByText('105 applications selected').waitFor()
    await page.getByText('You can reply to at most 100 people at a time.').waitFor()
    expect(await findProblems(page)).toEqual([])
    // The choice is the same on another page, and one person can be left out of it.
    await page.getByRole('button', { name: 'Page 3' }).click()
    await page.getByText('101–105 of 105').waitFor()
    await page.getByLabel('Select: Person0 Bennani').uncheck()
    await page.getByText('104 applications selected').waitFor()
    await page.getByRole('button', { name: 'Clear the selection' }).click()
    await page.getByText('applications selected').waitFor({ state: 'detached' })
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)

    await page.getByRole('button', { name: 'Page 1' }).click()
    await page.getByText('1–50 of 105').waitFor()
    const chooseAll = async () => {
      await page.getByLabel('Select all rows').check()
      await page.getByRole('button', { name: 'Select all 105 that match' }).click()
      await page.getByText('105 applications selected').waitFor()
    }
    await chooseAll()
    // The ATS comes first for one that is not on the page.
    const { candidates } = (await of.call('GET', '/candidates?pageSize=1')).body
    await of.call('PUT', '/candidates', { candidates: [{ id: candidates[0].id, status: 'HIRED' }] })
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Rejected' }).click()
    const message = page.getByRole('alert')
    await message.getByText('104 applications: Rejected.').waitFor()
    await message.getByText('Person0 Bennani (Hired)').waitFor()
    expect(await countRejected()).toBe(104)
    await message.getByRole('button', { name: 'Undo' }).press('Enter')
    await message.getByText('104 applications: New.').waitFor()
    expect(await countRejected()).toBe(0)

    await chooseAll()
    await page.getByRole('combobox', { name: 'Job', exact: true }).fill('serv')
    await page.getByRole('option', { name: 'Serveuse' }).click()
    await page.getByText('applications selected').waitFor({ state: 'detached' })
  })

  it('once a job with questions is chosen, the list can show the applications with one answer alone', async () => {
    const questions = [
      { id: 'permit', label: { fr: 'Permis B ?', en: 'Driving licence?' }, type: 'yes-no' },
      { id: 'why', label: 'Why?', type: 'text' },
    ]
    const asking = { id: 'asking', title: 'Asking', boardwalk: { questions } }
    const { jobId, jobUrl } = (await backOffice.company.call('POST', '/job', { job: asking })).body
    for (const [firstName, permit] of [
      ['Yasmine', 'yes'],
      ['Nabil', 'no'],
    ] as const)
      expect(await apply(jobUrl, { firstName, 'answer.permit': permit })).toMatchObject({ status: 201 })
    const page = await backOffice.open('/applications')
    await page.getByText('Yasmine').waitFor()
    expect(await page.getByRole('combobox', { name: 'Answer' }).count()).toBe(0)
    const job = page.getByRole('combobox', { name: 'Job', exact: true })
    await job.click()
    await page.getByRole('option', { name: `Asking (${jobId})` }).click()
    const answer = page.getByRole('combobox', { name: 'Answer' })
    await answer.waitFor()
    expect(await answer.locator('option').allTextContents()).toEqual([
      'All',
      'Driving licence? Yes',
      'Driving licence? No',
    ])
    await answer.selectOption('Driving licence? No')
    await page.getByText('Yasmine').waitFor({ state: 'detached' })
    expect(await page.getByText('Nabil').count()).toBe(1)
    await page.getByRole('link', { name: 'All 1' }).waitFor()
    await page.getByRole('link', { name: 'Nabil' }).click()
    await page.getByText('1 of 1').waitFor()
    await page.goBack()
    await job.fill('')
    await page.getByText('Yasmine').waitFor()
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
    expect(await page.getByRole('combobox', { name: 'Job', exact: true }).inputValue()).toMatch(/^Serveuse/)
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
    const page = await backOffice.newUserPage({ of: other })
    await setViewer(page, true)
    await backOffice.goTo(page, '/applications')
    await page.getByText('No applications yet').waitFor()
    // No time passes in the page, so no list is read again because it is old.
    await page.clock.setFixedTime(new Date())
    await page.getByRole('tab', { name: 'Held back (2)' }).click()
    expect(await candidates()).toEqual([])
    const held = page.getByRole('article', { name: 'Salma Bennani' })
    for (const sent of [profile.phone, profile.linkedinUrl, profile.message]) await held.getByText(sent).waitFor()
    const withoutCv = page.getByRole('article', { name: 'Omar Bennani' })
    await withoutCv.getByText('Not given').first().waitFor()
    await withoutCv.getByText('No CV was sent').waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    const cv = page.waitForResponse((answer) => answer.headers()['content-type'] === 'application/pdf')
    await page.getByRole('button', { name: 'Show the CV: Salma Bennani' }).click()
    expect([(await cv).status(), (await cv).headers()['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^inline/),
    ])
    expect(await page.locator('iframe').getAttribute('title')).toBe('CV: Salma Bennani')
    await page.getByRole('button', { name: 'Hide the CV: Salma Bennani' }).click()
    await page.locator('iframe').waitFor({ state: 'detached' })
    const download = await held.getByRole('link', { name: 'Download Salma Bennani' }).getAttribute('href')
    const saved = await page.request.get(`${backOffice.server.url}${download}`)
    expect(saved.headers()['content-disposition']).toMatch(/^attachment/)
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

  it('a CV that is held back opens within the list, and axe finds no problem there in any language, on a desk and on a phone', async () => {
    const other = await backOffice.server.company()
    const { jobUrl } = await other.boardJob('Serveuse')
    await apply(jobUrl, { firstName: 'Salma', ...trapFilled }, pdf)
    await apply(jobUrl, { firstName: 'Omar', ...trapFilled })
    for (const locale of Locale.options) {
      const page = await backOffice.newUserPage({ of: other, locale, viewport: DESK })
      await setViewer(page, true)
      await backOffice.goTo(page, '/applications?view=held')
      await page.getByRole('button', { name: applicationWords[locale].showCv }).click()
      await page.locator('iframe').waitFor()
      expect(await findProblems(page)).toEqual([])
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: PHONE.height })
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
      expect(await findProblems(page, looks)).toEqual([])
    }
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
    await page.getByLabel('Reference of the application or of the error').fill(id)
    const found = page.getByRole('article')
    await found.getByText('Delivered', { exact: true }).waitFor()
    await found.getByText(/The key “test \(….{4}\)” got it/).waitFor()
    await found.getByText(/The key “ahead \(….{4}\)” did not get it. It asked only for later ones/).waitFor()
    await found.getByText(/No recorded poll of the key “elsewhere \(….{4}\)” reached it/).waitFor()
    await found.getByText('refused: something in it was wrong (email)').waitFor()
    await page.getByLabel('Reference of the application or of the error').fill(refused.body.error.requestId)
    await found.getByRole('link', { name: id.slice(0, 8) }).waitFor()
    await page.getByLabel('Reference of the application or of the error').fill('none')
    await page.getByText('Nothing was found').waitFor()
    await page.getByLabel('Reference of the application or of the error').fill('')
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
      await (isThere ? found.getByRole('link', { name: id.slice(0, 8) }) : nothing).waitFor()
      await expect.poll(() => found.count()).toBe(isThere ? 1 : 0)
    }
  })

  it('the days of the search for a missing candidate are those of the browser’s time zone', async () => {
    const page = await backOffice.newUserPage({ timezoneId: 'Asia/Tokyo' })
    const asking = page.waitForRequest((request) => request.url().includes('application.find'))
    await backOffice.goTo(page, '/applications?view=find&since=2026-03-02')
    const asked = (await asking).postData()
    for (const moment of ['2026-03-01T15:00:00.000Z', '2026-03-02T14:59:59.999Z']) expect(asked).toContain(moment)
    // By the keyboard, each digit of the year makes a day.
    await page.getByLabel('To').focus()
    await page.keyboard.type('03042026', { delay: 100 })
    await page.waitForURL('**/applications?view=find&since=2026-03-02&until=2026-03-04')
    expect(await page.getByLabel('To').inputValue()).toBe('2026-03-04')
  })
})
