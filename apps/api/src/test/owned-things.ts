import { randomUUID } from 'node:crypto'
import { viewing } from '../part/view/state.ts'
import { apply, trapFilled } from './form.ts'
import type { TestCompany, useServer } from './harness.ts'
import { openBackOffice, password, readLinkSecret, signedInUser } from './user.ts'

/** One of each thing that a company owns, with the ids by which another company would try to reach it. */
export interface OwnedThings {
  company: TestCompany
  /** The user who is signed in, and their cookie. */
  email: string
  cookie: string
  client: Awaited<ReturnType<typeof signedInUser>>['client']
  /** The server's clock. */
  now: () => number
  /** The name of another session of the same user. */
  otherSession: string
  /** A text that only the title of the job and the name of the applicant have. */
  mark: string
  key: { id: string; name: string }
  /** Id of the one request that came with the company's key. */
  requestId: string
  /** A person who has not chosen a password yet, and the secret of their link. */
  invited: { id: string; email: string }
  link: string
  jobId: number
  applicationId: string
  /** An application that is held back. */
  heldId: string
}

/** Makes a company with one of each thing, and a user who is signed in. */
export async function makeOwnedThings(server: ReturnType<typeof useServer>): Promise<OwnedThings> {
  const company = await server.company()
  const backOffice = await signedInUser(server, company)
  const { email, client } = backOffice
  await openBackOffice(server.url).client.session.signIn.mutate({ email, password })
  const otherSession = (await client.account.listSessions.query()).find(({ isThis }) => !isThis)?.name
  const mark = randomUUID()
  const { jobId, jobUrl } = await company.boardJob(`Poseur ${mark}`)
  const { body } = await apply(jobUrl, { lastName: mark })
  const held = await apply(jobUrl, { lastName: mark, ...trapFilled })
  const { headers } = await company.call('GET', '/jobs')
  await server.deps.background.settled()
  await server.deps.recorder.flush()
  await server.deps.formRecorder.flush()
  await server.deps.keyUses.flush()
  const visit = { companyId: company.id, jobId, at: new Date(server.deps.now()), what: 'views' } as const
  await viewing(server.deps).views.add([visit])
  const [key] = (await client.key.list.query()).keys
  const invitedEmail = `${randomUUID()}@example.com`
  const link = readLinkSecret({ link: await company.invite(invitedEmail) })
  const invited = (await client.user.list.query()).users.find((user) => user.email === invitedEmail)
  if (key === undefined || invited === undefined || otherSession === undefined)
    throw new Error('the key, the person and the session were just made')
  const requestId = headers.get('x-request-id') ?? ''
  const { now } = server.deps
  return {
    get cookie() {
      if (backOffice.cookie === undefined) throw new Error('signing in sets a cookie')
      return backOffice.cookie
    },
    company,
    email,
    client,
    now,
    otherSession,
    mark,
    key,
    requestId,
    invited,
    link,
    jobId,
    applicationId: body.id,
    heldId: held.body.id,
  }
}
