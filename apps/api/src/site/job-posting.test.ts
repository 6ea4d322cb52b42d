import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { actAsOperator } from '../feature/audit/service.ts'
import { readCompanyProfile, updateCompanyProfile } from '../feature/company/service.ts'
import { findCountryCode } from '../feature/job/country.ts'
import { createBoardJob } from '../feature/job/service/create.ts'
import { type TestCompany, useServer } from '../test/harness.ts'

const DAY_MS = 86_400_000
const startMs = Date.UTC(2026, 2, 1)
let nowMs = startMs
const server = useServer({ now: () => nowMs })
let company: TestCompany

beforeAll(async () => {
  company = await server.company()
})

/** Creates a job and reads the structured data of its page; undefined if it has none. */
// biome-ignore lint/suspicious/noExplicitAny: the tests below state what the server must have sent.
async function readMarkup(job: Record<string, unknown>, id = 'A', locale = 'fr'): Promise<any> {
  const sent = { title: 'Comptable', description: '<p>Tenir les comptes.</p>', ...job }
  const { body } = await company.call('PUT', `/job/${encodeURIComponent(id)}`, { job: sent })
  const html = await (await fetch(body.jobUrl.replace('/fr/', `/${locale}/`))).text()
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) => text)
  expect(blocks.length).toBeLessThanOrEqual(1)
  return blocks[0] === undefined ? undefined : JSON.parse(blocks[0])
}

test('the structured data has every field of a job', async () => {
  await updateCompanyProfile(server.deps, actAsOperator(company.id), { revision: 0, website: 'https://atlas.example/' })
  const markup = await readMarkup(
    {
      title: 'Développeuse </script><script>alert(1)</script><!--',
      description: '<p>Une équipe de <strong>six</strong> &amp; plus.</p><script>alert(2)</script>',
      responsibilities: '<ul><li>Écrire</li></ul>',
      benefits: ['Mutuelle <b>'],
      city: ['Casablanca', 'Rabat'],
      country: 'Morocco',
      contractType: 'CDD',
      educationLevel: 'BAC +5',
      workMode: 'HYBRID',
      minSalary: 18000,
      maxSalary: 24000,
      displaySalary: true,
      minExperience: 2.5,
    },
    'ATL/1',
  )
  const { createdAt, jobUrl } = (await company.call('GET', '/job/ATL%2F1')).body.job
  const place = (addressLocality: string) => ({
    '@type': 'Place',
    address: { '@type': 'PostalAddress', addressLocality, addressCountry: 'MA' },
  })
  expect(markup).toEqual({
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: 'Développeuse </script><script>alert(1)</script><!--',
    description:
      '<p>Une équipe de <strong>six</strong> &amp; plus.</p>' +
      '<p><strong>Missions</strong></p><ul><li>Écrire</li></ul>' +
      '<p><strong>Avantages</strong></p><ul><li>Mutuelle &lt;b&gt;</li></ul>',
    datePosted: createdAt,
    identifier: { '@type': 'PropertyValue', name: 'Atlas Talents', value: 'ATL/1' },
    url: jobUrl,
    hiringOrganization: { '@type': 'Organization', name: 'Atlas Talents', sameAs: 'https://atlas.example/' },
    jobLocation: [place('Casablanca'), place('Rabat')],
    employmentType: ['TEMPORARY', 'FULL_TIME'],
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: 'MAD',
      value: { '@type': 'QuantitativeValue', minValue: 18000, maxValue: 24000, unitText: 'MONTH' },
    },
    experienceRequirements: { '@type': 'OccupationalExperienceRequirements', monthsOfExperience: 30 },
    educationRequirements: {
      '@type': 'EducationalOccupationalCredential',
      credentialCategory: 'postgraduate degree',
    },
    directApply: true,
  })
})

test('the structured data of a job with only a title and a text invents nothing', async () => {
  const markup = await readMarkup({}, 'alone')
  expect(Object.keys(markup).toSorted()).toEqual(
    [
      ...['@context', '@type', 'title', 'description', 'datePosted', 'identifier', 'url', 'hiringOrganization'],
      ...['jobLocation', 'directApply'],
    ].toSorted(),
  )
  expect(markup.description).toBe('<p>Tenir les comptes.</p>')
  expect(markup.jobLocation).toEqual({
    '@type': 'Place',
    address: { '@type': 'PostalAddress', addressCountry: 'MA' },
  })
})

test('the structured data of a page in another language than the company’s leads to that page and is in its language', async () => {
  const markup = await readMarkup({ responsibilities: '<p>Clôturer.</p>' }, 'in-english', 'en')
  const { jobUrl } = (await company.call('GET', '/job/in-english')).body.job
  expect(jobUrl).toContain('/fr/')
  expect(markup.url).toBe(jobUrl.replace('/fr/', '/en/'))
  expect(markup.description).toContain('<strong>Responsibilities</strong>')
})

