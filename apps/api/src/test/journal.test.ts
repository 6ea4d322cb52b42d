import { removeCompany } from '@boardwalk/core/company/removal'
import { type Connection, connect } from '@boardwalk/core/db/connection'
import { readJournal } from '@boardwalk/core/journal/service'
import { failoverError, type MongoProxy, startMongoProxy } from '@boardwalk/mongo-proxy'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { RunningServer } from '../server.ts'
import { startTestServer, useServer } from './harness.ts'
import { makeOwnedThings, type OwnedThings } from './owned-things.ts'
import { openBackOffice, password, readLinkSecret, signedInUser } from './user.ts'

/* `server` reaches its database and its journal. `cutOff` is another process over both, whose way to the journal a test breaks. */

const server = useServer()
let proxy: MongoProxy
let connection: Connection
let cutOff: RunningServer
beforeAll(async () => {
  proxy = await startMongoProxy(inject('mongodbUri'))
  connection = await connect(inject('mongodbUri'), server.connection.db.databaseName)
  cutOff = await startTestServer(connection, { journalUri: proxy.uri, settings: { databaseWaitMs: 300 } })
})
afterAll(async () => {
  await cutOff.stop()
  await connection.close()
  await proxy.stop()
})

let owned: OwnedThings
beforeEach(async () => {
  owned = await makeOwnedThings(server)
})

const entries = async (companyId = owned.company.id) => {
  const journal = server.connection.client.db(`${server.connection.db.databaseName}_journal`)
  return (await journal.collection('entries').find({ companyId }).toArray()).map(({ _id, ...entry }) => entry)
}
const kinds = async () => (await entries()).map(({ kind, targetId }) => [kind, targetId])
/** The back office of the process that cannot write the journal. */
const backOffice = () => openBackOffice(cutOff.url, cutOff.url, owned.cookie).client

/** Works while no entry can be written. */
async function whileAway(work: () => Promise<void>): Promise<void> {
  proxy.rule = (command) => (command.name === 'insert' ? Promise.resolve(failoverError(command, 10107)) : undefined)
  try {
    await work()
  } finally {
    proxy.rule = undefined
  }
}

const journalAway = { data: { httpStatus: 503, code: 'unavailable' } }
const notInJournal = { data: { httpStatus: 503, code: 'not_in_journal' } }

describe('the journal', () => {
  it('what is ended for good is an entry of ids and a date, and of nothing else', { tags: ['journal'] }, async () => {
    const { client } = openBackOffice(server.url, server.url, owned.cookie)
    const { id: companyId } = owned.company
    await client.application.erase.mutate({ id: owned.applicationId, allOfPerson: true })
    await client.user.remove.mutate({ id: owned.invited.id })
    const rolled = await client.key.roll.mutate({ id: owned.key.id, revokeOldInHours: 24 })
    await client.key.revoke.mutate({ id: owned.key.id, name: owned.key.name })
    await client.key.roll.mutate({ id: rolled.id, revokeOldInHours: 0 })
    const entry = (kind: string, targetId: string) => ({ kind, companyId, targetId, at: expect.any(Date) })
    expect(await entries()).toEqual([
      entry('application_erased', owned.applicationId),
      // The same person's application that is held back.
      entry('application_erased', owned.heldId),
      entry('user_removed', owned.invited.id),
      entry('key_ending', owned.key.id),
      entry('key_revoked', owned.key.id),
      entry('key_revoked', rolled.id),
    ])
  })

  it('every entry is read once, in its order, however many there are', async () => {
    const companyId = owned.company.id
    const targetIds = Array.from({ length: 2_001 }, (_, index) => `app_${index}`)
    const journal = server.connection.client.db(`${server.connection.db.databaseName}_journal`)
    const entry = { kind: 'application_erased', companyId, at: new Date() }
    await journal.collection('entries').insertMany(targetIds.map((targetId) => ({ ...entry, targetId })))
    const read: string[] = []
    for await (const entry of readJournal(server.deps)) if (entry.companyId === companyId) read.push(entry.targetId)
    expect(read).toStrictEqual(targetIds)
  })
})

