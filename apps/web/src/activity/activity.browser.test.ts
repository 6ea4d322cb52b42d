import { describe, expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'
import { operationWords } from './operation-words.ts'

const backOffice = useBackOffice()

/** Opens a company whose key made this number of requests, one each second. Every second request failed. */
async function companyWithRequests(count: number) {
  const company = await backOffice.server.company()
  const request = (n: number) => ({
    companyId: company.id,
    keyId: company.keyId,
    requestId: `r-${n}`,
    at: new Date(Date.now() - n * 1e3),
    operation: 'listJobs',
    durationMs: 1,
    ...(n % 2 === 0
      ? {
          status: 200,
          errorMessage: null,
        }
      : {
          status: 400,
          errorMessage: 'wrong',
        }),
  })
  await backOffice.server.deps.requests.insertMany([...Array(count)].map((_, n) => request(n)))
  return company
}

describe('activity', () => {
  it('requests are narrowed to a key, to those that failed and to one id, each time from the newest one', async () => {
    const other = await companyWithRequests(130)
    await other.createKey('unused', ['read'])
    const page = await backOffice.open('/activity', { of: other })
    const failed = page.getByLabel('Failed only')
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByText(/30 entries, from .* There are no older entries\./).waitFor()
    expect(await page.getByRole('link', { name: 'Older' }).count()).toBe(0)
    await failed.check()
    await page.getByText('50 entries, from').waitFor()
    await failed.uncheck()
    await page.getByText('100 entries, from').waitFor()
    const key = page.getByLabel('Key', { exact: true })
    await key.selectOption({ label: (await key.locator('option', { hasText: 'unused' }).textContent()) ?? '' })
    await page.getByText('No matching requests').waitFor()
    // The way back does not lead through each filter.
    await page.goBack()
    await page.getByText('100 entries, from').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.getByLabel('Request id').fill('r-77')
    await page.getByText('1 entry, from').waitFor()
    await page.getByRole('row').locator('[aria-expanded]').click()
    await page.getByText('r-77', { exact: true }).waitFor()
  })

  it('a row opens to the endpoint, the job and what was wrong', async () => {
    const other = await backOffice.server.company()
    await other.call('POST', '/job', { job: { id: 'ATL-1', title: 'Commis' } })
    await other.call('PUT', '/job/ATL-1', { job: { title: 'Commis', contractType: 'Bac+5' } })
    await other.call('PUT', '/jobs', { jobs: [{ id: 'ATL-2', title: 'Serveur' }, { id: 'ATL-3' }, { title: 'Chef' }] })
    await backOffice.server.deps.recorder.flush()
    const page = await backOffice.open('/activity?failedOnly=true', { of: other })
    const batch = page.getByRole('row', { name: operationWords.en.names.upsertJobs })
    await batch.getByText('200 · 2 of 3 refused').waitFor()
    await batch.locator('[aria-expanded]').click()
    for (const refused of [/^ATL-3: .*title/, /^No\. 3: .*ID is required/])
      await page.getByRole('listitem').filter({ hasText: refused }).waitFor()
    const row = page.getByRole('row', { name: operationWords.en.names.updateJob })
    await row.locator('[aria-expanded]').click()
    const details = row.locator('xpath=following-sibling::*[1]')
    for (const [name, value] of [
      ['Method and path', 'PUT /api/job/{externalJobId}'],
      ['Error code', 'invalid_request'],
      ['Wrong values', 'job.contractType'],
    ] as const)
      await details.locator('dl > div', { hasText: name }).getByText(value).waitFor()
    await details.getByRole('link', { name: 'ATL-1' }).click()
    await page.getByRole('heading', { name: 'Commis' }).waitFor()
  })
})
