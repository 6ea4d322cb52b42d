import assert from 'node:assert/strict'
import { assertRefused, created, readJobResult, readSuccess } from './answer.ts'
import type { Board, Rules } from './board.ts'

interface Link {
  platformJobId: number
  externalJobId: string
}

const unknownJobId = 2_000_000_001
const right = { platformJobId: 1, externalJobId: 'a' }

/** Wrong links, and what the message must have. */
const wrong: Record<string, [links: unknown, said: string]> = {
  'a body without links': [undefined, 'links'],
  'links that are a text': ['a', 'links'],
  'a platformJobId that is a text': [[{ ...right, platformJobId: '1' }], 'platformJobId'],
  'a platformJobId that is not whole': [[{ ...right, platformJobId: 1.5 }], 'platformJobId'],
  'a link without externalJobId': [[{ platformJobId: 1 }], 'externalJobId'],
  'an external id of two dots, and says in which link': [
    [right, { ...right, externalJobId: '..' }],
    'links.1.externalJobId',
  ],
}

const makeLink = (board: Board, platformJobId: number, externalJobId = board.newId()): Link => ({
  platformJobId,
  externalJobId,
})

/** Links jobs, checks that there is a result for each link, in order, and returns the results. */
async function linkAll(board: Board, links: Link[]): Promise<Record<string, unknown>[]> {
  const { results, ...others } = readSuccess(await board.link(links))
  assert.deepEqual(others, {})
  assert.ok(Array.isArray(results))
  const echoed = results.map(({ platformJobId, externalJobId }) => ({ platformJobId, externalJobId }))
  assert.deepEqual(echoed, links)
  return results
}

const linkStatuses = async (board: Board, links: Link[]) => (await linkAll(board, links)).map(({ status }) => status)

export const link: Rules = {
  'spec: Link External IDs': {
    'links a board job, which each operation then finds by its external id': async (board) => {
      const one = makeLink(board, board.takeBoardJob())
      assert.deepEqual(await linkStatuses(board, [one]), ['linked'])
      const { externalJobId: id, platformJobId } = one
      assert.equal(readJobResult(await board.put(id, { city: 'Fès' })).jobId, platformJobId)
      readSuccess(await board.candidates(id))
      assert.equal(readSuccess(await board.unpublish(id)).jobId, platformJobId)
    },
    'answers an unknown job with not_found, and a linked one with already_linked': async (board) => {
      const { id, jobId } = await created(board)
      const links = [makeLink(board, unknownJobId), makeLink(board, jobId), makeLink(board, jobId, id)]
      assert.deepEqual(await linkStatuses(board, links), ['not_found', 'already_linked', 'already_linked'])
      assert.equal(readJobResult(await board.put(id, { city: 'Rabat' })).jobId, jobId)
    },
    'answers a job of another company with not_found': async (board) => {
      const [id, key] = [board.newId(), board.keyOf('otherKey')]
      const { jobId } = readJobResult(await board.create({ id, title: 'Theirs' }, key))
      assert.deepEqual(await linkStatuses(board, [makeLink(board, jobId)]), ['not_found'])
      assert.equal(readJobResult(await board.put(id, { city: 'Rabat' }, key)).jobId, jobId)
    },
    'links a job once if three requests come at the same time': async (board) => {
      const job = board.takeBoardJob()
      const all = await Promise.all([1, 2, 3].map(() => linkStatuses(board, [makeLink(board, job)])))
      assert.deepEqual(all.flat().sort(), ['already_linked', 'already_linked', 'linked'])
    },
  },
  'design 12: link': {
    'gives no job an external id that another job of the company has': async (board) => {
      const [{ id, jobId }, boardJob] = [await created(board), board.takeBoardJob()]
      assert.deepEqual(await linkStatuses(board, [makeLink(board, boardJob, id)]), ['already_linked'])
      assert.equal(readJobResult(await board.put(id, { city: 'Rabat' })).jobId, jobId)
      assert.deepEqual(await linkStatuses(board, [makeLink(board, boardJob)]), ['linked'])
    },
    'takes the links of one request in turn': async (board) => {
      const [job, other, id] = [board.takeBoardJob(), board.takeBoardJob(), board.newId()]
      const links = [makeLink(board, job, id), makeLink(board, job), makeLink(board, other, id), makeLink(board, other)]
      assert.deepEqual(await linkStatuses(board, links), ['linked', 'already_linked', 'already_linked', 'linked'])
    },
    'names the present external id of a job that is already linked': async (board) => {
      const { id, jobId } = await created(board)
      const [result] = await linkAll(board, [makeLink(board, jobId)])
      assert.equal(result?.currentExternalJobId, id)
    },
    'takes 1,000 links in one request': async (board) => {
      const links = Array.from({ length: 1_000 }, (_, index) => makeLink(board, unknownJobId + index))
      assert.deepEqual(new Set(await linkStatuses(board, links)), new Set(['not_found']))
    },
    'refuses 1,001 links in one request': async (board) =>
      assertRefused(await board.link(Array(1_001).fill(right)), 400, 'results', 'links'),
  },
  'design 3: validation': Object.fromEntries(
    Object.entries(wrong).map(([what, [links, said]]) => [
      `refuses ${what}`,
      async (board) => assertRefused(await board.link(links), 400, 'results', said),
    ]),
  ),
}
