import * as mongo from 'mongodb'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

let ids = 0
const newId = () => `create-${++ids}`
const create = (job: object, by = company) => by.call('POST', '/job', { job })
const stored = async (id: string, by = company) => (await by.call('GET', `/job/${id}`)).body.job

/** The stored form of a job that was sent with only an id and a title. */
const bare = (id: string, title: string) => ({
  id,
  title,
  country: 'Maroc',
  displaySalary: false,
  status: 'PUBLISHED',
  jobId: expect.any(Number),
  jobUrl: expect.any(String),
  createdAt: expect.any(String),
  updatedAt: expect.any(String),
  publishedAt: expect.any(String),
  changedBy: 'api',
})

describe('works', () => {
  it('a job with only an id and a title is published at once, in Maroc, with its salary hidden', async () => {
    const id = newId()
    const answer = await create({ id, title: 'Comptable' })
    const { jobId, jobUrl } = answer.body
    expect(answer).toMatchObject({ status: 200, body: { jobId: expect.any(Number), error: null } })
    expect(jobUrl).toBe(`${server.url}/fr/companies/${company.slug}/jobs/comptable-${jobId}`)
    expect(await stored(id)).toStrictEqual({ ...bare(id, 'Comptable'), jobId, jobUrl })
  })

  it('every field is stored as sent', async () => {
    const job = {
      id: newId(),
      title: 'Développeuse',
      description: '<p>Un <strong>poste</strong></p>',
      responsibilities: '<ul><li>Coder</li></ul>',
      qualifications: 'TypeScript',
      benefits: ['Assurance', 'Cantine'],
      city: ['Casablanca', 'Rabat'],
      country: 'Tunisie',
      languages: ['fr', 'en', 'ar'],
      contractType: 'CDI',
      educationLevel: 'BAC +5 et plus',
      workMode: 'HYBRID',
      minSalary: 0,
      maxSalary: 24_000.5,
      displaySalary: true,
      minExperience: 0,
      maxExperience: 20,
      status: 'UNPUBLISHED',
      recruitmentProcess: ['Entretien', 'Test', 'Entretien'],
    }
    expect((await create(job)).status).toBe(200)
    expect(await stored(job.id)).toMatchObject(job)
  })

  it.each([
    ['one text', 'Fès', 'Prime'],
    ['an empty list', [], []],
  ])('city and benefits may be %s', async (_what, city, benefits) => {
    const id = newId()
    await create({ id, title: 'T', city, benefits })
    expect(await stored(id)).toMatchObject({ city, benefits })
  })

  it('null on an optional field is the same as absent', async () => {
    const id = newId()
    const optional = {
      description: null,
      city: null,
      country: null,
      displaySalary: null,
      minSalary: null,
      status: null,
    }
    expect((await create({ id, title: 'T', ...optional, extra: null })).status).toBe(200)
    expect(await stored(id)).toStrictEqual(bare(id, 'T'))
  })

  it('HTML is stored without anything that could run', async () => {
    const id = newId()
    const html = `<p onclick="go()">Un <b>poste</b><script>go()</script><img src=x onerror=go()> <a href="javascript:go()">ici</a> <a href="https://example.com">là</a></p>`
    await create({ id, title: 'T', description: html, responsibilities: html, qualifications: html })
    const { description, responsibilities, qualifications } = await stored(id)
    expect(description).toBe(
      '<p>Un <b>poste</b> <a rel="nofollow noopener noreferrer">ici</a> <a href="https://example.com" rel="nofollow noopener noreferrer">là</a></p>',
    )
    expect([responsibilities, qualifications]).toStrictEqual([description, description])
  })

  it('a text that is not HTML is stored unchanged', async () => {
    const job = {
      id: newId(),
      title: ' <b>R&D</b> 5 < 6 ',
      city: '<script>x</script>',
      benefits: ['a & b', 'e\u0301'],
      country: '  ',
      recruitmentProcess: ['<i>1</i>', ''],
    }
    expect((await create(job)).status).toBe(200)
    expect(await stored(job.id)).toMatchObject(job)
  })

  it('a title is one line, without what a terminal or a page obeys; no title is refused for that', async () => {
    const id = newId()
    const title = 'مطور C++\u200f\n\u202eكبير\u202c\u001b[2J'
    expect((await create({ id, title })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ title: 'مطور C++\u200f كبير [2J' })
    const again = await company.call('PUT', '/jobs', { jobs: [{ id, title }] })
    expect(again.body.results).toMatchObject([{ status: 'unchanged' }])
  })

  it('the limits count characters, whatever their size in bytes', async () => {
    const job = { id: newId(), title: '🙂'.repeat(300), country: 'é'.repeat(1000), description: '🙂'.repeat(100_000) }
    expect((await create(job)).status).toBe(200)
    expect(await stored(job.id)).toMatchObject(job)
  })

  it('HTML that sanitising makes longer than the limit is refused, so that what is stored can be sent again', async () => {
    const answer = await create({ id: newId(), title: 'T', benefits: 'x', description: '&'.repeat(100_000) })
    expect(answer.status).toBe(400)
    expect(answer.body.error.issues).toMatchObject([{ path: 'job.description' }])
  })

  it('HTML of the most tags is accepted, and one tag more is refused, as sent and as sanitised', async () => {
    const most = '<p>x</p>'.repeat(2_500)
    const id = newId()
    const full = { description: most, responsibilities: `${most}y`, qualifications: `${most}${'z'.repeat(80_000)}` }
    expect((await create({ id, title: 'T', ...full })).status).toBe(200)
    expect(await stored(id)).toMatchObject(full)
    // Sanitising closes what is open.
    for (const html of [`${most}<br>`, '<p>'.repeat(2_501)]) {
      const { status, body } = await create({ id: newId(), title: 'T', description: html })
      expect(status).toBe(400)
      expect(body.error.message).toMatch(/^job\.description must have at most 5000 tags/)
    }
  })

  it('a title without Latin letters or digits still gives a slug', async () => {
    for (const title of ['🙂', '???', 'مطلوب محاسب']) {
      const { jobId, jobUrl } = (await create({ id: newId(), title })).body
      expect(jobUrl).toMatch(new RegExp(`/jobs/[a-z0-9-]+-${jobId}$`))
    }
  })

  it.each([
    ['Conseiller(ère) clientèle', 'conseiller-clientele'],
    ['Ajusteur(euse)-monteur(euse) (H/F)', 'ajusteur-monteur'],
    ['Chargé·e·s de mission', 'charge-de-mission'],
    ['Directeur/-trice', 'directeur'],
    ['متدرّب(ة)', 'mtdrb'],
    ['Node.js (Back-end)', 'nodejs-back-end'],
  ])('the address of %j has no inclusive ending', async (title, words) => {
    const { jobId, jobUrl } = (await create({ id: newId(), title })).body
    expect(jobUrl).toBe(`${server.url}/fr/companies/${company.slug}/jobs/${words}-${jobId}`)
  })

  it('a long title is cut in the address after 80 characters, and no hyphen is left at its end', async () => {
    for (const [title, words] of [
      ['x'.repeat(81), 'x'.repeat(80)],
      [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
    ] as const) {
      const { jobId, jobUrl } = (await create({ id: newId(), title })).body
      expect(jobUrl).toBe(`${server.url}/fr/companies/${company.slug}/jobs/${words}-${jobId}`)
    }
  })

  it('each job gets a new job id, and job ids grow', async () => {
    const first = await create({ id: newId(), title: 'T' })
    const second = await create({ id: newId(), title: 'T' })
    expect(second.body.jobId).toBeGreaterThan(first.body.jobId)
  })
})

describe('bad input', () => {
  it.each([
    ['no id', { id: undefined }, 'Job ID is required'],
    ['a null id', { id: null }, 'Job ID is required'],
    ['an empty id', { id: '' }, 'Job ID is required'],
    ['an id that is a number', { id: 5 }, 'job.id must be a text, not 5'],
    ['no title', { title: undefined }, 'job.title is required: it must be a text'],
    ['a null title', { title: null }, 'job.title is required: it must be a text'],
    ['a title that is a number', { title: 5 }, 'job.title must be a text, not 5'],
    ['a blank title', { title: ' \n ' }, 'job.title must not be blank'],
    ['a title of 301 characters', { title: 'x'.repeat(301) }, 'job.title must be at most 300 characters'],
    ['a description that is a list', { description: ['a'] }, 'job.description must be a text, not a list'],
    ['a long description', { description: 'x'.repeat(100_001) }, 'job.description must be at most 100000 characters'],
    ['a long text', { country: 'x'.repeat(1001) }, 'job.country must be at most 1000 characters'],
    ['a long list', { benefits: Array(101).fill('x') }, 'job.benefits must have at most 100 items'],
    ['a text for a list', { recruitmentProcess: 'Test' }, 'job.recruitmentProcess must be a list of texts, not "Test"'],
    ['a city that is a number', { city: 5 }, 'job.city must be a text or a list of texts, not 5'],
    ['a city that is an object', { city: {} }, 'job.city must be a text or a list of texts, not an object'],
    ['a city of a list that is a number', { city: ['a', 5] }, 'job.city.1 must be a text, not 5'],
    ['a long city of a list', { city: ['a', 'x'.repeat(1001)] }, 'job.city.1 must be at most 1000 characters'],
    [
      'a contract in lower case',
      { contractType: 'cdi' },
      'job.contractType must be one of CDI, CDD, Stage, Alternance, Freelance, VIE, Autre, not "cdi" (did you mean "CDI"?)',
    ],
    [
      'a contract of another system',
      { contractType: 'Permanent' },
      'job.contractType must be one of CDI, CDD, Stage, Alternance, Freelance, VIE, Autre, not "Permanent"',
    ],
    [
      'a level in another spelling',
      { educationLevel: 'Bac+5' },
      'job.educationLevel must be one of Non défini, Niveau BAC, BAC, BAC +1, BAC +1/2, BAC +3/4, BAC +5, BAC +5 et plus, not "Bac+5" (did you mean "BAC +5"?)',
    ],
    [
      'a work mode with a slip',
      { workMode: 'REMOT' },
      'job.workMode must be one of REMOTE, HYBRID, ONSITE, not "REMOT" (did you mean "REMOTE"?)',
    ],
    ['a work mode that is a number', { workMode: 5 }, 'job.workMode must be one of REMOTE, HYBRID, ONSITE, not 5'],
    ['one language', { languages: 'fr' }, 'job.languages must be a list of fr, en, ar, not "fr"'],
    [
      'a language in full',
      { languages: ['fr', 'english'] },
      'job.languages.1 must be one of fr, en, ar, not "english"',
    ],
    ['a status of another system', { status: 'OPEN' }, 'job.status must be one of PUBLISHED, UNPUBLISHED, not "OPEN"'],
    ['a boolean as a text', { displaySalary: 'false' }, 'job.displaySalary must be true or false, not "false"'],
    ['a number as a text', { minSalary: 'NaN' }, 'job.minSalary must be a number from 0, not "NaN"'],
    ['a salary below 0', { maxSalary: -1 }, 'job.maxSalary must be a number from 0, not -1'],
    [
      'an experience over 20',
      { minExperience: 20.5 },
      'job.minExperience must be a number of years from 0 to 20, not 20.5',
    ],
    [
      'an experience below 0',
      { maxExperience: -0.5 },
      'job.maxExperience must be a number of years from 0 to 20, not -0.5',
    ],
    [
      'a minimum over a maximum of 0',
      { minExperience: 2, maxExperience: 0 },
      'job.minExperience (2) must be at most job.maxExperience (0)',
    ],
    [
      'each minimum over its maximum',
      { minSalary: 2, maxSalary: 1, minExperience: 3, maxExperience: 2 },
      'job.minSalary (2) must be at most job.maxSalary (1); job.minExperience (3) must be at most job.maxExperience (2)',
    ],
  ])('%s is refused with the name of the field and what is accepted', async (_what, wrong, says) => {
    const id = newId()
    const answer = await create({ id, title: 'T', ...wrong })
    expect(answer).toMatchObject({
      status: 400,
      body: { jobId: null, error: { code: 'invalid_request', message: says } },
    })
    expect((await company.call('GET', `/job/${id}`)).status).toBe(404)
  })

  it.each([
    ['1e400', '"minSalary": 1e400', 'job.minSalary'],
    ['half a character in a title', '"title": "\\ud83d"', 'job.title'],
    ['half a character in a city', '"city": "\\ud83d"', 'job.city must be well-formed'],
    ['half a character in a list', '"benefits": ["\\ude42"]', 'job.benefits.0 must be well-formed'],
  ])('%s is refused', async (_what, member, words) => {
    const id = newId()
    const answer = await company.call('POST', '/job', `{"job": {"id": "${id}", "title": "T", ${member}}}`)
    expect(answer).toMatchObject({ status: 400, body: { jobId: null } })
    expect(answer.body.error.message).toContain(words)
  })

  it('-0 is a salary of 0', async () => {
    const id = newId()
    const job = `{"job": {"id": "${id}", "title": "T", "minSalary": -0, "maxSalary": 0}}`
    expect((await company.call('POST', '/job', job)).status).toBe(200)
    expect((await stored(id)).minSalary).toBe(0)
  })

  const form = 'it must be an object, as in {"job": {"id": "…", "title": "…"}}'
  it.each([
    [{}, `job is required: ${form}`],
    [{ job: null }, `job is required: ${form}`],
    [{ job: [] }, `job ${form.replace('it ', '')}, not a list`],
    [{ job: 'x' }, `job ${form.replace('it ', '')}, not "x"`],
    [{ id: 'flat', title: 'T' }, `job is required: ${form}`],
  ])('a body without a job is told its form: %j', async (body, says) => {
    const answer = await company.call('POST', '/job', body)
    const error = { message: says, issues: [{ path: 'job' }] }
    expect(answer).toMatchObject({ status: 400, body: { jobId: null, error } })
  })

  it('every wrong value has an issue, and the message stays short', async () => {
    const wrong = { minSalary: -1, maxSalary: -1, status: 1, city: 1, languages: 1, workMode: 1, displaySalary: 1 }
    const { error } = (await create({ id: newId(), title: 'T', ...wrong })).body
    expect(error.issues.map(({ path }: { path: string }) => path).sort()).toStrictEqual(
      Object.keys(wrong)
        .map((name) => `job.${name}`)
        .sort(),
    )
    expect(error.message).toMatch(/; and 2 more$/)
  })
})

describe('no right', () => {
  it('two companies may use the same external id for different jobs', async () => {
    const another = await server.company()
    const id = newId()
    const ours = await create({ id, title: 'Ours' })
    const theirs = await create({ id, title: 'Theirs' }, another)
    expect(theirs.body.jobId).not.toBe(ours.body.jobId)
    expect((await stored(id)).title).toBe('Ours')
    expect((await stored(id, another)).title).toBe('Theirs')
  })
})

describe('already there', () => {
  it('a job is created if the driver sends the insert twice because the first answer was lost', async () => {
    const { insertMany } = mongo.Collection.prototype
    vi.spyOn(mongo.Collection.prototype, 'insertMany').mockImplementationOnce(async function (
      this: mongo.Collection,
      ...sent
    ) {
      await insertMany.apply(this, sent)
      return insertMany.apply(this, sent)
    })
    const id = newId()
    const answer = await create({ id, title: 'Comptable', minSalary: -0, benefits: null })
    expect(answer).toMatchObject({ status: 200, body: { jobId: expect.any(Number), error: null } })
    expect(await stored(id)).toMatchObject({ jobId: answer.body.jobId })
  })

  it('an id that another job has is a conflict, which names the id and changes nothing', async () => {
    const id = newId()
    await create({ id, title: 'First' })
    const before = await stored(id)
    const again = await create({ id, title: 'Second' })
    expect(again).toMatchObject({ status: 409, body: { jobId: null, error: { code: 'job_exists' } } })
    expect(again.body.error.message).toBe(`Job with external id ${id} already exists; update it with PUT instead`)
    expect(await stored(id)).toStrictEqual(before)
  })

  it('the id of an unpublished job is taken too', async () => {
    const id = newId()
    await create({ id, title: 'T', status: 'UNPUBLISHED' })
    expect((await create({ id, title: 'T' })).status).toBe(409)
  })

  it('if twelve calls race to create one job, one creates it and eleven are told that it exists', async () => {
    const id = newId()
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => create({ id, title: `Call ${n}` })))
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, ...Array(11).fill(409)])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(await stored(id)).toMatchObject({ title: `Call ${winner}`, jobId: answers[winner]?.body.jobId })
  })
})
