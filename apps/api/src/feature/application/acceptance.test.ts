import { expect, test } from 'vitest'
import { toAcceptances } from './acceptance.ts'

test('of two forms with one id in one batch, the second is a repeat', () => {
  const form = { id: 'a', companyId: 'c', jobId: 1, firstName: '', lastName: '', email: '', phone: '' }
  const sent = { ...form, linkedinUrl: '', message: '', cvId: null, status: 'PENDING' as const }
  const batch = [{ ...sent }, { ...sent }]
  const fresh = [{ ...sent, date: new Date(1) }]
  const acceptances = toAcceptances(batch, { fresh, acceptedBefore: [], storedBefore: [] })
  expect(batch.map((application) => acceptances.get(application)?.isRepeat)).toEqual([false, true])
})
