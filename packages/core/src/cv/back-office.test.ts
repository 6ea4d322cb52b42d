import { Readable } from 'node:stream'
import { whileFailing, whileReplaced } from '@boardwalk/api/test/failing-store'
import { apply, pdf } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { makeDocx } from '@boardwalk/api/test/office'
import { signedInUser } from '@boardwalk/api/test/user'
import { beforeAll, beforeEach, expect, it } from 'vitest'

/* A CV as a user opens it in the back office. */

const server = useServer()
let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
let stranger: typeof user
beforeAll(async () => {
  company = await server.company()
  stranger = await signedInUser(server, await server.company())
})
beforeEach(async () => {
  user = await signedInUser(server, company)
})

/** Makes a job, applies to it, and returns the application from the back office. */
async function applied(fields: Record<string, string>, cv?: typeof pdf) {
  const { jobUrl } = await company.boardJob()
  const { body } = await apply(jobUrl, { firstName: 'Zoé', ...fields }, cv)
  return user.client.application.get.query({ id: body.id })
}

const open = (path: string | null, cookie = user.cookie) =>
  fetch(`${server.url}${path}`, { headers: cookie === undefined ? {} : { cookie } })

it('a CV is shown in the browser’s viewer or downloaded, both under the applicant’s name', async () => {
  const { cvUrl, cvDownloadUrl } = await applied({ lastName: 'O/\u202eB "x"' }, pdf)
  const shown = await open(cvUrl)
  expect(shown.status).toBe(200)
  expect(Buffer.from(await shown.arrayBuffer()).equals(pdf)).toBe(true)
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="CV Zo? O__B _x_.pdf"; filename*=UTF-8''CV%20Zo%C3%A9%20O__B%20_x_.pdf`,
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  }
  for (const [name, value] of Object.entries(headers)) expect(shown.headers.get(name)).toBe(value)
  const saved = await open(cvDownloadUrl)
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="CV/)
  expect(Buffer.from(await saved.arrayBuffer()).equals(pdf)).toBe(true)
})

it('a CV that is no PDF is never shown: every address of it downloads it, and the audit trail says so', {
  tags: ['office-files'],
}, async () => {
  const docx = makeDocx()
  const { id, cvType, cvUrl, cvDownloadUrl } = await applied({}, docx)
  expect([cvType, cvUrl]).toEqual(['docx', null])
  for (const path of [cvDownloadUrl, `/backoffice/cv/${id}`]) {
    const saved = await open(path)
    expect(saved.headers.get('content-disposition')).toBe(
      'attachment; filename="CV Zo? Bennani.docx"; filename*=UTF-8\'\'CV%20Zo%C3%A9%20Bennani.docx',
    )
    expect(saved.headers.get('content-security-policy')).toContain('sandbox')
    expect(saved.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await saved.arrayBuffer()).equals(docx)).toBe(true)
  }
  const { events } = await user.client.activity.audit.query({})
  expect(events.filter(({ target }) => target === id).map(({ action }) => action)).toEqual([
    'cv_downloaded',
    'cv_downloaded',
  ])
})

it('a CV is not sent if the audit trail cannot note it, and is left not open', async () => {
  const { cvUrl } = await applied({}, pdf)
  const content = new Readable({ read() {} })
  await whileReplaced(server.deps.cvs, { open: async () => content }, () =>
    whileFailing(server.deps.auditEvents, 'insert', async () => expect((await open(cvUrl)).status).toBe(500)),
  )
  expect(content.destroyed).toBe(true)
})

it('a CV is available only to signed-in users of its company, and not found if none was sent', async () => {
  const { cvUrl } = await applied({}, pdf)
  const statusFor = async (cookie: string | undefined) => {
    const answer = await fetch(`${server.url}${cvUrl}`, { headers: cookie === undefined ? {} : { cookie } })
    expect(await answer.text()).not.toContain('%PDF')
    return answer.status
  }
  expect(await statusFor(undefined)).toBe(401)
  expect(await statusFor(stranger.cookie)).toBe(404)
  const { id } = await applied({})
  for (const path of [id, 'none', '..%2f..%2fmain', '%ZZ'])
    expect((await open(`/backoffice/cv/${path}`)).status).toBe(404)
  const { cookie } = user
  await user.client.session.signOut.mutate()
  expect(await statusFor(cookie)).toBe(401)
})
