import { apply } from '@boardwalk/api/test/form'
import { useServer } from '@boardwalk/api/test/harness'
import { beforeAll, it } from 'vitest'
import type { Board } from './board.ts'
import { nameChecks, openBoard } from './checks.ts'

/* The contract, checked on the server in this process. */

const server = useServer()
let board: Board

beforeAll(async () => {
  const [company, other] = [await server.company(), await server.company()]
  const [read, write, revoked] = [
    await company.createKey('read', ['read']),
    await company.createKey('write', ['write']),
    await company.createKey('revoked', ['read', 'write']),
  ]
  await company.revokeKey(revoked.id)
  const boardJobs = []
  for (let number = 0; number < 12; number++) boardJobs.push((await company.boardJob()).jobId)
  // More candidates than a page can hold.
  const { jobUrl } = (await company.call('POST', '/job', { job: { id: 'popular', title: 'Popular' } })).body
  for (let at = 0; at < 120; at += 20)
    await Promise.all(Array.from({ length: 20 }, (_, number) => apply(jobUrl, { firstName: `Salma ${at + number}` })))
  board = await openBoard({
    url: `${server.url}/api`,
    key: company.key,
    readKey: read.key,
    writeKey: write.key,
    revokedKey: revoked.key,
    otherKey: other.key,
    boardJobs,
    candidatesOf: 'popular',
  })
})

// Checks of the extensions read lists of the whole company, which other checks would change meanwhile.
it.concurrent.each(nameChecks('contract'))(
  'the server keeps each rule of the contract: it %s',
  async (_name, check) => void (await check.run(board)),
)
it.each(nameChecks('extensions'))(
  'the server keeps each rule of the contract: it %s',
  async (_name, check) => void (await check.run(board)),
)
