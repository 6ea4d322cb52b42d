import { randomUUID } from 'node:crypto'
import { createCvFile, keepCv } from '@boardwalk/core/cv/upload'
import { beforeEach, describe, expect, it } from 'vitest'
import { createStores } from '../../deps.ts'
import { whileFailing } from '../../test/failing-store.ts'
import { apply, pdf } from '../../test/form.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { findRemains } from '../../test/raw-database.ts'
import { signedInUser } from '../../test/user.ts'

const server = useServer()
let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
let applications: (typeof user)['client']['application']
let job: { jobId: number; jobUrl: string }
beforeEach(async () => {
  company = await server.company()
  user = await signedInUser(server, company)
  applications = user.client.application
  job = await company.boardJob('Comptable')
})

/** Matches a text that contains data of this person. */
const ofPerson = /zoé|zoe@|in\/zoe|amrani|bonjour|600 000/i
const remains = () => findRemains(server.connection, company.id, ofPerson)
const cv = new Uint8Array(pdf)
const person = {
  firstName: 'Zoé',
  lastName: 'El Amrani',
  email: 'zoe@example.com',
  phone: '+212 600 000 000',
  linkedinUrl: 'https://www.linkedin.com/in/zoe',
  message: 'Bonjour',
}
const nothing = { firstName: '', lastName: '', email: '', phone: '', linkedinUrl: '', message: '' }

async function applied(fields: Record<string, string> = {}, file?: typeof cv): Promise<{ id: string; date: string }> {
  const { status, body } = await apply(job.jobUrl, { ...person, ...fields }, file)
  expect(status).toBe(201)
  return body
}

/** Sends an application whose process dies after the accept and before the delivery. */
async function waiting(id = randomUUID(), fields: Partial<typeof person> = {}): Promise<string> {
  await whileFailing(server.deps.applications, 'insertNew', async () => {
    const status = 'PENDING' as const
    await server.deps.mailbox.accept({
      id,
      companyId: company.id,
      jobId: job.jobId,
      status,
      cvId: null,
      contentDigest: '',
      ...person,
      ...fields,
    })
  })
  return id
}

const candidates = async (query = '') => (await company.call('GET', `/candidates${query}`)).body.candidates
const open = (path: string | null, cookie = user.cookie) =>
  fetch(`${server.url}${path}`, { headers: cookie === undefined ? {} : { cookie } })

