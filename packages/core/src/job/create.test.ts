import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import * as mongo from 'mongodb'
import { beforeAll, expect, it, vi } from 'vitest'

/* contract/ has what the specification says about a new job. Here is what only the board shows. */

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

let ids = 0
const newId = () => `create-${++ids}`
const create = (job: object, by = company) => by.call('POST', '/job', { job })
const stored = async (id: string, by = company) => (await by.call('GET', `/job/${id}`)).body.job

it('a job with only an id and a title has the defaults and nothing else, also if null is sent for the other fields', async () => {
  for (const others of [{}, { description: null, city: null, country: null, status: null, extra: null }]) {
    const id = newId()
    const { status, body } = await create({ id, title: 'Comptable', ...others })
    expect(status).toBe(200)
    expect(body.jobUrl).toBe(`${server.url}/fr/companies/${company.slug}/jobs/comptable-${body.jobId}`)
    const at = expect.any(String)
    expect(await stored(id)).toStrictEqual({
      id,
      title: 'Comptable',
      country: 'Maroc',
      displaySalary: false,
      status: 'PUBLISHED',
      closed: false,
      suspended: false,
      jobId: body.jobId,
      jobUrl: body.jobUrl,
      createdAt: at,
      updatedAt: at,
      publishedAt: at,
      changedBy: 'api',
    })
  }
})

it('HTML is stored without anything that could run; a text that is not HTML is stored unchanged', {
  tags: ['sanitised'],
}, async () => {
  const html = `<p onclick="go()">Un <b>poste</b><script>go()</script><img src=x onerror=go()> <a href="javascript:go()">ici</a></p>`
  const safe = '<p>Un <b>poste</b> <a rel="nofollow noopener noreferrer">ici</a></p>'
  const texts = {
    title: ' <b>R&D</b> 5 < 6 ',
    city: '<script>x</script>',
    benefits: ['a & b', 'e\u0301'],
    country: '  ',
  }
  const id = newId()
  await create({ id, ...texts, description: html, responsibilities: html, qualifications: html })
  expect(await stored(id)).toMatchObject({ ...texts, description: safe, responsibilities: safe, qualifications: safe })
})

it('the limits count the characters that are stored, whatever their size in bytes and whatever is removed from HTML', async () => {
  const job = { id: newId(), title: '🙂'.repeat(300), country: 'é'.repeat(1000), description: '🙂'.repeat(100_000) }
  expect((await create(job)).status).toBe(200)
  expect(await stored(job.id)).toMatchObject(job)
  const image = `<p>Plan</p><img src="data:image/png;base64,${'A'.repeat(900_000)}">`
  expect((await create({ id: newId(), title: 'T', description: image })).status).toBe(200)
  // Each & becomes five characters. What is stored must be accepted when it is sent again.
  const { status, body } = await create({ id: newId(), title: 'T', description: '&'.repeat(100_000) })
  expect([status, body.error.issues]).toMatchObject([400, [{ path: 'job.description' }]])
})

it('HTML of the most tags is accepted, and one tag more is refused, as stored and as sent', {
  tags: ['tags'],
}, async () => {
  const most = '<p>x</p>'.repeat(2_500)
  const id = newId()
  const full = { description: most, responsibilities: `${most}y`, qualifications: `${most}${'z'.repeat(80_000)}` }
  expect((await create({ id, title: 'T', ...full })).status).toBe(200)
  expect(await stored(id)).toMatchObject(full)
  // Sanitising closes what is open.
  for (const [html, refused] of [
    [`${most}<br>`, /^job\.description must have at most 5000 tags after/],
    ['<p>x'.repeat(2_501), /^job\.description must have at most 5000 tags after/],
    ['<wbr>'.repeat(20_000), undefined],
    ['<wbr>'.repeat(20_001), /^job\.description must have at most 20000 tags$/],
  ] as const) {
    const { status, body } = await create({ id: newId(), title: 'T', description: html })
    expect(status).toBe(refused === undefined ? 200 : 400)
    if (refused !== undefined) expect(body.error.message).toMatch(refused)
  }
})

it('the address of a job has the words of its title without inclusive endings, at most 80 characters of them, and its job id', async () => {
  for (const [title, words] of [
    ['Conseiller(ère) clientèle', 'conseiller-clientele'],
    ['Ajusteur(euse)-monteur(euse) (H/F)', 'ajusteur-monteur'],
    ['Chargé·e·s de mission', 'charge-de-mission'],
    ['متدرّب(ة)', 'mtdrb'],
    ['Node.js (Back-end)', 'nodejs-back-end'],
    ['R&amp;D, &lt;b&gt;F&egrave;s&lt;/b&gt;', 'randd-fes'],
    ['x'.repeat(81), 'x'.repeat(80)],
    [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
    ['🙂', '[a-z0-9-]+'],
    ['???', '[a-z0-9-]+'],
  ] as const) {
    const { jobId, jobUrl } = (await create({ id: newId(), title })).body
    expect(jobUrl).toMatch(new RegExp(`^${server.url}/fr/companies/${company.slug}/jobs/${words}-${jobId}$`))
  }
})

// packages/schema has a test of every field, and contract/ has one of every rule.
it.each([
  [{ title: undefined }, 'job.title is required: it must be a text'],
  [
    { educationLevel: 'Bac+5', minSalary: 2, maxSalary: -1 },
    'job.educationLevel must be one of Non défini, Niveau BAC, BAC, BAC +1, BAC +1/2, BAC +3/4, BAC +5, BAC +5 et plus, not "Bac+5" (did you mean "BAC +5"?); job.maxSalary must be a number from 0, not -1',
  ],
  [
    { minSalary: 2, maxSalary: 1, minExperience: 3, maxExperience: 2 },
    'job.minSalary (2) must be at most job.maxSalary (1); job.minExperience (3) must be at most job.maxExperience (2)',
  ],
])(
  'a job with %j is refused with the name of each wrong field and what is accepted, and is not stored',
  { tags: ['typed-input'] },
  async (wrong, says) => {
    const id = newId()
    const answer = await create({ id, title: 'T', ...wrong })
    const error = { code: 'invalid_request', message: says }
    expect(answer).toMatchObject({ status: 400, body: { jobId: null, error } })
    expect((await company.call('GET', `/job/${id}`)).status).toBe(404)
  },
)

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

it('if twelve calls race to create one job, one creates it and eleven are told that it exists, also if it is a draft', {
  tags: ['races'],
}, async () => {
  const id = newId()
  const race = Array.from({ length: 12 }, (_, n) => create({ id, title: `Call ${n}`, status: 'UNPUBLISHED' }))
  const answers = await Promise.all(race)
  expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, ...Array(11).fill(409)])
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(await stored(id)).toMatchObject({ title: `Call ${winner}`, jobId: answers[winner]?.body.jobId })
  const message = `Job with external id ${id} already exists; update it with PUT instead (status PUBLISHED publishes it again)`
  expect((await create({ id, title: 'Again' })).body.error).toMatchObject({ code: 'job_exists', message })
})
