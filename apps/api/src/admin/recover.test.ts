import { beforeEach, describe, expect, it } from 'vitest'
import { apply } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
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

/** The collections of a backup may be of different moments: here one is older than the rest. */
const olderCopyOf = async (collection: 'mailboxes' | 'applications' | 'counters') => {
  const documents = await server.connection.collection(collection).find().toArray()
  return async () => {
    await server.connection.collection(collection).deleteMany({})
    if (documents.length > 0) await server.connection.collection(collection).insertMany(documents)
  }
}

describe('after a restore', () => {
  it('an application that a poller has not seen is not hidden by an older mailbox', async () => {
    const { through } = await candidates(START)
    const restore = await olderCopyOf('mailboxes')
    const { body } = await apply(job.jobUrl, person)
    await restore()
    const { companies } = await recoverDatabase(server.deps)
    expect(companies.find(({ slug }) => slug === company.slug)).toMatchObject({ applications: 1, newest: body.date })
    expect((await candidates(through)).ids).toStrictEqual([body.id])
  })

  it('what waits in the mailbox is delivered', async () => {
    const restore = await olderCopyOf('applications')
    const { body } = await apply(job.jobUrl, person)
    const mailboxes = server.connection.collection<{ _id: string }>('mailboxes')
    const row = await server.connection.collection('applications').findOne({ companyId: company.id })
    await restore()
    await mailboxes.updateOne({ _id: company.id }, { $set: { inbox: [row] } })
    await recoverDatabase(server.deps)
    expect((await candidates(START)).ids).toStrictEqual([body.id])
  })

  it('a new application comes after every date that a poller has passed', async () => {
    const restoreMailboxes = await olderCopyOf('mailboxes')
    const restoreApplications = await olderCopyOf('applications')
    await apply(job.jobUrl, person)
    const { through } = await candidates(START)
    await restoreMailboxes()
    await restoreApplications()
    await recoverDatabase(server.deps)
    const { body } = await apply(job.jobUrl, person)
    // Also than those of a process whose clock was ahead of this one's.
    expect(Date.parse(body.date) - Date.parse(through ?? '')).toBeGreaterThan(5_000)
    expect((await candidates(through)).ids).toStrictEqual([body.id])
  })

  it('no job id is given a second time', async () => {
    const restore = await olderCopyOf('counters')
    const { jobId } = await company.boardJob()
    await restore()
    const { lastJobId } = await recoverDatabase(server.deps)
    expect(lastJobId).toBeGreaterThan(jobId)
    expect((await company.boardJob()).jobId).toBe(lastJobId + 1)
  })

  it('doing it again does no harm', async () => {
    const { body } = await apply(job.jobUrl, person)
    await recoverDatabase(server.deps)
    await recoverDatabase(server.deps)
    expect((await candidates(START)).ids).toStrictEqual([body.id])
  })
})