describe('while the journal cannot be written', () => {
  it('an erasure is refused, and nothing is erased', async () => {
    const { applicationId: id, heldId, mark } = owned
    await whileAway(async () => {
      await expect(backOffice().application.erase.mutate({ id, allOfPerson: true })).rejects.toMatchObject(journalAway)
      expect(await backOffice().application.get.query({ id })).toMatchObject({ lastName: mark, isErased: false })
    })
    await backOffice().application.erase.mutate({ id, allOfPerson: true })
    expect(await kinds()).toEqual([id, heldId].map((each) => ['application_erased', each]))
  })

  it('a key is revoked on every process, and the answer asks to repeat it until it is recorded', async () => {
    const { company, key } = owned
    await whileAway(async () => {
      await expect(backOffice().key.revoke.mutate(key)).rejects.toMatchObject(notInJournal)
      expect((await company.call('GET', '/jobs')).status).toBe(403)
      expect(await kinds()).toEqual([])
    })
    await backOffice().key.revoke.mutate(key)
    expect(await kinds()).toEqual([['key_revoked', key.id]])
  })

  it('a key is revoked although the journal does not answer', async () => {
    const { company, key } = owned
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    proxy.rule = ({ name }, carryOut) => (name === 'insert' ? released.then(carryOut) : undefined)
    const revoking = backOffice().key.revoke.mutate(key)
    try {
      await expect.poll(async () => (await company.call('GET', '/jobs')).status).toBe(403)
      expect(await kinds()).toEqual([])
    } finally {
      proxy.rule = undefined
      release()
    }
    await revoking
    expect(await kinds()).toEqual([['key_revoked', key.id]])
  })

  it('a user is locked out at once, and is listed until the removal is recorded', async () => {
    const otherUser = await signedInUser(server, owned.company)
    const { userId: id } = await otherUser.client.session.me.query()
    const link = readLinkSecret(await backOffice().user.renewLink.mutate({ id }))
    const isListed = async () => (await backOffice().user.list.query()).users.some((user) => user.id === id)
    await whileAway(async () => {
      await expect(backOffice().user.remove.mutate({ id })).rejects.toMatchObject(notInJournal)
      await expect(otherUser.client.session.me.query()).rejects.toMatchObject({ data: { code: 'sign_in_required' } })
      const signingIn = otherUser.client.session.signIn.mutate({ email: otherUser.email, password })
      await expect(signingIn).rejects.toMatchObject({ data: { code: 'sign_in_refused' } })
      const choosing = otherUser.client.session.setPassword.mutate({ link, password })
      await expect(choosing).rejects.toMatchObject({ data: { code: 'link_invalid' } })
      expect(await isListed()).toBe(true)
    })
    await backOffice().user.remove.mutate({ id })
    expect(await isListed()).toBe(false)
    expect(await kinds()).toEqual([['user_removed', id]])
  })

  it('a key is not rolled, and a company is not removed; a person is invited and a key created all the same', async () => {
    const { company, key } = owned
    await whileAway(async () => {
      const rolling = backOffice().key.roll.mutate({ id: key.id, revokeOldInHours: 0 })
      await expect(rolling).rejects.toMatchObject(journalAway)
      const removing = removeCompany(cutOff.deps, { companyId: company.id })
      await expect(removing).rejects.toMatchObject({ code: 'unavailable', reason: 'journal_away' })
      await backOffice().user.invite.mutate({ email: `${owned.mark}@example.com` })
      await backOffice().key.create.mutate({ name: 'nightly', scopes: ['read'] })
    })
    expect((await backOffice().key.list.query()).keys).toHaveLength(2)
    expect((await company.call('GET', '/jobs')).status).toBe(200)
  })
})
