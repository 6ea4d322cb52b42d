import assert from 'node:assert/strict'
import { assertRefused, created, isObject, readJobResult, readList, readSuccess } from './answer.ts'
import { assertEachOnce } from './applying.ts'
import type { Board, Rules } from './board.ts'
import { readJobs } from './extensions.ts'
import { applyTo } from './open.ts'

/** Reads all candidates so far, and returns where the next poll begins. */
async function catchUp(board: Board): Promise<string> {
  for (let since = '2000-01-01'; ; ) {
    const { rows, syncedThrough } = await pollAll(board, `since=${since}&pageSize=100`)
    if (rows.length < 100) return syncedThrough
    since = String(rows.at(-1)?.date)
  }
}

async function pollAll(board: Board, query: string) {
  board.need('getCandidates')
  const answer = await board.call('GET', `/candidates?${query}`)
  const { 'x-synced-through': synced, 'x-changed-through': changed } = answer.headers
  return { ...readList(answer, 'candidates'), syncedThrough: String(synced), changedThrough: String(changed) }
}

export const allCandidates: Rules = {
  'design: GET /candidates': {
    'answers the candidates of all jobs in one poll, each as the poll of its job shows it': async (board) => {
      const [one, other] = [await created(board), await created(board)]
      const since = await catchUp(board)
      for (const { jobUrl } of [one, other]) await applyTo(board, jobUrl)
      const { rows, total } = await pollAll(board, `since=${since}`)
      assert.equal(total, 2)
      const polls = [await board.candidates(one.id), await board.candidates(other.id)]
      assert.deepEqual(
        rows,
        polls.flatMap((answer) => readList(answer, 'candidates').rows),
      )
    },
    'refuses a wrong date and a page size of 101': async (board) => {
      board.need('getCandidates')
      for (const query of ['since=yesterday', 'pageSize=101'])
        assertRefused(await board.call('GET', `/candidates?${query}`), 400, 'candidates', query.split('=')[0] ?? '')
    },
  },
  'design G2: x-synced-through': {
    'gives a caller who goes on from x-synced-through each application once': async (board) => {
      board.need('syncedThrough')
      const { jobUrl } = await created(board)
      let syncedThrough = await catchUp(board)
      await assertEachOnce(board, jobUrl, async () => {
        const poll = await pollAll(board, `since=${syncedThrough}`)
        syncedThrough = poll.syncedThrough
        return poll.rows
      })
    },
    'gives a caller who also declares it with synced=true each application once': async (board) => {
      board.need('syncedThrough')
      const { jobUrl } = await created(board)
      let syncedThrough = await catchUp(board)
      await assertEachOnce(board, jobUrl, async () => {
        const poll = await pollAll(board, `since=${syncedThrough}&synced=true`)
        syncedThrough = poll.syncedThrough
        return poll.rows
      })
    },
  },
  'design: changedSince': {
    'lists a candidate whose job got an external id, and none whose job was edited': async (board) => {
      board.need('changedSince')
      const [jobId, id, edited] = [board.takeBoardJob(), board.newId(), await created(board)]
      const { changedThrough } = await pollAll(board, `changedSince=${new Date().toISOString()}`)
      const jobUrl = String((await readJobs(board)).find((job) => job.jobId === jobId)?.jobUrl)
      for (const url of [jobUrl, edited.jobUrl]) await applyTo(board, url)
      readSuccess(await board.link([{ platformJobId: jobId, externalJobId: id }]))
      readJobResult(await board.put(edited.id, { title: 'Edited' }))
      const { rows } = await pollAll(board, `changedSince=${changedThrough}`)
      assert.deepEqual(
        rows.map(({ offerId }) => offerId),
        [id],
      )
    },
  },
  'design: GET /me': {
    'tells a key its scopes and its last four characters': async (board) => {
      board.need('getMe')
      const { key } = board.target
      const { key: shown } = readSuccess(await board.call('GET', '/me'))
      assert.ok(isObject(shown))
      assert.deepEqual([shown.scopes, shown.ending], [['read', 'write'], key.slice(-4)])
    },
    'names a limit of pages that it enforces': async (board) => {
      board.need('getMe')
      const { limits } = readSuccess(await board.call('GET', '/me'))
      assert.ok(isObject(limits))
      const pageSizeMax = Number(limits.pageSizeMax)
      readSuccess(await board.call('GET', `/jobs?pageSize=${pageSizeMax}`))
      assertRefused(await board.call('GET', `/jobs?pageSize=${pageSizeMax + 1}`), 400, 'jobs', 'pageSize')
    },
  },
}
