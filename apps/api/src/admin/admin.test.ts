import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everyJob } from '@boardwalk/core/catalogue/query'
import type { Command } from 'commander'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alerting } from '../part/alert/state.ts'
import { parts } from '../parts.ts'
import { whileReplaced } from '../test/failing-store.ts'
import { apply, pdf, trapFilled } from '../test/form.ts'
import { useServer } from '../test/harness.ts'
import { openBackOffice, password, readLinkSecret, refusal, turnOnSecondFactor } from '../test/user.ts'
import type { Result } from './command.ts'
import { createProgram } from './program.ts'

/* The operator's commands, in this process, over the database of a server. admin.promise.test.ts starts them as a shell does. */

const server = useServer()

/** Runs a command over the database of the server. It rejects with what the command says is wrong. */
async function admin(...command: string[]): Promise<Result> {
  const results: Result[] = []
  const program = createProgram(async (work) => void results.push(await work(server.deps)), parts)
  silence(program)
  await program.parseAsync(command, { from: 'user' })
  return results[0] ?? expect.fail('the command ran nothing')
}
function silence(command: Command): void {
  command.configureOutput({ writeErr() {} })
  for (const each of command.commands) silence(each)
}
// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer, and states what it must be.
const json = async (...command: string[]): Promise<any> => JSON.parse(JSON.stringify((await admin(...command)).json))
const say = async (...command: string[]) => (await admin(...command)).lines.join('\n')
const refuse = (...command: string[]) =>
  admin(...command).then(
    () => expect.fail('the command was done'),
    ({ message }: Error) => message,
  )
const get = (path: string, key: string) => server.call(key, 'GET', path)
const makeCompany = (slug: string, name = slug) => json('company', 'create', '--name', name, '--slug', slug)
const makeJob = (slug: string) => json('job', 'create', '--company', slug, '--title', 'Chef de rang')
/** Reports a job as a visitor does, and returns the id of the report. */
async function reportAsProgram(jobUrl: string, fields: Record<string, string>): Promise<string> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const res = await fetch(`${jobUrl}/report`, { method: 'POST', headers: { accept: 'application/json' }, body })
  return (await res.json()).id
}
const collection = (name: string) => server.connection.db.collection<{ _id: string }>(name)

