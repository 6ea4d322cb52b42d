import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { actAsOperator, actAsRetention, noteAudit } from '@boardwalk/core/activity/audit'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whileFailing } from '../../test/failing-store.ts'
import { apply, makePdf, pdf, trapFilled } from '../../test/form.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { signedInUser } from '../../test/user.ts'
import { exportPerson } from './export.ts'

/* All that a company has of one person, as one file. */

const server = useServer()
let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
let stranger: typeof user
let strangers: TestCompany
let job: { jobId: number; jobUrl: string }
beforeAll(async () => {
  strangers = await server.company()
  stranger = await signedInUser(server, strangers)
})
beforeEach(async () => {
  company = await server.company()
  user = await signedInUser(server, company)
  job = await company.boardJob('Comptable')
})

const zoe = { firstName: 'Zoé', lastName: 'El Amrani', email: 'zoe@example.com', message: 'Bonjour' }

async function applied(fields: Record<string, string> = {}, cv?: typeof pdf, { jobUrl } = job): Promise<string> {
  const { status, body } = await apply(jobUrl, { ...zoe, ...fields }, cv)
  // 202 for one that is held back.
  expect([201, 202]).toContain(status)
  return body.id
}

const open = (id: string, cookie = user.cookie, method = 'GET') =>
  fetch(`${server.url}/backoffice/person/${id}`, { method, headers: cookie === undefined ? {} : { cookie } })

/** Reads an archive: its names, and what its `person.json` says. */
function unpack(bytes: Uint8Array) {
  const files = unzipSync(bytes)
  const { 'person.json': json = new Uint8Array(), ...cvs } = files
  return { person: JSON.parse(strFromU8(json)), text: strFromU8(json), cvs }
}
const download = async (id: string) => unpack(new Uint8Array(await (await open(id)).arrayBuffer()))

