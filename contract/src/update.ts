import assert from 'node:assert/strict'
import { assertHidden, assertKept, assertRefused, created, readJobResult, readPage, readSuccess } from './answer.ts'
import type { Rules } from './board.ts'
import { everyField } from './create.ts'

const kib = (count: number) => 'x'.repeat(count * 1024)

export const update: Rules = {
  'spec: Update Job': {
    'creates a job that is not there with 201, and updates it from then on with 200': async (board) => {
      const id = board.newId()
      const first = readJobResult(await board.put(id, { title: 'A', ...everyField }), 201)
      assert.deepEqual(readJobResult(await board.put(id, { title: 'A', ...everyField })), first)
      assert.deepEqual(readJobResult(await board.put(id, {})), first)
    },
    'creates a job with the status of the body': async (board) => {
      const answer = await board.put(board.newId(), { title: 'A', status: 'UNPUBLISHED' })
      await assertHidden(board, readJobResult(answer, 201).jobUrl)
    },
    'changes the fields that are sent and no others': async (board) => {
      const job = await created(board, { city: 'Tanger', description: '<p>before</p>' })
      readJobResult(await board.put(job.id, { description: '<p>after</p>' }))
      await assertKept(board, job, ['Contract check', 'Tanger', '<p>after</p>'], ['<p>before</p>'])
    },
    'unpublishes and publishes by the status, and changes no status without one': async (board) => {
      const { id, jobUrl } = await created(board)
      readJobResult(await board.put(id, { status: 'UNPUBLISHED' }))
      await assertHidden(board, jobUrl)
      readJobResult(await board.put(id, { title: 'Edited draft' }))
      await assertHidden(board, jobUrl)
      readJobResult(await board.put(id, { status: 'PUBLISHED' }))
      assert.ok((await readPage(board, jobUrl)).includes('Edited draft'))
    },
    'publishes again what DELETE unpublished, with its data': async (board) => {
      const job = await created(board, { city: 'Tanger' })
      readSuccess(await board.unpublish(job.id))
      readJobResult(await board.put(job.id, { status: 'PUBLISHED' }))
      await assertKept(board, job, ['Tanger'])
    },
  },
  'design 4: PUT': {
    'publishes a job that it creates without a status': async (board) => {
      const { jobUrl } = readJobResult(await board.put(board.newId(), { title: 'Comptable junior' }), 201)
      assert.ok((await readPage(board, jobUrl)).includes('Comptable junior'))
    },
    'refuses to create a job without a title': async (board) =>
      assertRefused(await board.put(board.newId(), { city: 'Rabat' }), 400, 'jobId', 'job.title'),
    'lets the body repeat the id of the path, and refuses another one': async (board) => {
      const { id, jobId } = await created(board)
      assert.equal(readJobResult(await board.put(id, { id, title: 'B' })).jobId, jobId)
      assertRefused(await board.put(id, { id: `${id} other` }), 400, 'jobId', 'job.id')
    },
    'loses no field of updates at the same time': async (board) => {
      const job = await created(board)
      const changes = [{ city: 'Essaouira' }, { description: '<p>d1</p>' }, { responsibilities: '<p>r1</p>' }]
      for (const answer of await Promise.all(changes.map((change) => board.put(job.id, change)))) readJobResult(answer)
      await assertKept(board, job, ['Essaouira', '<p>d1</p>', '<p>r1</p>'])
    },
    'answers racing PUTs of a new id with one 201 and else 200': async (board) => {
      for (let round = 0; round < 3; round++) {
        const id = board.newId()
        const fields = [{ city: 'Essaouira' }, { description: '<p>d1</p>' }, { qualifications: '<p>q1</p>' }, {}]
        const answers = await Promise.all(fields.map((field) => board.put(id, { title: 'Raced', ...field })))
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201])
        const [job, ...others] = answers.map((answer) => readJobResult(answer, answer.status))
        assert.ok(job !== undefined && others.every(({ jobId }) => jobId === job.jobId))
        await assertKept(board, { id, ...job }, ['Essaouira', '<p>d1</p>', '<p>q1</p>'])
      }
    },
  },
  'design 4: null': {
    'clears the fields that are sent as null': async (board) => {
      const job = await created(board, { city: 'Ouarzazate', qualifications: '<p>cleared soon</p>' })
      readJobResult(await board.put(job.id, { city: null, qualifications: null }))
      await assertKept(board, job, ['Contract check'], ['Ouarzazate', 'cleared soon'])
    },
  },
  'design 7: limits': {
    'compares a minimum or maximum that is sent alone with the stored other one': async (board) => {
      const { id } = await created(board, { minSalary: 10, maxSalary: 20, minExperience: 1, maxExperience: 2 })
      assertRefused(await board.put(id, { minSalary: 21 }), 400, 'jobId', 'job.minSalary')
      assertRefused(await board.put(id, { maxExperience: 0 }), 400, 'jobId', 'Experience')
      readJobResult(await board.put(id, { maxSalary: 30 }))
      readJobResult(await board.put(id, { minSalary: 21 }))
      readJobResult(await board.put(id, { maxSalary: null }))
      readJobResult(await board.put(id, { minSalary: 50 }))
    },
    'lets no two updates at the same time leave a minimum over its maximum': async (board) => {
      for (let round = 0; round < 5; round++) {
        const { id } = await created(board, { minSalary: 10, maxSalary: 100 })
        const answers = await Promise.all([board.put(id, { minSalary: 80 }), board.put(id, { maxSalary: 50 })])
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
      }
    },
  },
  'design 8: extra fields': {
    'merges extra fields by name, 64 KiB in all, and removes one that is null': async (board) => {
      const { id } = await created(board, { a: kib(40) })
      assertRefused(await board.put(id, { b: kib(40) }), 400, 'jobId', 'job')
      readJobResult(await board.put(id, { a: kib(50) }))
      readJobResult(await board.put(id, { a: null }))
      readJobResult(await board.put(id, { b: kib(40) }))
    },
  },
  'design 13: jobUrl': {
    'keeps number and address when the title changes': async (board) => {
      const { id, jobId, jobUrl } = await created(board, { title: 'First name' })
      assert.deepEqual(readJobResult(await board.put(id, { title: 'Renamed' })), { jobId, jobUrl })
    },
  },
  'spec: Unpublish Job': {
    'answers the number of the job and error: null': async (board) => {
      const { id, jobId } = await created(board)
      assert.deepEqual(readSuccess(await board.unpublish(id)), { jobId })
    },
    'hides the page of the job': async (board) => {
      const { id, jobUrl } = await created(board)
      await readPage(board, jobUrl)
      await board.unpublish(id)
      await assertHidden(board, jobUrl)
    },
    'answers an external id that no job has with 404, and names it': async (board) => {
      const id = board.newId()
      assertRefused(await board.unpublish(id), 404, 'jobId', id, 'not associated with any job within company')
    },
  },
  'design 5: DELETE': {
    'answers an unpublished job with 200 again': async (board) => {
      const { id, jobId } = await created(board, { status: 'UNPUBLISHED' })
      for (const answer of [await board.unpublish(id), await board.unpublish(id)])
        assert.deepEqual(readSuccess(answer), { jobId })
    },
  },
}