describe('from an empty database to a company that is served', { tags: ['operator'] }, () => {
  let key: { id: string; key: string; scopes: string[] }

  test('a company, a key in the form of the contract, a read-only key and a board job are made, and work', async () => {
    expect(await json('company', 'create', '--name', 'Atlas', '--slug', 'atlas', '--locale', 'ar')).toEqual({
      id: expect.stringMatching(/^cmp_[a-z0-9]{20}$/),
      slug: 'atlas',
    })
    key = await json('key', 'create', '--company', 'atlas', '--name', 'our ATS')
    expect(key).toEqual({
      id: expect.stringMatching(/^key_[a-z0-9]{20}$/),
      name: 'our ATS',
      key: expect.stringMatching(/^bwk_[A-Za-z0-9]{32}$/),
      scopes: ['read', 'write'],
    })
    const reader = await json('key', 'create', '--company', 'atlas', '--name', 'reader', '--scopes', 'read')
    expect(reader).toMatchObject({ scopes: ['read'] })
    const { jobId, jobUrl } = await makeJob('atlas')
    expect(jobUrl).toContain('/ar/companies/atlas/jobs/chef-de-rang-')
    expect(await get('/jobs', key.key)).toMatchObject({ status: 200, body: { jobs: [{ id: null, jobId }] } })
    const listed = await say('key', 'list')
    expect(listed).toMatch(new RegExp(`^atlas  ${key.id}  our ATS `, 'm'))
    expect(listed).not.toContain(key.key)
    const { keys } = await json('key', 'list')
    expect(keys).toContainEqual(expect.objectContaining({ company: 'atlas', id: key.id, ending: key.key.slice(-4) }))
    expect(JSON.stringify(keys)).not.toContain('hash')
  })

  test('a user chooses a password with the link that is printed, gets another one, and can lose the telephone', async () => {
    const email = 'salma@example.com'
    const made = await json('user', 'create', '--company', 'atlas', '--email', 'Salma@Example.com')
    expect(made).toEqual({
      email,
      link: expect.stringMatching(/\/backoffice\/set-password#[\w-]{43}$/),
      expiresAt: expect.any(String),
    })
    const { client } = openBackOffice(server.url)
    await client.session.setPassword.mutate({ link: readLinkSecret(made), password })
    expect(await client.session.me.query()).toMatchObject({ email, company: { slug: 'atlas' } })
    const renewed = await json('user', 'link', '--email', 'Salma@example.com')
    expect(await client.session.checkLink.query({ link: readLinkSecret(renewed) })).toEqual({ email })
    await turnOnSecondFactor(client)
    expect(await client.session.signIn.mutate({ email, password })).toEqual({ isCodeNeeded: true })
    await json('user', 'turn-off-second-factor', '--email', 'SALMA@example.com')
    expect(await client.session.signIn.mutate({ email, password })).toHaveProperty('userId')
  })

  test('for an address with accounts in two companies the operator names the company, and each account is for itself', async () => {
    const email = 'both@example.com'
    await makeCompany('beta')
    for (const slug of ['atlas', 'beta']) await json('user', 'create', '--company', slug, '--email', email)
    expect(await refuse('user', 'link', '--email', email)).toBe(
      `${email} is a user of several companies; name one with --company: atlas, beta`,
    )
    const { client } = openBackOffice(server.url)
    const link = readLinkSecret(await json('user', 'link', '--email', email, '--company', 'beta'))
    await client.session.setPassword.mutate({ link, password })
    expect(await client.session.me.query()).toMatchObject({ email, company: { slug: 'beta' } })
    await json('user', 'remove', '--email', 'Both@Example.com', '--company', 'beta')
    await expect(client.session.me.query()).rejects.toMatchObject(refusal('sign_in_required'))
    const inAtlas = readLinkSecret(await json('user', 'link', '--email', email))
    await client.session.setPassword.mutate({ link: inAtlas, password })
    expect(await client.session.me.query()).toMatchObject({ company: { slug: 'atlas' } })
  })

  test('a revoked key is refused from then on', async () => {
    await json('key', 'revoke', '--id', key.id)
    expect((await get('/jobs', key.key)).status).toBe(403)
  })
})

describe('what became of an application', () => {
  let key: { id: string; key: string }
  let jobUrl: string
  const find = (...how: string[]) => say('application', 'find', '--company', 'places', ...how)
  /** Waits until the server has recorded forms and requests. */
  async function findById(id: string) {
    for (const each of [server.deps.recorder, server.deps.formRecorder, server.deps.keyUses]) await each.flush()
    return (await find('--id', id)).replace(/\n {2}form .*/g, '')
  }
  beforeAll(async () => {
    await makeCompany('places')
    jobUrl = (await makeJob('places')).jobUrl
    key = await json('key', 'create', '--company', 'places', '--name', 'ATS')
  })

  test('is found wherever it is, and each key that polled says whether it got it', async () => {
    const first = (await apply(jobUrl)).body
    const held = (await apply(jobUrl, trapFilled)).body
    expect(await findById(first.id)).toMatch(
      /: ready for the ATS, .*; no recorded poll has got it\n {2}no key of the company has ever fetched candidates$/,
    )
    expect(await findById(held.id)).toMatch(
      /: held back since 2.*, because the trap field was filled in; a user lets it in or discards it, or it goes in by itself at 2.*$/,
    )
    await get('/candidates', key.key)
    const second = (await apply(jobUrl)).body
    await get(`/candidates?since=${second.date}`, key.key)
    const third = (await apply(jobUrl)).body
    expect(await findById(first.id)).toContain(
      `delivered, with the date ${first.date}\n  key ATS (${key.id}) got it at 2`,
    )
    expect(await findById(second.id)).toContain(`\n  key ATS (${key.id}) did not get it: at 2`)
    expect(await findById(third.id)).toContain(`\n  key ATS (${key.id}) has no recorded poll that reached it`)
    await json('key', 'revoke', '--id', key.id)
    expect(await findById(first.id)).toContain(`\n  key ATS (${key.id}, revoked) got it at 2`)

    const erasedAt = new Date()
    await collection('applications').updateOne({ _id: first.id }, { $set: { erasedAt } })
    await collection('heldApplications').deleteOne({ _id: held.id })
    // As if the process had ended before it stored what it accepted.
    const row = await collection('applications').findOneAndDelete({ _id: third.id })
    await collection('mailboxes').updateOne({ _id: Object(row).companyId }, { $set: { inbox: [row] } })
    expect(await findById(first.id)).toContain(`: erased at ${erasedAt.toISOString()}; its date is ${first.date}`)
    expect(await findById(held.id)).toMatch(/: no longer here: it was held back, and then discarded or erased$/)
    expect(await findById(third.id)).toContain(`: accepted, with the date ${third.date}; it waits in the mailbox`)
    expect(await findById('none')).toContain('Nothing is known of it')
  })
})

describe('what a company keeps of people', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boardwalk-admin-'))
    await makeCompany('keeper')
    const { jobUrl } = await makeJob('keeper')
    expect((await apply(jobUrl, { email: 'Zoe@example.com' }, pdf)).status).toBe(201)
  })
  afterAll(() => rm(folder, { recursive: true }))
  const exportOf = (name: string, email = 'zoe@EXAMPLE.com') =>
    ['person', 'export', '--company', 'keeper', '--email', email, '--output', join(folder, name)] as const

  test('all of one person is written into a file that only the operator can read, and no file is replaced', async () => {
    const file = join(folder, 'zoe.zip')
    expect(await say(...exportOf('zoe.zip'))).toBe(`${file} has 1 application. Only you can read the file.`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const files = unzipSync(await readFile(file))
    expect(Object.keys(files)).toEqual(['person.json', expect.stringMatching(/^cv\/.*\.pdf$/)])
    const { audit } = JSON.parse(strFromU8(files['person.json'] ?? new Uint8Array()))
    expect(audit).toMatchObject([{ by: 'operator', action: 'person_exported' }])
    expect(await refuse(...exportOf('zoe.zip'))).toBe(`${file} exists already; name another file with --output`)
  })

  test('all of a company is written into a file that only the operator can read, and its audit trail says so once', async () => {
    const file = join(folder, 'keeper.zip')
    const command = ['company', 'export', '--slug', 'keeper', '--output', file]
    expect(await json(...command)).toMatchObject({
      slug: 'keeper',
      file,
      jobs: 1,
      applications: 1,
      heldBack: 0,
      cvs: 1,
    })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(Object.keys(unzipSync(await readFile(file)))).toContain('applications.ndjson')
    expect(await refuse(...command)).toBe(`${file} exists already; name another file with --output`)
    const events = collection('auditEvents').find({ action: 'company_exported' } as object)
    expect(await events.toArray()).toMatchObject([{ by: 'operator', target: 'keeper' }])
  })

  test('of a person who has not applied, or a file that cannot be written whole, no file is left', async () => {
    expect(await refuse(...exportOf('none.zip', 'omar@example.com'))).toContain(
      'no application with the address omar@example.com',
    )
    await server.connection.db.collection('cvs.chunks').deleteMany({})
    await refuse(...exportOf('broken.zip'))
    expect(await refuse('company', 'export', '--slug', 'keeper', '--output', join(folder, 'whole.zip'))).toMatch(
      /^the CV of application \w+ cannot be read: the CV \w+ lacks \d+ bytes$/,
    )
    expect(['none.zip', 'broken.zip', 'whole.zip'].filter((name) => existsSync(join(folder, name)))).toEqual([])
  })

  test('how long applications are kept is set, after the command has said what that erases, and is shown', async () => {
    const set = (...options: string[]) => ['retention', 'set', '--company', 'keeper', ...options]
    const show = ['retention', 'show', '--company', 'keeper']
    expect(await say(...show)).toBe('Applications are kept until a user erases them.')
    await collection('applications').updateOne({ email: 'Zoe@example.com' }, { $set: { date: new Date('2020-01-01') } })
    expect(await say(...set('--months', '1', '--dry-run'))).toBe('Applications that would be erased now: 1.')
    expect(await refuse(...set('--months', '1'))).toContain('confirm with --yes')
    expect(await json(...show)).toMatchObject({ months: null, lastRun: null })
    expect(await json(...set('--months', '1', '--yes'))).toMatchObject({ months: 1 })
    expect(await say(...show)).toMatch(/^Applications are erased when they are older than 1 months\.\n/)
  })
})

