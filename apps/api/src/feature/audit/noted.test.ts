import { beforeEach, expect, it } from 'vitest'
import { openBackOffice, password, signedInAdministrator } from '../../test/administrator.ts'
import { whileFailing } from '../../test/failing-store.ts'
import { apply, pdf } from '../../test/form.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'

/* What people do with jobs, applications and passwords, as the audit trail tells it. */

const server = useServer()
let company: TestCompany
let administrator: Awaited<ReturnType<typeof signedInAdministrator>>
beforeEach(async () => {
  company = await server.company()
  administrator = await signedInAdministrator(server, company)
})

/** The newest events of the trail, the newest last. */
async function readTrail(count: number) {
  await server.deps.background.settled()
  const { events } = await server.deps.auditEvents.list(company.id, undefined, count)
  return events.toReversed().map(({ by, action, target, details }) => [by, action, target, details])
}

it('a change of a job has the names of the fields that changed, and none of their texts', async () => {
  const { client, email } = administrator
  const { jobId } = await company.boardJob()
  const job = { title: 'Secret', city: ['Secret'], description: null, 'x, y': 'Secret' }
  await client.job.update.mutate({ jobId, revision: 1, job })
  await client.job.update.mutate({ jobId, revision: 2, job })
  await client.job.update.mutate({ jobId, revision: 2, job: { city: null, minSalary: 5, status: 'UNPUBLISHED' } })
  const target = String(jobId)
  expect(await readTrail(3)).toStrictEqual([
    [email, 'job_changed', target, { fields: 'title, city, extra' }],
    [email, 'job_changed', target, { fields: 'city, minSalary' }],
    [email, 'job_unpublished', target, {}],
  ])
})

it('a status that was set, and each CV that was viewed or downloaded, name the application and not the person', async () => {
  const { client, cookie = '', email } = administrator
  const { jobUrl } = await company.boardJob()
  const { body } = await apply(jobUrl, {}, pdf)
  const id: string = body.id
  await client.application.setStatus.mutate({ id, status: 'SHORTLISTED' })
  for (const query of ['', '?download']) {
    const answer = await fetch(`${server.url}/backoffice/cv/${id}${query}`, { headers: { cookie } })
    expect((await answer.arrayBuffer()).byteLength).toBe(pdf.length)
  }
  expect(await readTrail(3)).toStrictEqual([
    [email, 'application_status_changed', id, { to: 'SHORTLISTED' }],
    [email, 'cv_viewed', id, {}],
    [email, 'cv_downloaded', id, {}],
  ])
})

it('a CV whose reading cannot be noted is not shown', async () => {
  const { jobUrl } = await company.boardJob()
  const { body } = await apply(jobUrl, {}, pdf)
  const { cookie = '' } = administrator
  await whileFailing(server.deps.auditEvents, 'insert', async () => {
    const answer = await fetch(`${server.url}/backoffice/cv/${body.id}`, { headers: { cookie } })
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('%PDF')
  })
})

it('a wrong password is noted for the company of the account, and answered without waiting for that', async () => {
  const { email } = administrator
  const { client } = openBackOffice(server.url)
  const attempt = (address: string) =>
    expect(client.session.signIn.mutate({ email: address, password: `${password}!` })).rejects.toMatchObject({
      data: { code: 'sign_in_refused' },
    })
  await attempt(email)
  expect(await readTrail(1)).toStrictEqual([[email, 'sign_in_refused', email, {}]])
  await attempt('nobody@example.com')
  expect(await readTrail(1)).toStrictEqual([[email, 'sign_in_refused', email, {}]])
  // Nor is anything refused to an account that has no password yet.
  await company.invite('invited@example.com')
  await attempt('invited@example.com')
  expect(await readTrail(1)).toStrictEqual([['operator', 'user_invited', 'invited@example.com', {}]])
  // Else the answer would be slower for an address that has an account.
  const { auditEvents } = server.deps
  const { insert } = auditEvents
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow: typeof insert = async (...args) => {
    await held
    return insert(...args)
  }
  Object.assign(auditEvents, { insert: slow })
  await attempt(email)
  release()
  await server.deps.background.settled()
  Object.assign(auditEvents, { insert })
})
