import assert from 'node:assert/strict'
import type { Board, Check } from './board.ts'
import { assertRefused, call, jobPath } from './call.ts'

/** A request of each operation that is right, except for its key. */
const operations = [
  { name: 'create', method: 'POST', path: '/api/job', body: { job: { id: 'a', title: 'A' } }, nullMember: 'jobId' },
  { name: 'update', method: 'PUT', path: '/api/job/a', body: { job: { title: 'A' } }, nullMember: 'jobId' },
  { name: 'unpublish', method: 'DELETE', path: '/api/job/a', body: undefined, nullMember: 'jobId' },
  { name: 'candidates', method: 'GET', path: '/api/job/a/candidates', body: undefined, nullMember: 'candidates' },
  { name: 'link', method: 'POST', path: '/api/job/link', body: { links: [] }, nullMember: 'results' },
]

async function refusesKey(board: Board, key: string | null, status: number, said: string): Promise<void> {
  for (const { method, path, body, nullMember } of operations)
    assertRefused(await call(board, method, path, { key, body }), status, nullMember, said)
}

const unknownKey = (known: string) => `${known.slice(0, -4)}${known.endsWith('zzzz') ? 'yyyy' : 'zzzz'}`

export const authentication: Check[] = [
  {
    does: 'answers 401 to every operation without a key',
    check: (board) => refusesKey(board, null, 401, 'Please provide an API key'),
  },
  {
    does: 'takes a blank key for none',
    check: (board) => refusesKey(board, ' ', 401, 'Please provide an API key'),
  },
  {
    does: 'answers 403 to every operation with a key that nobody has',
    check: (board) => refusesKey(board, unknownKey(board.keys.full), 403, 'Invalid API key'),
  },
  {
    does: 'answers 403 to a key of another form',
    check: (board) => refusesKey(board, 'secret', 403, 'Invalid API key'),
  },
  {
    does: 'answers 403 to a revoked key',
    check: (board) => refusesKey(board, board.keys.revoked, 403, 'Invalid API key'),
  },
  {
    does: 'lets a key that may only read do nothing else',
    async check(board) {
      for (const { name, method, path, body, nullMember } of operations) {
        if (name === 'candidates') continue
        const answer = await call(board, method, path, { key: board.keys.read, body })
        assertRefused(answer, 403, nullMember, 'Insufficient permissions')
      }
      const { status } = await call(board, 'GET', `${jobPath(board.applied.externalId)}/candidates`, {
        key: board.keys.read,
      })
      assert.equal(status, 200)
    },
  },
  {
    does: 'lets a key that may only write read no candidates',
    async check(board) {
      const answer = await call(board, 'GET', `${jobPath(board.applied.externalId)}/candidates`, {
        key: board.keys.write,
      })
      assertRefused(answer, 403, 'candidates', 'Insufficient permissions')
    },
  },
]
