import { randomUUID } from 'node:crypto'
import { whileFailing } from '@boardwalk/api/test/failing-store'
import { apply, makePdf, pdf, publishJob, submit as submitForm } from '@boardwalk/api/test/form'
import { useServer } from '@boardwalk/api/test/harness'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sweepAbandonedCvs } from '../intake/cv.ts'

const DAY_MS = 86_400_000
let laterMs = 0
const server = useServer({ now: () => Date.now() + laterMs })

beforeEach(() => {
  laterMs = 0
})
afterEach(() => {
  laterMs = 0
})

type Job = Awaited<ReturnType<typeof publishJob>>

/** Sends the form as a browser does, and returns what the answer says. */
async function submit({ url }: Job, fields: Record<string, string>, cv?: Buffer<ArrayBuffer>, name?: string) {
  const answer = await submitForm(url, fields, cv, name)
  await server.deps.background.settled()
  return { ...answer, isKept: answer.html.includes('name="keptCv" value="yes"') }
}

/** Reads the bytes of the CV of the only application. `""` if it has none. */
async function readStoredCv({ company }: Job): Promise<Buffer | string> {
  const { candidates } = (await company.call('GET', '/job/A/candidates')).body
  expect(candidates).toHaveLength(1)
  const link = candidates[0].cv
  if (link === '') return ''
  const res = await fetch(link)
  expect(res.status).toBe(200)
  return Buffer.from(await res.arrayBuffer())
}

const stored = ({ company }: Job) => server.storedCvs(company.id)

const wrong = { lastName: '' }

test('a CV is kept while the rest of its form is corrected, and is sent with it then', async () => {
  const job = await publishJob(server)
  const formId = randomUUID()
  const first = await submit(job, { formId, ...wrong }, pdf, 'cv "Salma" <b>.pdf')
  expect(first.status).toBe(400)
  expect(first.isKept).toBe(true)
  expect(first.html).toContain('«\u00a0cv &quot;Salma&quot; &lt;b&gt;.pdf\u00a0» est conservé')
  const second = await submit(job, { formId, keptCv: 'yes', email: 'x' })
  expect(second.isKept).toBe(true)
  expect((await submit(job, { formId, keptCv: 'yes' })).status).toBe(303)
  expect(await readStoredCv(job)).toEqual(pdf)
  expect(await stored(job)).toEqual({ files: 1, uploads: 0 })
})

test('a kept CV goes to the content that it was sent with, and is asked for again if it is no longer known', async () => {
  const job = await publishJob(server)
  const form = { formId: randomUUID(), keptCv: 'yes' }
  const second = makePdf(2000)
  await submit(job, { ...form, keptCv: '', ...wrong }, pdf)
  for (const _ of [1, 2]) expect((await submit(job, form)).status).toBe(303)
  // The applicant goes back to the form, and chooses another file.
  await submit(job, { ...form, keptCv: '', ...wrong }, second)
  for (const _ of [1, 2]) expect((await submit(job, { ...form, phone: '' })).status).toBe(303)
  const { candidates } = (await job.company.call('GET', '/job/A/candidates')).body
  const files = candidates.map(async ({ cv }: { cv: string }) => Buffer.from(await (await fetch(cv)).arrayBuffer()))
  expect(await Promise.all(files)).toEqual([pdf, second])
  laterMs = DAY_MS + 60_000
  await sweepAbandonedCvs(server.deps, server.deps.background.stopping)
  expect(await stored(job)).toEqual({ files: 2, uploads: 0 })
  const { status, html } = await submit(job, { ...form, message: 'Autre' })
  expect([status, html.includes('Votre CV n’est plus conservé')]).toEqual([400, true])
})

test('a form has one kept CV, however often it comes with another one', async () => {
  const job = await publishJob(server)
  const formId = randomUUID()
  for (const bytes of [1000, 2000, 3000, 4000]) await submit(job, { formId, ...wrong }, makePdf(bytes))
  expect(await stored(job)).toEqual({ files: 1, uploads: 1 })
  // Which of these is the newest is for the processes to agree on.
  const files = [5000, 6000, 7000, 8000].map(makePdf)
  await Promise.all(files.map((file) => submit(job, { formId, ...wrong }, file)))
  expect(await stored(job)).toEqual({ files: 1, uploads: 1 })
  expect((await submit(job, { formId, keptCv: 'yes' })).status).toBe(303)
  expect(files).toContainEqual(await readStoredCv(job))
})

