import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { mongo } from 'mongoose'
import { describe, expect, it } from 'vitest'
import { apply, pdf, publishJob, submit, trapFilled } from '../../test/form.ts'
import { useServer } from '../../test/harness.ts'
import { signedInUser } from '../../test/user.ts'

const server = useServer()

const questions = [
  {
    id: 'permit',
    label: { fr: 'Permis B ?', en: 'Driving licence?', ar: 'رخصة السياقة؟' },
    type: 'yes-no',
    required: true,
  },
  { id: 'notice', label: 'Préavis', type: 'one', options: ['Aucun', { fr: 'Un mois', ar: 'شهر' }] },
  { id: 'langues/1', label: 'Langues', type: 'several', options: ['Français', 'العربية', 'English'], language: 'fr' },
  { id: 'pay', label: 'Salaire souhaité', type: 'number', help: 'Net, par mois' },
  { id: 'from', label: 'Disponible le', type: 'date' },
  { id: 'why', label: 'Pourquoi nous ?', type: 'long' },
  { id: 'ref', label: 'Qui vous a parlé de nous ?', type: 'text' },
]

const ask = (asked: unknown = questions) => publishJob(server, { boardwalk: { questions: asked } })

/** Reads the form of a page: the values of its hidden fields, and the texts of its labels. */
async function readForm(url: string) {
  const html = await (await fetch(url)).text()
  return { html, questionLabels: readHidden(html, 'questionLabels') }
}
function readHidden(html: string, name: string) {
  const [, value = ''] = new RegExp(`name="${name}" value="([^"]*)"`).exec(html) ?? []
  return value.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

const toArabic = (url: string) => url.replace('/fr/', '/ar/')

it('people read the questions in their language, and the ATS gets each answer with the question as it was read', async () => {
  const { company, url } = await ask()
  const { questionLabels, html } = await readForm(toArabic(url))
  expect(html).toContain('رخصة السياقة؟')
  expect(html).toContain('شهر')
  const answers = {
    'answer.permit': 'yes',
    'answer.notice': 'شهر',
    'answer.langues%2F1': ['العربية', 'English'],
    'answer.pay': '٩ ٠٠٠,٥',
    'answer.from': '1/2/2027',
    'answer.why': 'Deux lignes\r\net <b>des signes</b>',
    'answer.ref': ' ',
  }
  expect(await apply(toArabic(url), { ...answers, questionLabels }, pdf)).toMatchObject({ status: 201 })
  expect(await apply(url, { 'answer.permit': 'no' })).toMatchObject({ status: 201 })
  const { body } = await company.call('GET', '/candidates')
  expect(body.candidates.map((each: { answers: unknown }) => each.answers)).toEqual([
    [
      { id: 'permit', label: 'رخصة السياقة؟', value: 'yes' },
      { id: 'notice', label: 'Préavis', value: 'شهر' },
      { id: 'langues/1', label: 'Langues', value: 'العربية\nEnglish' },
      { id: 'pay', label: 'Salaire souhaité', value: '9000.5' },
      { id: 'from', label: 'Disponible le', value: '2027-02-01' },
      { id: 'why', label: 'Pourquoi nous ?', value: 'Deux lignes\net <b>des signes</b>' },
    ],
    [{ id: 'permit', label: 'Permis B ?', value: 'no' }],
  ])
  const again = { job: { title: 'Développeuse', boardwalk: { questions } } }
  expect((await company.call('PUT', '/jobs', { jobs: [{ id: 'A', ...again.job }] })).body).toMatchObject({
    results: [{ status: 'unchanged' }],
  })
})

it('an application to a job without questions has no answers, and a field of that name changes nothing', async () => {
  const { company, url } = await publishJob(server)
  expect(await apply(url, { answers: '[{"id":"x"}]', 'answer.x': 'y' })).toMatchObject({ status: 201 })
  const { body } = await company.call('GET', '/candidates')
  expect(body.candidates[0]).not.toHaveProperty('answers')
})

it('each wrong question is left out with a warning, and the others are asked', async () => {
  const company = await server.company()
  const asked = [
    { id: 'ok', label: 'Une bonne question', type: 'text' },
    { id: 'ok', label: 'La même encore', type: 'text' },
    { id: 'one', label: 'Sans choix', type: 'one' },
    { id: 'type', label: 'Autre sorte', type: 'yes_no' },
    { id: 'deutsch', label: { de: 'Frage' }, type: 'text' },
    'Permis ?',
  ]
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'T', boardwalk: { questions: asked } } })
  const ignored = body.warnings.filter(({ code }: { code: string }) => code === 'question_ignored')
  expect(ignored.map(({ path, message }: { path: string; message: string }) => [path, message])).toEqual([
    ['job.boardwalk.questions.1.id', expect.stringContaining('an earlier question has')],
    ['job.boardwalk.questions.2.options', expect.stringContaining('is required for the type "one"')],
    ['job.boardwalk.questions.3.type', expect.stringContaining('did you mean "yes-no"?')],
    ['job.boardwalk.questions.4.label', expect.stringContaining('must have a text in fr, en or ar')],
    ['job.boardwalk.questions.5', expect.stringContaining('must be a question')],
  ])
  const html = await (await fetch(body.jobUrl)).text()
  expect(html).toContain('Une bonne question')
  expect(html.match(/name="answer\./g)).toHaveLength(1)
})

