import { removeCompany } from '@boardwalk/core/company/removal'
import { resumeCompany, suspendCompany } from '@boardwalk/core/job/company-suspension'
import { resumeJob, suspendJob } from '@boardwalk/core/job/suspension'
import { beforeEach, describe, expect, it } from 'vitest'
import { apply, pdf, trapFilled } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { findCollectionsWith } from '../test/raw-database.ts'
import { openBackOffice, password, readLinkSecret, refusal, signedInUser, turnOnSecondFactor } from '../test/user.ts'
import { recoverDatabase } from './recover.ts'

const server = useServer()
let company: TestCompany
let job: { jobId: number; jobUrl: string }
beforeEach(async () => {
  company = await server.company()
  job = await company.boardJob()
})

const person = { firstName: 'Zoé', lastName: 'El Amrani', email: 'zoe@example.com' }
const candidates = async (since: string | null) => {
  const answer = await company.call('GET', `/candidates?since=${since}`)
  return {
    ids: answer.body.candidates.map(({ id }: { id: string }) => id),
    through: answer.headers.get('x-synced-through'),
  }
}
const START = '1970-01-01T00:00:00.000Z'

/** Copies a collection, and returns a function that restores it. The collections of a backup may be of different moments. */
const keepCopy = async (collection: 'mailboxes' | 'applications' | 'counters') => {
  const documents = await server.connection.db.collection(collection).find().toArray()
  return async () => {
    await server.connection.db.collection(collection).deleteMany({})
    if (documents.length > 0) await server.connection.db.collection(collection).insertMany(documents)
  }
}

/** A copy of every collection at this moment. The journal is in another database. */
const backUp = async () => {
  await server.deps.background.settled()
  const names = (await server.connection.db.listCollections().toArray()).map(({ name }) => name)
  const copies = await Promise.all(
    names.map(async (name) => ({ name, rows: await server.connection.db.collection(name).find().toArray() })),
  )
  return async () => {
    await server.deps.background.settled()
    for (const { name, rows } of copies) {
      await server.connection.db.collection(name).deleteMany({})
      if (rows.length > 0) await server.connection.db.collection(name).insertMany(rows)
    }
  }
}

