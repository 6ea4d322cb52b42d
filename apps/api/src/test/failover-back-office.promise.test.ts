import { randomUUID } from 'node:crypto'
import { failoverError } from '@boardwalk/mongo-proxy'
import { beforeAll, describe, expect, test } from 'vitest'
import { enrolSecondFactor, password, readCode, readLinkSecret, signedInAdministrator } from './administrator.ts'
import { newId, useFailover } from './failover.ts'
import { apply, pdf } from './form.ts'
import type { TestCompany } from './harness.ts'
import { isChange, onFirst } from './proxied.ts'

/* During a failover, an administrator in the back office waits a moment and gets no error. */

const { a, base, takeIdsAnew, operation } = useFailover()

const jobs = () => base.connection.db.collection('jobs')
const applications = () => base.connection.db.collection<{ _id: string }>('applications')

let company: TestCompany
let administrator: Awaited<ReturnType<typeof signedInAdministrator>>
beforeAll(async () => {
  company = await base.company()
  administrator = await signedInAdministrator(a, company)
})

/** Finds the actions on something in the audit trail. */
async function findActions(target: string): Promise<string[]> {
  const { events } = await base.deps.auditEvents.list(company.id, undefined, 1000)
  return events.filter((event) => event.target === target).map(({ action }) => action)
}

/** Makes a new application to the administrator's company. */
async function appliedHere(cv?: Buffer<ArrayBuffer>) {
  const { jobId, jobUrl } = await company.boardJob()
  const { body } = await apply(jobUrl, { email: `${randomUUID()}@example.com` }, cv)
  await base.deps.background.settled()
  return { jobId, id: body.id as string }
}

async function newKey() {
  const name = `key-${randomUUID()}`
  return { name, ...(await company.createKey(name, ['read', 'write'])) }
}
const keysNamed = async (name: string) => (await base.deps.apiKeys.list(company.id)).filter((key) => key.name === name)
const worksWith = async (key: string) => (await base.call(key, 'GET', '/jobs')).status

operation('signing in', async (tried) => {
  const { email } = administrator
  const browser = a.backOffice()
  await tried(() => browser.client.session.signIn.mutate({ email, password }))
  expect(await browser.client.session.me.query()).toMatchObject({ email })
})

operation('the list of applications', async (tried) => {
  const { jobId, id } = await appliedHere()
  const list = await tried(() => administrator.client.application.list.query({ jobId }))
  expect(list).toMatchObject({ total: 1, applications: [{ id }] })
})

operation('setting a status', async (tried) => {
  const { id } = await appliedHere()
  await tried(() => administrator.client.application.setStatus.mutate({ id, status: 'HIRED' }))
  expect(await applications().findOne({ _id: id })).toMatchObject({ status: 'HIRED' })
})

operation('erasing', async (tried) => {
  const { id } = await appliedHere(pdf)
  const answer = await tried(() => administrator.client.application.erase.mutate({ id, allOfPerson: true }))
  expect(answer).toEqual({ erased: [id], othersOfPerson: 0 })
  expect(await applications().findOne({ _id: id })).toMatchObject({ erasedAt: expect.any(Date), cvId: null })
  expect(await base.connection.db.collection('cvs.files').countDocuments({ 'metadata.applicationId': id })).toBe(0)
  expect(await findActions(id)).toEqual(['application_erased'])
})

operation('making a key', async (tried) => {
  const name = `key-${randomUUID()}`
  const made = await tried(() => administrator.client.key.create.mutate({ name, scopes: ['read'] }))
  expect(await worksWith(made.key)).toBe(200)
  expect(await keysNamed(name)).toHaveLength(1)
  expect(await findActions(name)).toEqual(['key_created'])
})

operation('revoking a key', async (tried) => {
  const { id, name, key } = await newKey()
  await tried(() => administrator.client.key.revoke.mutate({ id, name }))
  expect(await worksWith(key)).toBe(403)
  expect(await findActions(name)).toEqual(['key_revoked', 'key_created'])
})

operation('rolling a key', async (tried) => {
  const { id, name, key } = await newKey()
  const made = await tried(() => administrator.client.key.roll.mutate({ id, revokeOldInHours: 0 }))
  expect([await worksWith(made.key), await worksWith(key)]).toEqual([200, 403])
  expect(await keysNamed(name)).toHaveLength(2)
  expect(await findActions(name)).toEqual(['key_rolled', 'key_created'])
})

