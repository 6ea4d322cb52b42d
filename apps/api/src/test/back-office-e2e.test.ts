import { Boardwalk, PermissionDeniedError } from '@boardwalk/sdk'
import { beforeAll, describe, expect, it } from 'vitest'
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

  it('a status given in the back office is the one that the API tells', async () => {
    const id = await applied('status', {})
    const page = await administratorsPage(browser, server, company)
    await openPage(page, server, `/applications/${id}`)
    await page.getByLabel('Status').selectOption({ label: 'Shortlisted' })
    await page.getByText('The status is saved').waitFor()
    const { candidates } = (await company.call('GET', '/job/status/candidates')).body
    expect(candidates).toMatchObject([{ id, status: 'SHORTLISTED' }])
  })

  it('the CV opens in the page', async () => {
    const id = await applied('cv', {})
    const page = await administratorsPage(browser, server, company)
    const cv = page.waitForResponse((answer) => answer.headers()['content-type'] === 'application/pdf')
    await openPage(page, server, `/applications/${id}`)
    expect((await cv).headers()['content-disposition']).toMatch(/^inline/)
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
