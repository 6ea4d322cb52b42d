import { randomUUID } from 'node:crypto'
import { newApplication, noMetrics, nothingHeld, stepwise, stepwiseStores } from '@boardwalk/api/test/mailbox-actors'
import { runScenario, scenario } from '@boardwalk/api/test/mailbox-world'
import { type MailboxStores, memoryStores } from '@boardwalk/api/test/memory-stores'
import { newDatabase } from '@boardwalk/test-server/vitest/database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect } from '../db/connection.ts'
import { prepareDatabase } from '../db/prepare.ts'
import { createCoreStores } from '../deps.ts'
import { type Acceptance, createMailbox, type Mailbox } from './mailbox.ts'

const runs = { numRuns: 150, seed: 20_261_121 }

test('if any process dies at any database call, every accepted application reaches every poller once with rising dates, and erased data stays erased', async () => {
  const property = fc.asyncProperty(fc.scheduler(), scenario, (scheduler, world) =>
    runScenario({ stores: memoryStores(), companyId: 'c' }, scheduler, world),
  )
  await fc.assert(property, runs)
})

test('in every order of database calls, and if a delivery fails, what two processes accept under one id is what is stored, or is said to be another one', async () => {
  const forms = fc.array(fc.tuple(fc.nat(1), fc.constantFrom('x', 'y', 'z')), { minLength: 2, maxLength: 6 })
  const failures = fc.constantFrom('insertNew', 'pull', 'none')
  const idle = { background: nothingHeld.background, log: { warn: () => {} }, metrics: noMetrics }
  const property = fc.asyncProperty(fc.scheduler(), forms, failures, async (scheduler, sent, failing) => {
    const stores = memoryStores()
    const steps = stepwiseStores(stores, async (work, name) => {
      await scheduler.schedule(Promise.resolve(), name)
      if (name === failing) throw new Error('the database is away')
      return work()
    })
    const processes = [1, 2].map(() => createMailbox({ ...steps, ...idle, now: () => 1_000 }))
    const accepting = sent.map(async ([process, contentDigest]) => {
      const application = { ...newApplication('c', 'form'), contentDigest }
      return { contentDigest, acceptance: await processes[process]?.accept(application) }
    })
    await scheduler.waitFor(Promise.all(accepting))
    await createMailbox({ ...stores, ...idle, now: () => 2_000 }).synchronise('c')
    const [stored] = await stores.applications.findByIds('c', ['form'])
    for (const { contentDigest, acceptance } of await Promise.all(accepting)) {
      const isStored = contentDigest === stored?.contentDigest
      expect(acceptance?.other?.contentDigest).toBe(isStored ? undefined : stored?.contentDigest)
    }
  })
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
    const { background } = nothingHeld
    const log = { warn: () => {} }
    const processes = clocks.map((clock) => createMailbox({ ...stores, background, log, metrics, now: () => clock.ms }))
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
      // The poll has raised the watermark by 400 ms, and that counts as time.
      expect(Math.max(...dates) - (clocks[0]?.ms ?? 0)).toBe(round === 'first' ? 1_000 : 600)
      const refused = results.filter((result) => result.status === 'rejected')
      expect(dates.length).toBe(round === 'first' ? 600 : 100)
      for (const { reason } of refused)
        expect(reason).toMatchObject({ code: 'unavailable', reason: 'overloaded', retryAfterSeconds: 1 })
      for (const clock of clocks) clock.ms += 500
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

describe('a poll', () => {
  const companyId = 'c'

  /** Starts two processes over one store, and counts the calls of the first. A test runs the work in the background itself. */
  function startTwo() {
    const stores = memoryStores()
    const clock = { ms: Date.UTC(2026, 0, 1) }
    const calls: string[] = []
    const tasks: (() => Promise<unknown>)[] = []
    /** Whether raising the watermark fails, and what its answer waits for. */
    const raising: { fails: boolean; answer: Promise<void> | undefined } = { fails: false, answer: undefined }
    const mailboxes = stepwise(stores.mailboxes, async (work, name) => {
      calls.push(name)
      if (name !== 'raiseWatermark') return work()
      if (raising.fails) throw new Error('the watermark was not raised')
      const result = await work()
      await raising.answer
      return result
    })
    const options = { log: { warn: () => {} }, metrics: noMetrics }
    const background = { run: (_: string, task: () => Promise<unknown>) => tasks.push(task) }
    const own = createMailbox({ ...stores, mailboxes, background, ...options, now: () => clock.ms })
    const other = { aheadMs: 0 }
    const now = () => clock.ms + other.aheadMs
    const otherMailbox = createMailbox({ ...stores, background: nothingHeld.background, ...options, now })
    let afterMs = -1
    /**
     * Polls the first process as a caller that continues, and returns whether there is something new. With `isSynced` the caller
     * declares its cursor.
     */
    const poll = async (isSynced = false) => {
      const seen = await own.synchroniseForPoll(companyId, { afterMs, isSynced })
      expect(seen.watermark.getTime()).toBeGreaterThanOrEqual(Math.max(isSynced ? 0 : clock.ms, afterMs))
      const isNew = afterMs < seen.lastDate.getTime()
      afterMs = seen.watermark.getTime()
      return isNew
    }
    return { clock, calls, tasks, raising, own, other, otherMailbox, poll }
  }
  let ids = 0
  const apply = (mailbox: Mailbox) => mailbox.accept(newApplication(companyId, `x ${++ids}`))

  test.each([false, true])(
    'shows what its own process has accepted at once, and what another one has within half a second, if the caller declares its cursor: %s',
    async (isSynced) => {
      const { clock, own, other, otherMailbox, poll } = startTwo()
      for (const aheadMs of [0, 4_000]) {
        other.aheadMs = aheadMs
        await otherMailbox.synchronise(companyId)
        await poll()
        await apply(own)
        expect(await poll(isSynced)).toBe(true)
        await apply(otherMailbox)
        clock.ms += 500
        expect(await poll(isSynced)).toBe(true)
        await apply(otherMailbox)
        // A caller that continues from an answer of the other process is not sent back.
        const afterMs = (await otherMailbox.synchronise(companyId)).watermark.getTime()
        const { watermark } = await own.synchroniseForPoll(companyId, { afterMs, isSynced })
        expect(watermark.getTime()).toBeGreaterThanOrEqual(afterMs)
        expect(await poll(isSynced)).toBe(true)
        await apply(otherMailbox)
        // An operator sets the time back.
        clock.ms -= 3_000
        expect(await poll(isSynced)).toBe(true)
      }
    },
  )

  test('by a cursor that the board gave only reads the mailbox, also in the background, and raises it only if the stored watermark is before the cursor', async () => {
    const { clock, calls, tasks, poll, own } = startTwo()
    await poll()
    calls.length = 0
    for (let turn = 0; turn < 3; turn++) {
      clock.ms += 60_000
      expect(await poll(true)).toBe(false)
      expect(calls.splice(0)).toEqual(['read'])
      // A caller that declares nothing cannot use this snapshot. Afterwards one that declares its cursor can use the new one.
      clock.ms += 210
      await poll(true)
      expect(calls.splice(0)).toEqual([])
      await tasks.pop()?.()
      expect(calls.splice(0)).toEqual(['read'])
      await poll()
      await poll(true)
      expect(calls.splice(0)).toEqual(['raiseWatermark'])
    }
    // No mailbox has given this cursor.
    await own.synchroniseForPoll(companyId, { afterMs: clock.ms + 2_000, isSynced: true })
    expect(calls.splice(0)).toEqual(['read', 'raiseWatermark'])
  })

  test('shows an application that was accepted while the process read a snapshot of the mailbox, also in the background', async () => {
    const { clock, tasks, raising, own, poll } = startTwo()
    for (const read of [
      () => own.synchroniseForPoll(companyId, { afterMs: -1, isSynced: false }),
      () => tasks.pop()?.(),
    ]) {
      let answer = () => {}
      raising.answer = new Promise((resolve) => {
        answer = resolve
      })
      const reading = read()
      await apply(own)
      answer()
      await reading
      expect(await poll()).toBe(true)
      expect(await poll()).toBe(false)
      clock.ms += 210
      await poll()
    }
  })

  test('makes no call within the lead, and many polls make one in the background, whose failure fails none of them', async () => {
    const { clock, calls, tasks, raising, poll } = startTwo()
    await poll()
    expect(calls.splice(0)).toEqual(['raiseWatermark'])
    for (let turn = 0; turn < 5; turn++) {
      clock.ms += 190
      await poll()
      expect(tasks).toHaveLength(0)
      clock.ms += 20
      for (let polls = 0; polls < 3; polls++) await poll()
      expect(calls).toEqual([])
      expect(tasks).toHaveLength(1)
      await tasks.pop()?.()
      expect(calls.splice(0)).toEqual(['raiseWatermark'])
    }
    raising.fails = true
    clock.ms += 210
    await poll()
    await expect(tasks.pop()?.()).rejects.toThrow('the watermark was not raised')
    await poll()
    raising.fails = false
    clock.ms += 200
    calls.length = 0
    await poll()
    expect(calls).toEqual(['raiseWatermark'])
  })
})

describe('over a real database', () => {
  let close: () => Promise<void>
  let stores: MailboxStores

  beforeAll(async () => {
    const { name, drop } = newDatabase()
    const connection = await connect(inject('mongodbUri'), name)
    stores = createCoreStores(connection)
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