test('the operator finds the companies, their users and keys', async () => {
  await makeCompany('listed', 'Listed SARL')
  await makeJob('listed')
  await json('key', 'create', '--company', 'listed', '--name', 'our ATS')
  await json('user', 'create', '--company', 'listed', '--email', 'nadia@example.com')
  expect(await say('company', 'list')).toMatch(/^listed {2}Listed SARL \(cmp_\w+\) {2}1 published jobs$/m)
  const shown = await say('company', 'show', '--slug', 'listed')
  for (const part of ['/fr/companies/listed', 'jobs: 1 published', 'nadia@example.com  invited', 'our ATS (…'])
    expect(shown).toContain(part)
  const user = { email: 'nadia@example.com', passwordSetAt: null, seenAt: null }
  expect(await json('company', 'show', '--slug', 'listed')).toMatchObject({ jobsPublished: 1, users: [user] })
  const listed = { company: 'listed', ...user }
  expect(await json('user', 'list', '--company', 'listed')).toEqual({ users: [listed] })
  expect((await json('user', 'list')).users).toContainEqual(listed)
})

test('a person is found in all companies, also where the application is held back, and erased there for good', async () => {
  const email = 'everywhere@example.com'
  const jobs: { slug: string; jobUrl: string }[] = []
  for (const slug of ['first-employer', 'second-employer']) {
    await makeCompany(slug)
    jobs.push({ slug, jobUrl: (await makeJob(slug)).jobUrl })
  }
  const [first, second] = jobs.map(({ jobUrl }) => jobUrl)
  const sent = (await apply(first ?? '', { email: 'Everywhere@Example.com' }, pdf)).body
  const held = (await apply(second ?? '', { email, ...trapFilled })).body
  const alert = {
    id: 'alert_1',
    companyId: null,
    email: 'Everywhere@Example.com',
    locale: 'fr',
    search: everyJob,
  } as const
  const times = { through: new Date(), expiresAt: new Date(Date.now() + 3_600_000) }
  await alerting(server.deps).alerts.insert({ ...alert, page: '/fr', ...times })
  const reported = await reportAsProgram(first ?? '', { reason: 'OTHER', text: 'Mon numéro : 0600000000', email })
  expect(await json('person', 'find', '--email', email)).toMatchObject({
    alerts: ['alert_1'],
    reports: [reported],
    companies: [
      { slug: 'first-employer', applications: [{ id: sent.id, isHeldBack: false }] },
      { slug: 'second-employer', applications: [{ id: held.id, isHeldBack: true }] },
    ],
  })
  const inboxes = [
    'every.where+jobs@example.com',
    'Ever.Ywhere@example.com',
    'everywhere@other.example',
    'xeverywhere@example.com',
  ]
  for (const other of inboxes) await apply(first ?? '', { email: other })
  const perhaps = ['ever.ywhere@example.com', 'every.where+jobs@example.com']
  expect(await json('person', 'find', '--email', email)).toMatchObject({ perhaps })
  expect(await say('person', 'find', '--email', email)).toContain(`Perhaps the same person: ${perhaps[1]}.`)
  const erase = ['person', 'erase', '--email', email]
  expect(await say(...erase, '--dry-run')).toContain(`  ${sent.id}, job `)
  expect(await say(...erase, '--dry-run')).toMatch(/Nothing was erased\.$/)
  expect(await refuse(...erase)).toContain('confirm with --yes')
  expect(await say(...erase, '--company', 'second-employer', '--yes')).toContain('All of it is erased.')
  const ofBoard = { alerts: ['alert_1'], reports: [reported] }
  expect(await json(...erase, '--yes')).toMatchObject({ companies: [{ slug: 'first-employer' }], ...ofBoard })
  expect(await collection('jobReports').findOne({ _id: reported })).toMatchObject({ text: '', email: null })
  expect(await say('person', 'find', '--email', email)).toBe(
    [
      `The board has no applications, alerts, or reports with the address ${email}.`,
      ...perhaps.map((other) => `Perhaps the same person: ${other}. Run this command with that address, too.`),
    ].join('\n'),
  )
  expect(await json('application', 'find', '--company', 'first-employer', '--id', sent.id)).toMatchObject({
    applications: [{ place: 'erased' }],
  })
  const events = collection('auditEvents').find({ action: 'application_erased', by: 'operator' } as object)
  expect((await events.toArray()).map((event) => Reflect.get(event, 'target'))).toEqual([held.id, sent.id])
})