operation('giving a job an external id', async (tried) => {
  const { jobId } = await company.boardJob()
  const externalId = newId()
  const answer = await tried(() => administrator.client.job.setExternalId.mutate({ jobId, revision: 1, externalId }))
  expect(answer).toEqual({ revision: 2 })
  expect(await jobs().findOne({ externalKey: externalId })).toMatchObject({ _id: jobId, revision: 2 })
  expect((await findActions(String(jobId))).filter((action) => action === 'external_id_changed')).toHaveLength(1)
})

operation('making a job', async (tried) => {
  const title = `Made ${randomUUID()}`
  await takeIdsAnew()
  const created = { formId: randomUUID(), job: { title } }
  const { jobId } = await tried(() => administrator.client.job.create.mutate(created))
  const there = await jobs().find({ companyId: company.id, 'fields.title': title }).toArray()
  expect(there).toMatchObject([{ _id: jobId, revision: 1 }])
})

operation('editing a job', async (tried) => {
  const { jobId } = await company.boardJob()
  const answer = await tried(() =>
    administrator.client.job.update.mutate({ jobId, revision: 1, job: { title: 'After' } }),
  )
  expect(answer).toEqual({ revision: 2 })
  expect(await base.deps.jobs.findById(company.id, jobId)).toMatchObject({ revision: 2, fields: { title: 'After' } })
})

operation('inviting somebody', async (tried) => {
  const email = `${randomUUID()}@example.com`
  const invitation = await tried(() => administrator.client.user.invite.mutate({ email }))
  const link = readLinkSecret(invitation)
  expect(await administrator.client.session.checkLink.query({ link })).toEqual({ email })
  expect(await base.connection.db.collection('users').countDocuments({ email })).toBe(1)
  expect(await findActions(email)).toEqual(['user_invited'])
})

operation('removing somebody', async (tried) => {
  const email = `${randomUUID()}@example.com`
  await company.invite(email)
  const id = (await base.deps.administrators.findByEmail(company.id, email))?.id ?? ''
  await tried(() => administrator.client.user.remove.mutate({ id }))
  expect(await base.deps.administrators.findByEmail(company.id, email)).toBeUndefined()
  expect(await findActions(email)).toEqual(['user_removed', 'user_invited'])
})

operation('choosing a password by a link', async (tried) => {
  const email = `${randomUUID()}@example.com`
  const link = readLinkSecret({ link: await company.invite(email) })
  const browser = a.backOffice()
  await tried(() => browser.client.session.setPassword.mutate({ link, password }))
  expect(await browser.client.session.me.query()).toMatchObject({ email })
  expect(await findActions(email)).toEqual(['password_set', 'user_invited'])
})

// Not with every fault, as each of these takes many commands. Only what uses something up must recognise its own earlier try.
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
    const { client, email } = await signedInAdministrator(a, company)
    const { key, code } = await enrolSecondFactor(client)
    const { recoveryCodes } = await whileLost('enrolment.key', () => client.account.turnOnSecondFactor.mutate({ code }))
    // Of the next step, because a code is used once.
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
    const { client, email } = await signedInAdministrator(a, company)
    const newPassword = 'a much better password'
    const changed = { currentPassword: password, newPassword }
    await whileLost('passwordHash', () => client.account.changePassword.mutate(changed))
    expect(await client.session.me.query()).toMatchObject({ email })
    expect(await findActions(email)).toEqual(['password_changed', 'password_set', 'user_invited'])
    const elsewhere = a.backOffice().client.session
    expect(await elsewhere.signIn.mutate({ email, password: newPassword })).toHaveProperty('userId')
  })
})

operation('changing the company’s profile', async (tried) => {
  const description = `Bienvenue ${randomUUID()}`
  const profile = administrator.client.company
  const { revision } = await profile.get.query()
  const change = { revision, description }
  expect(await tried(() => profile.update.mutate(change))).toMatchObject({ description })
  expect(await profile.get.query()).toMatchObject({ description })
})

operation('setting how long applications are kept', async (tried) => {
  const { retention, company: profile } = administrator.client
  const { name } = await profile.get.query()
  const countNoted = async () => (await findActions(name)).filter((action) => action === 'retention_changed').length
  const noted = await countNoted()
  const months = (await retention.get.query()).months === 12 ? 24 : 12
  await tried(() => retention.set.mutate({ months }))
  expect((await retention.get.query()).months).toBe(months)
  expect(await countNoted()).toBe(noted + 1)
})