describe('applications in the back office', () => {
  it('the list shows each application, newest first, also one that waits in the mailbox', async () => {
    const first = await applied({}, cv)
    const second = await waiting()
    const other = await company.boardJob('Vendeuse')
    const { body: third } = await apply(other.jobUrl)
    const { applications: all, total } = await applications.list.query({})
    expect({ ids: all.map(({ id }) => id), total }).toStrictEqual({ ids: [third.id, second, first.id], total: 3 })
    expect(all[2]).toStrictEqual({
      id: first.id,
      jobId: job.jobId,
      jobTitle: 'Comptable',
      date: first.date,
      status: 'PENDING',
      firstName: 'Zoé',
      lastName: 'El Amrani',
      email: 'zoe@example.com',
      hasCv: true,
      isConfirmationRefused: false,
      isErased: false,
      phone: '+212 600 000 000',
      linkedinUrl: 'https://www.linkedin.com/in/zoe',
      statusChangedBy: 'applicant',
      statusChangedAt: first.date,
      statusChangedByName: null,
      erasedAt: null,
      erasureConfirmed: null,
      appliedBefore: null,
    })
    expect(await applications.list.query({ jobId: other.jobId })).toMatchObject({ total: 1 })
    expect(await applications.list.query({ order: 'ascending', pageSize: 2 })).toMatchObject({
      applications: [{ id: first.id }, { id: second }],
      total: 3,
    })
    expect(await applications.list.query({ page: 2, pageSize: 2 })).toMatchObject({
      applications: [{ id: first.id, hasCv: true }],
      total: 3,
    })
  })

  it('one application is shown with everything that the person sent', async () => {
    const { id, date } = await applied({}, cv)
    await applied({ email: 'ZOE@example.com' })
    await applied({ email: 'xzoe@example.com' })
    expect(await applications.get.query({ id })).toStrictEqual({
      id,
      jobId: job.jobId,
      jobTitle: 'Comptable',
      date,
      status: 'PENDING',
      ...person,
      answers: [],
      hasCv: true,
      isConfirmationRefused: false,
      isErased: false,
      erasedAt: null,
      isUnconfirmed: false,
      appliedBefore: null,
      othersOfPerson: 1,
      ...(await applications.getState.query({ id })),
      statusChangedBy: 'applicant',
      statusChangedAt: date,
      statusChangedByName: null,
      erasureConfirmed: null,
      cvType: 'pdf',
      cvUrl: `/backoffice/cv/${id}`,
      cvDownloadUrl: `/backoffice/cv/${id}?download`,
      personUrl: `/backoffice/person/${id}`,
    })
    expect(await applications.get.query({ id: await waiting() })).toMatchObject({ cvUrl: null, cvDownloadUrl: null })
  })

  it('a status is set, also for an application that waits in the mailbox, and the API shows it; a list is filtered by it and a search', async () => {
    const { id } = await applied()
    const late = await waiting()
    await applications.setStatus.mutate({ id: late, status: 'HIRED' })
    await applications.setStatus.mutate({ id, status: 'REVIEWED' })
    expect(await candidates()).toMatchObject([
      { id, status: 'REVIEWED' },
      { id: late, status: 'HIRED' },
    ])
    expect(await applications.list.query({ status: 'REVIEWED' })).toMatchObject({
      applications: [{ id, statusChangedBy: 'back_office', statusChangedByName: user.email }],
      total: 1,
    })
    // Each filter narrows what the others leave. A search passes over case and accents.
    const filters = { jobId: job.jobId, status: 'REVIEWED', search: 'AMRANI zoe' } as const
    expect(await applications.list.query(filters)).toMatchObject({ applications: [{ id }], total: 1 })
    for (const other of [{ jobId: job.jobId + 1 }, { status: 'REJECTED' as const }, { search: 'zoe bennani' }])
      expect(await applications.list.query({ ...filters, ...other })).toEqual({ applications: [], total: 0 })
    // Browsers send an international domain in ASCII, as an ATS gets it. People read and search both.
    const written = ['nom@exemplé.ma', 'nom@xn--exempl-gva.ma'] as const
    for (const email of written) await applied({ email })
    for (const search of [...written, 'exemplé.ma'])
      expect(await applications.list.query({ search })).toMatchObject({
        applications: Array(2).fill({ email: written[0] }),
      })
    expect((await candidates()).slice(-2)).toMatchObject(Array(2).fill({ email: written[1] }))
    // A program may send this, although the types do not allow it.
    const status = 'Reviewed' as 'REVIEWED'
    await expect(applications.setStatus.mutate({ id, status })).rejects.toMatchObject({
      message: expect.stringContaining('did you mean "REVIEWED"?'),
      data: { code: 'invalid_request', httpStatus: 400 },
    })
  })
})

