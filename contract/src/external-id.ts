import assert from 'node:assert/strict'
import { assertRefused, created, readJobResult, readMembers, readSuccess } from './answer.ts'
import type { Rules } from './board.ts'

/** Texts that an external id may have, and that mean something in a path or in an encoding. */
const texts = ['A/B', '50%', '%2F', 'a b', 'a+b', 'é', '?x=1#y', '😀', 'وظيفة', '...']

/** External ids that a careless board takes for the same one. */
const pairs: Record<string, [one: string, other: string]> = {
  'upper and lower case': ['a', 'A'],
  'a blank at the end': ['a', 'a '],
  'a composed and a decomposed letter': ['\u00e9', 'e\u0301'],
}

export const externalId: Rules = {
  'design 6: external id': {
    ...Object.fromEntries(
      texts.map((text) => [
        `finds a job by an external id with ${text} in the path of each operation`,
        async (board) => {
          const { id, jobId } = await created(board, { id: `${text} ${board.newId()} ${text}` })
          assert.equal(readJobResult(await board.put(id, { city: 'Rabat' })).jobId, jobId)
          assert.deepEqual(readMembers(await board.candidates(id)), { candidates: [], total: 0, error: null })
          assert.equal(readSuccess(await board.unpublish(id)).jobId, jobId)
        },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(pairs).map(([what, [one, other]]) => [
        `tells external ids apart by ${what}`,
        async (board) => {
          const id = board.newId()
          const first = await created(board, { id: `${id}${one}` })
          assert.notEqual((await created(board, { id: `${id}${other}` })).jobId, first.jobId)
          assert.equal(readJobResult(await board.put(first.id, { city: 'Rabat' })).jobId, first.jobId)
        },
      ]),
    ),
    'refuses a blank, a control character and 256 characters in a path': async ({ call }) => {
      for (const path of ['%20', '%09', 'x'.repeat(256)]) {
        assertRefused(await call('PUT', `/job/${path}`, { body: { job: { title: 'A' } } }), 400, 'jobId')
        assertRefused(await call('DELETE', `/job/${path}`), 400, 'jobId')
        assertRefused(await call('GET', `/job/${path}/candidates`), 400, 'candidates')
      }
    },
    'refuses a broken percent-encoding': async ({ call }) => assertRefused(await call('DELETE', '/job/50%'), 400, null),
  },
}