test('the operator reads what visitors reported of jobs, and closes it', async () => {
  const list = (...options: string[]) => say('report', 'list', ...options)
  await makeCompany('reported', 'Reported SARL')
  const [first, second] = [await makeJob('reported'), await makeJob('reported')]
  const ids = [
    await reportAsProgram(first.jobUrl, { reason: 'FRAUD', text: '500 DH\n\x1b[2J', email: 'zoe@example.com' }),
  ]
  ids.push(await reportAsProgram(second.jobUrl, { reason: 'MISLEADING' }))
  ids.push(await reportAsProgram(first.jobUrl, { reason: 'FRAUD' }))
  const listed = await json('report', 'list')
  expect(listed.jobs.slice(0, 2)).toMatchObject([
    { ...first, company: 'reported', isPublic: true, reports: [{ id: ids[2] }, { id: ids[0] }] },
    { jobId: second.jobId, reports: [{ id: ids[1], reason: 'MISLEADING', text: '', email: null, closedAt: null }] },
  ])
  expect(await list()).toMatch(
    new RegExp(
      `^Job ${first.jobId}, Chef de rang, of Reported SARL \\(reported\\): 2 reports; people can see it\n  ${first.jobUrl}\n`,
    ),
  )
  expect(await list()).toContain('it is a fraud, or it asks for money; answers to zoe@example.com\n    500 DH\n    ')
  expect(await say('report', 'close', '--id', ids[1] ?? '')).toBe('1 report is closed.')
  expect(await list()).not.toContain(ids[1])
  expect(await say('report', 'close', '--job', String(first.jobId))).toBe('2 reports are closed.')
  expect(await refuse('report', 'close', '--id', ids[0] ?? '')).toBe(`There is no open report ${ids[0]}.`)
  expect(await refuse('report', 'close')).toContain('give exactly one of --id and --job')
  expect(await refuse('report', 'close', '--job', 'x')).toContain('It must be a number')
  expect(await list()).not.toContain('Reported SARL')
  expect(await list('--all')).toMatch(new RegExp(`${ids[1]}  .*; closed 2`))
})