describe('an erasure', () => {
  it('keeps the row, so that no poller skips or repeats one, and removes the person’s data from the list, the API, the audit trail and the database', {
    tags: ['erasure'],
  }, async () => {
    const { id, date } = await applied({}, cv)
    const next = await applied({ email: 'xzoe@example.com' })
    const [{ cv: link }] = await candidates()
    await applications.setStatus.mutate({ id, status: 'REJECTED' })
    const { cvUrl } = await applications.get.query({ id })
    // CVs of the same form on other processes, which lost the race.
    const owner = { companyId: company.id, applicationId: id }
    const kept = { ...createCvFile('CV Zoé.pdf', pdf), type: 'pdf' as const }
    await server.deps.cvs.save(owner, server.deps.cvs.newId(), kept.open)
    await keepCv(server.deps, owner, kept, '192.0.2.1')
    expect(await applications.erase.mutate({ id })).toStrictEqual({ erased: [id], othersOfPerson: 0 })

    expect(await applications.get.query({ id })).toMatchObject({
      id,
      date,
      jobId: job.jobId,
      status: 'REJECTED',
      ...nothing,
      isErased: true,
      isConfirmationRefused: false,
      hasCv: false,
      cvUrl: null,
      erasedAt: expect.stringMatching(/^20/),
      othersOfPerson: 0,
      personUrl: null,
    })
    const erased = { id, date, status: 'REJECTED', cv: '', ...nothing }
    expect(await candidates()).toMatchObject([erased, { id: next.id }])
    expect(await candidates(`?since=${date}`)).toMatchObject([{ id: next.id }])
    expect((await fetch(link)).status).toBe(410)
    expect((await open(cvUrl)).status).toBe(410)
    const { events } = await server.deps.auditEvents.list(company.id, undefined, 1)
    expect(events).toMatchObject([{ action: 'application_erased', by: user.email, target: id }])
    expect(await remains()).toStrictEqual([next.id])
  })

  it('keeps the row erased if the same form is sent again, which is a new application', async () => {
    const formId = randomUUID()
    const { id } = await applied({ formId }, cv)
    await applications.erase.mutate({ id })
    const again = await applied({ formId }, cv)
    await server.deps.background.settled()
    expect(await candidates()).toMatchObject([{ id, cv: '', ...nothing }, { id: again.id }])
    expect(await remains()).toContain(again.id)
    await applications.erase.mutate({ id: again.id })
    expect(await remains()).toStrictEqual([])
  })

  it('says how many other applications the person sent, and erases them all if asked, in any case of the address', async () => {
    const { id } = await applied({}, cv)
    const same = await applied({ email: 'Zoe@Example.com' }, cv)
    const late = await waiting()
    const { inbox } = await createStores(server.connection).mailboxes.read(company.id)
    const another = await applied({ email: 'xzoe@example.com' })
    expect(await applications.erase.mutate({ id: (await applied()).id })).toMatchObject({ othersOfPerson: 3 })
    const { erased, othersOfPerson } = await applications.erase.mutate({ id, allOfPerson: true })
    expect(erased.sort()).toStrictEqual([id, same.id, late].sort())
    expect(othersOfPerson).toBe(0)
    // A slow delivery cannot bring one of them back.
    await server.deps.mailbox.accept({ ...(inbox[0] as (typeof inbox)[number]), status: 'PENDING' })
    expect(await remains()).toStrictEqual([another.id])
  })

  it.each(['fence', 'removeAllForApplication', 'erase', 'insert'] as const)(
    'that broke off before "%s" is finished by doing it again',
    async (step) => {
      const { id } = await applied({}, cv)
      const other = await applied({}, cv)
      const { mailbox, cvs, applications: rows, auditEvents } = server.deps
      const stores = { fence: mailbox, removeAllForApplication: cvs, erase: rows, insert: auditEvents }
      const store = stores[step] as Record<string, unknown>
      await whileFailing(store, step, async () => {
        const failure = { message: 'Internal server error' }
        await expect(applications.erase.mutate({ id, allOfPerson: true })).rejects.toMatchObject(failure)
      })
      // A row looks erased only after all that must not come back is fenced off and deleted.
      const stored = await rows.findByIds(company.id, [id, other.id])
      expect(stored.filter(({ erasedAt }) => erasedAt !== undefined)).toHaveLength(step === 'insert' ? 1 : 0)
      await applications.erase.mutate({ id, allOfPerson: true })
      expect(await remains()).toStrictEqual([])
      const { erasedAt } = await applications.get.query({ id })
      await applications.erase.mutate({ id })
      expect((await applications.get.query({ id })).erasedAt).toBe(erasedAt)
    },
  )
})
