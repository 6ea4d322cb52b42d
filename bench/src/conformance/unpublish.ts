import assert from 'node:assert/strict'
import type { Check } from './board.ts'
import { assertHidden, assertRefused, createJob, readJobResult, readMembers, unpublishJob } from './call.ts'

export const unpublish: Check[] = [
  {
    does: 'unpublishes a job, also a second time',
    async check(board) {
      const id = board.newId()
      const { jobId, jobUrl } = readJobResult(await createJob(board, { id, title: 'A' }), 200)
      for (let time = 0; time < 2; time++) {
        const answer = await unpublishJob(board, id)
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual(readMembers(answer), { jobId, error: null })
        await assertHidden(board, jobUrl)
      }
    },
  },
  {
    does: 'answers 404 to an external id that no job has, naming it and the company',
    async check(board) {
      const id = board.newId()
      assertRefused(await unpublishJob(board, id), 404, 'jobId', id, board.company.id)
    },
  },
]
