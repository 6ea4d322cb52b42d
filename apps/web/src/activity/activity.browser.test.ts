import { describe, expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

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
    const key = page.getByLabel('Key', { exact: true })
    const choose = async (name: string) =>
      key.selectOption({ label: (await key.locator('option', { hasText: name }).textContent()) ?? '' })
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
  })

  it('a row opens to the endpoint, the job and what was wrong', async () => {
    const other = await backOffice.server.company()
    await other.call('POST', '/job', { job: { id: 'ATL-1', title: 'Commis' } })
    await other.call('PUT', '/job/ATL-1', { job: { title: 'Commis', contractType: 'Bac+5' } })
    await other.call('DELETE', '/job/nowhere')
    await backOffice.server.deps.recorder.flush()
    const page = await backOffice.open('/activity', { of: other })
    const labels = ['Method and path', 'Job', 'Error code', 'Wrong values']
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
    await row('generated a key').first().getByText('the board’s operator').waitFor()
    await row('published a job')
      .getByRole('link', { name: `Job ${jobId}` })
      .click()
    await page.getByRole('heading', { name: 'Commis' }).waitFor()
  })
})