test('a job and a company are suspended and put back, and each command says how to take it back', async () => {
  await makeCompany('paused', 'Paused SARL')
  const { key } = await json('key', 'create', '--company', 'paused', '--name', 'our ATS')
  const { jobId, jobUrl } = await makeJob('paused')
  const statuses = async () => [(await fetch(jobUrl)).status, (await get('/jobs', key)).status]
  expect(await say('job', 'suspend', '--id', String(jobId))).toContain(`admin job resume --id ${jobId}`)
  expect(await statuses()).toEqual([410, 200])
  const shown = await say('company', 'show', '--slug', 'paused')
  expect(shown).toContain(`suspended job: Chef de rang (${jobId})`)
  // As many as in the list.
  expect(shown).toContain('jobs: 1 published (1 of them closed or suspended), 0 unpublished')
  expect(await say('company', 'list')).toMatch(/^paused {2}Paused SARL .* {2}1 published jobs$/m)
  expect(await json('job', 'resume', '--id', String(jobId))).toMatchObject({ jobId, jobUrl, isSuspended: false })
  expect(await say('company', 'suspend', '--slug', 'paused')).toContain('admin company resume --slug paused')
  expect(await statuses()).toEqual([410, 200])
  expect(await say('company', 'list')).toMatch(/^paused {2}Paused SARL .* {2}1 published jobs; suspended since \d{4}-/m)
  expect(await refuse('job', 'create', '--company', 'paused', '--title', 'Plongeur')).toContain('suspended the company')
  expect(await say('job', 'resume', '--id', String(jobId))).toContain('but its company is')
  expect(await json('company', 'resume', '--slug', 'paused')).toMatchObject({ slug: 'paused', isSuspended: false })
  expect(await statuses()).toEqual([200, 200])
})

