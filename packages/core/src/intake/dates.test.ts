import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { beforeAll, expect, it } from 'vitest'
import ranges from './fixture/ranges.json' with { type: 'json' }

/* packages/schema has the table of dates. Here is which candidates a range has. */

const clock = { ms: 0 }
const server = useServer({ now: () => clock.ms })
let company: TestCompany

/** One application at each date. Its first name is the name of the date. */
beforeAll(async () => {
  company = await server.company()
  const { jobId } = (await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })).body
  for (const [firstName, date] of Object.entries(ranges.dates)) {
    clock.ms = Date.parse(date)
    await server.deps.mailbox.accept({
      firstName,
      lastName: 'B',
      email: 'a@example.com',
      phone: '',
      linkedinUrl: '',
      message: '',
      id: firstName,
      companyId: company.id,
      jobId,
      status: 'PENDING',
      cvId: null,
      contentDigest: '',
    })
  }
  clock.ms = Date.parse('2026-03-03T00:00:00Z')
})

it('a range has its candidates, in the list of the job and in that of the company: since excludes its instant, from and to include theirs', async () => {
  const found = Object.values(ranges.found).flatMap((group) => Object.entries<string[]>(group))
  for (const [query, names] of found) {
    const ofJob = await company.call('GET', `/job/A/candidates?${query}`)
    const ofAll = await company.call('GET', `/candidates?${query}`)
    expect([query, ofAll.body]).toStrictEqual([query, ofJob.body])
    const namesFound = ofJob.body.candidates.map(({ firstName }: { firstName: string }) => firstName)
    expect([query, namesFound, ofJob.body.total]).toStrictEqual([query, names, names.length])
  }
})

it('a wrong date is refused in both lists, also if since replaces it, and the message names the parameter', async () => {
  for (const [query, message] of [
    ['since=x', /^Invalid date format; ISO 8601 expected.*: since is "x"$/],
    ['since=2026-03-01&from=', /^Invalid date format; ISO 8601 expected.*: from is ""$/],
    ['to=2026-02-30', /^Invalid date format; ISO 8601 expected.*: to is "2026-02-30"$/],
    [
      'since=0000-12-31',
      /^Invalid date format; ISO 8601 expected.*: since is "0000-12-31", which is outside the years 1 to/,
    ],
    ['to=9999-12-31T23:59:59-01:00', /^Invalid date format; ISO 8601 expected.*, which is outside the years 1 to 9999/],
    ['since=2026-03-01&since=2026-03-02', /^since must be given once$/],
  ] as const)
    for (const path of ['/job/A/candidates', '/candidates']) {
      const { status, body } = await company.call('GET', `${path}?${query}`)
      const error = { code: 'invalid_request', message: expect.stringMatching(message) }
      expect({ status, body }).toMatchObject({ status: 400, body: { candidates: null, error } })
    }
})

/** The year 0 in UTC. Programs write it for a date that was never set. */
const UNSET = '0001-01-01T00:00:00+01:00'

it('a date outside the years 1 to 9999 in UTC is refused or warned of wherever a caller sends one, and harms nothing beside it', async () => {
  for (const path of ['/candidates', '/jobs'])
    for (const [date, status] of [
      [UNSET, 400] as const,
      ['0000-01-01', 400] as const,
      ['0001-01-01', 200] as const,
      ['9999-12-31T23:59:59.999Z', 200] as const,
    ]) {
      const answer = await company.call('GET', `${path}?changedSince=${encodeURIComponent(date)}`)
      expect([path, date, answer.status]).toEqual([path, date, status])
    }
  const updates = [
    { id: 'first', status: 'HIRED', at: UNSET },
    { id: 'last', status: 'HIRED', at: '0001-01-01' },
  ]
  const updated = await company.call('PUT', '/candidates', { candidates: updates })
  expect(updated.body.results).toMatchObject([
    { status: 'failed', error: { message: expect.stringMatching(/^Invalid date format; ISO 8601 expected/) } },
    { status: expect.not.stringMatching('failed') },
  ])
  const job = { title: 'T', boardwalk: { closesAt: UNSET } }
  const created = await company.call('PUT', '/job/unset', { job })
  expect(created).toMatchObject({
    status: 201,
    body: { warnings: expect.arrayContaining([expect.objectContaining({ code: 'terms_ignored' })]) },
  })
  const { client } = await signedInUser(server, company)
  for (const [since, until] of [
    ['0001-01-01', '0001-01-01'],
    ['9999-12-31', '9999-12-31'],
  ] as const) {
    expect(await client.application.find.query({ since, until })).toMatchObject({ found: [] })
    expect(await client.activity.list.query({ since, until })).toMatchObject({ requests: [] })
  }
  await expect(client.application.find.query({ since: UNSET })).rejects.toThrow('outside the years 1 to 9999')
  await expect(client.activity.list.query({ until: UNSET })).rejects.toThrow('outside the years 1 to 9999')
})
