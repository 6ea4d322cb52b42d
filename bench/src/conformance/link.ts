import assert from 'node:assert/strict'
import { limits } from '@boardwalk/schema/limits'
import type { Board, Check } from './board.ts'
import { type Answer, assertRefused, call, createJob, linkJobs, putJob, readJobResult, readMembers } from './call.ts'

function readStatuses(answer: Answer, links: { platformJobId: number; externalJobId: string }[]): unknown[] {
  assert.equal(answer.status, 200, answer.text)
  const { results, ...others } = readMembers(answer)
  assert.deepEqual(others, { error: null })
  assert.ok(Array.isArray(results))
  const echoed = results.map(({ platformJobId, externalJobId }) => ({ platformJobId, externalJobId }))
  assert.deepEqual(echoed, links)
  return results.map(({ status }) => status)
}

function takeJob({ unlinkedJobIds }: Board): number {
  const jobId = unlinkedJobIds.shift()
  if (jobId === undefined) throw new Error('there are too few board jobs to link')
  return jobId
}

export const link: Check[] = [
  {
    does: 'links a board job, which is then found by its external id',
    async check(board) {
      const links = [{ platformJobId: takeJob(board), externalJobId: board.newId() }]
      assert.deepEqual(readStatuses(await linkJobs(board, links), links), ['linked'])
      const [{ platformJobId, externalJobId } = { platformJobId: 0, externalJobId: '' }] = links
      assert.equal(readJobResult(await putJob(board, externalJobId, { city: 'Fès' }), 200).jobId, platformJobId)
    },
  },
  {
    does: 'tells linked, already linked and not found apart, in the order of the request',
    async check(board) {
      const taken = board.newId()
      const { jobId: takenJobId } = readJobResult(await createJob(board, { id: taken, title: 'A' }), 200)
      const links = [
        { platformJobId: 2_000_000_001, externalJobId: board.newId() },
        { platformJobId: takenJobId, externalJobId: board.newId() },
        { platformJobId: takeJob(board), externalJobId: board.newId() },
        { platformJobId: board.foreignJobId, externalJobId: board.newId() },
        { platformJobId: takeJob(board), externalJobId: taken },
      ]
      const statuses = readStatuses(await linkJobs(board, links), links)
      assert.deepEqual(statuses, ['not_found', 'already_linked', 'linked', 'not_found', 'already_linked'])
    },
  },
  {
    does: 'takes the links of one request in turn',
    async check(board) {
      const [job, other] = [takeJob(board), takeJob(board)]
      const id = board.newId()
      const links = [
        { platformJobId: job, externalJobId: id },
        { platformJobId: job, externalJobId: board.newId() },
        { platformJobId: other, externalJobId: id },
      ]
      const statuses = readStatuses(await linkJobs(board, links), links)
      assert.deepEqual(statuses, ['linked', 'already_linked', 'already_linked'])
    },
  },
  {
    does: 'links a hundred jobs in one request',
    async check(board) {
      const links = Array.from({ length: 100 }, () => ({ platformJobId: takeJob(board), externalJobId: board.newId() }))
      const statuses = readStatuses(await linkJobs(board, links), links)
      assert.deepEqual(new Set(statuses), new Set(['linked']))
      assert.deepEqual(new Set(readStatuses(await linkJobs(board, links), links)), new Set(['already_linked']))
    },
  },
  {
    does: 'refuses wrong links, naming what is wrong',
    async check(board) {
      const right = { platformJobId: 1, externalJobId: 'a' }
      const cases: [unknown, string][] = [
        [undefined, 'links'],
        ['a', 'links'],
        [Array.from({ length: limits.links + 1 }, () => right), 'links'],
        [[{ ...right, platformJobId: '1' }], 'platformJobId'],
        [[{ ...right, platformJobId: 1.5 }], 'platformJobId'],
        [[{ platformJobId: 1 }], 'externalJobId'],
        [[right, { ...right, externalJobId: '..' }], 'externalJobId'],
      ]
      for (const [links, field] of cases) assertRefused(await linkJobs(board, links), 400, 'results', field)
      assertRefused(await call(board, 'POST', '/api/job/link', { body: '{' }), 400, 'results')
    },
  },
]