test('a job without an external id has its own number as the identifier in the structured data', async () => {
  const job = { known: { title: 'Comptable', description: '<p>Texte</p>' }, extra: new Map() }
  const { jobId, jobUrl } = await createBoardJob(server.deps, actAsOperator(company.id), { job })
  expect(await (await fetch(jobUrl)).text()).toContain(`"name":"Atlas Talents","value":"${jobId}"`)
})

test('a job counts as posted when it was last published: on its page, in the structured data, the list and the feed', async () => {
  const own = await server.company()
  const posted = async () => {
    const html = await (await fetch(jobUrl)).text()
    const feed = await (await fetch(`${server.url}/fr/companies/${own.slug}/feed.xml`)).text()
    const list = await (await fetch(`${server.url}/fr/companies/${own.slug}`)).text()
    return {
      markup: /"datePosted":"(.*?)"/.exec(html)?.[1],
      page: /<dt>Publiée le<\/dt><dd><bdi>(.*?)<\/bdi>/.exec(html)?.[1],
      feed: /<date><!\[CDATA\[(.*?)\]\]><\/date>/.exec(feed)?.[1],
      list: /<time dateTime="(.*?)">/i.exec(list)?.[1],
      first: /<h3><a [^>]*><bdi>(.*?)<\/bdi>/.exec(list)?.[1],
    }
  }
  const onDay = async (day: number, call: () => Promise<unknown>) => {
    nowMs = startMs + day * DAY_MS
    await call()
  }
  const { jobUrl } = (
    await own.call('POST', '/job', {
      job: { id: 'A', title: 'Brouillon', description: '<p>Texte</p>', status: 'UNPUBLISHED' },
    })
  ).body
  const published = { job: { status: 'PUBLISHED' } }
  try {
    // Every reader gets the day in UTC, wherever the server is. There it is the evening of the day before.
    vi.stubEnv('TZ', 'America/Los_Angeles')
    await onDay(1, () => own.call('POST', '/job', { job: { id: 'B', title: 'Autre', status: 'UNPUBLISHED' } }))
    await onDay(2, () => own.call('PUT', '/job/A', published))
    await onDay(3, () => own.call('PUT', '/job/A', { job: { title: 'Comptable', ...published.job } }))
    const second = { page: '3 mars 2026', list: '2026-03-03', first: 'Comptable' }
    expect(await posted()).toEqual({ markup: '2026-03-03T00:00:00.000Z', feed: '2026-03-03T00:00:00.000Z', ...second })
    await onDay(4, () => own.call('DELETE', '/job/A'))
    await onDay(5, () => own.call('PUT', '/job/B', published))
    await onDay(6, () => own.call('PUT', '/job/A', published))
    const last = { page: '7 mars 2026', list: '2026-03-07', first: 'Comptable' }
    expect(await posted()).toMatchObject({ markup: '2026-03-07T00:00:00.000Z', ...last })
  } finally {
    nowMs = startMs
    vi.unstubAllEnvs()
  }
})

test.each([
  ['CDI', 'FULL_TIME'],
  ['CDD', ['TEMPORARY', 'FULL_TIME']],
  ['VIE', ['TEMPORARY', 'FULL_TIME']],
  ['Stage', 'INTERN'],
  ['Alternance', ['INTERN', 'OTHER']],
  ['Freelance', 'CONTRACTOR'],
  ['Autre', 'OTHER'],
  [null, undefined],
])('the contract %s is the employment type %s', async (contractType, employmentType) => {
  expect((await readMarkup({ contractType })).employmentType).toEqual(employmentType)
})

test.each([
  ['Non défini', undefined],
  ['Niveau BAC', 'high school'],
  ['BAC', 'high school'],
  ['BAC +1', 'high school'],
  ['BAC +1/2', 'associate degree'],
  ['BAC +3/4', 'bachelor degree'],
  ['BAC +5 et plus', 'postgraduate degree'],
])('the level %s is the credential %s', async (educationLevel, category) => {
  expect((await readMarkup({ educationLevel })).educationRequirements?.credentialCategory).toBe(category)
})

test.each(['REMOTE', 'HYBRID', 'ONSITE', null])(
  'a job with the work mode %s is telecommuting only if it is REMOTE',
  async (workMode) => {
    const { jobLocationType, applicantLocationRequirements } = await readMarkup({ workMode, country: 'Espagne' })
    const isRemote = workMode === 'REMOTE'
    expect(jobLocationType).toBe(isRemote ? 'TELECOMMUTE' : undefined)
    expect(applicantLocationRequirements).toEqual(isRemote ? { '@type': 'Country', name: 'Spain' } : undefined)
  },
)