test('a company is removed: a dry run says what would be deleted and deletes nothing', async () => {
  await makeCompany('gone')
  const { key } = await json('key', 'create', '--company', 'gone', '--name', 'our ATS')
  const { jobUrl } = await makeJob('gone')
  const remove = ['company', 'remove', '--slug', 'gone']
  const statuses = async () => [(await fetch(jobUrl)).status, (await get('/jobs', key)).status]
  const rows = { apiKeys: 1, auditEvents: 2, jobs: 1 }
  expect(await json(...remove, '--dry-run')).toMatchObject({ isRemoved: false, rows })
  expect(await say(...remove, '--dry-run')).toMatch(/^jobs: 1\n(?:.*\n)*Nothing was removed\.$/m)
  expect(await statuses()).toEqual([200, 200])
  expect(await say(...remove, '--yes')).toMatch(/^jobs: 1\n(?:.*\n)*gone is removed\.$/m)
  expect(await statuses()).toEqual([404, 403])
  expect(await refuse(...remove, '--yes')).toContain('no company with the slug')
})

test('each command prints JSON by -o json, too', () => {
  const listLeaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(listLeaves)
  for (const command of listLeaves(createProgram(async () => {}, parts))) {
    // Without the values that a command needs, which are other promises.
    for (const option of command.options) option.mandatory = false
    command.action(() => {}).parse(['-o', 'json'], { from: 'user' })
    expect([command.name(), command.opts()]).toEqual([command.name(), expect.objectContaining({ json: true })])
  }
})

test('a command that cannot be done says why', async () => {
  await makeCompany('taken')
  for (const [command, message] of [
    ['company create --name Other --slug taken', 'already exists'],
    ['company create --name Other --slug other --locale de', 'must be one of fr, en, ar'],
    ['key create --company none --name k', 'no company with the slug none'],
    ['key create --company taken --name k --scopes reed', 'is invalid. It must be one of read, write, not "reed" (did'],
    ['application find --company taken --since yesterday', 'is invalid. It must be a date such as 2026-03-01, or an'],
    ['application find --company taken --since 20260301', 'not "20260301", which needs hyphens in the date'],
    ['retention set --company taken --months x', 'It must be a whole number from 1 to 120, not "x".'],
    ['key list --compny taken', 'Did you mean --company'],
    ['job suspend --id cuisinier', 'must be a number'],
    ['job suspend --id 999999999', 'no job with the job id 999999999'],
    ['company suspend --slug none', 'no company with the slug none'],
  ] as const)
    expect(await refuse(...command.split(' '))).toContain(message)
})

test('a recovery with an empty journal does not say that the servers may start', async () => {
  const { journal } = server.deps
  const entry = { kind: 'key_revoked', companyId: 'gone', targetId: 'gone', at: new Date('2026-01-02') } as const
  const recorded = { ...entry, id: journal.newId(), recordedAt: entry.at }
  for (const [entries, said] of [
    [[], 'The journal is empty.'],
    [[recorded], 'whose newest entry is of 2026-01-02'],
  ] as const)
    await whileReplaced(journal, { listAfter: async (id) => (id === undefined ? [...entries] : []) }, async () => {
      const lines = await say('database', 'recover')
      expect(lines).toContain(said)
      expect(lines.includes('The servers may start.')).toBe(entries.length > 0)
    })
})
