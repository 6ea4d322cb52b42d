import { describe, expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

describe('activity', () => {
  it('a list of many pages says which part it shows, and links to the oldest rows and back', async () => {
    const other = await backOffice.server.company()
    const request = (n: number) => ({
      ...{ companyId: other.id, keyId: other.keyId, requestId: `r-${n}`, at: new Date(Date.now() - n * 1000) },
      ...{ operation: 'listJobs', status: 200, durationMs: 1, errorMessage: null },
    })
    await backOffice.server.deps.requests.insertMany([...Array(130)].map((_, n) => request(n)))
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
})