it('a form without a required answer, or with a wrong one, comes back with its problems and all that was typed', async () => {
  const { url } = await ask()
  const { questionLabels } = await readForm(url)
  const wrong = {
    'answer.notice': 'Deux ans',
    'answer.langues%2F1': ['Français', 'English'],
    'answer.pay': 'beaucoup',
    'answer.from': '31/02/2027',
    'answer.why': 'Parce que',
  }
  const { status, html } = await submit(url, { ...wrong, questionLabels, email: 'x' }, pdf)
  expect(status).toBe(400)
  for (const link of ['#email', '#answer.permit', '#answer.notice', '#answer.pay', '#answer.from'])
    expect(html).toContain(`<a href="${link}">`)
  expect(html).toContain('Répondez à la question «')
  expect(html).toMatch(/checked="" value="Français"/)
  expect(html).toMatch(/checked="" value="English"/)
  expect(html).toContain('value="beaucoup"')
  expect(html).toContain('Parce que</textarea>')
  // The language is changed, and then the corrected form is sent in it.
  const carried = await submit(toArabic(url), {
    'answer.permit': 'no',
    'answer.notice': 'Un mois',
    carry: 'yes',
    questionLabels,
  })
  expect(carried.html).toMatch(/checked="" value="no"/)
  expect(carried.html).toMatch(/checked="" value="شهر"/)
})

describe('a company that changes its questions while a person writes', () => {
  it('gets the answers to the questions that the person read, and the form tells once of a new required one', async () => {
    const { company, url } = await ask()
    const { questionLabels } = await readForm(url)
    const changed = [
      { id: 'permit', label: 'Êtes-vous mobile ?', type: 'yes-no' },
      { id: 'new', label: 'Avez-vous un ordinateur ?', type: 'text', required: true },
    ]
    await company.call('PUT', '/job/A', { job: { boardwalk: { questions: changed } } })
    const sent = { 'answer.permit': 'yes', 'answer.ref': 'Un ami', formId: randomUUID() }
    const first = await submit(url, { ...sent, questionLabels })
    expect(first.html).toContain('a ajouté une question pendant que vous écriviez')
    // A "yes" to one question is no "yes" to another, also if the person changes the language.
    const carried = await submit(toArabic(url), { ...sent, questionLabels, carry: 'yes' })
    for (const { html } of [first, carried]) expect(html).not.toContain('name="answer.permit" checked=""')
    const shown = readHidden(first.html, 'questionLabels')
    expect((await submit(url, { ...sent, questionLabels: shown })).html).toContain('Répondez à la question «')
    const answered = { ...sent, 'answer.new': 'Oui' }
    expect(await submit(url, { ...answered, questionLabels })).toMatchObject({ status: 303 })
    const { body } = await company.call('GET', '/candidates')
    expect(body.candidates[0].answers).toEqual([
      { id: 'permit', label: 'Permis B ?', value: 'yes' },
      { id: 'new', label: 'Avez-vous un ordinateur ?', value: 'Oui' },
      { id: 'ref', label: 'Qui vous a parlé de nous ?', value: 'Un ami' },
    ])
  })

  it('does not get a question that an applicant made up', async () => {
    const { company, url } = await ask()
    const { questionLabels } = await readForm(url)
    const forged = questionLabels.replace('Permis B ?', 'Refusez-vous le permis ?')
    expect(forged).not.toBe(questionLabels)
    expect(await apply(url, { 'answer.permit': 'yes', questionLabels: forged })).toMatchObject({ status: 201 })
    expect(await apply(url, { 'answer.permit': 'yes', questionLabels: 'x' })).toMatchObject({ status: 201 })
    const { body } = await company.call('GET', '/candidates')
    for (const { answers } of body.candidates) expect(answers[0].label).toBe('Permis B ?')
  })
})

