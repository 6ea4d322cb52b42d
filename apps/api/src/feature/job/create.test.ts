import { mongo } from 'mongoose'
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

/** What is stored of a job of an id and a title. */
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
})

describe('works', () => {
  it('a job of an id and a title is live at once, in Maroc, with its salary hidden', async () => {
    const id = newId()
    const answer = await create({ id, title: 'Comptable' })
    const { jobId, jobUrl } = answer.body
    expect(answer).toMatchObject({ status: 200, body: { jobId: expect.any(Number), error: null } })
    expect(jobUrl).toBe(`${server.url}/fr/companies/${company.slug}/jobs/comptable-${jobId}`)
    expect(await stored(id)).toStrictEqual({ ...bare(id, 'Comptable'), jobId, jobUrl })
  })

  it('every field is kept as sent', async () => {
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

  it('HTML is stored without what could run', async () => {
    const id = newId()
    const html = `<p onclick="go()">Un <b>poste</b><script>go()</script><img src=x onerror=go()> <a href="javascript:go()">ici</a> <a href="https://example.com">là</a></p>`
    await create({ id, title: 'T', description: html, responsibilities: html, qualifications: html })
    const { description, responsibilities, qualifications } = await stored(id)
    expect(description).toBe(
      '<p>Un <b>poste</b> <a rel="nofollow noopener noreferrer">ici</a> <a href="https://example.com" rel="nofollow noopener noreferrer">là</a></p>',
    )
    expect([responsibilities, qualifications]).toStrictEqual([description, description])
  })

  it('a text that is not HTML is kept to the letter', async () => {
    const job = {
      id: newId(),
      title: ' <b>R&D</b> 5 < 6 \u0000 ',
      city: '<script>x</script>',
      benefits: ['a & b', 'e\u0301'],
      country: '  ',
      recruitmentProcess: ['<i>1</i>', ''],
    }
    expect((await create(job)).status).toBe(200)
    expect(await stored(job.id)).toMatchObject(job)
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

  it('a title without a letter or digit of ours gives a slug all the same', async () => {
    for (const title of ['🙂', '???', 'مطلوب محاسب']) {
      const { jobId, jobUrl } = (await create({ id: newId(), title })).body
      expect(jobUrl).toMatch(new RegExp(`/jobs/[a-z0-9-]+-${jobId}$`))
    }
  })

  it('each job has a job id of its own, growing', async () => {
    const first = await create({ id: newId(), title: 'T' })
    const second = await create({ id: newId(), title: 'T' })
    expect(second.body.jobId).toBeGreaterThan(first.body.jobId)
  })
})

describe('bad input', () => {
  const near = (meant: string) => `(did you mean "${meant}"?)`

  it.each([
    ['no id', { id: undefined }, ['Job ID is required']],
    ['a null id', { id: null }, ['Job ID is required']],
    ['an empty id', { id: '' }, ['Job ID is required']],
    ['an id that is a number', { id: 5 }, ['job.id', 'a text', '5']],
    ['no title', { title: undefined }, ['job.title is required']],
    ['a null title', { title: null }, ['job.title is required']],
    ['a blank title', { title: ' \n ' }, ['job.title', 'blank']],
    ['a title of 301 characters', { title: 'x'.repeat(301) }, ['job.title', '300']],
    ['a long description', { description: 'x'.repeat(100_001) }, ['job.description', '100000']],
    ['a long text', { country: 'x'.repeat(1001) }, ['job.country', '1000']],
    ['a long list', { recruitmentProcess: Array(101).fill('x') }, ['job.recruitmentProcess', '100']],
    ['a city that is a number', { city: 5 }, ['job.city', 'a text or a list of texts', '5']],
    ['a city of a list that is a number', { city: ['a', 5] }, ['job.city.1', 'a text', '5']],
    ['a long city of a list', { city: ['a', 'x'.repeat(1001)] }, ['job.city.1', '1000']],
    ['a contract in lower case', { contractType: 'cdi' }, ['job.contractType', 'CDI, CDD, Stage', near('CDI')]],
    ['a level in another spelling', { educationLevel: 'Bac+5' }, ['job.educationLevel', near('BAC +5')]],
    ['a work mode with a slip', { workMode: 'REMOT' }, ['job.workMode', 'HYBRID', near('REMOTE')]],
    ['a language in full', { languages: ['fr', 'english'] }, ['job.languages.1', 'fr, en, ar']],
    ['a status of another system', { status: 'OPEN' }, ['job.status', 'PUBLISHED, UNPUBLISHED', '"OPEN"']],
    ['a boolean as a text', { displaySalary: 'false' }, ['job.displaySalary', 'true or false']],
    ['a number as a text', { minSalary: 'NaN' }, ['job.minSalary', 'a number', '"NaN"']],
    ['a salary below 0', { maxSalary: -1 }, ['job.maxSalary', 'from 0']],
    ['an experience over 20', { minExperience: 20.5 }, ['job.minExperience', '0 to 20']],
    ['an experience below 0', { maxExperience: -0.5 }, ['job.maxExperience', '0 to 20']],
    [
      'a minimum over a maximum of 0',
      { minExperience: 2, maxExperience: 0 },
      ['job.minExperience (2)', 'job.maxExperience (0)'],
    ],
    ['a minimum over the maximum', { minSalary: 2, maxSalary: 1 }, ['job.minSalary (2)', 'job.maxSalary (1)']],
    ['experience the wrong way round', { minExperience: 3, maxExperience: 2 }, ['job.minExperience', 'maxExperience']],
  ])('%s is refused with the name of the field and what is accepted', async (_what, wrong, words) => {
    const id = newId()
    const answer = await create({ id, title: 'T', ...wrong })
    expect(answer).toMatchObject({ status: 400, body: { jobId: null, error: { code: 'invalid_request' } } })
    for (const word of words) expect(answer.body.error.message).toContain(word)
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

  it.each([{}, { job: null }, { job: [] }, { job: 'x' }, { id: 'flat', title: 'T' }])(
    'a body without a job is told its form: %j',
    async (body) => {
      const answer = await company.call('POST', '/job', body)
      expect(answer).toMatchObject({ status: 400, body: { jobId: null, error: { issues: [{ path: 'job' }] } } })
      expect(answer.body.error.message).toContain('{"job": {')
    },
  )

  it('every wrong value has its issue, and the message stays short', async () => {
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
  it('two companies may have jobs of one id, each its own', async () => {
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
  it('a job whose writing the driver sends twice, for its first answer was lost, is created', async () => {
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

  it('an id that a job has is a conflict, which names it and changes nothing', async () => {
    const id = newId()
    await create({ id, title: 'First' })
    const before = await stored(id)
    const again = await create({ id, title: 'Second' })
    expect(again).toMatchObject({ status: 409, body: { jobId: null, error: { code: 'job_exists' } } })
    expect(again.body.error.message).toMatch(new RegExp(`^job with external id ${id} already exists`, 'i'))
    expect(await stored(id)).toStrictEqual(before)
  })

  it('the id of an unpublished job is taken too', async () => {
    const id = newId()
    await create({ id, title: 'T', status: 'UNPUBLISHED' })
    expect((await create({ id, title: 'T' })).status).toBe(409)
  })

  it('of twelve calls that race to create one job, one does and eleven are told that it exists', async () => {
    const id = newId()
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => create({ id, title: `Call ${n}` })))
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, ...Array(11).fill(409)])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(await stored(id)).toMatchObject({ title: `Call ${winner}`, jobId: answers[winner]?.body.jobId })
  })
})
