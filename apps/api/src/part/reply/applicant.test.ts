import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { whileReplaced } from '../../test/failing-store.ts'
import { apply, pdf } from '../../test/form.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { type ReceivedMail, useMailServer } from '../../test/mail-server.ts'
import { recordQueries } from '../../test/recorded-queries.ts'
import { signedInUser } from '../../test/user.ts'
import { deliverReplies } from './deliver.ts'
import { replying } from './state.ts'

/* What a person does with their own application, by the link in the mail that confirms it. */

const smtp = useMailServer()
const server = useServer({ isMonitored: true, mail: () => smtp.settings })

let company: TestCompany
beforeEach(async () => {
  company = await server.company()
})

/** Publishes a job with facts and steps. */
async function publish(id = 'A'): Promise<string> {
  const recruitmentProcess = ['Entretien par téléphone', 'Rencontre']
  const job = { id, title: 'Comptable', city: 'Rabat', contractType: 'CDI', recruitmentProcess }
  return (await company.call('POST', '/job', { job })).body.jobUrl
}

async function applyAs(email: string, jobUrl: string, locale = 'fr'): Promise<{ id: string; mail: ReceivedMail }> {
  const earlier = smtp.received.filter(({ to }) => to.includes(email)).length
  const { body } = await apply(jobUrl.replace('/fr/', `/${locale}/`), { email }, pdf)
  const mails = await smtp.receive(email, earlier + 1)
  return { id: body.id, mail: mails[earlier] ?? expect.fail('a mail was just there') }
}

const newAddress = () => `${randomUUID()}@example.com`
const findLink = ({ text }: ReceivedMail) => /http:\S+\/application\?secret=[\w-]+/.exec(text)?.[0] ?? expect.fail(text)
const read = async (link: string) => {
  const res = await fetch(link)
  return { status: res.status, html: await res.text() }
}

async function press(link: string, act: string, fields: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ act, ...fields })) body.append(name, value)
  const res = await fetch(link, { method: 'POST', body })
  return { status: res.status, html: await res.text() }
}
const listCandidates = async (query = '') => {
  const { body, headers } = await company.call('GET', `/candidates${query}`)
  return { candidates: body.candidates, cursor: headers.get('x-synced-through') ?? '' }
}

it('the confirmation has the facts of the job, its steps, and a link that changes nothing when it is opened', async () => {
  const jobUrl = await publish()
  const { id, mail } = await applyAs(newAddress(), jobUrl)
  for (const part of [
    `L’offre\u00a0:\nComptable\nAtlas Talents\nRabat · CDI\n${jobUrl}`,
    'Les étapes\u00a0:\n1. Entretien par téléphone\n2. Rencontre',
  ])
    expect(mail.text).toContain(part)
  const link = findLink(mail)
  for (let times = 0; times < 2; times++) {
    const { status, html } = await read(link)
    expect([status, html.includes('Retirer ma candidature')]).toEqual([200, true])
    expect(html).not.toContain(new URL(link).searchParams.get('secret'))
    expect(html).not.toContain('Bennani')
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200)
  }
  expect((await listCandidates()).candidates).toMatchObject([{ id, status: 'PENDING' }])
  const stored = await server.connection.db.collection<{ _id: string }>('applicantLinks').findOne({ _id: id })
  expect(JSON.stringify(stored)).not.toContain(new URL(link).searchParams.get('secret'))
  expect((await read(link.replace(/secret=.{4}/, 'secret=AAAA'))).status).toBe(404)
})