test('a form gets no CV that was kept for another one, and is no application without the CV that its page promised', {
  tags: ['kept-cv'],
}, async () => {
  const job = await publishJob(server)
  await submit(job, { formId: randomUUID(), ...wrong }, pdf)
  const { status, html, isKept } = await submit(job, { formId: randomUUID(), keptCv: 'yes' })
  expect(status).toBe(400)
  expect(isKept).toBe(false)
  expect(html).toContain('Votre CV n’est plus conservé. Choisissez à nouveau le fichier.')
  expect((await job.company.call('GET', '/job/A/candidates')).body.total).toBe(0)
})

test('a CV whose form was abandoned is gone a day later, and not before', async () => {
  const job = await publishJob(server)
  const formId = randomUUID()
  await submit(job, { formId, ...wrong }, pdf)
  laterMs = DAY_MS - 60_000
  await sweepAbandonedCvs(server.deps, server.deps.background.stopping)
  expect(await stored(job)).toEqual({ files: 1, uploads: 1 })
  laterMs = DAY_MS + 60_000
  await sweepAbandonedCvs(server.deps, server.deps.background.stopping)
  expect(await stored(job)).toEqual({ files: 0, uploads: 0 })
  expect((await submit(job, { formId, keptCv: 'yes' })).html).toContain('n’est plus conservé')
  // Also beside other mistakes: the next sending would have no CV.
  const wrongToo = await submit(job, { formId, keptCv: 'yes', ...wrong })
  expect([wrongToo.isKept, wrongToo.html.includes('n’est plus conservé')]).toEqual([false, true])
})

test('a CV of an accepted application stays, even if a crash lost the record that it is held', async () => {
  const job = await publishJob(server)
  const { applications, cvUploads } = server.deps
  // The application waits in the mailbox, and no process has recorded that it holds the CV.
  await whileFailing(cvUploads, 'remove', () =>
    whileFailing(applications, 'insertNew', async () => {
      expect((await apply(job.url, {}, pdf)).status).toBe(201)
      await server.deps.background.settled()
    }),
  )
  expect(await stored(job)).toEqual({ files: 1, uploads: 1 })
  laterMs = DAY_MS + 1
  await sweepAbandonedCvs(server.deps, server.deps.background.stopping)
  expect(await stored(job)).toEqual({ files: 1, uploads: 0 })
  expect(await readStoredCv(job)).toEqual(pdf)
})

test('a form that takes its CV at the last moment keeps it, even if a sweep has begun', async () => {
  const job = await publishJob(server)
  const formId = randomUUID()
  await submit(job, { formId, ...wrong }, pdf)
  laterMs = DAY_MS + 1
  const { cvUploads, mailbox } = server.deps
  const { listExpired } = cvUploads
  const { accept } = mailbox
  let sending: ReturnType<typeof submit> | undefined
  let sweptEnough = () => {}
  const isSwept = new Promise<void>((resolve) => {
    sweptEnough = resolve
  })
  // The sweep has seen that the CV's time has passed. Then the form takes the CV, and is not accepted before the sweep
  // ends.
  cvUploads.listExpired = async (now, max) => {
    const expired = await listExpired(now, max)
    expect(expired.map(({ companyId }) => companyId)).toContain(job.company.id)
    await new Promise<void>((isTaken) => {
      mailbox.accept = async (application) => {
        isTaken()
        await isSwept
        return accept(application)
      }
      sending = submit(job, { formId, keptCv: 'yes' })
    })
    return expired
  }
  try {
    await sweepAbandonedCvs(server.deps, server.deps.background.stopping)
    sweptEnough()
    expect((await sending)?.status).toBe(303)
  } finally {
    Object.assign(cvUploads, { listExpired })
    Object.assign(mailbox, { accept })
  }
  expect(await readStoredCv(job)).toEqual(pdf)
})
