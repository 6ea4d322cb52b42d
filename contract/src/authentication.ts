import assert from 'node:assert/strict'
import { assertRefused, created, readJobResult, readMembers, readSuccess } from './answer.ts'
import type { Board, Rules } from './board.ts'
import type { Answer } from './http.ts'

/** A request of each operation that is right, but for its key. */
const operations: [method: string, path: string, body: unknown, nullMember: string][] = [
  ['GET', '/job/a/candidates', undefined, 'candidates'],
  ['POST', '/job', { job: { id: 'a', title: 'A' } }, 'jobId'],
  ['PUT', '/job/a', { job: { title: 'A' } }, 'jobId'],
  ['DELETE', '/job/a', undefined, 'jobId'],
  ['POST', '/job/link', { links: [] }, 'results'],
]

/** Calls operations with a key, and checks that each is refused with the operation's null member. */
async function assertAllRefused(board: Board, key: string | null, status: number, said: string, which = operations) {
  const answers: Answer[] = []
  for (const [method, path, body, nullMember] of which) {
    const answer = await board.call(method, path, { key, body })
    assertRefused(answer, status, nullMember, said)
    answers.push(answer)
  }
  return answers
}

/** Makes a key of the same form that the board has never made. */
const unknownKey = ({ target: { key } }: Board) => `${key.slice(0, -4)}${key.endsWith('zzzz') ? 'yyyy' : 'zzzz'}`
const [invalid, insufficient] = ['Invalid API key', 'Insufficient permissions']

export const authentication: Rules = {
  'spec: Authentication': {
    'refuses a missing key with 401 or 403, and asks for one': async ({ call }) => {
      const answer = await call('GET', '/job/a/candidates', { key: null })
      assertRefused(answer, answer.status === 403 ? 403 : 401, 'candidates', 'Please provide an API key')
    },
    'takes a key from no other place than the header x-api-key': async ({ call, target: { key } }) => {
      const path = `/job/a/candidates?x-api-key=${key}&api_key=${key}`
      const { status } = await call('GET', path, { key: null, headers: { authorization: `Bearer ${key}` } })
      assert.ok(status === 401 || status === 403, `answered ${status}`)
    },
    'refuses a key that it has never made, in every operation': (board) =>
      assertAllRefused(board, unknownKey(board), 403, invalid),
    'refuses a key of another form, in every operation': (board) => assertAllRefused(board, 'secret', 403, invalid),
    'refuses a revoked key, in every operation': async (board) =>
      assertAllRefused(board, board.keyOf('revokedKey'), 403, invalid),
    'changes nothing for a wrong key': async (board) => {
      const id = board.newId()
      await board.create({ id, title: 'A' }, unknownKey(board))
      await board.put(id, { title: 'A' }, unknownKey(board))
      assertRefused(await board.unpublish(id), 404, 'jobId')
    },
    'lets a key that may only read get candidates': async (board) => {
      readSuccess(await board.candidates((await created(board)).id, '', board.keyOf('readKey')))
    },
    'refuses a key that may only read in every other operation': async (board) =>
      assertAllRefused(board, board.keyOf('readKey'), 403, insufficient, operations.slice(1)),
    'refuses candidates to a key that may only write': async (board) =>
      assertAllRefused(board, board.keyOf('writeKey'), 403, insufficient, operations.slice(0, 1)),
    'lets a key that may only write create, update, unpublish and link': async (board) => {
      const [id, key] = [board.newId(), board.keyOf('writeKey')]
      readJobResult(await board.create({ id, title: 'A' }, key))
      readJobResult(await board.put(id, { city: 'Rabat' }, key))
      readSuccess(await board.unpublish(id, key))
      readSuccess(await board.link([{ platformJobId: 2_000_000_001, externalJobId: board.newId() }], key))
    },
    'treats a job of another company as a job that is not there': async (board) => {
      const [{ id }, other] = [await created(board), board.keyOf('otherKey')]
      assertRefused(await board.unpublish(id, other), 404, 'jobId')
      assertRefused(await board.candidates(id, '', other), 403, 'candidates')
    },
    'keeps jobs of two companies with the same external id apart': async (board) => {
      const [{ id, jobId }, other] = [await created(board), board.keyOf('otherKey')]
      const theirs = readJobResult(await board.put(id, { title: 'Theirs' }, other), 201)
      assert.notEqual(theirs.jobId, jobId)
      assert.equal(readJobResult(await board.put(id, { city: 'Rabat' })).jobId, jobId)
      assert.equal(readMembers(await board.unpublish(id, other)).jobId, theirs.jobId)
    },
  },
  'design 1: missing key': {
    'answers a missing, an empty and a blank key with 401, in every operation': async (board) => {
      for (const key of [null, '', '  ']) await assertAllRefused(board, key, 401, 'Please provide an API key')
    },
    'does not tell an unknown, a malformed and a revoked key apart': async (board) => {
      const keys = [unknownKey(board), 'secret', board.keyOf('revokedKey')]
      const bodies = []
      for (const key of keys) {
        const answers = await assertAllRefused(board, key, 403, invalid)
        bodies.push(answers.map(({ text }) => text.replace(/"requestId":"[^"]*"/, '')))
      }
      assert.deepEqual(bodies, [bodies[0], bodies[0], bodies[0]])
    },
  },
}