it('a person withdraws with one more click; the ATS hears of it as WITHDRAWN by the applicant, and the audit trail has it', async () => {
  const { id, mail } = await applyAs(newAddress(), await publish(), 'en')
  const { cursor } = await listCandidates()
  const link = findLink(mail)
  const { client } = await signedInUser(server, company)
  const { seen } = await client.reply.preview.query({ kind: 'invite', ids: [id] })
  await client.reply.send.mutate({ kind: 'invite', people: [{ id, from: 'PENDING' }], seen })
  const { html } = await press(link, 'withdraw')
  expect(html).toContain('Your application is withdrawn')
  await press(link, 'withdraw')
  const { candidates } = await listCandidates(`?changes=true&since=${cursor}`)
  expect(candidates).toMatchObject([{ id, status: 'WITHDRAWN', statusChangedBy: 'applicant' }])
  expect((await company.call('GET', '/job/A/candidates')).body.candidates).toMatchObject([{ id, status: 'WITHDRAWN' }])
  const trail = await client.activity.audit.query({})
  const events = trail.events.filter(({ target }) => target === id)
  expect(events).toMatchObject([
    { by: 'applicant', action: 'application_status_changed', details: { to: 'WITHDRAWN' } },
  ])
  // An ATS that does not know of it sets its own status. The person is not replied all the same, also not by what was asked for before.
  await company.call('PUT', '/candidates', { candidates: [{ id, status: 'REJECTED' }] })
  await deliverReplies(server.deps, server.deps.background.stopping)
  const listReplies = async () => (await client.reply.list.query({ ids: [id] })).replies
  await expect.poll(listReplies).toMatchObject([{ kind: 'invite', state: 'cancelled', cancelReason: 'status' }])
  expect((await read(link)).html).toContain('You withdrew it on')
  const { skipped, recipients } = await client.reply.preview.query({ kind: 'refuse', ids: [id] })
  expect([recipients, skipped]).toEqual([[], [{ id, reason: 'withdrawn' }]])
  expect((await client.reply.list.query({ ids: [id] })).withdrawn).toMatchObject([{ id }])
})

it('a person erases their data after one more question, with other applications if they say so, and the link then leads nowhere', async () => {
  const email = newAddress()
  const [first, second] = [await applyAs(email, await publish('A')), await applyAs(email, await publish('B'))]
  const other = await applyAs(newAddress(), await publish('C'))
  const link = findLink(first.mail)
  const queries = recordQueries(server.connection)
  expect((await read(link)).status).toBe(200)
  const question = await press(link, 'askToErase')
  expect(question.html).toContain('Effacer aussi mon autre candidature')
  // Each holder of a link can open the pages again and again, so none of them compares the addresses of the whole company.
  expect([...queries.keys()].filter((shape) => shape.includes('email~'))).toEqual([])
  expect((await listCandidates()).candidates.map(({ erasedAt }: { erasedAt: unknown }) => erasedAt)).toEqual([
    null,
    null,
    null,
  ])
  // The first time, the process dies when the data of this application is erased. Its link can still finish that.
  const { applicantLinks } = replying(server.deps)
  const { remove } = applicantLinks
  const removeOthersOnly: typeof remove = async (companyId, id) => {
    if (id === first.id) throw new Error('the process died')
    await remove(companyId, id)
  }
  await whileReplaced(applicantLinks, { remove: removeOthersOnly }, async () => {
    expect((await press(link, 'erase', { all: 'yes' })).status).toBe(500)
  })
  expect([(await read(link)).status, (await press(link, 'withdraw')).status]).toEqual([404, 404])
  expect((await press(link, 'erase', { all: 'yes' })).html).toContain('Vos données sont effacées')
  expect((await press(link, 'erase', { all: 'yes' })).status).toBe(404)
  const erased = (await listCandidates()).candidates.map(({ id, erasedAt, firstName, cv }: Record<string, string>) => [
    id,
    erasedAt !== null,
    firstName,
    cv === '',
  ])
  expect(erased).toEqual([
    [first.id, true, '', true],
    [second.id, true, '', true],
    [other.id, false, 'Salma', false],
  ])
  for (const { mail } of [first, second]) expect((await read(findLink(mail))).status).toBe(404)
  expect(await server.connection.db.collection('applicantLinks').countDocuments({ companyId: company.id })).toBe(1)
  const { client } = await signedInUser(server, company)
  const trail = await client.activity.audit.query({})
  expect(trail.events.filter(({ action }) => action === 'application_erased').map(({ by }) => by)).toEqual([
    'applicant',
    'applicant',
  ])
})