test('the salary is in the structured data only if displaySalary is true', async () => {
  const salary = { minSalary: 9000, maxSalary: null }
  expect((await readMarkup({ ...salary, displaySalary: false })).baseSalary).toBeUndefined()
  expect((await readMarkup({ ...salary, displaySalary: null })).baseSalary).toBeUndefined()
  expect((await readMarkup({ ...salary, displaySalary: true })).baseSalary.value).toEqual({
    '@type': 'QuantitativeValue',
    minValue: 9000,
    unitText: 'MONTH',
  })
})

test('a salary with one amount as minimum and maximum is that amount in the structured data, 0 too', async () => {
  for (const amount of [9000, 0]) {
    const { baseSalary } = await readMarkup({ minSalary: amount, maxSalary: amount, displaySalary: true })
    expect(baseSalary.value).toEqual({ '@type': 'QuantitativeValue', value: amount, unitText: 'MONTH' })
  }
})

test.each([
  [0, 'no requirements'],
  [3, { '@type': 'OccupationalExperienceRequirements', monthsOfExperience: 36 }],
  // These are 13.2 months, and Google takes whole months only.
  [1.1, { '@type': 'OccupationalExperienceRequirements', monthsOfExperience: 13 }],
  [null, undefined],
])('an experience from %s years is %o in the structured data', async (minExperience, expected) => {
  expect((await readMarkup({ minExperience })).experienceRequirements).toEqual(expected)
})

test('a job without a text has a page without structured data: its text is not made up', async () => {
  const none = { description: null, responsibilities: ' ' }
  expect(await readMarkup(none, 'no text')).toBeUndefined()
  expect(await readMarkup({ ...none, benefits: [' '] }, 'no text')).toBeUndefined()
  expect((await readMarkup({ ...none, qualifications: '<p>Master</p>' }, 'no text')).description).toContain('Master')
  const without = { ...none, qualifications: null, benefits: null }
  const steps = { ...without, recruitmentProcess: ['Entretien RH'] }
  expect((await readMarkup(steps, 'no text')).description).toContain('Entretien RH')
  for (const description of [
    '<p></p>',
    '<p><br></p>',
    ' <ul><li>&nbsp;</li></ul> ',
    '<a href="https://example.com"></a>',
  ])
    expect([description, await readMarkup({ ...without, description }, `no text ${description.length}`)]).toEqual([
      description,
      undefined,
    ])
})

test('the salary is in the currency of the country of the job, or in the one that its company has chosen', async () => {
  const salary = { minSalary: 3000, maxSalary: null, displaySalary: true }
  const read = async (country: string | null) => (await readMarkup({ ...salary, country })).baseSalary?.currency
  expect([await read('France'), await read(null), await read('السعودية')]).toEqual(['EUR', 'MAD', 'SAR'])
  const { revision } = await readCompanyProfile(server.deps, { companyId: company.id })
  const operator = actAsOperator(company.id)
  const chosen = await updateCompanyProfile(server.deps, operator, { revision, currency: 'USD' })
  expect([await read('France'), await read(null)]).toEqual(['USD', 'USD'])
  await updateCompanyProfile(server.deps, operator, { revision: chosen.revision, currency: null })
  const wrong = updateCompanyProfile(server.deps, operator, { revision: chosen.revision, currency: 'DH' })
  await expect(wrong).rejects.toMatchObject({ issues: [{ path: 'currency' }] })
})

/** What Google requires of the structured data of a job: https://developers.google.com/search/docs/appearance/structured-data/job-posting */
// biome-ignore lint/suspicious/noExplicitAny: the rules below state what the server must have sent.
const googleRules: Record<string, (posting: any) => boolean> = {
  'a title': ({ title }) => /\S/.test(title) && !/<|http/.test(title),
  'a description in HTML, which is more than the title': ({ description, title }) =>
    /<(p|br|li|div)/.test(description) && description.replaceAll(/<[^>]*>/g, '').trim().length > title.length,
  'the day of the publication': ({ datePosted }) => /^\d{4}-\d\d-\d\dT/.test(datePosted),
  'the name of the company': ({ hiringOrganization }) => /\S/.test(hiringOrganization.name),
  'places, each with its country': ({ jobLocation }) =>
    [jobLocation].flat().length > 0 &&
    [jobLocation].flat().every(({ address }) => /^[A-Z]{2}$/.test(address.addressCountry)),
  'for remote work, the country in words': ({ jobLocationType, applicantLocationRequirements: required }) =>
    (jobLocationType === 'TELECOMMUTE') === (required !== undefined) &&
    (required === undefined || (required['@type'] === 'Country' && required.name.length > 2)),
  'for a salary, its currency, its amount and its time': ({ baseSalary: salary }) =>
    salary === undefined ||
    (/^[A-Z]{3}$/.test(salary.currency) &&
      salary.value.unitText === 'MONTH' &&
      [salary.value.value, salary.value.minValue, salary.value.maxValue].some((amount) => amount >= 0)),
  'an identifier and a kind of employment that Google knows': ({ identifier, employmentType = [] }) =>
    /\S/.test(identifier.value) &&
    [employmentType].flat().every((type) => /^(FULL_TIME|PART_TIME|CONTRACTOR|TEMPORARY|INTERN|OTHER)$/.test(type)),
}

