import { randomUUID } from 'node:crypto'
import { failoverError } from '@boardwalk/mongo-proxy'
import { describe, expect, test } from 'vitest'
import { newId, useFailover } from './failover.ts'
import { apply, pdf } from './form.ts'
import type { TestCompany } from './harness.ts'
import { isChange, onFirst } from './proxied.ts'
import { enrolSecondFactor, password, readCode, signedInUser } from './user.ts'

/*
 * During a failover, callers of the API, applicants and users wait a moment and get no error, and each change is made
 * once. Eight operations stand for all: `every store` in deps.test.ts shows that each call of each store is retried alike.
 */

const { a, base, jobOfBase, jobOfA, takeIdsAnew, withFaults } = useFailover()

const findJobs = ({ id: companyId }: TestCompany) =>
  base.connection.db.collection('jobs').find({ companyId }).sort({ _id: 1 }).toArray()

test(
  'through a failover, POST /job has its usual answer and its effect once',
  withFaults(async (tried) => {
    const company = await base.company()
    const id = newId()
    await takeIdsAnew()
    const { status, body } = await tried(() => a.call(company, 'POST', '/job', { job: { id, title: 'New' } }))
    expect({ status, error: body.error }).toEqual({ status: 200, error: null })
    expect(await findJobs(company)).toMatchObject([{ _id: body.jobId, externalKey: id, revision: 1 }])
  }),
)

test(
  'through a failover, PUT /job has its usual answer and its effect once',
  withFaults(
    async (tried) => {
      const { company, id } = await jobOfA()
      const { status } = await tried(() => a.call(company, 'PUT', `/job/${id}`, { job: { title: 'After' } }))
      expect(status).toBe(200)
      expect(await findJobs(company)).toMatchObject([{ fields: { title: 'After' }, revision: 2 }])
    },
    { withAllFaults: true },
  ),
)

test(
  'through a failover, PUT /jobs has its usual answer and its effect once',
  withFaults(async (tried) => {
    const { company, id } = await jobOfBase()
    const same = newId()
    await company.call('POST', '/job', { job: { id: same, title: 'Same' } })
    const jobs = [
      { id, title: 'After' },
      { id: same, title: 'Same' },
      { id: newId(), title: 'New' },
    ]
    await takeIdsAnew()
    const { status, body } = await tried(() => a.call(company, 'PUT', '/jobs', { jobs }))
    expect(status).toBe(200)
    expect(body.results).toMatchObject([{ status: 'updated' }, { status: 'unchanged' }, { status: 'created' }])
    const titles = (await findJobs(company)).map(({ fields, revision }) => [fields.title, revision])
    expect(titles.sort()).toEqual([
      ['After', 2],
      ['New', 1],
      ['Same', 1],
    ])
  }),
)

test(
  'through a failover, DELETE /job has its usual answer and its effect once',
  withFaults(async (tried) => {
    const { company, id } = await jobOfBase()
    expect((await tried(() => a.call(company, 'DELETE', `/job/${id}`))).status).toBe(200)
    expect(await findJobs(company)).toMatchObject([{ status: 'UNPUBLISHED', revision: 2 }])
  }),
)

test(
  'through a failover, POST /job/link has its usual answer and its effect once',
  withFaults(async (tried) => {
    const company = await base.company()
    const { jobId } = await company.boardJob()
    const externalJobId = newId()
    const links = [{ platformJobId: jobId, externalJobId }]
    const { status, body } = await tried(() => a.call(company, 'POST', '/job/link', { links }))
    expect(status).toBe(200)
    expect(body.results).toMatchObject([{ status: 'linked' }])
    expect(await findJobs(company)).toMatchObject([{ externalKey: externalJobId, revision: 2 }])
  }),
)

interface Row {
  _id: string
}
const applications = () => base.connection.db.collection<Row>('applications')

test(
  'through a failover, a poll of a candidate who still waits in the mailbox has its usual answer and its effect once',
  withFaults(async (tried) => {
    const { company, id, jobUrl } = await jobOfBase()
    const delivered = (await apply(jobUrl)).body.id
    const waiting = (await apply(jobUrl)).body.id
    await base.deps.background.settled()
    const row = await applications().findOneAndDelete({ _id: waiting })
    if (row === null) throw new Error('the application was just delivered')
    await base.connection.db
      .collection<{ _id: string; inbox: Row[] }>('mailboxes')
      .updateOne({ _id: company.id }, { $push: { inbox: row } })
    const { status, body } = await tried(() => a.call(company, 'GET', '/candidates'))
    expect({ status, total: body.total }).toEqual({ status: 200, total: 2 })
    expect(body.candidates).toMatchObject([{ id: delivered }, { id: waiting, offerId: id }])
    expect(await applications().countDocuments({ companyId: company.id })).toBe(2)
  }),
)