describe('after a restore', () => {
  it('an application that a poller has not seen is not hidden by an older mailbox', async () => {
    const { through } = await candidates(START)
    const restore = await keepCopy('mailboxes')
    const { body } = await apply(job.jobUrl, person)
    await restore()
    const { companies } = await recoverDatabase(server.deps)
    expect(companies.find(({ slug }) => slug === company.slug)).toMatchObject({ applications: 1, newest: body.date })
    expect((await candidates(through)).ids).toStrictEqual([body.id])
  })

  it('a new application comes after every date that a poller has passed', async () => {
    const restoreMailboxes = await keepCopy('mailboxes')
    const restoreApplications = await keepCopy('applications')
    await apply(job.jobUrl, person)
    const { through } = await candidates(START)
    await restoreMailboxes()
    await restoreApplications()
    await recoverDatabase(server.deps)
    const { body } = await apply(job.jobUrl, person)
    // It must also come after the dates of a process whose clock was ahead.
    expect(Date.parse(body.date) - Date.parse(through ?? '')).toBeGreaterThan(5_000)
    expect((await candidates(through)).ids).toStrictEqual([body.id])
  })

  it('no job id is given a second time', async () => {
    const restore = await keepCopy('counters')
    // The jobs of a backup may be newer than its counter, and the counter may be missing.
    const lose = () => server.connection.db.collection('counters').deleteMany({})
    for (const back of [restore, lose]) {
      await server.deps.jobs.skipIds(200_000)
      const { jobId } = await company.boardJob()
      await back()
      const { lastJobId } = await recoverDatabase(server.deps)
      // A backup does not know how many were given after it.
      expect(lastJobId).toBeGreaterThanOrEqual(jobId + 100_000)
      expect((await company.boardJob()).jobId).toBe(lastJobId + 1)
    }
  })

  it('what was erased, revoked, removed or used since the backup stays so', { tags: ['restore'] }, async () => {
    const user = await signedInUser(server, company)
    const otherUser = await signedInUser(server, company)
    const { userId } = await otherUser.client.session.me.query()
    const removed = await server.company()
    const rolled = await company.createKey('rolled', ['read'])
    const unusedLink = { link: await company.invite('unused@example.com') }
    const usedLink = { link: await company.invite('used@example.com') }
    const { body } = await apply(job.jobUrl, person, new Uint8Array(pdf))
    const kept = await apply(job.jobUrl, { ...person, email: 'kept@example.com' })
    await company.call('GET', '/candidates')
    const { recoveryCode } = await turnOnSecondFactor(user.client)
    const restore = await backUp()

    const { client } = user
    const credentials = { email: user.email, password, code: recoveryCode }
    await openBackOffice(server.url).client.session.signIn.mutate(credentials)
    await client.application.erase.mutate({ id: body.id, allOfPerson: false })
    const { erasedAt } = await client.application.get.query({ id: body.id })
    await client.user.remove.mutate({ id: userId })
    await client.key.roll.mutate({ id: rolled.id, revokeOldInHours: 24 })
    await openBackOffice(server.url).client.session.setPassword.mutate({ link: readLinkSecret(usedLink), password })
    await removeCompany(server.deps, { companyId: removed.id })
    await company.revokeKey(company.keyId)
    await restore()

    // A mail that was sent after the backup is in it, not sent yet.
    const mail = {
      id: 'mail_restored',
      kind: 'password',
      companyId: null,
      target: 'a@x.example',
      locale: 'en',
    } as const
    await server.deps.mails.insert({ ...mail, expiresAt: new Date(Date.now() + 3_600_000) }, new Date())
    expect((await recoverDatabase(server.deps)).ended).toMatchObject({ links: 2, recoveryCodes: 1, mails: 1 })
    // Also after a first attempt that did not come to its end.
    const { journal, ended } = await recoverDatabase(server.deps)
    expect(ended).toEqual({ sessions: 0, links: 0, recoveryCodes: 0, mails: 0 })
    // Not tomorrow, when the key that was rolled ends.
    expect(Math.abs(Date.now() - Date.parse(journal.newest ?? ''))).toBeLessThan(3_600_000)
    for (const kind of ['application_erased', 'key_revoked', 'key_ending', 'user_removed', 'company_removed'] as const)
      expect({ kind, count: journal[kind] }).toEqual({ kind, count: 1 })
    expect((await company.call('GET', '/jobs')).status).toBe(403)
    const { apiKeys, users, applications } = server.deps
    const endsAtMs = (await apiKeys.find(rolled.id))?.revokesAt?.getTime()
    expect(endsAtMs).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000)
    expect(endsAtMs).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect(await users.find(userId)).toBeUndefined()
    const [erased, other] = await applications.findByIds(company.id, [body.id, kept.body.id].sort())
    const byId = new Map([erased, other].map((row) => [row?.id, row]))
    expect(byId.get(body.id)).toMatchObject({ email: '', cvId: null, erasedAt: expect.any(Date) })
    // The date is that of the erasure, as the journal has it, and not that of the recovery.
    expect(byId.get(body.id)?.erasedAt?.getTime()).toBeLessThanOrEqual(Date.parse(erasedAt ?? ''))
    expect(byId.get(kept.body.id)).toMatchObject({ email: 'kept@example.com' })
    expect(await server.storedCvs(company.id)).toEqual({ files: 0, uploads: 0 })
    expect((await fetch(`${server.url}/fr/companies/${removed.slug}`)).status).toBe(404)
    expect(await findCollectionsWith(server.connection, removed.id)).toEqual([])
    for (const link of [unusedLink, usedLink].map(readLinkSecret))
      await expect(openBackOffice(server.url).client.session.checkLink.query({ link })).rejects.toMatchObject(
        refusal('link_invalid'),
      )
    await expect(openBackOffice(server.url).client.session.signIn.mutate(credentials)).rejects.toMatchObject(
      refusal('code_wrong'),
    )
    for (const { client } of [user, otherUser])
      await expect(client.session.me.query()).rejects.toMatchObject(refusal('sign_in_required'))
  })

  it('what was suspended since the backup is suspended, and what was put back is on the board', async () => {
    const resumed = await server.company()
    const { jobId: resumedJobId, jobUrl: resumedUrl } = await resumed.boardJob()
    const suspended = await server.company()
    await suspendCompany(server.deps, resumed)
    await suspendJob(server.deps, { jobId: resumedJobId })
    const restore = await backUp()
    await resumeCompany(server.deps, resumed)
    await resumeJob(server.deps, { jobId: resumedJobId })
    await suspendCompany(server.deps, suspended)
    await suspendJob(server.deps, { jobId: job.jobId })
    await restore()
    for (let attempt = 1; attempt <= 2; attempt++)
      expect((await recoverDatabase(server.deps)).journal).toMatchObject({ job_suspended: 2, company_resumed: 1 })
    const statuses = [job.jobUrl, resumedUrl, `${server.url}/fr/companies/${suspended.slug}`].map(
      async (url) => (await fetch(url)).status,
    )
    expect(await Promise.all(statuses)).toEqual([410, 200, 410])
  })

  it('an application that was held back, and was erased with its person since the backup, stays erased', async () => {
    const accepted = await apply(job.jobUrl, person)
    const held = await apply(job.jobUrl, { ...person, ...trapFilled }, new Uint8Array(pdf))
    const restore = await backUp()
    const countHeld = async () => {
      const { client } = await signedInUser(server, company)
      return (await client.application.listHeld.query({})).total
    }
    const { client } = await signedInUser(server, company)
    const { erased } = await client.application.erase.mutate({ id: accepted.body.id, allOfPerson: true })
    expect(erased).toContain(held.body.id)
    await restore()
    expect(await countHeld()).toBe(1)
    await recoverDatabase(server.deps)
    expect(await countHeld()).toBe(0)
    expect(await server.storedCvs(company.id)).toMatchObject({ files: 0 })
  })

  it('a CV is erased again although the backup has no row of its application', async () => {
    const before = await keepCopy('applications')
    const { body } = await apply(job.jobUrl, person, new Uint8Array(pdf))
    await company.call('GET', '/candidates')
    const restore = await backUp()
    const { client } = await signedInUser(server, company)
    await client.application.erase.mutate({ id: body.id, allOfPerson: false })
    await restore()
    await before()
    expect(await server.storedCvs(company.id)).toMatchObject({ files: 1 })
    await recoverDatabase(server.deps)
    expect(await server.storedCvs(company.id)).toMatchObject({ files: 0 })
  })

  it('what waits in the mailbox, and was erased since the backup, is delivered without its data', async () => {
    const restore = await keepCopy('applications')
    const { body } = await apply(job.jobUrl, person)
    const row = await server.connection.db.collection('applications').findOne({ companyId: company.id })
    const { client } = await signedInUser(server, company)
    await client.application.erase.mutate({ id: body.id, allOfPerson: false })
    await restore()
    const mailboxes = server.connection.db.collection<{ _id: string }>('mailboxes')
    await mailboxes.updateOne({ _id: company.id }, { $set: { inbox: [row] } })
    await recoverDatabase(server.deps)
    expect((await candidates(START)).ids).toStrictEqual([body.id])
    const [delivered] = await server.deps.applications.findByIds(company.id, [body.id])
    expect(delivered).toMatchObject({ firstName: '', email: '', erasedAt: expect.any(Date) })
  })
})
