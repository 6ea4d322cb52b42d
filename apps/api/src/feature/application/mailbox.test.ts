import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect, prepareDatabase } from '../../db/connection.ts'
import { createStores } from '../../deps.ts'
import {
  newApplication,
  noAudit,
  noCvs,
  noJournal,
  noMetrics,
  noOutbox,
  nothingHeld,
  noUploads,
} from '../../test/mailbox-actors.ts'
import { runScenario, scenario } from '../../test/mailbox-world.ts'
import { type MailboxStores, memoryStores } from '../../test/memory-stores.ts'
import type { Application } from './application.ts'
import { createMailbox } from './mailbox.ts'
import { eraseApplication } from './service/erase.ts'

const runs = { numRuns: 5_000, seed: 20_261_121 }

describe('whatever process dies at whatever database call', () => {
  test('every accepted application reaches every poller, exactly once and with rising dates, and erased data stays erased', async () => {
    const property = fc.asyncProperty(fc.scheduler(), scenario, (scheduler, world) =>
      runScenario({ stores: memoryStores(), companyId: 'c' }, scheduler, world),
    )
    await fc.assert(property, runs)
  })
})

/**
 * Shows what is left of an application after its erasure if two processes were slow. One got the same form before, pushes it
 * only now, and dies. The other took the application out of the inbox before and stores it only now.
 */
async function leftAfterErasure(stores: MailboxStores): Promise<Application[]> {
  const companyId = randomUUID()
  const application = newApplication(companyId, `${companyId}-0`)
  const others = { now: Date.now, random: Math.random, log: { warn: () => {} }, metrics: noMetrics }
  const dying = { ...stores.applications, insertNew: () => Promise.reject(new Error('died')) }
  const [looked, erased] = [signal(), signal()]
  const slowToPush = createMailbox({
    ...stores,
    ...others,
    applications: {
      ...dying,
      async findByIds(...args) {
        const found = await stores.applications.findByIds(...args)
        looked.give()
        await erased.given
        return found
      },
    },
    // Its clock is ahead, so that its push is not refused because of the clock.
    now: () => Date.now() + 1_000,
  })
  const pushed = slowToPush.accept(application)
  await looked.given
  await createMailbox({ ...stores, ...others, applications: dying }).accept(application)
  const { inbox: slowToStore } = await stores.mailboxes.read(companyId)
  const deps = {
    ...stores,
    ...others,
    mailbox: createMailbox({ ...stores, ...others }),
    cvs: noCvs,
    cvUploads: noUploads,
    auditEvents: noAudit,
    journal: noJournal,
    outbox: noOutbox,
    ...nothingHeld,
  }
  await eraseApplication(deps, { companyId, email: '' }, { id: application.id, allOfPerson: false })
  erased.give()
  await pushed
  await stores.applications.insertNew(companyId, slowToStore)
  const { inbox } = await stores.mailboxes.read(companyId)
  const rows = await stores.applications.findByIds(companyId, [application.id])
  expect({ slowToStore, rows }).toMatchObject({ slowToStore: [{ firstName: 'Salma' }], rows: [{ id: application.id }] })
  return [...inbox, ...rows].filter(({ firstName, email }) => firstName !== '' || email !== '')
}

function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give, given }
}

describe('over a real database', () => {
  let close: () => Promise<void>
  let stores: MailboxStores

  beforeAll(async () => {
    const connection = await connect(inject('mongodbUri'), `test_${randomUUID().replaceAll('-', '')}`)
    stores = createStores(connection)
    await prepareDatabase(connection)
    close = async () => {
      await connection.dropDatabase()
      await connection.close()
    }
  })
  afterAll(() => close())

  test('slow processes bring back no erased data', async () => {
    expect(await leftAfterErasure(stores)).toStrictEqual([])
  })

  test('the same holds', async () => {
    const property = fc.asyncProperty(fc.scheduler(), scenario, (scheduler, world) =>
      runScenario({ stores, companyId: randomUUID() }, scheduler, world),
    )
    await fc.assert(property, { ...runs, numRuns: 12 })
  })
})
