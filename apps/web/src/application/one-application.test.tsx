import type { Locale } from '@boardwalk/schema/company'
import { expect, it } from 'vitest'
import { readMain, readText, renderPage } from '../test/markup.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { applicationWords } from './words.ts'

type Application = Answers['application']['get']

const sent: Application = {
  id: 'a-1',
  jobId: 1,
  jobTitle: 'Serveuse',
  date: '2026-03-01T09:30:00.000Z',
  status: 'PENDING',
  statusChangedBy: 'applicant',
  statusChangedAt: '2026-03-01T09:30:00.000Z',
  statusChangedByName: null,
  firstName: 'Salma',
  lastName: 'Bennani',
  email: 'salma@example.com',
  phone: '',
  linkedinUrl: '',
  message: '',
  answers: [],
  hasCv: false,
  cvType: null,
  cvUrl: null,
  cvDownloadUrl: null,
  personUrl: null,
  othersOfPerson: 0,
  appliedBefore: null,
  isConfirmationRefused: false,
  isErased: false,
  erasedAt: null,
  erasureConfirmed: null,
  isUnconfirmed: false,
  state: '',
}
const erased: Application = { ...sent, isErased: true, erasedAt: '2026-03-02T09:30:00.000Z' }

async function show(application: Application, locale: Locale = 'en') {
  const { id } = application
  const keep = () => queryClient.setQueryData(trpc.application.get.queryKey({ id }), application)
  return readText(readMain(await renderPage(`/applications/${id}`, keep, locale)))
}

it('says which key or which user set the status, and when', async () => {
  const hired = { ...sent, status: 'HIRED', statusChangedAt: '2026-03-03T09:30:00.000Z' } as const
  const byKey = { ...hired, statusChangedBy: 'api', statusChangedByName: 'Nightly feed' } as const
  const byUser = { ...hired, statusChangedBy: 'back_office', statusChangedByName: 'karim@atlas.example' } as const
  expect(await show(byKey)).toMatch(/Set by the key “Nightly feed” on Mar 3, 2026, \d/)
  expect(await show(byUser)).toMatch(/Set by karim@atlas.example on Mar 3, 2026, \d/)
  expect(await show(sent)).not.toContain('Set ')
})

it('says that the address of the applicant does not exist, if the mail server said so', async () => {
  const refused = 'The mail server says that this address does not exist.'
  expect(await show({ ...sent, isConfirmationRefused: true })).toContain(refused)
  expect(await show(sent)).not.toContain(refused)
  expect(await show({ ...sent, isConfirmationRefused: true }, 'ar')).toContain(applicationWords.ar.confirmationRefused)
})

it('says when a person was erased, and whether the ATS has confirmed that it erased its copy', async () => {
  const erasureConfirmed = { at: '2026-03-03T09:30:00.000Z', keyName: 'Nightly feed' }
  const confirmed = /Erased here on Mar 2, 2026, .* The key “Nightly feed” confirmed on Mar 3, 2026, .* erased its copy/
  const notYet = 'Your ATS has not confirmed yet'
  expect(await show({ ...erased, erasureConfirmed })).toMatch(confirmed)
  expect(await show({ ...erased, isUnconfirmed: true })).toContain(notYet)
  expect(await show({ ...erased, isUnconfirmed: true }, 'ar')).toContain(applicationWords.ar.erasureUnconfirmed)
  const recent = await show(erased)
  expect(recent).toMatch(/Erased here on Mar 2, 2026/)
  expect(recent).not.toContain('confirmed')
})