it('another answer to the same form is another application, and an erasure takes the answers', async () => {
  const { company, url } = await ask()
  const formId = randomUUID()
  const send = (permit: string) => apply(url, { formId, 'answer.permit': permit })
  const [one, same, other] = [await send('yes'), await send('yes'), await send('no')]
  expect(same).toEqual(one)
  expect(other.body.id).not.toBe(one.body.id)
  const { client } = await signedInUser(server, company)
  await client.application.erase.mutate({ id: one.body.id, allOfPerson: false })
  const { body } = await company.call('GET', '/candidates')
  expect(body.candidates.map((each: { answers?: unknown }) => each.answers)).toEqual([
    undefined,
    [{ id: 'permit', label: 'Permis B ?', value: 'no' }],
  ])
})

it('an application that was held back keeps its answers', async () => {
  const { company, url } = await ask()
  const { body: held } = await apply(url, { ...trapFilled, 'answer.permit': 'yes' })
  const { client } = await signedInUser(server, company)
  await client.application.letIn.mutate({ id: held.id })
  const { body } = await company.call('GET', '/candidates')
  expect(body.candidates[0].answers).toEqual([{ id: 'permit', label: 'Permis B ?', value: 'yes' }])
})

it('many and huge questions, and texts that imitate HTML, are bounded and shown as text', async () => {
  const company = await server.company()
  const asked = Array.from({ length: 1000 }, (_, index) => ({ id: `${index}`, label: 'Q', type: 'text' }))
  const push = (list: unknown) => company.call('PUT', '/job/A', { job: { title: 'T', boardwalk: { questions: list } } })
  const many = await push(asked)
  expect(many.body.warnings).toContainEqual(
    expect.objectContaining({ code: 'question_ignored', message: expect.stringContaining('has 1000 questions') }),
  )
  expect((await (await fetch(many.body.jobUrl)).text()).match(/name="answer\./g)).toHaveLength(20)
  const huge = [{ id: 'a', label: 'Q', type: 'one', options: Array.from({ length: 900 }, () => 'x'.repeat(1000)) }]
  expect(await push(huge)).toMatchObject({ status: 400 })
  const hostile = '<script>alert(1)</script>\u202e=cmd'
  const { body } = await push([
    { id: '"><b>', label: hostile, help: hostile, type: 'several', options: [hostile, 'b'] },
  ])
  const html = await (await fetch(body.jobUrl)).text()
  expect(html).not.toContain('<script>alert(1)')
  expect(html).not.toContain('\u202e')
  expect(html).not.toContain('"><b>')
  const long = 'é'.repeat(3000)
  const asks = Array.from({ length: 6 }, (_, index) => ({ id: `${index}`, label: 'Q', type: 'long' }))
  await push(asks)
  const sent = Object.fromEntries(asks.map(({ id }) => [`answer.${id}`, long]))
  const { status, body: refused } = await apply(body.jobUrl, sent)
  expect(status).toBe(400)
  expect(refused.error.message).toContain('all answers with their questions must be at most 36000 bytes')
})

it('the largest application has a row under 64 KiB: every text at its limit, in characters of four bytes', async () => {
  const { company, url } = await ask()
  const wide = (characters: number) => '𝔸'.repeat(characters)
  const make = (set: number) =>
    Array.from({ length: 20 }, (_, index) => ({
      id: `${wide(98)}${set}${String.fromCharCode(97 + index)}`,
      label: wide(200),
      type: 'long',
    }))
  const push = (questions: unknown) => company.call('PUT', '/job/A', { job: { boardwalk: { questions } } })
  const { body: pushed } = await push(make(1))
  expect(pushed.warnings).not.toContainEqual(expect.objectContaining({ code: 'question_ignored' }))
  const { questionLabels } = await readForm(url)
  // The company replaces all its questions while the person writes, so that the form may have the answers to both lists.
  await push(make(2))
  const write = (lists: number[], characters: number) =>
    Object.fromEntries(lists.flatMap(make).map(({ id }) => [`answer.${encodeURIComponent(id)}`, wide(characters)]))
  const person = {
    firstName: wide(100),
    lastName: wide(100),
    email: `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}ma`,
    phone: '6'.repeat(50),
    linkedinUrl: `https://example.com/${wide(280)}`,
    message: wide(5000),
    questionLabels,
  }
  const tooMuch = await apply(url, { ...person, ...write([1, 2], 1) })
  expect(tooMuch.body.error.message).toContain('all answers with their questions must be at most 36000 bytes')
  expect(await apply(url, { ...person, ...write([2], 152) })).toMatchObject({ status: 400 })
  expect(await apply(url, { ...person, ...write([2], 151) })).toMatchObject({ status: 201 })
  await company.call('GET', '/candidates')
  const row = await server.connection.db.collection('applications').findOne({ companyId: company.id })
  expect(row?.answers).toHaveLength(20)
  expect(mongo.BSON.calculateObjectSize(row ?? {})).toBeLessThan(64 * 1024)
})

it('a user finds applications by an answer, in each language in which people gave it, with counts and the file', async () => {
  const { company, url } = await ask()
  const { jobId } = (await company.call('GET', '/job/A')).body.job
  const send = (address: string, fields: Record<string, string | string[]>) =>
    apply(address, { 'answer.permit': 'yes', ...fields }).then(({ body }) => body.id)
  const french = await send(url, { 'answer.notice': 'Un mois', 'answer.langues%2F1': ['Français', 'English'] })
  const arabic = await send(toArabic(url), { 'answer.notice': 'شهر', 'answer.langues%2F1': 'العربية' })
  await send(url, { 'answer.notice': 'Aucun', 'answer.permit': 'no', 'answer.ref': 'Un mois' })
  const { client, cookie = '' } = await signedInUser(server, company)
  const find = async (question: string, answer: string) => {
    const { applications, total } = await client.application.list.query({ jobId, question, answer })
    expect(applications).toHaveLength(total)
    return applications.map(({ id }) => id)
  }
  expect(await find('notice', 'Un mois')).toEqual([arabic, french])
  expect(await find('notice', 'شهر')).toEqual([arabic, french])
  expect(await find('langues/1', 'English')).toEqual([french])
  expect(await find('permit', 'yes')).toEqual([arabic, french])
  expect(await find('permit', 'no')).toHaveLength(1)
  expect(await find('notice', 'Un')).toEqual([])
  expect(await find('notice', '.*')).toEqual([])
  const asked = { jobId, question: 'permit', answer: 'yes' }
  expect((await client.application.countByStatus.query(asked)).counts).toMatchObject({ PENDING: 2 })
  const filter = encodeURIComponent(JSON.stringify(asked))
  const res = await fetch(`${server.url}/backoffice/export/applications.csv?filter=${filter}`, { headers: { cookie } })
  const csv = await res.text()
  expect(csv.match(/Permis B \?: |رخصة السياقة؟: /g)).toHaveLength(2)
  expect(csv).toContain('Langues: Français\nEnglish')

  expect(await client.question.listOfJob.query({ jobId, locale: 'ar' })).toEqual({
    questions: [
      {
        id: 'permit',
        label: 'رخصة السياقة؟',
        choices: [
          { value: 'yes', text: 'نعم' },
          { value: 'no', text: 'لا' },
        ],
      },
      {
        id: 'notice',
        label: 'Préavis',
        choices: [
          { value: 'Aucun', text: 'Aucun' },
          { value: 'شهر', text: 'شهر' },
        ],
      },
      {
        id: 'langues/1',
        label: 'Langues',
        choices: [
          { value: 'Français', text: 'Français' },
          { value: 'العربية', text: 'العربية' },
          { value: 'English', text: 'English' },
        ],
      },
    ],
  })
})

it('an answer that begins like a formula is a text in the CSV', async () => {
  const { company, url } = await ask([{ id: 'f', label: '=1+1', type: 'text' }])
  await apply(url, { 'answer.f': '=cmd|x' })
  const { cookie = '' } = await signedInUser(server, company)
  const res = await fetch(`${server.url}/backoffice/export/applications.csv`, { headers: { cookie } })
  expect(await res.text()).toContain("'=1+1: =cmd|x")
})

it('the answers are on the page of the application, on that of a held one, and in the file of a person and of the company', async () => {
  const { company, url } = await ask()
  const answers = [{ id: 'permit', label: 'Permis B ?', value: 'yes' }]
  const { body: sent } = await apply(url, { 'answer.permit': 'yes' })
  await apply(url, { ...trapFilled, 'answer.permit': 'yes' })
  const { client, cookie = '' } = await signedInUser(server, company)
  expect(await client.application.get.query({ id: sent.id })).toMatchObject({ answers })
  expect(await client.application.listHeld.query({ page: 1, pageSize: 10 })).toMatchObject({ held: [{ answers }] })
  const res = await fetch(`${server.url}/backoffice/person/${sent.id}`, { headers: { cookie } })
  const person = strFromU8(unzipSync(new Uint8Array(await res.arrayBuffer()))['person.json'] ?? new Uint8Array())
  expect(JSON.parse(person)).toMatchObject({ applications: [{ answers }], heldBack: [{ answers }] })
})
