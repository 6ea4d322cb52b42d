import { beforeEach, describe, expect, test } from 'vitest'
import { whileReplaced } from '../test/failing-store.ts'
import { apply, publishJob, submit } from '../test/form.ts'
import { GoogleJobPosting } from '../test/google-job-posting.ts'
import { useServer } from '../test/harness.ts'
import { IndeedJob } from '../test/indeed-job.ts'
import { listElements } from '../test/xml-elements.ts'

const DAY_MS = 86_400_000
const startMs = Date.UTC(2026, 2, 30, 9)
let nowMs = startMs
const server = useServer({ now: () => nowMs })
beforeEach(() => {
  nowMs = startMs
})

const applyUrl = 'https://recrutement.atlas.example/postes/42?src=board&lang=fr'
const inLyon = {
  title: 'Comptable',
  description: '<p>Tenir les comptes.</p>',
  city: 'Lyon',
  country: 'France',
  contractType: 'CDI',
  minSalary: 3e4,
  maxSalary: 36e3,
  displaySalary: true,
  boardwalk: {
    closesAt: '2026-03-31',
    period: 'YEAR',
    basis: 'GROSS',
    hours: 'PART_TIME',
    applyUrl,
  },
}
const plain = { title: 'Comptable', description: '<p>Tenir les comptes.</p>' }

const read = async (address: string) => (await fetch(new URL(address, server.url))).text()
const readText = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u202f\u00a0]+/g, ' ')

/** Publishes a job, and reads every place that shows it. */
async function publish(fields: object) {
  const { company, url } = await publishJob(server, fields)
  const list = `/fr/companies/${company.slug}`
  const page = await read(url)
  const [markup] = /(?<=<script type="application\/ld\+json">).*?(?=<\/script>)/s.exec(page) ?? []
  const [indeed] = listElements(await read(`${list}/feed.xml`), 'job')
  return {
    company,
    url,
    page,
    text: readText(page),
    google: GoogleJobPosting.parse(JSON.parse(markup ?? 'null')),
    indeed: IndeedJob.parse(indeed),
    greenhouse: JSON.parse(await read(`${list}/jobs.json`)).jobs[0],
    card: readText((await read(list)).split('<h3>')[1] ?? ''),
    rss: listElements(await read(`${list}/jobs.rss`), 'item')[0]?.description,
    summary: /property="og:description" content="(.*?)"/.exec(page)?.[1]?.replaceAll(/[\u202f\u00a0]/g, ' '),
  }
}

