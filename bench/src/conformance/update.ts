import assert from 'node:assert/strict'
import type { Board, Check } from './board.ts'
import { assertHidden, assertRefused, assertShown, createJob, putJob, readJobResult, readPage } from './call.ts'

const kib = (count: number) => 'x'.repeat(count * 1024)

async function created(board: Board, job: object): Promise<{ id: string; jobId: number; jobUrl: string }> {
  const id = board.newId()
  return { id, ...readJobResult(await createJob(board, { id, title: 'A', ...job }), 200) }
}

export const update: Check[] = [
  {
    does: 'creates a published job by PUT if there is none, and answers 201',
    async check(board) {
      const { jobId, jobUrl } = readJobResult(await putJob(board, board.newId(), { title: 'Comptable junior' }), 201)
      assert.equal(jobUrl, `${board.url}/fr/companies/${board.company.slug}/jobs/comptable-junior-${jobId}`)
      await assertShown(board, jobUrl, 'Comptable junior')
    },
  },
  {
    does: 'creates a draft by PUT',
    async check(board) {
      const answer = await putJob(board, board.newId(), { title: 'A', status: 'UNPUBLISHED' })
      await assertHidden(board, readJobResult(answer, 201).jobUrl)
    },
  },
  {
    does: 'refuses to create by PUT without a title',
    async check(board) {
      assertRefused(await putJob(board, board.newId(), { city: 'Rabat' }), 400, 'jobId', 'job.title')
    },
  },
  {
    does: 'changes the fields that are sent and no others, and keeps number and address',
    async check(board) {
      const { id, jobId, jobUrl } = await created(board, { city: 'Tanger', description: '<p>before</p>' })
      const changed = readJobResult(await putJob(board, id, { title: 'Renamed', description: '<p>after</p>' }), 200)
      assert.deepEqual(changed, { jobId, jobUrl })
      const page = await assertShown(board, jobUrl, 'Renamed', 'Tanger', '<p>after</p>')
      assert.ok(!page.includes('<p>before</p>'))
    },
  },
  {
    does: 'clears the fields that are sent as null',
    async check(board) {
      const { id, jobUrl } = await created(board, { city: 'Ouarzazate', qualifications: '<p>cleared soon</p>' })
      await assertShown(board, jobUrl, 'Ouarzazate', '<p>cleared soon</p>')
      readJobResult(await putJob(board, id, { city: null, qualifications: null }), 200)
      const { text } = await readPage(board, jobUrl)
      assert.ok(!text.includes('Ouarzazate') && !text.includes('cleared soon'))
    },
  },
  {
    does: 'changes the status only if one is sent',
    async check(board) {
      const { id, jobUrl } = await created(board, {})
      readJobResult(await putJob(board, id, { status: 'UNPUBLISHED' }), 200)
      await assertHidden(board, jobUrl)
      readJobResult(await putJob(board, id, { title: 'B' }), 200)
      await assertHidden(board, jobUrl)
      readJobResult(await putJob(board, id, { status: 'PUBLISHED' }), 200)
      await assertShown(board, jobUrl, 'B')
    },
  },
  {
    does: 'lets the body repeat the id of the path and no other',
    async check(board) {
      const { id, jobId } = await created(board, {})
      assert.equal(readJobResult(await putJob(board, id, { id, title: 'B' }), 200).jobId, jobId)
      assertRefused(await putJob(board, id, { id: `${id}-other` }), 400, 'jobId', 'job.id')
    },
  },
  {
    does: 'compares a sent minimum with the stored maximum',
    async check(board) {
      const { id } = await created(board, { minSalary: 10, maxSalary: 20, minExperience: 1, maxExperience: 2 })
      assertRefused(await putJob(board, id, { minSalary: 21 }), 400, 'jobId', 'job.minSalary')
      assertRefused(await putJob(board, id, { maxExperience: 0 }), 400, 'jobId', 'Experience')
      readJobResult(await putJob(board, id, { maxSalary: 30 }), 200)
      readJobResult(await putJob(board, id, { minSalary: 21 }), 200)
      readJobResult(await putJob(board, id, { maxSalary: null }), 200)
      readJobResult(await putJob(board, id, { minSalary: 50 }), 200)
    },
  },
  {
    does: 'never lets two updates at once leave a minimum over its maximum',
    async check(board) {
      for (let round = 0; round < 10; round++) {
        const { id } = await created(board, { minSalary: 10, maxSalary: 100 })
        const answers = await Promise.all([putJob(board, id, { minSalary: 80 }), putJob(board, id, { maxSalary: 50 })])
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
      }
    },
  },
  {
    does: 'loses no field of updates at once',
    async check(board) {
      const { id, jobUrl } = await created(board, {})
      const changes = [{ city: 'Essaouira' }, { description: '<p>d1</p>' }, { responsibilities: '<p>r1</p>' }]
      const answers = await Promise.all(changes.map((change) => putJob(board, id, change)))
      for (const answer of answers) readJobResult(answer, 200)
      await assertShown(board, jobUrl, 'Essaouira', '<p>d1</p>', '<p>r1</p>')
    },
  },
  {
    does: 'makes one job of PUTs of a new id at once: one 201, the rest 200, no field lost',
    async check(board) {
      for (let round = 0; round < 5; round++) {
        const id = board.newId()
        const fields = [
          { city: 'Essaouira' },
          { description: '<p>d1</p>' },
          { responsibilities: '<p>r1</p>' },
          { qualifications: '<p>q1</p>' },
          {},
        ]
        const answers = await Promise.all(fields.map((field) => putJob(board, id, { title: 'Raced', ...field })))
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 201])
        const results = answers.map((answer) => readJobResult(answer, answer.status))
        assert.equal(new Set(results.map(({ jobId }) => jobId)).size, 1)
        const [{ jobUrl = '' } = {}] = results
        await assertShown(board, jobUrl, 'Essaouira', '<p>d1</p>', '<p>r1</p>', '<p>q1</p>')
      }
    },
  },
  {
    does: 'merges other fields by name, up to 64 KiB in all, and removes one that is sent as null',
    async check(board) {
      const { id } = await created(board, { a: kib(40) })
      assertRefused(await putJob(board, id, { b: kib(40) }), 400, 'jobId', 'job')
      readJobResult(await putJob(board, id, { a: kib(50) }), 200)
      readJobResult(await putJob(board, id, { a: null }), 200)
      readJobResult(await putJob(board, id, { b: kib(40) }), 200)
    },
  },
]
