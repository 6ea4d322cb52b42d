import { randomUUID } from 'node:crypto'
import { newDatabase } from '@boardwalk/test-server/vitest/database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect } from '../../db/connection.ts'
import { prepareDatabase } from '../../db/prepare.ts'
import { createStores } from '../../deps.ts'
import { newApplication, noMetrics } from '../../test/mailbox-actors.ts'
import { runScenario, scenario } from '../../test/mailbox-world.ts'
import { type MailboxStores, memoryStores } from '../../test/memory-stores.ts'
import { type Acceptance, createMailbox, type Mailbox } from './mailbox.ts'

const runs = { numRuns: 150, seed: 20_261_121 }

test('if any process dies at any database call, every accepted application reaches every poller once with rising dates, and erased data stays erased', async () => {
  const property = fc.asyncProperty(fc.scheduler(), scenario, (scheduler, world) =>
    runScenario({ stores: memoryStores(), companyId: 'c' }, scheduler, world),
  )
  await fc.assert(property, runs)
})

describe('if more applications come to a company than there are milliseconds', () => {
  const companyId = 'c'
  const post = (process: Mailbox, name: string, count: number) =>
    Promise.allSettled(
      Array.from({ length: count }, (_, index) => process.accept(newApplication(companyId, `${name} ${index}`))),
    )
  const readDates = (results: PromiseSettledResult<Acceptance>[]) =>
    results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.date.getTime()] : []))
  function start(count: number, metrics = noMetrics) {
    const stores = memoryStores()
    const clocks = Array.from({ length: count }, () => ({ ms: Date.UTC(2026, 0, 1) }))
    const log = { warn: () => {} }
    const processes = clocks.map((clock) => createMailbox({ ...stores, log, metrics, now: () => clock.ms }))
    return { clocks, processes: processes as [Mailbox, Mailbox, ...Mailbox[]] }
  }

  test('their dates run ahead of the clock by a second at most, and the others are refused', async () => {
    const { clocks, processes } = start(3)
    await processes[0].synchronise(companyId)
    for (const round of ['first', 'second']) {
      const results = (
        await Promise.all(processes.map((process, index) => post(process, `${round} ${index}`, 500)))
      ).flat()
      const dates = readDates(results)
      expect(new Set(dates).size).toBe(dates.length)
      // The poll has moved the clock by 200 ms, and that counts as time.
      expect(Math.max(...dates) - (clocks[0]?.ms ?? 0)).toBe(round === 'first' ? 1_000 : 800)
      const refused = results.filter((result) => result.status === 'rejected')
      expect(dates.length).toBe(round === 'first' ? 800 : 100)
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'overloaded', retryAfterSeconds: 1 })
      for (const clock of clocks) clock.ms += 300
    }
  })

  test('a form that was accepted is not refused when it comes again', async () => {
    const { processes } = start(2)
    const first = readDates(await post(processes[0], 'x', 900))
    expect(first.length).toBeLessThan(900)
    expect(readDates(await post(processes[1], 'x', 900))).toEqual(first)
  })

  test('a process whose clock is behind the clock of a polled one goes on to accept', async () => {
    const { clocks, processes } = start(2)
    for (const clock of clocks.slice(1)) clock.ms += 4_000
    await processes[1].synchronise(companyId)
    expect(readDates(await post(processes[0], 'x', 10))).toHaveLength(10)
  })
})

describe('over a real database', () => {
  let close: () => Promise<void>
  let stores: MailboxStores

  beforeAll(async () => {
    const { name, drop } = newDatabase()
    const connection = await connect(inject('mongodbUri'), name)
    stores = createStores(connection)
    await prepareDatabase(connection)
    close = async () => {
      await connection.close()
      await drop()
    }
  })
  afterAll(() => close())

  test('the same holds', async () => {
    const property = fc.asyncProperty(fc.scheduler(), scenario, (scheduler, world) =>
      runScenario({ stores, companyId: randomUUID() }, scheduler, world),
    )
    await fc.assert(property, { ...runs, numRuns: 3 })
  })
})
