import { beforeAll, expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'

/* packages/schema has the table of dates. Here is which candidates a range has. */

const clock = { ms: 0 }
const server = useServer({ now: () => clock.ms })
let company: TestCompany

const dates = {
  dayStart: '2026-03-01T00:00:00.000Z',
  noon: '2026-03-01T12:00:00.000Z',
  dayEnd: '2026-03-01T23:59:59.999Z',
  nextDay: '2026-03-02T00:00:00.000Z',
  last: '2026-03-02T09:30:00.123Z',
}
const everyName = Object.keys(dates)

/** One application at each date. Its first name is the name of the date. */
beforeAll(async () => {
  company = await server.company()
  const { jobId } = (await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })).body
  for (const [firstName, date] of Object.entries(dates)) {
    clock.ms = Date.parse(date)
    await server.deps.mailbox.accept({
      ...{ firstName, lastName: 'B', email: 'a@example.com', phone: '', linkedinUrl: '', message: '' },
      ...{ id: firstName, companyId: company.id, jobId, status: 'PENDING', cvId: null },
    })
  }
  clock.ms = Date.parse('2026-03-03T00:00:00Z')
})

it('a range has its candidates, in the list of the job and in that of the company: since excludes its instant, from and to include theirs', async () => {
  for (const [query, names] of [
    ['', everyName],
    [`since=${dates.dayEnd}`, ['nextDay', 'last']],
    [`from=${dates.dayEnd}`, ['dayEnd', 'nextDay', 'last']],
    [`to=${dates.noon}`, ['dayStart', 'noon']],
    // A day: after or from its first instant, and to its last millisecond.
    ['since=2026-03-01', everyName.slice(1)],
    ['from=2026-03-02&to=2026-03-02', ['nextDay', 'last']],
    ['to=2026-03-01', ['dayStart', 'noon', 'dayEnd']],
    // An offset, whose + may have become a blank.
    ['from=2026-03-02T01:00:00%2B01:00', ['nextDay', 'last']],
    ['from=2026-03-02T05:30+05:30', ['nextDay', 'last']],
    // since wins over from.
    [`since=${dates.nextDay}&from=${dates.dayStart}`, ['last']],
    [`since=${dates.dayEnd}&from=${dates.last}`, ['nextDay', 'last']],
    // Empty ranges, and ranges beyond all dates.
    ['from=2026-03-03&to=2026-03-01', []],
    [`since=${dates.noon}&to=${dates.noon}`, []],
    [`from=${dates.noon}&to=${dates.noon}`, ['noon']],
    ['since=0000-01-01&to=9999-12-31', everyName],
    // Finer than a millisecond.
    ['from=2026-03-02T09:30:00.1231Z', []],
    ['since=2026-03-02T09:30:00.1229Z', ['last']],
    ['to=2026-03-02T09:30:00.1229Z', everyName.slice(0, 4)],
  ] as const) {
    const ofJob = await company.call('GET', `/job/A/candidates?${query}`)
    const ofAll = await company.call('GET', `/candidates?${query}`)
    expect([query, ofAll.body]).toStrictEqual([query, ofJob.body])
    const found = ofJob.body.candidates.map(({ firstName }: { firstName: string }) => firstName)
    expect([query, found, ofJob.body.total]).toStrictEqual([query, names, names.length])
  }
})

it('a wrong date is refused in both lists, also if since replaces it, and the message names the parameter', async () => {
  for (const [query, message] of [
    ['since=x', /^Invalid date format; ISO 8601 expected.*: since is "x"$/],
    ['since=2026-03-01&from=', /^Invalid date format; ISO 8601 expected.*: from is ""$/],
    ['to=2026-02-30', /^Invalid date format; ISO 8601 expected.*: to is "2026-02-30"$/],
    ['since=2026-03-01&since=2026-03-02', /^since must be given once$/],
  ] as const)
    for (const path of ['/job/A/candidates', '/candidates']) {
      const { status, body } = await company.call('GET', `${path}?${query}`)
      const error = { code: 'invalid_request', message: expect.stringMatching(message) }
      expect({ status, body }).toMatchObject({ status: 400, body: { candidates: null, error } })
    }
})
