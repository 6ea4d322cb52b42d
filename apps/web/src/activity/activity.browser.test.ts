import { randomUUID } from 'node:crypto'
import { readLinkSecret, signedInAdministrator } from '@boardwalk/api/test/administrator'
import { apply, trapFilled } from '@boardwalk/api/test/form'
import { describe, expect, it } from 'vitest'
import { locales, password, useBackOffice } from '../test/back-office.ts'
import { fr } from '../words/fr.ts'

const backOffice = useBackOffice()

/** Opens a company whose key made this number of requests, one each second. Every second request failed. */
async function companyWithRequests(count: number) {
  const company = await backOffice.server.company()
  const request = (n: number) => ({
    ...{ companyId: company.id, keyId: company.keyId, requestId: `r-${n}`, at: new Date(Date.now() - n * 1000) },
    ...{ operation: 'listJobs', durationMs: 1 },
    ...(n % 2 === 0 ? { status: 200, errorMessage: null } : { status: 400, errorMessage: 'wrong' }),
  })
  await backOffice.server.deps.requests.insertMany([...Array(count)].map((_, n) => request(n)))
  return company
}

describe('activity', () => {
  it('a list of many pages says which part it shows, and links to the oldest rows and back', async () => {
    const other = await companyWithRequests(130)
    const page = await backOffice.open('/activity', { of: other })
    await page.getByText('100 entries, from').waitFor()
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByText(/30 entries, from .* There are no older entries\./).waitFor()
    await page.getByRole('row', { name: /r-129/ }).waitFor()
    expect(await page.getByRole('link', { name: 'Older' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Back to the newest' }).click()
    await page.getByText('100 entries, from').waitFor()
    await page.getByLabel('Request id').fill('r-77')
    await page.getByText('1 entry, from').waitFor()
    await page.getByRole('row', { name: /r-77/ }).waitFor()
    // The rows of an old page may be gone, and one can still go back.
    await backOffice.goTo(page, '/activity?cursor=gone')
    await page.getByText('No matching requests').waitFor()
    await page.getByRole('link', { name: 'Back to the newest' }).click()
    await page.getByText('100 entries, from').waitFor()
  })

  it('requests are narrowed to a key or to those that failed, each time from the newest one', async () => {
    const other = await companyWithRequests(130)
    await other.createKey('unused', ['read'])
    const page = await backOffice.open('/activity', { of: other })
    const failed = page.getByLabel('Failed only')
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByText('30 entries, from').waitFor()
    await failed.check()
    await page.getByText('50 entries, from').waitFor()
    await failed.uncheck()
    await page.getByText('100 entries, from').waitFor()
    const option = await page.getByLabel('Key', { exact: true }).locator('option').allTextContents()
    const choose = (name: string) =>
      page
        .getByLabel('Key', { exact: true })
        .selectOption({ label: option.find((label) => label.startsWith(name)) ?? '' })
    await choose('unused')
    await page.getByText('No matching requests').waitFor()
    await choose('test')
    await page.getByText('100 entries, from').waitFor()
    await choose('unused')
    await page.getByText('No matching requests').waitFor()
    // The way back does not lead through each filter.
    await page.goBack()
    await page.getByText('100 entries, from').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.goForward()
    await page.getByText('No matching requests').waitFor()
    // The second filter is added to the first.
    await failed.check()
    await expect.poll(() => new URL(page.url()).search).toMatch(/keyId=.*failedOnly=true|failedOnly=true.*keyId=/)
    await page.getByText('No matching requests').waitFor()
    await failed.uncheck()
    await choose('All')
    await page.getByText('100 entries, from').waitFor()
    const quiet = await backOffice.open('/activity', { of: await backOffice.server.company() })
    await quiet.getByText('No requests yet').waitFor()
  })

  it('a request whose caller did not wait for the answer says so in place of a status', async () => {
    const other = await backOffice.server.company()
    await backOffice.server.deps.requests.insertMany([
      {
        ...{ companyId: other.id, keyId: other.keyId, requestId: 'gone', at: new Date(), operation: 'listJobs' },
        ...{ durationMs: 1, status: null, errorMessage: 'closed' },
      },
    ])
    const page = await backOffice.open('/activity', { of: other })
    await page.getByRole('row', { name: 'gone' }).getByText('Caller disconnected').waitFor()
  })

  it('the audit trail says dates, times to keep and ids as people read them, and links to nothing that is gone', async () => {
    const other = await backOffice.server.company()
    const { client } = await signedInAdministrator(backOffice.server, other)
    const { jobId, jobUrl } = await other.boardJob('Commis')
    const { revision } = await client.job.get.query({ jobId })
    // An id that has the name of a status.
    await client.job.setExternalId.mutate({ jobId, revision, externalId: 'HIRED' })
    await client.key.roll.mutate({ id: other.keyId, revokeOldInHours: 24 })
    for (const months of [12, null]) await client.retention.set.mutate({ months })
    await apply(jobUrl, trapFilled)
    const { held } = await client.application.listHeld.query({})
    await client.application.discard.mutate({ id: held[0]?.id ?? '' })
    const draft = await client.job.create.mutate({
      formId: randomUUID(),
      job: { title: 'Plongeur', status: 'UNPUBLISHED' },
    })
    await client.job.deleteDraft.mutate({ jobId: draft.jobId, revision: 1 })
    const page = await backOffice.open('/activity?view=audit', { of: other })
    const row = (what: string) => page.getByRole('row').filter({ hasText: what })
    const kept = await row('changed how long applications are kept').allInnerTexts()
    expect(kept).toEqual([
      expect.stringMatching(/Before: 12 months\s+Now: no limit/),
      expect.stringMatching(/Before: no limit\s+Now: 12 months/),
    ])
    expect(await row('rolled a key').innerText()).toMatch(/The old key expires: .* 20\d\d, \d/)
    expect(await row('changed an external id').innerText()).toContain('Now: HIRED')
    for (const gone of ['discarded an application', 'deleted a draft']) {
      await row(gone).waitFor()
      expect({ gone, links: await row(gone).getByRole('link').count() }).toEqual({ gone, links: 0 })
    }
    expect(await row('changed an external id').getByRole('link').count()).toBe(1)
  })

  it.each(locales)('a row opens to the endpoint, the job and what was wrong, in %s', async (locale) => {
    const other = await backOffice.server.company()
    await other.call('POST', '/job', { job: { id: 'ATL-1', title: 'Commis' } })
    await other.call('PUT', '/job/ATL-1', { job: { title: 'Commis', contractType: 'Bac+5' } })
    await other.call('DELETE', '/job/nowhere')
    await fetch(`${backOffice.server.url}/healthz`)
    await backOffice.server.deps.recorder.flush()
    const page = await backOffice.open('/activity', { of: other, locale })
    const labels = {
      en: ['Method and path', 'Job', 'Error code', 'Wrong values'],
      fr: ['Méthode et chemin', 'Offre', 'Code d’erreur', 'Valeurs refusées'],
      ar: ['الطريقة والمسار', 'العرض', 'رمز الخطأ', 'القيم المرفوضة'],
    }[locale]
    const openRow = async (operation: string) => {
      const row = page.getByRole('row', { name: operation })
      await row.locator('[aria-expanded]').click()
      const details = row.locator('xpath=following-sibling::*[1]')
      const facts = details.locator('dl > div')
      await facts.first().waitFor()
      const read = (part: string) => facts.locator(part).allTextContents()
      const [names, values] = await Promise.all([read('dt'), read('dd')])
      return { details, facts: names.map((name, index) => [name, values[index]]) }
    }
    const gone = await openRow('unpublishJob')
    expect(gone.facts.slice(1, 4)).toEqual([
      [labels[0], 'DELETE /api/job/{externalJobId}'],
      [labels[1], 'nowhere'],
      [labels[2], 'job_not_found'],
    ])
    expect(gone.facts.slice(4).map(([, value]) => value)).toEqual([
      expect.stringMatching(/^test \(….{4}\)$/),
      expect.stringMatching(/^\d+ /),
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ])
    expect(await gone.details.getByRole('link').count()).toBe(0)
    const refused = await openRow('updateJob')
    expect(refused.facts.slice(1, 5)).toEqual([
      [labels[0], 'PUT /api/job/{externalJobId}'],
      [labels[1], 'ATL-1'],
      [labels[2], 'invalid_request'],
      [labels[3], 'job.contractType'],
    ])
    await refused.details.getByRole('link', { name: 'ATL-1' }).click()
    await page.getByRole('heading', { name: 'Commis' }).waitFor()
  })

  it('the audit trail names who did what to which thing, and links to a job', async () => {
    const other = await backOffice.server.company()
    const { jobId } = await other.boardJob('Commis')
    await other.createKey('nightly', ['read'])
    const page = await backOffice.open('/activity', { of: other })
    await page.getByRole('tab', { name: 'Audit trail' }).click()
    const row = (what: string) => page.getByRole('row', { name: new RegExp(what) })
    await row(`generated a key nightly Key id: key_\\w+ Scopes: read$`).waitFor()
    expect(await row('generated a key').first().textContent()).toContain('the board’s operator')
    await row('published a job')
      .getByRole('link', { name: `Job ${jobId}` })
      .click()
    await page.getByRole('heading', { name: 'Commis' }).waitFor()
  })

  it('the audit trail names fields, statuses and scopes in the reader’s language, links to what there is, and has older entries', async () => {
    const company = await backOffice.server.company()
    const { auditEvents } = backOffice.server.deps
    const events = [
      ['job_changed', '7', { fields: 'title, city, extra' }],
      ['company_changed', company.slug, { fields: 'website, logo' }],
      ['key_created', 'nightly', { scopes: 'read, write' }],
      ['application_status_changed', 'app-1', { to: 'SHORTLISTED' }],
      ['cv_viewed', 'app-2', {}],
      ['person_exported', 'app-3', {}],
      ['applications_expired', '2026-03-01T09:30:00.000Z', { count: '2' }],
      // The title and the external id are words that Boardwalk knows.
      ['job_deleted', '8', { title: 'HIRED', externalId: 'read' }],
      ...Array.from({ length: 60 }, (_, n) => ['job_published', String(100 + n), {}] as const),
    ] as const
    for (const [n, [action, target, details]] of events.entries()) {
      const at = new Date(Date.now() - n * 1000)
      await auditEvents.insert(company.id, auditEvents.newId(), { at, by: 'operator', action, target, details })
    }
    const page = await backOffice.open('/activity?view=audit', {
      ...{ of: company, locale: 'fr', viewport: { width: 1600, height: 800 } },
    })
    const { actions, detail } = fr.activity
    const read = async (action: keyof typeof actions) => {
      const row = page.getByRole('row').filter({ hasText: actions[action] }).first()
      const links = await row.getByRole('link').evaluateAll((found) => found.map((link) => link.getAttribute('href')))
      return { text: (await row.innerText()).replaceAll(/\s+/g, ' '), links }
    }
    const said = (name: keyof typeof detail, value: string) =>
      expect.stringContaining(`${detail[name]} ${value}`.replaceAll(/\s+/g, ' '))
    const to = (path: string) => [`/backoffice/${path}`]
    expect(await read('job_changed')).toEqual({ text: said('fields', 'Titre, Ville, extra'), links: to('jobs/7') })
    expect(await read('company_changed')).toEqual({
      text: said('fields', `${fr.company.fields.website}, ${fr.logo.title}`),
      links: [],
    })
    expect(await read('key_created')).toEqual({ text: said('scopes', 'lecture, écriture'), links: [] })
    expect(await read('application_status_changed')).toEqual({
      text: said('to', fr.applications.statuses.SHORTLISTED),
      links: to('applications/app-1'),
    })
    expect((await read('cv_viewed')).links).toEqual(to('applications/app-2'))
    expect((await read('person_exported')).links).toEqual(to('applications/app-3'))
    expect(await read('applications_expired')).toEqual({
      text: expect.stringMatching(new RegExp(`${fr.activity.receivedBefore} 1 mars 2026`)),
      links: [],
    })
    expect(await read('job_deleted')).toEqual({ text: said('title', 'HIRED'), links: [] })
    expect(await read('job_deleted')).toEqual({ text: said('externalId', 'read'), links: [] })
    await page.getByRole('link', { name: fr.older }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('cursor')).not.toBeNull()
    expect(new URL(page.url()).searchParams.get('view')).toBe('audit')
    await page.getByRole('link', { name: `${fr.jobs.job} 159` }).waitFor()
    expect(await page.getByRole('link', { name: fr.older }).count()).toBe(0)
    // The requests have pages of their own.
    await page.getByRole('tab', { name: fr.activity.requests }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await page.goBack()
    await page.getByRole('link', { name: fr.backToNewest }).click()
    await page.getByRole('link', { name: `${fr.jobs.job} 7`, exact: true }).waitFor()
  })

  it('the older entries of a filtered list are filtered too', async () => {
    const other = await companyWithRequests(130)
    const page = await backOffice.open('/activity?failedOnly=true', { of: other })
    await page.getByRole('link', { name: 'Older' }).click()
    const shown = page.getByText('There are no older entries.')
    expect(await shown.textContent()).toMatch(/^15 entries, from /)
    expect(await page.getByLabel('Failed only').isChecked()).toBe(true)
  })

  it.each(locales)('the audit trail says who was signed in when somebody used an invitation, in %s', async (locale) => {
    const company = await backOffice.server.company()
    const inviter = await signedInAdministrator(backOffice.server, company)
    const link = readLinkSecret({ link: await company.invite(`guest-${locale}@atlas.example`) })
    await inviter.client.session.setPassword.mutate({ link, password })
    const page = await backOffice.open('/activity?view=audit', { of: company, locale })
    const label = {
      en: 'Signed in on the same browser:',
      fr: 'Session ouverte dans le même navigateur\u00a0:',
      ar: 'الجلسة المفتوحة في المتصفح نفسه:',
    }[locale]
    await page.getByText(`${label} ${inviter.email}`).waitFor()
  })
})
