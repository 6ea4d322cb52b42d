import { createSandbox } from '@boardwalk/sandbox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Board } from './board.ts'
import { Missing, nameChecks, openBoard } from './checks.ts'

/* The contract, checked on the sandbox, which has one key and no pages. */

const sandbox = createSandbox()
let board: Board

beforeAll(async () => {
  await sandbox.listen()
  const boardJobs = []
  for (let number = 0; number < 12; number++) boardJobs.push((await sandbox.addJob({ title: 'On the board' })).jobId)
  await fetch(`${sandbox.url}/job`, {
    method: 'POST',
    headers: { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ job: { id: 'popular', title: 'Popular' } }),
  })
  for (let number = 0; number < 120; number++) await sandbox.apply('popular', { firstName: `Salma ${number}` })
  board = await openBoard({
    url: sandbox.url,
    key: sandbox.apiKey,
    boardJobs,
    candidatesOf: 'popular',
    apply: async (jobUrl, application) => {
      await sandbox.apply(Number(/-(\d+)$/.exec(jobUrl)?.[1]), application)
    },
  })
})
afterAll(() => sandbox.close())

it.each(nameChecks('contract', 'extensions'))(
  'the sandbox keeps each rule of the contract: it %s',
  async (_name, check) => {
    try {
      await check.run(board)
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      // The sandbox has one key, and no pages.
      expect(error.message).toMatch(/--(read|write|revoked|other)-key|public page/)
    }
  },
)
