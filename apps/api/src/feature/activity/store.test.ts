import { newDatabase } from '@boardwalk/test-server/vitest/database'
import { expect, inject, it, onTestFinished } from 'vitest'
import { connect } from '../../db/connection.ts'
import { createMetrics } from '../../metrics.ts'
import { createRequestStore } from './store.ts'

/** Opens the requests of a new database. `commands` has the names of the commands that the database got. */
async function openRequests() {
  const { name, drop } = newDatabase()
  const commands: string[] = []
  const observer = { ...createMetrics(), databaseCommand: (command: string) => commands.push(command) }
  const connection = await connect(inject('mongodbUri'), name, { observer })
  onTestFinished(async () => {
    await connection.close()
    await drop()
  })
  return { store: createRequestStore(connection), commands }
}

it('a poll that arrived before the application was accepted, and answered it, is found', async () => {
  const { store } = await openRequests()
  const acceptedMs = Date.UTC(2026, 2, 2)
  const poll = (beforeMs: number, throughMs: number) => ({
    ...{ companyId: 'cmp_1', keyId: 'key_1', requestId: `${beforeMs} before`, operation: 'listCandidates' },
    ...{ at: new Date(acceptedMs - beforeMs), status: 200, durationMs: 1, errorMessage: null },
    polled: { after: new Date(0), through: new Date(acceptedMs + throughMs), jobId: null },
  })
  await store.insertMany([poll(3, -1)])
  await store.insertMany([poll(2, 0)])
  const wanted = { keyId: 'key_1', date: new Date(acceptedMs), jobId: 1, isPast: false }
  expect(await store.findPoll('cmp_1', wanted)).toMatchObject({ requestId: '2 before' })
  // The first such poll counts, within a batch too, and none that failed or was about another job.
  const refused = { ...poll(9, 0), status: 503, errorMessage: 'away' }
  const ofAnother = { ...poll(8, 0), polled: { ...poll(8, 0).polled, jobId: 2 } }
  await store.insertMany([poll(6, 0), refused, poll(7, 0), ofAnother])
  expect(await store.findPoll('cmp_1', wanted)).toMatchObject({ requestId: '7 before' })
  expect(await store.findPoll('cmp_1', { ...wanted, jobId: 2 })).toMatchObject({ requestId: '8 before' })
  // A poll reads the mailbox at its end, and may take as long as a request.
  await store.insertMany([poll(25_000, 0)])
  expect(await store.findPoll('cmp_1', wanted)).toMatchObject({ requestId: '25000 before' })
  // A poll that asked for what came after the very instant of the application has passed it.
  const from = (ms: number) => ({
    ...poll(-5, 9),
    polled: { ...poll(-5, 9).polled, after: new Date(acceptedMs + ms) },
  })
  await store.insertMany([{ ...from(-1), requestId: 'had it' }])
  await store.insertMany([{ ...from(0), requestId: 'passed it' }])
  expect(await store.findPoll('cmp_1', { ...wanted, isPast: true })).toMatchObject({ requestId: 'passed it' })
})
