import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'

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
  for (const [name, date] of Object.entries(dates)) {
    clock.ms = Date.parse(date)
    const applicant = {
      firstName: name,
      lastName: 'B',
      email: 'a@example.com',
      phone: '',
      linkedinUrl: '',
      message: '',
    }
    await server.deps.mailbox.accept({
      ...applicant,
      ...{ id: name, companyId: company.id, jobId, status: 'PENDING', cvId: null },
    })
  }
  clock.ms = Date.parse('2026-03-03T00:00:00Z')
})

/** Reads the names that a query finds, and checks that the job's list and the company's list are equal. */
async function readNames(query: string): Promise<string[]> {
  const ofJob = await company.call('GET', `/job/A/candidates?${query}`)
  const ofAll = await company.call('GET', `/candidates?${query}`)
  expect(ofJob.status).toBe(200)
  expect(ofAll.body).toStrictEqual(ofJob.body)
  expect(ofJob.body.total).toBe(ofJob.body.candidates.length)
  return ofJob.body.candidates.map(({ firstName }: { firstName: string }) => firstName)
}

describe('works', () => {
  it.each([
    ['no bound', '', everyName],
    ['since is exclusive', `since=${dates.dayEnd}`, ['nextDay', 'last']],
    ['from is inclusive', `from=${dates.dayEnd}`, ['dayEnd', 'nextDay', 'last']],
    ['to is inclusive', `to=${dates.noon}`, ['dayStart', 'noon']],
    ['since of a day is after its first instant', 'since=2026-03-01', everyName.slice(1)],
    ['from of a day is from its first instant', 'from=2026-03-01', everyName],
    ['to of a day is to its last millisecond', 'to=2026-03-01', ['dayStart', 'noon', 'dayEnd']],
    ['from and to of one day', 'from=2026-03-02&to=2026-03-02', ['nextDay', 'last']],
    ['since and to', `since=${dates.dayStart}&to=${dates.noon}`, ['noon']],
    ['since wins over an earlier from', `since=${dates.nextDay}&from=${dates.dayStart}`, ['last']],
    ['since wins over a later from', `since=${dates.dayEnd}&from=${dates.last}`, ['nextDay', 'last']],
    ['from after to', 'from=2026-03-03&to=2026-03-01', []],
    ['since at to', `since=${dates.noon}&to=${dates.noon}`, []],
    ['from at to', `from=${dates.noon}&to=${dates.noon}`, ['noon']],
    ['before all', 'to=2026-02-28', []],
    ['after all', `since=${dates.last}`, []],
    ['in the future', 'from=2999-01-01', []],
    ['to in the future', 'from=2026-03-02&to=9999-12-31', ['nextDay', 'last']],
    ['at the beginning of time', 'since=0000-01-01', everyName],
  ])('%s: %s', async (_what, query, names) => {
    expect(await readNames(query)).toStrictEqual(names)
  })

  it.each([
    ['with Z', '2026-03-02T00:00:00Z'],
    ['without seconds', '2026-03-02T00:00Z'],
    ['without an offset, which is UTC', '2026-03-02T00:00:00'],
    ['without either', '2026-03-02T00:00'],
    ['with an offset', '2026-03-02T01:00:00%2B01:00'],
    ['with an offset whose + is not encoded', '2026-03-02T01:00:00+01:00'],
    ['with an offset and no seconds', '2026-03-02T05:30+05:30'],
    ['with an offset to the west', '2026-03-01T19:00:00-05:00'],
    ['with a tenth of a second', '2026-03-02T00:00:00.0Z'],
    ['with microseconds', '2026-03-02T00:00:00.000000Z'],
    ['with its colons encoded', '2026-03-02T00%3A00%3A00Z'],
  ])('a date-time %s', async (_what, instant) => {
    expect(await readNames(`from=${instant}`)).toStrictEqual(['nextDay', 'last'])
    expect(await readNames(`since=${instant}`)).toStrictEqual(['last'])
    expect(await readNames(`to=${instant}`)).toStrictEqual(['dayStart', 'noon', 'dayEnd', 'nextDay'])
  })

  it('x-synced-through is not before since, even if to is', async () => {
    const { headers } = await company.call('GET', `/candidates?since=${dates.dayEnd}&to=${dates.noon}`)
    expect(headers.get('x-synced-through')).toBe(dates.dayEnd)
  })

  it('a time finer than a millisecond is compared exactly', async () => {
    expect(await readNames('from=2026-03-02T09:30:00.1231Z')).toStrictEqual([])
    expect(await readNames('since=2026-03-02T09:30:00.1229Z')).toStrictEqual(['last'])
    expect(await readNames('to=2026-03-02T09:30:00.1229Z')).toStrictEqual(everyName.slice(0, 4))
  })
})

describe('bad input', () => {
  it.each([
    ['a day that there is not', '2026-02-30'],
    ['a leap day of another year', '2026-02-29'],
    ['a month that there is not', '2026-13-01'],
    ['nothing', ''],
    ['a word', 'yesterday'],
    ['seconds since 1970', '1767225600'],
    ['milliseconds since 1970', '1767225600000'],
    ['a year', '2026'],
    ['a month', '2026-03'],
    ['a week', '2026-W10'],
    ['a day of the year', '2026-060'],
    ['the short form', '20260301T000000Z'],
    ['the American form', '03/01/2026'],
    ['no leading zero', '2026-3-1'],
    ['a blank for the T', '2026-03-01%2000:00:00'],
    ['lower case', '2026-03-01t00:00:00z'],
    ['hour 24', '2026-03-01T24:00:00Z'],
    ['hour 25', '2026-03-01T25:00:00Z'],
    ['a comma', '2026-03-01T00:00:00,5Z'],
    ['an offset without a colon', '2026-03-01T00:00:00%2B0100'],
    ['an offset of 24 hours', '2026-03-01T00:00:00%2B24:00'],
    ['a time zone by its name', '2026-03-01T00:00:00%20GMT'],
    ['a blank before it', '%202026-03-01'],
    ['a line break after it', '2026-03-01%0A'],
    ['digits that are not ASCII', '%D9%A2%D9%A0%D9%A2%D9%A6-03-01'],
  ])('%s is refused', async (_what, date) => {
    for (const path of [`/job/A/candidates?since=${date}`, `/candidates?to=${date}`]) {
      const answer = await company.call('GET', path)
      expect(answer).toMatchObject({ status: 400, body: { candidates: null, error: { code: 'invalid_request' } } })
      expect(answer.body.error.message).toContain('Invalid date format; ISO 8601 expected')
    }
  })

  it.each(['since', 'from', 'to'])('the message names the parameter: %s', async (name) => {
    const answer = await company.call('GET', `/job/A/candidates?${name}=x`)
    expect(answer.body.error.message).toMatch(new RegExp(`^Invalid date format; ISO 8601 expected.*: ${name} is "x"$`))
    expect(answer.body.error.issues).toMatchObject([{ path: name }])
  })

  it('a wrong from is refused, even if since replaces it', async () => {
    expect((await company.call('GET', '/candidates?since=2026-03-01&from=x')).status).toBe(400)
  })

  it('a date that is given twice is refused', async () => {
    const answer = await company.call('GET', '/candidates?since=2026-03-01&since=2026-03-02')
    expect(answer).toMatchObject({
      status: 400,
      body: { candidates: null, error: { message: 'since must be given once' } },
    })
  })
})
