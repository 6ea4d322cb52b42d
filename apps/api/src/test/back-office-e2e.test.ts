import { readFile } from 'node:fs/promises'
import { Boardwalk, PermissionDeniedError } from '@boardwalk/sdk'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createKey, revokeKey } from '../feature/api-key/service.ts'
import { operatorOf } from '../feature/audit/service.ts'
import { inviteUser } from '../feature/user/service.ts'
import { administratorsPage, backOfficePage, openPage } from './back-office-page.ts'
import { useBrowser } from './browser.ts'
import { apply, pdf } from './form.ts'
import { type TestCompany, useServer } from './harness.ts'

const server = useServer()
const browser = useBrowser()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

describe('keys', () => {
  it('the invited person chooses a password, generates a key, sees its first request come, and revokes it for good', async () => {
    const { link } = await inviteUser(server.deps, operatorOf(company.id), { email: 'nadia@atlas.example' })
    const page = await backOfficePage(browser)
    await page.goto(link)
    await page.getByText('nadia@atlas.example').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Save and sign in' }).click()

    await page.getByRole('link', { name: 'API Keys' }).click()
    await page.getByRole('link', { name: 'Generate New Key' }).click()
    await page.getByLabel('Name').fill('our ATS')
    await page.getByRole('button', { name: 'Generate key' }).click()
    await page.getByText('Waiting for the first request').waitFor()
    const apiKey = (await page.locator('code', { hasText: /^bwk_/ }).textContent()) ?? ''
    const curl = await page.getByRole('tabpanel').innerText()
    expect(curl).toContain(`curl '${server.url}/api/jobs' -H 'x-api-key: ${apiKey}'`)

    const boardwalk = new Boardwalk({ apiKey, baseUrl: `${server.url}/api` })
    await boardwalk.jobs.create({ id: 'A-1', title: 'Comptable' })
    await page.getByText('The first request has come').waitFor()

    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('tick this box first').waitFor()
    await page.getByLabel('I have stored this key').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row', { name: /our ATS/ }).waitFor()
    expect(await page.content()).not.toContain(apiKey)

    await page.getByRole('button', { name: 'Revoke: our ATS' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type the key’s name').fill('our')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText('This is not the key’s name').waitFor()
    await boardwalk.jobs.get('A-1')
    await dialog.getByLabel('Type the key’s name').fill('our ATS')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('“our ATS” is revoked.').waitFor()
    await expect(boardwalk.jobs.get('A-1')).rejects.toBeInstanceOf(PermissionDeniedError)
    await page
      .getByRole('row', { name: /our ATS/ })
      .getByText('Revoked')
      .waitFor()
  })

  it('a key that is revoked stays in the list, grey, below those that work', async () => {
    const other = await server.company()
    const create = (name: string) => createKey(server.deps, operatorOf(other.id), { name, scopes: ['read'] })
    const { id } = await create('gone')
    await revokeKey(server.deps, operatorOf(other.id), { id })
    await create('works')
    const page = await administratorsPage(browser, server, other)
    await openPage(page, server, '/settings/keys')
    const names = await page.getByRole('rowheader').allTextContents()
    expect(names).toHaveLength(3)
    expect(names.at(-1)).toBe('gone')
    expect(await page.locator('tr[data-grey]').allTextContents()).toEqual([expect.stringContaining('gone')])
  })

  it('a key that is not stored yet is not lost by a click elsewhere', async () => {
    const page = await administratorsPage(browser, server, company)
    await openPage(page, server, '/settings/keys/new')
    await page.getByLabel('Name').fill('in a hurry')
    await page.getByRole('button', { name: 'Generate key' }).click()
    await page.getByText('Copy the key now').waitFor()
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('dialog').getByText('Leave without storing the key?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Copy the key now').waitFor()
  })
})

describe('jobs', () => {
  it('a job written on the board is linked by the API, and the list shows it so', async () => {
    const page = await administratorsPage(browser, server, company)
    await openPage(page, server, '/jobs/new')
    await page.getByLabel('Title').fill('Chef de rang')
    await page.getByLabel('Cities').fill('Rabat\nSalé')
    await page.getByLabel('Contract').selectOption({ label: 'Permanent (CDI)' })
    await page.getByRole('textbox', { name: 'Description' }).click()
    await page.keyboard.type('Le soir & le midi')
    await page.getByLabel('Lowest salary').fill('9000')
    await page.getByLabel('Highest salary').fill('8000')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('a number from 0 that is not above the highest').waitFor()
    await page.getByLabel('Highest salary').fill('12000')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('heading', { name: 'Chef de rang' }).waitFor()

    const jobId = Number(page.url().split('/').at(-1))
    const links = [{ platformJobId: jobId, externalJobId: 'CR-1' }]
    expect((await company.call('POST', '/job/link', { links })).body.results[0].status).toBe('linked')
    expect((await company.call('GET', '/job/CR-1')).body.job).toMatchObject({
      title: 'Chef de rang',
      city: ['Rabat', 'Salé'],
      contractType: 'CDI',
      description: '<p>Le soir &amp; le midi</p>',
      minSalary: 9000,
      maxSalary: 12000,
      status: 'PUBLISHED',
    })
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Jobs' }).click()
    await page
      .getByRole('row', { name: /Chef de rang/ })
      .getByText('CR-1')
      .waitFor()
  })

  it('the page of a draft is seen before it is live, as it is saved and as the form stands', async () => {
    await company.call('POST', '/job', { job: { id: 'P-1', title: 'Plongeur', status: 'UNPUBLISHED' } })
    const { jobId } = (await company.call('GET', '/job/P-1')).body.job
    const page = await administratorsPage(browser, server, company)
    const opened = async (name: string) => {
      const tab = page.waitForEvent('popup')
      await page.getByRole('link', { name }).click()
      return (await (await tab).getByRole('heading', { level: 1 }).textContent()) ?? ''
    }
    await openPage(page, server, `/jobs/${jobId}`)
    expect(await opened('Preview')).toBe('Plongeur')
    await page.getByLabel('Title').fill('Plongeuse')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Plongeuse' }).waitFor()
    expect(await opened('See the page as it is saved')).toBe('Plongeur')
  })

  it('who is sent the address of a preview signs in, and has it', async () => {
    const email = 'hicham@atlas.example'
    const { link } = await inviteUser(server.deps, operatorOf(company.id), { email })
    const invited = await backOfficePage(browser)
    await invited.goto(link)
    await invited.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await invited.getByRole('button', { name: 'Save and sign in' }).click()
    await invited.getByRole('heading', { name: 'Home' }).waitFor()
    const { jobId } = await company.boardJob('Commis')
    // On another browser: an answer still under way would sign this one in again.
    const page = await backOfficePage(browser)
    await page.goto(`${server.url}/backoffice/preview/${jobId}?locale=ar`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('html[lang=ar][dir=rtl]').getByRole('heading', { name: 'Commis' }).waitFor()
  })

  it('what an ATS wrote meanwhile is not written over unnoticed, and then only the fields that were changed', async () => {
    const { jobId } = await company.boardJob('Serveur')
    await company.call('POST', '/job/link', { links: [{ platformJobId: jobId, externalJobId: 'S-1' }] })
    const page = await administratorsPage(browser, server, company)
    await openPage(page, server, `/jobs/${jobId}`)
    await page.getByLabel('Title').fill('Serveuse ou serveur')
    await company.call('PUT', '/job/S-1', { job: { benefits: ['Repas'] } })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This job was changed meanwhile').waitFor()
    expect((await company.call('GET', '/job/S-1')).body.job.title).toBe('Serveur')
    await page.getByRole('button', { name: 'Save my changes over it' }).click()
    await page.getByText('The job is saved').waitFor()
    const { title, benefits } = (await company.call('GET', '/job/S-1')).body.job
    expect({ title, benefits }).toEqual({ title: 'Serveuse ou serveur', benefits: ['Repas'] })
  })

  it('a job whose country is not known is marked in the list, its page says what to do, and doing it ends the warning', async () => {
    const job = { id: 'W-1', title: 'Analyste qualité', country: 'Wakanda' }
    await company.call('POST', '/job', { job })
    const page = await administratorsPage(browser, server, company)
    await openPage(page, server, '/jobs?search=W-1')
    await page
      .getByRole('row', { name: /Analyste qualité/ })
      .getByText('not in Google for Jobs')
      .waitFor()
    await page.getByRole('link', { name: 'Analyste qualité' }).click()
    const warning = page.getByText('Google for Jobs cannot show this job')
    await warning.waitFor()
    await page.getByText('the board does not know “Wakanda”').waitFor()
    await page.getByLabel('Country').fill('المغرب')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The job is saved').waitFor()
    await warning.waitFor({ state: 'detached' })
    expect(await page.getByText('The board does not know this country').count()).toBe(0)
  })

  it('what is too large to be sent is refused in words, and what was typed stays', async () => {
    const { jobId } = await company.boardJob('Long')
    const page = await administratorsPage(browser, server, company)
    await openPage(page, server, `/jobs/${jobId}`)
    const text = 'x'.repeat(1_100_000)
    await page.getByLabel('Benefits').fill(text)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This is over 1 MiB').waitFor()
    expect(await page.getByLabel('Benefits').inputValue()).toBe(text)
  })

  it('saving a job whose text has a table keeps the table', async () => {
    const description = '<table><tbody><tr><td>Lundi</td></tr></tbody></table>'
    await company.call('POST', '/job', { job: { id: 'T-1', title: 'Table', description } })
    const { jobId } = (await company.call('GET', '/job/T-1')).body.job
    const page = await administratorsPage(browser, server, company)
    await openPage(page, server, `/jobs/${jobId}`)
    const source = page.getByRole('textbox', { name: 'Description' })
    await source.fill(`${await source.inputValue()}<p>Mardi</p>`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The job is saved').waitFor()
    expect((await company.call('GET', '/job/T-1')).body.job.description).toBe(`${description}<p>Mardi</p>`)
  })
})

describe('applications', () => {
  const applied = async (id: string, fields: Record<string, string>) => {
    const { jobUrl } = (await company.call('POST', '/job', { job: { id, title: id } })).body
    return (await apply(jobUrl, fields, pdf)).body.id as string
  }

  /** Makes the pages that come next believe that the browser can show a PDF, or cannot. */
  const setViewer = (page: Page, isThere: boolean) =>
    page.addInitScript((value) => {
      Object.defineProperty(navigator, 'pdfViewerEnabled', { value, configurable: true })
    }, isThere)

  it('a status given in the back office is the one that the API tells', async () => {
    const id = await applied('status', {})
    const page = await administratorsPage(browser, server, company)
    await openPage(page, server, `/applications/${id}`)
    await page.getByLabel('Status').selectOption({ label: 'Shortlisted' })
    await page.getByText('The status is saved').waitFor()
    const { candidates } = (await company.call('GET', '/job/status/candidates')).body
    expect(candidates).toMatchObject([{ id, status: 'SHORTLISTED' }])
  })

  it('the CV opens in the page of a browser that has a viewer, and else is there to open and to download', async () => {
    const id = await applied('cv', {})
    const page = await administratorsPage(browser, server, company)
    await setViewer(page, true)
    const cv = page.waitForResponse((answer) => answer.headers()['content-type'] === 'application/pdf')
    await openPage(page, server, `/applications/${id}`)
    expect((await cv).headers()['content-disposition']).toMatch(/^inline/)
    await setViewer(page, false)
    await openPage(page, server, `/applications/${id}`)
    await page.getByText('This browser shows no PDF within a page').waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    const addressOf = (name: string) => page.getByRole('link', { name }).getAttribute('href')
    const inline = await page.request.get(`${server.url}${await addressOf('Open')}`)
    expect(inline.headers()['content-type']).toBe('application/pdf')
    const download = await page.request.get(`${server.url}${await addressOf('Download')}`)
    expect(download.headers()['content-disposition']).toMatch(/^attachment/)
  })

  it('the data of a person who asks for it is gone from the page and from the API, and the row stays', async () => {
    const id = await applied('erase', { firstName: 'Zineb', email: 'zineb@example.com' })
    const page = await administratorsPage(browser, server, company)
    await openPage(page, server, '/applications')
    await page.getByRole('link', { name: 'Zineb' }).click()
    await page.getByRole('button', { name: 'Erase this person’s data' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await dialog.getByText('Tick this box first').waitFor()
    await dialog.getByLabel('I understand that this cannot be undone').check()
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await page.getByRole('heading', { name: 'Erased on request' }).waitFor()
    await expect.poll(() => page.content()).not.toContain('zineb@example.com')
    const { candidates } = (await company.call('GET', '/job/erase/candidates')).body
    expect(candidates).toMatchObject([{ id, firstName: '', lastName: '', email: '', phone: '', cv: '', message: '' }])
  })
})

describe('company', () => {
  const logo = readFile(new URL('./logo.png', import.meta.url))

  it('a file that cannot be the logo is refused in words, before it is sent and after, and a right one goes on the site', async () => {
    const page = await administratorsPage(browser, server, company)
    await openPage(page, server, '/settings/company')
    const input = page.locator('input[type=file]')
    const refusal = page.getByText('This file cannot be the logo')
    const large = Buffer.concat([await logo, Buffer.alloc(256 * 1024)])
    await input.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large })
    await refusal.waitFor()
    await input.setInputFiles({ name: 'text.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await refusal.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Upload this logo' }).click()
    await refusal.waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await refusal.waitFor({ state: 'detached' })
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo })
    await page.getByRole('button', { name: 'Upload this logo' }).click()
    await page.getByText('The logo is on the public site').waitFor()
  })
})

describe('people', () => {
  it('whoever has lost the invitation is sent another link, and the first one is no more', async () => {
    const page = await administratorsPage(browser, server, company)
    await openPage(page, server, '/settings/people')
    await page.getByLabel('E-mail address').fill('imane@atlas.example')
    await page.getByRole('button', { name: 'Invite' }).click()
    const link = page.locator('code', { hasText: 'set-password' })
    const first = (await link.textContent()) ?? ''
    await page.getByRole('button', { name: 'New link: imane@atlas.example' }).click()
    const second = (await link.filter({ hasNotText: first }).textContent()) ?? ''
    const guest = await backOfficePage(browser)
    await guest.goto(first)
    await guest.getByText('This link has been used or has expired').waitFor()
    await guest.goto('about:blank')
    await guest.goto(second)
    await guest.getByText('imane@atlas.example').waitFor()
  })
})

describe('activity', () => {
  it('a list of many pages says which part it shows, and leads to the oldest and back', async () => {
    const other = await server.company()
    const [key] = await server.deps.apiKeys.list(other.id)
    const request = (n: number) => ({
      ...{ companyId: other.id, keyId: key?.id ?? '', requestId: `r-${n}`, at: new Date(Date.now() - n * 1000) },
      ...{ operation: 'listJobs', status: 200, durationMs: 1, errorMessage: null },
    })
    await server.deps.requests.insertMany([...Array(130)].map((_, n) => request(n)))
    const page = await administratorsPage(browser, server, other)
    await openPage(page, server, '/activity')
    await page.getByText('100 entries, from').waitFor()
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByText(/30 entries, from .* There are none before\./).waitFor()
    await page.getByRole('row', { name: /r-129/ }).waitFor()
    expect(await page.getByRole('link', { name: 'Older' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Back to the newest' }).click()
    await page.getByText('100 entries, from').waitFor()
    await page.getByLabel('Request id').fill('r-77')
    await page.getByText('1 entry, from').waitFor()
    await page.getByRole('row', { name: /r-77/ }).waitFor()
  })
})

describe('session', () => {
  it('a session that ends under a page asks to sign in again and loses nothing of what was typed', async () => {
    const email = 'karim@atlas.example'
    const { link } = await inviteUser(server.deps, operatorOf(company.id), { email })
    const page = await backOfficePage(browser)
    await page.goto(link)
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await openPage(page, server, '/jobs/new')
    await page.getByLabel('Title').fill('Half a job')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page.getByText('Sign in to go on where you were').waitFor()

    await page.getByLabel('Password', { exact: true }).fill('wrong horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The e-mail address or the password is wrong').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'New job' }).waitFor()
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page.getByRole('heading', { name: 'Half a job' }).waitFor()
  })

  it('whoever signs in on the same browser next sees nothing of the person before', async () => {
    const other = await server.company()
    const email = 'other@example.com'
    const { link } = await inviteUser(server.deps, operatorOf(other.id), { email })
    await company.boardJob('Secret of Atlas')
    const page = await administratorsPage(browser, server, company)
    await openPage(page, server, '/jobs')
    await page.getByText('Secret of Atlas').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(link)
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByText('No jobs yet').waitFor()
    expect(await page.content()).not.toContain('Secret of Atlas')
  })

  it('a link that is used up says so', async () => {
    const page = await backOfficePage(browser)
    await page.goto(`${server.url}/backoffice/set-password#used-up`)
    await page.getByText('This link has been used or has expired').waitFor()
  })
})
