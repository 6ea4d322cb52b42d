import { expect, it } from 'vitest'
import { RawNumber } from './json.ts'
import { readStoredTerms, readTerms } from './terms.ts'

const date = (text: string) => new Date(text)

it.each<[name: string, sent: unknown, read?: unknown]>([
  // A date counts until its end in UTC.
  ['closesAt', '2026-12-31', date('2026-12-31T23:59:59.999Z')],
  ['closesAt', '2026-12-31T18:00:00+01:00', date('2026-12-31T17:00:00.000Z')],
  ['closesAt', '2026-12-31T18:00:00.5Z', date('2026-12-31T18:00:00.500Z')],
  ['closesAt', '2026-12-31T18:00', date('2026-12-31T18:00:00.000Z')],
  ['currency', 'EUR', 'EUR'],
  ['period', 'YEAR', 'YEAR'],
  ['basis', 'GROSS', 'GROSS'],
  ['hours', 'PART_TIME', 'PART_TIME'],
  ['applyUrl', 'https://careers.example.com/jobs/42?source=board#apply'],
  ['applyUrl', 'HTTPS://carrières.example'],
  ['countries', ['FR', 'BE']],
])('a right term has an effect: %s %o', (name, sent, read = sent) => {
  expect(readTerms({ [name]: sent })).toEqual({ terms: { [name]: read }, issues: [] })
})

it.each([
  ['closesAt', '31/12/2026', 'such as 2026-12-31 or 2026-12-31T18:00:00+01:00, not "31/12/2026"'],
  ['closesAt', '2026-02-30', 'such as 2026-12-31'],
  ['closesAt', '', 'such as 2026-12-31'],
  // What .NET writes for a date that was never set is the year 0 in UTC.
  [
    'closesAt',
    '0001-01-01T00:00:00+01:00',
    'not "0001-01-01T00:00:00+01:00", which is outside the years 1 to 9999 in UTC',
  ],
  ['closesAt', '9999-12-31T23:59:59-01:00', 'outside the years 1 to 9999 in UTC'],
  ['closesAt', 20261231, 'an ISO 8601 date or date-time, not 20261231'],
  ['closesAt', new RawNumber('1798675200000.0'), 'not 1798675200000.0'],
  ['currency', 'eur', 'in capital letters, such as MAD, not "eur"'],
  ['currency', '€', 'the ISO 4217 code of a currency'],
  ['period', 'year', '(did you mean "YEAR"?)'],
  ['period', ['YEAR'], 'must be one of HOUR, DAY, WEEK, MONTH, YEAR, not a list'],
  ['basis', 'brut', 'must be one of NET, GROSS, not "brut"'],
  ['hours', 35, 'must be one of FULL_TIME, PART_TIME, not 35'],
  ['hours', new RawNumber('35.0'), 'not 35.0'],
  ['applyUrl', 'http://careers.example.com', 'an address that begins with https://'],
  ['applyUrl', 'careers.example.com', 'an address that begins with https://'],
  ['applyUrl', 'https://user:secret@careers.example.com', 'and without a password'],
  ['applyUrl', 'https://careers.example.com/a b', 'without blanks'],
  ['applyUrl', 'javascript:alert(1)', 'an address that begins with https://'],
  ['applyUrl', `https://a.example/${'a'.repeat(2000)}`, 'at most 2000 characters'],
  ['applyUrl', { href: 'https://a.example' }, 'must be a text, not an object'],
  ['countries', 'FR', 'a list of ISO 3166 codes of countries, not "FR"'],
  ['countries', [], 'or be left out'],
  ['countries', Array(51).fill('FR'), 'at most 50 items'],
])('a wrong term has no effect, and its message says what to send: %s %o', (name, sent, words) => {
  const { terms, issues } = readTerms({ hours: 'FULL_TIME', [name]: sent })
  expect(terms).toEqual(name === 'hours' ? {} : { hours: 'FULL_TIME' })
  const path = `job.boardwalk.${name}`
  expect(issues).toEqual([{ path, message: expect.stringMatching(new RegExp(`^${path} must `)) }])
  expect(issues[0]?.message).toContain(words)
})

it.each(['fr', 'FRA', 'France', 'EU', 'ZZ', 'UK', 33, null])(
  'a wrong country makes the whole list wrong: %o',
  (code) => {
    const { terms, issues } = readTerms({ countries: ['MA', code] })
    expect(terms).toEqual({})
    const message = expect.stringContaining('the ISO 3166 code of a country')
    expect(issues).toEqual([{ path: 'job.boardwalk.countries.1', message }])
  },
)

it('null is the same as absent, for all terms and for each', () => {
  for (const sent of [undefined, null, {}, { closesAt: null, countries: null }])
    expect(readTerms(sent)).toEqual({ terms: {}, issues: [] })
})

it('what is no object, or no known name, has no effect and is named', () => {
  for (const sent of ['2026-12-31', [], [{ hours: 'FULL_TIME' }], 5, new RawNumber('5.0'), true])
    expect(readTerms(sent)).toMatchObject({ terms: {}, issues: [{ path: 'job.boardwalk' }] })
  expect(readTerms({ ClosesAt: '2026-12-31', contract: 'CDI', toString: 1 }).issues).toEqual([
    { path: 'job.boardwalk.ClosesAt', message: expect.stringContaining('did you mean "closesAt"?') },
    { path: 'job.boardwalk.contract', message: expect.stringContaining('closesAt, currency, period') },
    { path: 'job.boardwalk.toString', message: expect.stringContaining('"toString" without effect') },
  ])
})

it('of thousands of wrong members 20 are named, each in a short message, and a right one after them has an effect', () => {
  const wrong = Array.from({ length: 5000 }, (_, index) => [`${'x'.repeat(200)}${index}`, 1])
  const { terms, issues } = readTerms({ ...Object.fromEntries(wrong), hours: 'FULL_TIME' })
  expect(terms).toEqual({ hours: 'FULL_TIME' })
  expect(issues).toHaveLength(20)
  expect(JSON.stringify(issues[0]).length).toBeLessThan(300)
})

it('stored terms are those of the field boardwalk, and not of a field inside another one', () => {
  expect(readStoredTerms('{"boardwalk":{"hours":"FULL_TIME","period":"an","n":1.0}}')).toEqual({ hours: 'FULL_TIME' })
  expect(readStoredTerms('{"own":{"boardwalk":{"hours":"FULL_TIME"}}}')).toEqual({})
})
