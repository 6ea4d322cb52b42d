import { type Answer, type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { expect, it } from 'vitest'

// The clock of this server is the machine's, as a change carries the time of the database.
const server = useServer()

const START = '2026-01-01'
const listChanges = (company: TestCompany, query = '') =>
  company.call('GET', `/candidates?changedSince=${START}${query}`)
const readIds = ({ body }: Answer): string[] => body.candidates.map(({ id }: { id: string }) => id)

let applications = 0
async function apply(company: TestCompany, jobId: number): Promise<string> {
  const id = `${company.id}-${++applications}`
  const applicant = { firstName: 'S', lastName: 'B', email: 'a@example.com', phone: '', linkedinUrl: '', message: '' }
  await server.deps.mailbox.accept({
    id,
    companyId: company.id,
    jobId,
    status: 'PENDING',
    cvId: null,
    contentDigest: '',
    ...applicant,
  })
  return id
}

const signIn = async (company: TestCompany) => (await signedInUser(server, company)).client

/** Opens a company with two jobs, `A` and a board job without an external id, and one application to each. */
async function openCompany() {
  const company = await server.company()
  const first: number = (await company.call('POST', '/job', { job: { id: 'A', title: 'First' } })).body.jobId
  const { jobId: second } = await company.boardJob('Second')
  return { company, first, second, toFirst: await apply(company, first), toSecond: await apply(company, second) }
}

it('a new status, an erasure, a link and a moved external id are changes, in the order of the dates', async () => {
  const { company, first, second, toFirst, toSecond } = await openCompany()
  const back = await signIn(company)
  await back.application.setStatus.mutate({ id: toSecond, status: 'HIRED' })
  expect((await listChanges(company)).body.candidates).toMatchObject([{ id: toSecond, status: 'HIRED' }])
  await back.application.erase.mutate({ id: toFirst, allOfPerson: false })
  expect((await listChanges(company)).body.candidates).toMatchObject([
    { id: toFirst, firstName: '', email: '', offerId: 'A', jobId: first, jobTitle: 'First' },
    { id: toSecond },
  ])
  const third = await apply(company, second)
  await company.call('POST', '/job/link', { links: [{ platformJobId: second, externalJobId: 'B' }] })
  expect((await listChanges(company)).body.candidates).toMatchObject([
    { id: toFirst },
    { id: toSecond, offerId: 'B' },
    { id: third, offerId: 'B' },
  ])
  await back.job.setExternalId.mutate({ jobId: second, revision: 2, externalId: null })
  expect((await listChanges(company)).body.candidates).toMatchObject([
    { id: toFirst, offerId: 'A' },
    { id: toSecond, offerId: '' },
    { id: third, offerId: '' },
  ])
})

it('the first page says from when to go on, and later pages do not: a change between two pages is in the next list', async () => {
  const { company, toFirst, toSecond } = await openCompany()
  const back = await signIn(company)
  for (const id of [toFirst, toSecond]) await back.application.setStatus.mutate({ id, status: 'REVIEWED' })
  const first = await listChanges(company, '&pageSize=1')
  const through = first.headers.get('x-changed-through')
  expect(Date.parse(through ?? '')).toBeLessThan(Date.now())
  expect([first.headers.get('x-synced-through'), first.body.total]).toEqual([null, 2])
  // The first row changes again after its page was read.
  await back.application.setStatus.mutate({ id: toFirst, status: 'HIRED' })
  const second = await listChanges(company, '&pageSize=1&page=2')
  expect([...readIds(first), ...readIds(second)]).toEqual([toFirst, toSecond])
  expect(second.headers.has('x-changed-through')).toBe(false)
  const next = await company.call('GET', `/candidates?changedSince=${through}`)
  expect(next.body.candidates).toContainEqual(expect.objectContaining({ id: toFirst, status: 'HIRED' }))
})