test(
  'through a failover, an application with a CV has its usual answer and its effect once',
  withFaults(async (tried) => {
    const { company, jobUrl } = await jobOfBase()
    const { status, body } = await tried(() => apply(a.at(jobUrl), {}, pdf))
    expect(status).toBe(201)
    const polled = await company.call('GET', '/candidates')
    expect(polled.body).toMatchObject({ total: 1, candidates: [{ id: body.id, date: body.date }] })
    expect((await base.storedCvs(company.id)).files).toBe(1)
    expect((await fetch(polled.body.candidates[0].cv)).status).toBe(200)
  }),
)

/** Finds the actions on something in the audit trail, the newest first. */
async function findActions(company: TestCompany, target: string): Promise<string[]> {
  const { events } = await base.deps.auditEvents.list(company.id, undefined, 1000)
  return events.filter((event) => event.target === target).map(({ action }) => action)
}

test(
  'through a failover, erasing a person in the back office has its usual answer and its effect once',
  withFaults(async (tried) => {
    const company = await base.company()
    const { client } = await signedInUser(a, company)
    const { jobUrl } = await company.boardJob()
    const { body } = await apply(jobUrl, { email: `${randomUUID()}@example.com` }, pdf)
    await base.deps.background.settled()
    const answer = await tried(() => client.application.erase.mutate({ id: body.id, allOfPerson: true }))
    expect(answer).toEqual({ erased: [body.id], othersOfPerson: 0 })
    expect(await applications().findOne({ _id: body.id })).toMatchObject({ erasedAt: expect.any(Date), cvId: null })
    expect(await base.connection.db.collection('cvs.files').countDocuments({ 'metadata.applicationId': body.id })).toBe(
      0,
    )
    expect(await findActions(company, body.id)).toEqual(['application_erased'])
  }),
)

// Not with every fault, as each of these takes many commands. Only a use must recognise its own earlier try.
describe('if the answer of the database is lost, one use is made and accepted:', () => {
  const whileLost = async <Result>(part: string, request: () => Promise<Result>): Promise<Result> => {
    let isLost = false
    a.rule = onFirst(isChange('users', part), async (command, carryOut) => {
      await carryOut()
      isLost = true
      return failoverError(command, 11602, { isLabelled: false })
    })
    try {
      return await request()
    } finally {
      a.rule = undefined
      expect(isLost).toBe(true)
    }
  }

  test('of the code that turns the second factor on, of a code and of a recovery code at a sign-in', async () => {
    const { client, email } = await signedInUser(a, await base.company())
    const { key, code } = await enrolSecondFactor(client)
    const { recoveryCodes } = await whileLost('enrolment.key', () => client.account.turnOnSecondFactor.mutate({ code }))
    // The code of the next step, because a code is used once.
    for (const [used, part] of [
      [readCode(key, Date.now() + 30_000), 'secondFactor.lastUse'],
      [recoveryCodes[0] ?? '', 'secondFactor.lastUse.id'],
    ] as const) {
      const signIn = () => a.backOffice().client.session.signIn.mutate({ email, password, code: used })
      expect(await whileLost(part, signIn)).toHaveProperty('userId')
    }
    expect(await client.account.secondFactor.query()).toEqual({ isOn: true, recoveryCodesLeft: 9 })
  })

  test('of the password that is changed', async () => {
    const company = await base.company()
    const { client, email } = await signedInUser(a, company)
    const newPassword = 'a much better password'
    const changed = { currentPassword: password, newPassword }
    await whileLost('passwordHash', () => client.account.changePassword.mutate(changed))
    expect(await client.session.me.query()).toMatchObject({ email })
    expect(await findActions(company, email)).toEqual(['password_changed', 'password_set', 'user_invited'])
    const elsewhere = a.backOffice().client.session
    expect(await elsewhere.signIn.mutate({ email, password: newPassword })).toHaveProperty('userId')
  })
})
