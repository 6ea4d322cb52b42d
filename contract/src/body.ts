import assert from 'node:assert/strict'
import { assertRefused, created, readJobResult, readMembers, readSuccess } from './answer.ts'
import { type Board, jobPath, type Rules } from './board.ts'

/** Bodies that cannot be a job. */
const wrongBodies: Record<string, string> = {
  'broken JSON': '{"job":',
  'an empty body': '',
  'a list': '[]',
  'a body that is null': 'null',
  'an object without job': '{}',
  'a job that is a list': '{"job":[]}',
  'a job that is null': '{"job":null}',
  'a line break in a text': '{"job":{"id":"a","title":"A\nB"}}',
}

const otherTypes = [
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'application/vnd.api+json',
  'json',
  null,
  'application/json; charset=iso-8859-1',
  'application/json;charset=UTF-16',
]
const jsonTypes = [
  'application/json; charset=utf-8',
  'APPLICATION/JSON;charset=UTF-8',
  'application/json;charset=utf8',
  'application/json;',
  'application/json ; version=1; odata=verbose',
  'application/json; p="a; b"; charset="UTF8"',
]

/** Methods that an address does not have, and those that it has. */
const methods: [method: string, path: string, ...allow: string[]][] = [
  ['PATCH', '/job', 'POST'],
  ['POST', '/job/a', 'PUT', 'DELETE'],
  ['POST', '/job/a/candidates', 'GET'],
  ['PATCH', '/job/link', 'POST'],
]

const createText = ({ call }: Board, body: string | Uint8Array, type: string | null) =>
  call('POST', '/job', { body, headers: { 'content-type': type } })
const jobText = (board: Board) => JSON.stringify({ job: { id: board.newId(), title: 'Développeur' } })

export const body: Rules = {
  'design 14: body': {
    ...Object.fromEntries(
      Object.entries(wrongBodies).map(([what, text]) => [
        `refuses ${what} with 400`,
        async ({ call }) => assertRefused(await call('POST', '/job', { body: text }), 400, 'jobId'),
      ]),
    ),
    'refuses text in Latin-1 with 400': async (board) =>
      assertRefused(await createText(board, Buffer.from(jobText(board), 'latin1'), 'application/json'), 400, 'jobId'),
    'answers a body over 1 MiB with 413': async (board) =>
      assertRefused(await board.create({ id: board.newId(), title: 'A', own: 'x'.repeat(1024 * 1024) }), 413, 'jobId'),
    'answers a body of another type, and one without a type, with 415': async (board) => {
      for (const type of otherTypes)
        assertRefused(await createText(board, jobText(board), type), 415, 'jobId', type ?? 'Content-Type')
    },
    'takes application/json with any name of UTF-8 and any other parameter': async (board) => {
      for (const type of jsonTypes) readJobResult(await createText(board, jobText(board), type))
    },
  },
  'spec: Unpublish Job': {
    'takes DELETE with the type application/json and no body': async (board) => {
      const headers = { 'content-type': 'application/json' }
      readSuccess(await board.call('DELETE', jobPath((await created(board)).id), { headers }))
    },
  },
  'spec: Errors': {
    'answers JSON, as its content type says, in a success and in an error': async (board) => {
      for (const answer of [await board.create({ id: board.newId(), title: 'A' }), await board.create({})]) {
        assert.match(String(answer.headers['content-type']), /^application\/json/)
        readMembers(answer)
      }
    },
    'says nothing of its database, its files or its code in an error': async (board) => {
      const answers = [
        await board.create({ id: 'x'.repeat(300), title: { $gt: '' } }),
        await board.put(board.newId(), { $set: { title: 'A' } }),
        await board.candidates(board.newId(), 'since[$gt]=1&page[$ne]=1'),
      ]
      for (const { status, text } of answers) {
        assert.ok(status < 500, `answered ${status}: ${text}`)
        assert.ok(!/mongo|E11000|node_modules|at .+:\d+:\d+/i.test(text), text)
      }
    },
  },
  'design 2: error body': {
    ...Object.fromEntries(
      methods.map(([method, path, ...allow]) => [
        `answers ${method} ${path} with 405, and names in Allow what the address accepts`,
        async ({ call }) => {
          const answer = await call(method, path, { body: {} })
          assertRefused(answer, 405, null)
          const named = answer.headers.allow?.split(/, */) ?? []
          for (const one of allow) assert.ok(named.includes(one), `Allow is ${String(answer.headers.allow)}`)
        },
      ]),
    ),
    'answers an address that is not there with 404 and an error body': async ({ call }) =>
      assertRefused(await call('GET', '/nothing/here'), 404, null),
  },
}
