import type { Company } from '@boardwalk/core/company/service'
import { findMarkupProblems } from '@boardwalk/core/job/warn'
import type { JobFields } from '@boardwalk/schema/job'
import { findCountryCode } from '@boardwalk/schema/place/country'
import { readTerms } from '@boardwalk/schema/terms'
import { expect, test, vi } from 'vitest'
import { GoogleJobPosting } from '../test/google-job-posting.ts'
import { useServer } from '../test/harness.ts'
import { makeSite, makeStoredJob } from '../test/stored-job.ts'
import googleWords from './google-words.json' with { type: 'json' }
import whole from './job-posting.json' with { type: 'json' }
import { describeJobPosting } from './job-posting.ts'

const DAY_MS = 86_400_000
const startMs = Date.UTC(2026, 2, 1)
let nowMs = startMs
const server = useServer({ now: () => nowMs })

/** Makes the structured data of a job, and checks it by Google's rules. */
// biome-ignore lint/suspicious/noExplicitAny: the tests below state what it must be.
function post(fields: Partial<JobFields>, company: Partial<Company> = {}, boardwalk?: object): any {
  const job = makeStoredJob({ description: '<p>Texte</p>', ...fields }, readTerms(boardwalk).terms)
  const posting = describeJobPosting(makeSite('fr', company), job)
  return posting && GoogleJobPosting.parse(posting)
}

async function readMarkup(jobUrl: string) {
  const html = await (await fetch(jobUrl)).text()
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) => text)
  expect(blocks.length).toBeLessThanOrEqual(1)
  return blocks[0] === undefined ? undefined : JSON.parse(blocks[0])
}

test('the structured data has every field of a job', async () => {
  const company = await server.company()
  await server.deps.companies.updateTexts(company.id, 0, { website: 'https://atlas.example/' }, 'operator')
  const { jobUrl } = (await company.call('POST', '/job', { job: whole.job })).body
  const datePosted = new Date(startMs).toISOString()
  const markup = await readMarkup(jobUrl)
  expect(markup).toEqual({ ...whole.markup, datePosted, url: jobUrl })
  expect(GoogleJobPosting.safeParse(markup).error).toBeUndefined()
})

test('a job counts as posted when it was first published: on its page, in the structured data, the list and the feed', async () => {
  const own = await server.company()
  const job = { id: 'A', title: 'Brouillon', description: '<p>Texte</p>', status: 'UNPUBLISHED' }
  const { jobUrl } = (await own.call('POST', '/job', { job })).body
  const read = async (path: string) => (await fetch(new URL(path, server.url))).text()
  const readDates = async () => {
    const page = await read(jobUrl)
    const feed = await read(`/fr/companies/${own.slug}/feed.xml`)
    const list = await read(`/fr/companies/${own.slug}`)
    return {
      markup: /"datePosted":"(.*?)"/.exec(page)?.[1],
      page: /<dt>Publiée le<\/dt><dd><bdi>(.*?)<\/bdi>/.exec(page)?.[1],
      feed: /<date><!\[CDATA\[(.*?)\]\]><\/date>/.exec(feed)?.[1],
      list: /<time dateTime="(.*?)"/i.exec(list)?.[1],
    }
  }
  const putOnDay = (day: number, changes: object) => {
    nowMs = startMs + day * DAY_MS
    return own.call('PUT', '/job/A', { job: changes })
  }
  try {
    // The day is the UTC day, also if the server is in Los Angeles, where it is the evening of the day before.
    vi.stubEnv('TZ', 'America/Los_Angeles')
    await putOnDay(2, { status: 'PUBLISHED' })
    await putOnDay(3, { title: 'Comptable', status: 'PUBLISHED' })
    const midnight = '2026-03-03T00:00:00.000Z'
    const first = { markup: midnight, feed: midnight, page: '3 mars 2026', list: '2026-03-03' }
    expect(await readDates()).toEqual(first)
    await putOnDay(4, { status: 'UNPUBLISHED' })
    await putOnDay(6, { status: 'PUBLISHED' })
    expect(await readDates()).toEqual(first)
  } finally {
    nowMs = startMs
    vi.unstubAllEnvs()
  }
})

test('contracts, levels, places, experience and salaries have the words that Google knows, or none', () => {
  // Google takes whole months only, and 1.1 years are 13.2 months.
  for (const { fields, boardwalk, words } of googleWords) {
    const posting = post(fields as Partial<JobFields>, {}, boardwalk)
    const found = Object.fromEntries(Object.keys(words).map((name) => [name, posting[name] ?? null]))
    expect(found, JSON.stringify({ fields, boardwalk })).toEqual(words)
  }
  // The company has chosen the currency of its salaries.
  const salary = { minSalary: 9000, displaySalary: true }
  expect(post(salary, { currency: 'EUR' }).baseSalary.currency).toBe('EUR')
})

test('a job without a text or with an unknown country has no structured data: nothing is made up', () => {
  const none = { description: null, responsibilities: ' ', benefits: [' '] }
  for (const description of [null, '<p></p>', '<p><br></p>', ' <ul><li>\u00a0</li></ul> ', '<a href="https://a"></a>'])
    expect([description, post({ ...none, description })]).toEqual([description, undefined])
  for (const fields of [{ qualifications: '<p>Master</p>' }, { recruitmentProcess: ['Entretien RH'] }])
    expect(post({ ...none, ...fields }).description).toMatch(/Master|Entretien RH/)
  // DE is also Delaware.
  for (const fields of [{ country: 'Atlantide' }, { city: 'Berlin, DE' }, { city: 'Remote, EMEA' }])
    expect(post(fields)).toBeUndefined()
  expect(
    describeJobPosting(makeSite(), { ...makeStoredJob({ description: '<p>Texte</p>' }), publishedAt: null }),
  ).toBeUndefined()
  expect(findMarkupProblems({ title: 'T', country: 'Atlantide' })).toEqual(['country_unknown', 'no_text'])
})

test('a country is known by its name in three languages and by its code, and is never guessed', () => {
  for (const name of ['Maroc', 'Morocco', 'المغرب', 'ma', 'MAR', ' MAROC ', undefined, null, ' '])
    expect([name, findCountryCode(name)]).toEqual([name, 'MA'])
  for (const name of ['Côte d’Ivoire', "Cote d'Ivoire", 'Ivory Coast'])
    expect([name, findCountryCode(name)]).toEqual([name, 'CI'])
  const unknown = ['Atlantide', 'Congo', 'Korea', 'Maroc, France', 'XX', 'Remote', '🇲🇦', '__proto__', 'Marocco']
  expect(unknown.map(findCountryCode)).toEqual(unknown.map(() => undefined))
})
