import assert from 'node:assert/strict'
import type { Check } from './board.ts'
import { assertHidden, assertRefused, assertShown, call, createJob, putJob, readJobResult } from './call.ts'

export const create: Check[] = [
  {
    does: 'creates a job, live at once at the address of its title and number',
    async check(board) {
      const answer = await createJob(board, { id: board.newId(), title: 'Développeuse TypeScript' })
      const { jobId, jobUrl } = readJobResult(answer, 200)
      assert.equal(jobUrl, `${board.url}/fr/companies/${board.company.slug}/jobs/developpeuse-typescript-${jobId}`)
      await assertShown(board, jobUrl, 'Développeuse TypeScript')
    },
  },
  {
    does: 'gives each job its own number',
    async check(board) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => createJob(board, { id: board.newId(), title: 'A' })),
      )
      const ids = answers.map((answer) => readJobResult(answer, 200).jobId)
      assert.equal(new Set(ids).size, ids.length)
    },
  },
  {
    does: 'creates a draft that nobody sees',
    async check(board) {
      const job = { id: board.newId(), title: 'Draft', status: 'UNPUBLISHED' }
      await assertHidden(board, readJobResult(await createJob(board, job), 200).jobUrl)
    },
  },
  {
    does: 'answers 409 to an external id that is taken, naming it',
    async check(board) {
      const id = board.newId()
      readJobResult(await createJob(board, { id, title: 'First' }), 200)
      assertRefused(await createJob(board, { id, title: 'Second' }), 409, 'jobId', id)
    },
  },
  {
    does: 'lets one of several create a job of one external id',
    async check(board) {
      const id = board.newId()
      const answers = await Promise.all(Array.from({ length: 10 }, () => createJob(board, { id, title: 'A' })))
      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 409)])
    },
  },
  {
    does: 'treats null as absent on create',
    async check(board) {
      const nothing = { description: null, city: null, languages: null, contractType: null, minSalary: null }
      const job = { id: board.newId(), title: 'A', ...nothing, maxExperience: null, displaySalary: null, status: null }
      await assertShown(board, readJobResult(await createJob(board, job), 200).jobUrl)
    },
  },
  {
    does: 'takes every documented field and any other',
    async check(board) {
      const job = {
        id: board.newId(),
        title: 'A',
        description: '<p>D</p>',
        responsibilities: '<p>R</p>',
        qualifications: '<p>Q</p>',
        benefits: ['Mutuelle', 'Transport'],
        city: ['Casablanca', 'Rabat'],
        country: 'Maroc',
        languages: ['fr', 'ar'],
        contractType: 'CDI',
        educationLevel: 'BAC +5 et plus',
        workMode: 'HYBRID',
        minSalary: 12_000.5,
        maxSalary: 18_000,
        displaySalary: true,
        minExperience: 0,
        maxExperience: 20,
        status: 'PUBLISHED',
        recruitmentProcess: ['Entretien', 'Test'],
        'a.b': { $c: [1, null, { d: true }] },
        ref: 'own',
      }
      readJobResult(await createJob(board, job), 200)
    },
  },
  {
    does: 'takes any text as an external id and finds the job by it in a path',
    async check(board) {
      const id = `${board.newId()} A/B é 50% ?x=1#y 😀 وظيفة`
      const { jobId } = readJobResult(await createJob(board, { id, title: 'A' }), 200)
      assert.equal(readJobResult(await putJob(board, id, { title: 'B' }), 200).jobId, jobId)
    },
  },
  {
    does: 'tells external ids apart by case and blanks',
    async check(board) {
      const id = board.newId()
      for (const other of [`${id}a`, `${id}A`, `${id}a `, ` ${id}a`])
        readJobResult(await createJob(board, { id: other, title: 'A' }), 200)
    },
  },
  {
    does: 'answers 415 to a body of another type',
    async check(board) {
      const body = JSON.stringify({ job: { id: board.newId(), title: 'A' } })
      const answer = await call(board, 'POST', '/api/job', { body, headers: { 'content-type': 'text/plain' } })
      assertRefused(answer, 415, 'jobId')
    },
  },
  {
    does: 'answers 413 to a body over 1 MiB',
    async check(board) {
      const job = { id: board.newId(), title: 'A', extra: 'x'.repeat(1024 * 1024) }
      assertRefused(await createJob(board, job), 413, 'jobId')
    },
  },
  {
    does: 'answers 400 to a body that is no JSON object',
    async check(board) {
      for (const body of ['{"job":', '[]', 'null', '"job"', '{}', '{"job":[]}', '{"job":null}'])
        assertRefused(await call(board, 'POST', '/api/job', { body }), 400, 'jobId')
    },
  },
]
