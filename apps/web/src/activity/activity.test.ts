import { describe, expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

/** A company whose key made so many requests, one a second; every other one failed. */
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

  it('the older entries of a filtered list are filtered too', async () => {
    const other = await companyWithRequests(130)
    const page = await backOffice.open('/activity?failedOnly=true', { of: other })
    await page.getByRole('link', { name: 'Older' }).click()
    const shown = page.getByText('There are no older entries.')
    expect(await shown.textContent()).toMatch(/^15 entries, from /)
    expect(await page.getByLabel('Failed only').isChecked()).toBe(true)
  })
})
