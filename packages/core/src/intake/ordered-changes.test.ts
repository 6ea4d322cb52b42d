import { randomUUID } from 'node:crypto'
import { type Answer, useServer } from '@boardwalk/api/test/harness'
import { newApplication } from '@boardwalk/api/test/mailbox-actors'
import { expect, it } from 'vitest'
import { actAsOperator } from '../activity/audit.ts'
import { eraseApplication } from './erase.ts'
import { setApplicationStatus } from './set-status.ts'

const server = useServer()

/** Makes a company with some applications, and a caller of `changes=true`. */
async function openCompany(count: number) {
  const company = await server.company()
  const { jobId } = await company.boardJob()
  const apply = async () => {
    const id = randomUUID()
    await server.deps.mailbox.accept({ ...newApplication(company.id, id), jobId })
    return id
  }
  const ids: string[] = []
  for (let made = 0; made < count; made++) ids.push(await apply())
  const user = actAsOperator(company.id)
  const list = (since: string, query = '') => company.call('GET', `/candidates?changes=true&since=${since}${query}`)
  return {
    company,
    ids,
    apply,
    list,
    set: (id = '', status: 'REVIEWED' | 'HIRED') =>
      setApplicationStatus(server.deps, user, {
        id,
        status,
      }),
    erase: (id = '') =>
      eraseApplication(server.deps, user, {
        id,
        allOfPerson: false,
      }),
  }
}

const START = '2026-01-01T00:00:00Z'
const readCursor = ({ headers }: Answer) => headers.get('x-synced-through') ?? ''
const readIds = ({ body }: Answer): string[] => body.candidates.map(({ id }: { id: string }) => id)

it('a caller who follows the changes gets new candidates, statuses and erasures in the order in which they came, each once', async () => {
  const { ids, apply, list, set, erase } = await openCompany(3)
  const all = await list(START)
  expect([readIds(all), all.body.total]).toEqual([ids, 3])
  await set(ids[2], 'REVIEWED')
  await erase(ids[0])
  const late = await apply()
  await set(ids[1], 'HIRED')
  await set(ids[2], 'HIRED')
  const since = readCursor(all)
  const changed = await list(since)
  expect(changed.body).toMatchObject({
    candidates: [
      { id: ids[0], firstName: '', erasedAt: expect.any(String) },
      { id: late, status: 'PENDING' },
      { id: ids[1], status: 'HIRED' },
      { id: ids[2], status: 'HIRED' },
    ],
    total: 4,
  })
  const seen = []
  let cursor = since
  for (let page = await list(cursor, '&pageSize=1'); page.body.total > 0; page = await list(cursor, '&pageSize=1')) {
    seen.push([...readIds(page), page.body.total])
    cursor = readCursor(page)
  }
  expect(seen).toEqual([
    [ids[0], 4],
    [late, 3],
    [ids[1], 2],
    [ids[2], 1],
  ])
  // A caller who has none of them gets each once, with its newest state.
  expect(readIds(await list(START))).toEqual([...ids, late])
  expect(readIds(await list(readCursor(changed)))).toEqual([])
})

it('a change whose process could not give it a position reaches the next poll of changes', async () => {
  const { ids, list, set } = await openCompany(2)
  const since = readCursor(await list(START))
  await server.connection.db
    .collection<{ _id: string }>('applications')
    .updateOne({ _id: ids[1] ?? '' }, { $set: { status: 'REJECTED', unpositionedChange: 'left' } })
  await set(ids[0], 'HIRED')
  const { candidates } = (await list(since)).body
  expect(candidates).toMatchObject([
    { id: ids[0], status: 'HIRED' },
    { id: ids[1], status: 'REJECTED' },
  ])
})

it('the changes that are seen take no date that an application gets later', async () => {
  const { ids, apply, list, set } = await openCompany(2)
  const since = readCursor(await list(START))
  await Promise.all([set(ids[0], 'HIRED'), apply(), set(ids[1], 'HIRED'), apply()])
  const { candidates } = (await list(since)).body
  const positions = candidates.map(({ changedAt }: { changedAt: string }) => changedAt)
  expect(positions).toEqual([...new Set(positions)].toSorted())
  expect(positions).toHaveLength(4)
})