describe('what a job says of its terms', () => {
  test('is the same on its page, cards, shared links, in jobs.json and RSS, and follows the rules of Google and Indeed', async () => {
    const job = await publish(inLyon)
    expect(job.google).toMatchObject({
      validThrough: '2026-03-31T23:59:59.999Z',
      employmentType: 'PART_TIME',
      directApply: false,
      baseSalary: {
        currency: 'EUR',
        value: {
          minValue: 3e4,
          maxValue: 36e3,
          unitText: 'YEAR',
        },
      },
    })
    expect(job.indeed).toMatchObject({
      jobtype: 'parttime',
      salary: '30000 - 36000 EUR per year, gross',
      url: job.url,
      expirationdate: '2026-03-31T23:59:59.999Z',
    })
    const salary = '30 000–36 000 € brut par an'
    expect(job.greenhouse.application_deadline).toBe('2026-03-31T23:59:59+00:00')
    expect(JSON.parse(JSON.stringify(job.greenhouse.metadata).replaceAll(/[\u202f\u00a0]/g, ' '))).toEqual([
      { id: 1, name: 'Employment Type', value: 'CDI', value_type: 'single_select' },
      { id: 3, name: 'Working Hours', value: 'Temps partiel', value_type: 'single_select' },
      { id: 4, name: 'Salary', value: salary, value_type: 'short_text' },
    ])
    for (const shown of [
      `Salaire ${salary}`,
      'Temps de travail Temps partiel',
      'Candidatures jusqu’au 31 mars 2026 (demain)',
    ])
      expect(job.text).toContain(shown)
    expect(job.card).toContain(`Lyon CDI Temps partiel ${salary}`)
    const line = `Lyon · CDI · Temps partiel · ${salary}`
    expect(job.summary).toContain(line)
    expect(job.rss?.replaceAll(/[\u202f\u00a0]/g, ' ')).toContain(line)
  })

  test('is nothing where it says nothing: no hours, no end, no salary, and the form of the board', async () => {
    // A salary of 0 is none.
    const job = await publish({ ...plain, country: 'Maroc', minSalary: 0, maxSalary: 0, displaySalary: true })
    for (const name of ['validThrough', 'employmentType', 'baseSalary']) expect(job.google).not.toHaveProperty(name)
    expect(job.google.directApply).toBe(true)
    for (const name of ['expirationdate', 'jobtype', 'salary']) expect(job.indeed).not.toHaveProperty(name)
    expect(job.greenhouse).toMatchObject({ application_deadline: null, metadata: null })
    for (const term of ['Temps de travail', 'Candidatures jusqu’au', 'Salaire', 'Télétravail'])
      expect(job.text).not.toContain(term)
    expect(job.page).toContain('id="apply-form"')
    expect(job.summary).toBe('Tenir les comptes.')
    for (const shown of [job.text, job.card, job.rss]) expect(shown).not.toContain('MAD')
  })

  test('follows the day: a page that is cached says "tomorrow" today, and "today" tomorrow', async () => {
    const { url } = await publishJob(server, { ...plain, boardwalk: { closesAt: '2026-04-15T17:00:00+02:00' } })
    const readEnd = async () => /<dt>Candidatures jusqu’au<\/dt><dd><bdi>(.*?)<\/bdi>/.exec(await read(url))?.[1]
    expect(await readEnd()).toBe('15 avril 2026 à 15:00 UTC')
    for (const [days, soon] of [
      [2, 'dans 14 jours'],
      [15, 'demain'],
      [16, 'aujourd’hui'],
    ] as const) {
      nowMs = startMs + days * DAY_MS
      expect(await readEnd()).toBe(`15 avril 2026 à 15:00 UTC (${soon})`)
    }
  })

  test('names the countries of a remote job only if the job names them', async () => {
    const remote = { ...plain, workMode: 'REMOTE', country: 'France' }
    expect((await publish(remote)).text).not.toContain('Télétravail depuis')
    const named = await publish({ ...remote, boardwalk: { countries: ['FR', 'BE'] } })
    expect(named.text).toContain('Télétravail depuis France et Belgique')
    expect(named.google.applicantLocationRequirements).toMatchObject([{ name: 'France' }, { name: 'Belgium' }])
  })
})

describe('a job with its own page for applying', () => {
  test('links to it with its host in place of the form, and refuses forms with its address', async () => {
    const { company, url, page } = await publish(inLyon)
    const href = applyUrl.replace('&', '&amp;')
    expect(page.split(`href="${href}"`)).toHaveLength(4)
    expect(page.split('recrutement.atlas.example</bdi>')).toHaveLength(4)
    expect(page).not.toMatch(/<form|data-begun|href="#apply"/)
    const program = await apply(url)
    expect(program).toMatchObject({ status: 409, body: { error: { code: 'applications_elsewhere' } } })
    expect(program.body.error.message).toContain(applyUrl)
    const browser = await submit(url)
    expect(browser.status).toBe(409)
    expect(browser.html).toContain('<h1>Votre candidature n’a pas été envoyée</h1>')
    expect(browser.html).toContain(`href="${href}"`)
    // Without the address, the form is back.
    await company.call('PUT', '/job/A', { job: { boardwalk: null } })
    expect((await apply(url)).status).toBe(201)
  })

  test('refuses a form that was on its way when the job named the page', async () => {
    const { company, url } = await publishJob(server, plain)
    const { jobs } = server.deps
    const findById = jobs.findById.bind(jobs)
    let reads = 0
    const findAndChange: typeof findById = async (...args) => {
      const job = await findById(...args)
      // The first read is that of the request, the second one that of the form which has arrived.
      if (++reads === 1) await company.call('PUT', '/job/A', { job: { boardwalk: inLyon.boardwalk } })
      return job
    }
    await whileReplaced(jobs, { findById: findAndChange }, async () => {
      const { status, html } = await submit(url)
      expect([status, html]).toEqual([409, expect.stringContaining('recrutement.atlas.example')])
    })
  })
})
