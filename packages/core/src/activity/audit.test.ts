import { whileFailing } from '@boardwalk/api/test/failing-store'
import { apply, pdf } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { beforeAll, describe, expect, it } from 'vitest'
import { actAsOperator, noteAudit } from './audit.ts'

const clock = { ms: Date.parse('2026-03-01T08:00:00Z') }
const server = useServer({ now: () => clock.ms })

let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
let email: string
let client: (typeof user)['client']
beforeAll(async () => {
  company = await server.company()
  user = await signedInUser(server, company)
  ;({ client, email } = user)
})

describe('the trail', () => {
  it('a reader of all pages sees each event once, newest first, even if many have the same time', async () => {
    for (const minute of [1, 2]) {
      clock.ms += 60_000
      const noting = [...Array(60)].map((_, n) =>
        noteAudit(server.deps, actAsOperator(company.id), 'job_published', `${minute}/${n}`, { from: 'A' }),
      )
      await Promise.all(noting)
    }
    const targets: string[] = []
    const pages: number[] = []
    for (let cursor: string | null | undefined; cursor !== null && pages.length < 4; ) {
      const { events, next } = await client.activity.audit.query({ cursor })
      targets.push(...events.map(({ target }) => target))
      pages.push(events.length)
      cursor = next
    }
    expect(pages).toEqual([50, 50, 23])
    expect(targets.slice(0, 120).every((target, n) => target.startsWith(n < 60 ? '2/' : '1/'))).toBe(true)
    expect(new Set(targets.slice(0, 120)).size).toBe(120)
    expect(targets).toHaveLength(123)
  })
})

/** The newest events of the trail, the newest last. */
async function readTrail(count: number) {
  await server.deps.background.settled()
  const { events } = await server.deps.auditEvents.list(company.id, undefined, count)
  return events.toReversed().map(({ by, action, target, details }) => [by, action, target, details])
}

it('a status that was set, and each CV that was viewed or downloaded, name the application and not the person', {
  tags: ['noted'],
}, async () => {
  const { cookie = '' } = user
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

it('if the audit event cannot be written, the call fails', async () => {
  await whileFailing(server.deps.auditEvents, 'insert', async () => {
    await expect(client.key.create.mutate({ name: 'unnoted', scopes: ['read'] })).rejects.toMatchObject({
      data: { httpStatus: 500 },
    })
  })
})