describe('all of a person as one file', () => {
  it('the file has every application with the address, in any case of letters, with CVs and what was done', async () => {
    const other = await company.boardJob('Vendeuse')
    const large = makePdf(3_000_000)
    const first = await applied({ phone: '+212 600 000 000', linkedinUrl: 'https://www.linkedin.com/in/zoe' }, large)
    const second = await applied({ email: 'Zoe@Example.com', message: '' }, undefined, other)
    await company.call('PUT', '/candidates', { candidates: [{ id: second, status: 'REVIEWED', at: '2026-03-01' }] })
    await user.client.application.setStatus.mutate({ id: first, status: 'SHORTLISTED' })
    const note = { id: first, noteId: randomUUID(), text: 'Bonne candidate' }
    await user.client.application.addNote.mutate(note)
    const { person, cvs } = await download(second)
    const [{ date: firstDate }, { date: secondDate }] = (await company.call('GET', '/candidates')).body.candidates
    const users = { by: 'user' }
    const byUser = { statusChangedBy: 'back_office', statusChangedAt: expect.stringMatching(/^20.*Z$/) }
    expect(person).toEqual({
      exportedAt: expect.stringMatching(/^20.*Z$/),
      company: { id: company.id, name: 'Atlas Talents', slug: company.slug },
      applications: [
        {
          ...zoe,
          id: first,
          date: firstDate,
          status: 'SHORTLISTED',
          phone: '+212 600 000 000',
          answers: [],
          notes: [
            {
              at: expect.stringMatching(/^20.*Z$/),
              text: note.text,
            },
          ],
          linkedinUrl: 'https://www.linkedin.com/in/zoe',
          cv: `cv/${first}.pdf`,
          job: {
            jobId: job.jobId,
            title: 'Comptable',
          },
          ...byUser,
        },
        {
          ...zoe,
          id: second,
          date: secondDate,
          status: 'REVIEWED',
          phone: '',
          linkedinUrl: '',
          message: '',
          answers: [],
          email: 'Zoe@Example.com',
          cv: null,
          job: {
            jobId: other.jobId,
            title: 'Vendeuse',
          },
          notes: [],
          statusChangedBy: 'api',
          statusChangedAt: '2026-03-01T00:00:00.000Z',
        },
      ],
      heldBack: [],
      // In the order of time, for all applications together.
      audit: [
        {
          by: 'key',
          action: 'application_status_changed',
          target: second,
          at: expect.any(String),
          details: {
            to: 'REVIEWED',
            keyId: company.keyId,
          },
        },
        {
          ...users,
          action: 'application_status_changed',
          target: first,
          at: expect.any(String),
          details: { to: 'SHORTLISTED' },
        },
        { ...users, action: 'note_added', target: first, at: expect.any(String), details: {} },
        {
          ...users,
          action: 'person_exported',
          target: second,
          at: expect.any(String),
          details: { count: '2' },
        },
      ],
    })
    expect(Object.keys(cvs)).toEqual([`cv/${first}.pdf`])
    expect(Buffer.from(cvs[`cv/${first}.pdf`] ?? []).equals(large)).toBe(true)
  })

  it('the file has nothing of other people, of other companies, or of those who work for the company', {
    tags: ['export'],
  }, async () => {
    const email = 'z.oe+jobs@example.com'
    const id = await applied({ email }, pdf)
    // A dot and a plus in an address are only themselves.
    for (const trap of [{}, trapFilled])
      await applied({ ...trap, firstName: 'Omar', email: 'zxoe+jobs@example.com' }, pdf)
    await applied({ firstName: 'Omar', email: `x${email}` })
    await applied({ firstName: 'Elsewhere', lastName: strangers.id, email }, pdf, await strangers.boardJob())
    const { text, cvs, person } = await download(id)
    expect(person).toMatchObject({ applications: [{ id }], heldBack: [] })
    expect(Object.keys(cvs)).toHaveLength(1)
    for (const foreign of ['Omar', 'Elsewhere', strangers.id, user.email]) expect(text).not.toContain(foreign)
  })

  it('an application that is held back or waits in the mailbox is in the file, with its CV, also if the person has no other', async () => {
    const id = await applied(trapFilled, pdf)
    await noteAudit(server.deps, actAsRetention(company.id), 'applications_expired', id)
    const exportZoe = async () => {
      const email = zoe.email.toUpperCase()
      const { content, applications } = await exportPerson(server.deps, actAsOperator(company.id), { email })
      return { ...unpack(await buffer(content)), applications }
    }
    const { person, cvs, applications } = await exportZoe()
    expect(applications).toBe(1)
    expect(person).toMatchObject({
      applications: [],
      audit: [
        { by: 'retention', action: 'applications_expired' },
        { by: 'operator', action: 'person_exported', details: { count: '1' } },
      ],
      heldBack: [{ ...zoe, id, heldAt: expect.any(String), cv: `cv/${id}.pdf`, job: { title: 'Comptable' } }],
    })
    expect(Object.keys(cvs)).toEqual([`cv/${id}.pdf`])
    await whileFailing(server.deps.applications, 'insertNew', async () => {
      const leftOut = { phone: '', linkedinUrl: '', cvId: null, contentDigest: '', status: 'PENDING' as const }
      await server.deps.mailbox.accept({ ...zoe, ...leftOut, id: `w-${id}`, companyId: company.id, jobId: job.jobId })
    })
    expect((await exportZoe()).person.applications).toMatchObject([{ id: `w-${id}` }])
  })

  it('a download that cannot be noted is not sent, and one whose CV cannot be read breaks off, so that a part is not taken for the whole', async () => {
    const id = await applied({}, pdf)
    await whileFailing(server.deps.auditEvents, 'insert', async () => {
      const answer = await open(id)
      expect(answer.status).toBe(500)
      expect(await answer.text()).not.toContain('PK')
    })
    await whileFailing(server.deps.cvs, 'open', async () => {
      await expect(open(id).then((answer) => answer.arrayBuffer())).rejects.toThrow()
    })
  })
})

describe('the right to the file', () => {
  it('the file is for the company’s own users who are signed in, and only to read', async () => {
    const id = await applied({}, pdf)
    const statusFor = async (cookie: string | undefined) => {
      const answer = await open(id, cookie)
      expect(await answer.text()).not.toMatch(/^PK|Zoé/)
      return answer.status
    }
    expect(await statusFor('boardwalk=s%3Anonsense.nonsense')).toBe(401)
    expect((await fetch(`${server.url}/backoffice/person/${id}`)).status).toBe(401)
    expect(await statusFor(stranger.cookie)).toBe(404)
    expect((await open(id, user.cookie, 'POST')).status).toBe(405)
    const { cookie } = user
    await user.client.session.signOut.mutate()
    expect(await statusFor(cookie)).toBe(401)
    const { events } = await server.deps.auditEvents.list(company.id, undefined, 100)
    expect(events.filter(({ action }) => action === 'person_exported')).toEqual([])
  })
})