test('the structured data of every example job has what Google requires', async () => {
  const { jobs } = JSON.parse(await readFile(new URL('../../../../examples/jobs.json', import.meta.url), 'utf8'))
  const own = await server.company()
  // One row has a level that the board does not accept, on purpose.
  const published = jobs.map((job: { educationLevel?: string }) => {
    const educationLevel = job.educationLevel === 'Bac+5' ? 'BAC +5' : job.educationLevel
    return { ...job, educationLevel, status: 'PUBLISHED' }
  })
  const { results } = (await own.call('PUT', '/jobs', { jobs: published })).body
  expect(results.filter(({ error }: { error: unknown }) => error !== null)).toEqual([])
  const broken: string[] = []
  for (const { id, jobUrl } of results) {
    const [, text] =
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await (await fetch(jobUrl)).text()) ?? []
    const posting = text && JSON.parse(text)
    for (const [rule, isKept] of Object.entries(googleRules))
      if (!posting || !isKept(posting)) broken.push(`${id}: ${rule}`)
  }
  expect(results.length).toBeGreaterThan(50)
  expect(broken).toEqual([])
})

test('a dry run warns of each published job that Google will not show, and says why', async () => {
  const jobs = [
    { id: 'w1', title: 'T', description: '<p>Texte</p>' },
    { id: 'w2', title: 'T', country: 'Atlantide' },
    { id: 'w3', title: 'T', country: 'Atlantide', status: 'UNPUBLISHED' },
    { id: 'w4', title: 'T', responsibilities: '<p>Texte</p>', descriptoin: 'x' },
  ]
  const send = async (dryRun: boolean) => {
    const { results } = (await company.call('PUT', '/jobs', { jobs, dryRun })).body
    return results.map(({ warnings }: { warnings?: { path: string; message: string }[] }) => warnings)
  }
  const [none, both, draft, misspelt] = await send(true)
  expect([none, draft]).toEqual([undefined, undefined])
  expect(both).toEqual([
    {
      path: 'job.country',
      message: expect.stringMatching(/^Google for Jobs will not show this job: its country is not known.*"Atlantide"$/),
    },
    {
      path: 'job.description',
      message: expect.stringMatching(/^Google for Jobs will not show this job: it has no text/),
    },
  ])
  expect(misspelt).toMatchObject([{ path: 'job.descriptoin' }])
  expect((await send(false)).slice(0, 3)).toEqual([undefined, undefined, undefined])
})

test('a job with an unknown country has a page without structured data, and a withdrawn job has none', async () => {
  expect(await readMarkup({ country: 'Atlantide' })).toBeUndefined()
  expect(await readMarkup({ country: null })).toBeDefined()
  expect(await readMarkup({ status: 'UNPUBLISHED' })).toBeUndefined()
  expect(await readMarkup({ status: 'PUBLISHED' })).toBeDefined()
})

describe('the code of a country', () => {
  test.each([
    ...['Maroc', 'Morocco', 'المغرب', 'MA', 'ma', 'MAR', ' MAROC ', undefined, null, '', ' '].map((name) => [
      name,
      'MA',
    ]),
    ...['États-Unis', 'Etats Unis', 'USA', 'U.S.A.', 'United States of America'].map((name) => [name, 'US']),
    ...['Côte d’Ivoire', "Cote d'Ivoire", 'Ivory Coast', 'CI'].map((name) => [name, 'CI']),
    ...['المملكة العربية السعودية', 'السعودية', 'Arabie saoudite'].map((name) => [name, 'SA']),
    ...['Royaume-Uni', 'UK', 'United Kingdom'].map((name) => [name, 'GB']),
  ])('%s is %s', (name, code) => {
    expect(findCountryCode(name)).toBe(code)
  })

  test.each(['Atlantide', 'Congo', 'Korea', 'Maroc, France', 'XX', 'Remote', '🇲🇦', '__proto__', 'Marocco'])(
    'is not guessed from %s',
    (name) => {
      expect(findCountryCode(name)).toBeUndefined()
    },
  )
})
