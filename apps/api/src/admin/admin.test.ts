import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerProcess } from '@boardwalk/test-server/server-process'
import { runBuiltAdmin, startBuiltServer } from '@boardwalk/test-server/vitest/built-server'
import { useDatabase } from '@boardwalk/test-server/vitest/database'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../db/connection.ts'
import { openBackOffice, password, readLinkSecret, turnOnSecondFactor } from '../test/administrator.ts'
import { apply, pdf, trapFilled } from '../test/form.ts'

const settings = useDatabase()
const restored = useDatabase()
const admin = (...command: string[]) => runBuiltAdmin(settings, ...command)
const json = async (...command: string[]) => JSON.parse((await admin(...command, '--json')).stdout)

let server: ServerProcess

beforeAll(async () => {
  server = await startBuiltServer(settings)
})
afterAll(() => server.end('SIGTERM'))

const get = (path: string, key: string) => fetch(`${server.url}/api${path}`, { headers: { 'x-api-key': key } })

describe('from an empty database to a company that is served', () => {
  let key: { id: string; key: string; scopes: string[] }

  test('a company is made, and standard output has its JSON and nothing else', async () => {
    expect(await json('company', 'create', '--name', 'Atlas Talents', '--slug', 'atlas', '--locale', 'ar')).toEqual({
      id: expect.stringMatching(/^cmp_[a-z0-9]{20}$/),
      slug: 'atlas',
    })
  })

  test('a key is made with both scopes, in the spec’s form, and works', async () => {
    key = await json('key', 'create', '--company', 'atlas', '--name', 'our ATS')
    expect(key).toEqual({
      id: expect.stringMatching(/^key_[a-z0-9]{20}$/),
      name: 'our ATS',
      key: expect.stringMatching(/^bwk_[A-Za-z0-9]{32}$/),
      scopes: ['read', 'write'],
    })
    expect((await get('/jobs', key.key)).status).toBe(200)
  })

  test('a read-only key is made on request', async () => {
    expect(await json('key', 'create', '--company', 'atlas', '--name', 'reader', '--scopes', 'read')).toMatchObject({
      scopes: ['read'],
    })
  })

  test('a board job is made without an external id, at an address in the company’s language', async () => {
    const job = await json('job', 'create', '--company', 'atlas', '--title', 'Chef de rang')
    expect(job).toEqual({
      jobId: expect.any(Number),
      jobUrl: expect.stringContaining('/ar/companies/atlas/jobs/chef-de-rang-'),
    })
    const { jobs } = await (await get('/jobs', key.key)).json()
    expect(jobs).toMatchObject([{ id: null, jobId: job.jobId, title: 'Chef de rang' }])
  })

  test('the list of keys does not show the keys themselves', async () => {
    const { stdout } = await admin('key', 'list')
    expect(stdout).toContain(key.id)
    expect(stdout).not.toContain(key.key)
  })

  test('an administrator is made, and the link that is printed lets the person choose a password and sign in', async () => {
    const made = await json('user', 'create', '--company', 'atlas', '--email', 'Salma@Example.com')
    expect(made).toEqual({
      email: 'salma@example.com',
      link: expect.stringMatching(/\/backoffice\/set-password#[\w-]{43}$/),
      expiresAt: expect.any(String),
    })
    const { client } = openBackOffice(server.url)
    await client.session.setPassword.mutate({ link: readLinkSecret(made), password })
    expect(await client.session.me.query()).toMatchObject({ email: 'salma@example.com', company: { slug: 'atlas' } })
    expect(await client.key.list.query()).toMatchObject({ keys: [{ createdBy: 'operator' }, {}] })
  })

  test('a person who has forgotten the password gets a new link', async () => {
    const { stdout } = await admin('user', 'link', '--email', 'Salma@example.com')
    const [link = ''] = stdout.split('\n')
    const { client } = openBackOffice(server.url)
    expect(await client.session.checkLink.query({ link: readLinkSecret({ link }) })).toEqual({
      email: 'salma@example.com',
    })
  })

  test('a person who has lost the telephone signs in with the password alone', async () => {
    const email = 'salma@example.com'
    const { client } = openBackOffice(server.url)
    await client.session.signIn.mutate({ email, password })
    await turnOnSecondFactor(client)
    expect(await client.session.signIn.mutate({ email, password })).toEqual({ isCodeNeeded: true })
    await json('user', 'turn-off-second-factor', '--email', 'SALMA@example.com')
    expect(await client.session.signIn.mutate({ email, password })).toHaveProperty('userId')
  })

  test('for an address with accounts in two companies the operator names the company', async () => {
    const email = 'both@example.com'
    await json('company', 'create', '--name', 'Beta', '--slug', 'beta')
    for (const slug of ['atlas', 'beta']) await json('user', 'create', '--company', slug, '--email', email)
    const { code, stderr } = await admin('user', 'link', '--email', email)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `${email} has accounts in several companies; name one with --company: atlas, beta\n`,
    })
    const { client } = openBackOffice(server.url)
    await client.session.setPassword.mutate({
      link: readLinkSecret(await json('user', 'link', '--email', email, '--company', 'beta')),
      password,
    })
    expect(await client.session.me.query()).toMatchObject({ email, company: { slug: 'beta' } })
  })

  test('who is removed by the operator is signed out, and keeps the account in another company', async () => {
    const email = 'both@example.com'
    const { client } = openBackOffice(server.url)
    await client.session.signIn.mutate({ email, password })
    await json('user', 'remove', '--email', 'Both@Example.com', '--company', 'beta')
    await expect(client.session.me.query()).rejects.toMatchObject({ data: { code: 'sign_in_required' } })
    const { link } = await json('user', 'link', '--email', email)
    await client.session.setPassword.mutate({ link: readLinkSecret({ link }), password })
    expect(await client.session.me.query()).toMatchObject({ company: { slug: 'atlas' } })
  })

  test('an application is found by its number, its request and its time, with the key that got it', async () => {
    const { jobUrl } = await json('job', 'create', '--company', 'atlas', '--title', 'Serveuse')
    const pageUrl = `${server.url}${new URL(jobUrl).pathname}`
    const since = new Date().toISOString()
    const refused = await apply(pageUrl, { lastName: '' })
    const { id, date } = (await apply(pageUrl)).body
    expect((await get('/candidates', key.key)).status).toBe(200)
    const find = (...how: string[]) => admin('application', 'find', '--company', 'atlas', ...how)
    // The server records forms, requests and the use of keys a moment later.
    await expect
      .poll(async () => (await find('--id', id)).stdout)
      .toMatch(
        new RegExp(
          `^${id}, job \\d+ \\(Serveuse\\): delivered, with the date ${date}\n  form \\S+  accepted; request \\S+\n  key our ATS \\(${key.id}\\) got it at`,
        ),
      )
    expect((await find('--since', since)).stdout).toContain(
      `refused: invalid_request (lastName); request ${refused.body.error.requestId}`,
    )
    const { applications } = await json('application', 'find', '--company', 'atlas', '--since', since)
    expect(applications).toMatchObject([{ place: 'refused' }, { applicationId: id, place: 'delivered' }])
    // A day ends at its last millisecond.
    expect((await find('--since', since, '--until', date.slice(0, 10))).stdout).toContain(id)
    expect((await find('--since', since, '--until', since)).stdout).not.toContain(id)
    expect((await find('--request', refused.body.error.requestId)).stdout).toContain(': refused\n')
    expect((await find('--id', 'none')).stdout).toContain('Nothing is known of it')
    expect((await find()).stderr).toContain('give exactly one of --id, --request and --since')
    expect((await find('--id', id, '--until', since)).stderr).toContain('--until needs --since')
    const { stdout: keys } = await admin('key', 'list', '--company', 'atlas')
    expect(keys).toMatch(new RegExp(`^${key.id}  our ATS \\(….{4}, read, write\\)  last used 2\\S+Z$`, 'm'))
  })

  test('an application is found wherever it is, and each key that polled says whether it got it', async () => {
    await json('company', 'create', '--name', 'Places', '--slug', 'places')
    const create = (...what: string[]) => json(...what, '--company', 'places')
    const { key, id: keyId } = await create('key', 'create', '--name', 'ATS')
    const { jobUrl } = await create('job', 'create', '--title', 'Cuisinier')
    const pageUrl = `${server.url}${new URL(jobUrl).pathname}`
    const find = async (id: string) =>
      (await admin('application', 'find', '--company', 'places', '--id', id)).stdout.replace(/^ {2}form .*\n/gm, '')
    const first = (await apply(pageUrl)).body
    const held = (await apply(pageUrl, trapFilled)).body
    expect(await find(first.id)).toMatch(/: delivered, .*\n {2}no key of the company has ever polled\n$/)
    expect(await find(held.id)).toMatch(
      /: held back since 2.*, because the trap field was filled in; an administrator lets it in or discards it until 2.*\n$/,
    )
    await get('/candidates', key)
    const second = (await apply(pageUrl)).body
    await get(`/candidates?since=${second.date}`, key)
    const third = (await apply(pageUrl)).body
    // The server records polls a moment later.
    await expect
      .poll(() => find(second.id))
      .toMatch(
        new RegExp(`\\n  key ATS \\(${keyId}\\) did not get it: at 2.* it asked only for later ones, request \\S+\\n$`),
      )
    expect(await find(third.id)).toMatch(
      new RegExp(`\\n  key ATS \\(${keyId}\\) has no recorded poll that reached it; its last poll was at 2.*\\n$`),
    )
    await json('key', 'revoke', '--id', keyId)
    expect(await find(first.id)).toContain(`\n  key ATS (${keyId}, revoked) got it at 2`)

    const connection = await connect(settings.MONGODB_URI, settings.MONGODB_DATABASE)
    const collection = (name: string) => connection.db.collection<{ _id: string; companyId: string }>(name)
    const erasedAt = new Date()
    await collection('applications').updateOne({ _id: first.id }, { $set: { erasedAt } })
    await collection('heldApplications').deleteOne({ _id: held.id })
    // As if the process had ended before it stored what it accepted.
    const row = await collection('applications').findOneAndDelete({ _id: third.id })
    await collection('mailboxes').updateOne({ _id: row?.companyId ?? '' }, { $set: { inbox: [row] } })
    const at = new Date(Date.now() - 3_600_000)
    const form = { companyId: row?.companyId, jobId: 7, applicationId: null, at, outcome: 'refused' }
    const forms = Array.from({ length: 51 }, (_, index) => ({
      ...form,
      reason: 'invalid_request',
      fields: ['cv', 'email'],
      requestId: `r${index}`,
      traceId: 't1',
    }))
    await connection.db.collection('applicationForms').insertMany(forms)
    await connection.close()
    const many = [
      'application',
      'find',
      '--company',
      'places',
      '--since',
      at.toISOString(),
      '--until',
      at.toISOString(),
    ]
    const described = `a form without a usable id, job 7 (): refused\n  form ${at.toISOString()}  refused: invalid_request (cv, email); request r0, trace t1\n`
    const { stdout } = await admin(...many)
    expect(stdout.slice(0, described.length)).toBe(described)
    expect(stdout.match(/^a form/gm)).toHaveLength(50)
    expect(stdout).toMatch(/\nThere are more: give a shorter time\.\n$/)
    expect(await find(first.id)).toContain(`: erased at ${erasedAt.toISOString()}; its date is ${first.date}\n`)
    expect(await find(held.id)).toMatch(
      /: no longer here: it was held back, and then discarded, erased or deleted after 30 days\n$/,
    )
    expect(await find(third.id)).toContain(
      `: accepted, with the date ${third.date}; it waits in the mailbox, and the next poll delivers it\n`,
    )
  })

  test('a revoked key is refused from then on', async () => {
    await json('key', 'revoke', '--id', key.id)
    expect((await get('/jobs', key.key)).status).toBe(403)
  })

  test('a key with a name from before names were checked is listed on one line, and no terminal obeys it', async () => {
    const { id } = await json('key', 'create', '--company', 'atlas', '--name', 'old')
    const connection = await connect(settings.MONGODB_URI, settings.MONGODB_DATABASE)
    const name = 'x\u001b]0;pwned\u0007\u009b2J\u202e\nkey_fake  forged'
    await connection.db.collection('apiKeys').updateOne({ keyId: id }, { $set: { name } })
    await connection.close()
    const { stdout } = await admin('key', 'list')
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e]|^key_fake/mu)
    expect(stdout).toContain(`${id}  x\ufffd]0;pwned\ufffd\ufffd2J\ufffd\ufffdkey_fake  forged (`)
    const { keys } = await json('key', 'list')
    expect(keys).toContainEqual(expect.objectContaining({ id, name }))
  })
})

describe('what a company keeps of people', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boardwalk-admin-'))
    await json('company', 'create', '--name', 'Keeper', '--slug', 'keeper')
    const { jobUrl } = await json('job', 'create', '--company', 'keeper', '--title', 'Chef de rang')
    const pageUrl = `${server.url}${new URL(jobUrl).pathname}`
    expect((await apply(pageUrl, { email: 'Zoe@example.com' }, pdf)).status).toBe(201)
    for (const firstName of ['Max', 'Maximilian'])
      expect((await apply(pageUrl, { firstName, email: 'max@example.com' })).status).toBe(201)
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('all of one person is written into a file that only the operator can read, and no file is replaced', async () => {
    const output = join(folder, 'zoe.zip')
    const command = ['person', 'export', '--company', 'keeper', '--email', 'zoe@EXAMPLE.com', '--output', output]
    expect(await json(...command)).toEqual({ file: output, applications: 1 })
    expect((await stat(output)).mode & 0o777).toBe(0o600)
    const files = unzipSync(await readFile(output))
    expect(Object.keys(files)).toEqual(['person.json', expect.stringMatching(/^cv\/.*\.pdf$/)])
    const { audit } = JSON.parse(strFromU8(files['person.json'] ?? new Uint8Array()))
    expect(audit).toMatchObject([{ by: 'operator', action: 'person_exported' }])
    const { code, stderr } = await admin(...command)
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${output} exists already; name another file with --output\n` })
    const nobody = join(folder, 'nobody.zip')
    const { stderr: unknown } = await admin(
      ...['person', 'export', '--company', 'keeper', '--email', 'nobody@example.com', '--output', nobody],
    )
    expect(unknown).toBe('Nobody has applied with the address nobody@example.com\n')
    expect(existsSync(nobody)).toBe(false)
  })

  test('how many applications were written is said in words, and of a file that cannot be written whole nothing is left', async () => {
    const say = (name: string, email: string) =>
      admin('person', 'export', '--company', 'keeper', '--email', email, '--output', join(folder, name))
    const said = [await say('one.zip', 'zoe@example.com'), await say('two.zip', 'max@example.com')]
    expect(said.map(({ stdout }) => stdout)).toEqual([
      `${join(folder, 'one.zip')} has 1 application. Only you can read the file.\n`,
      `${join(folder, 'two.zip')} has 2 applications. Only you can read the file.\n`,
    ])
    const connection = await connect(settings.MONGODB_URI, settings.MONGODB_DATABASE)
    await connection.db.collection('cvs.chunks').deleteMany({})
    await connection.close()
    const { code, stdout } = await say('broken.zip', 'zoe@example.com')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(existsSync(join(folder, 'broken.zip'))).toBe(false)
  })

  test('how long applications are kept is set, after the command has said what that erases, and is shown', async () => {
    const set = (...options: string[]) => ['retention', 'set', '--company', 'keeper', ...options]
    expect(await json('retention', 'show', '--company', 'keeper')).toMatchObject({ months: null, lastRun: null })
    expect(await json(...set('--months', '1', '--dry-run'))).toEqual({ count: 0, hasMore: false })
    const connection = await connect(settings.MONGODB_URI, settings.MONGODB_DATABASE)
    const applications = connection.db.collection('applications')
    await applications.updateOne({ email: 'Zoe@example.com' }, { $set: { date: new Date('2020-01-01') } })
    expect((await admin(...set('--months', '1', '--dry-run'))).stdout).toBe(
      'Applications that would be erased now: 1.\n',
    )
    expect((await admin(...set('--months', '1'))).stderr).toContain('confirm with --yes')
    expect((await admin(...set('--months', '121', '--yes'))).stderr).toContain('a whole number from 1 to 120')
    expect(await json('retention', 'show', '--company', 'keeper')).toMatchObject({ months: null })
    expect(await json(...set('--months', '1', '--yes'))).toMatchObject({ months: 1 })
    // The server that runs does it.
    const show = async () => (await json('retention', 'show', '--company', 'keeper')).lastRun
    await expect.poll(show, { interval: 1_000 }).toMatchObject({ erased: 1 })
    expect(await applications.countDocuments({ email: 'Zoe@example.com' })).toBe(0)
    await connection.db.collection('retentions').updateMany({}, { $set: { failures: 1 } })
    await connection.close()
    expect((await admin('retention', 'show', '--company', 'keeper')).stdout).toMatch(
      /^Applications are erased when they are older than 1 months\.\nThe last run ended at 2\S+Z and erased 1\.\nThe last try failed; the log of the servers says why\. It is repeated\.\n$/,
    )
    expect((await admin(...set('--months', 'off'))).stdout).toContain('kept until somebody erases them')
  })
})

describe('a company is removed', () => {
  test('a dry run says what would be deleted, and deletes nothing; without a terminal --yes confirms', async () => {
    await json('company', 'create', '--name', 'Gone', '--slug', 'gone')
    const { key } = await json('key', 'create', '--company', 'gone', '--name', 'our ATS')
    const { jobUrl } = await json('job', 'create', '--company', 'gone', '--title', 'Chef de rang')
    const statusOfPage = async () => (await fetch(`${server.url}${new URL(jobUrl).pathname}`)).status
    const rows = { apiKeys: 1, auditEvents: 2, jobs: 1 }
    expect(await json('company', 'remove', '--slug', 'gone', '--dry-run')).toMatchObject({ isRemoved: false, rows })
    for (const output of [[], ['--json']]) {
      const { code, stderr } = await admin('company', 'remove', '--slug', 'gone', ...output)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: 'Nothing was removed. Without a terminal, confirm with --yes.\n',
      })
    }
    expect(await statusOfPage()).toBe(200)
    expect((await get('/jobs', key)).status).toBe(200)
    expect(await json('company', 'remove', '--slug', 'gone', '--yes')).toMatchObject({ isRemoved: true, rows })
    expect(await statusOfPage()).toBe(404)
    expect((await get('/jobs', key)).status).toBe(403)
    expect((await admin('company', 'remove', '--slug', 'gone', '--yes')).stderr).toContain('no company with the slug')
  })
})

test('without --json each command says in words what it did', async () => {
  const say = async (...command: string[]) => (await admin(...command)).stdout
  expect(await say('company', 'create', '--name', 'Words', '--slug', 'words')).toMatch(
    /^Company Words was made: its id is cmp_\w{20}, its slug words\.\n$/,
  )
  expect(await say('key', 'list', '--company', 'words')).toBe('There are no keys.\n')
  const made = await say('key', 'create', '--company', 'words', '--name', 'ATS', '--scopes', 'read')
  const [, key = '', id = ''] =
    /^(bwk_\w{32})\nStore it now: it is not shown again\. Scopes read; id (key_\w{20})\.\n$/.exec(made) ?? []
  const listed = `${id}  ATS (…${key.slice(-4)}, read)  `
  expect(await say('key', 'list', '--company', 'words')).toBe(`${listed}last used never\n`)
  expect(await say('key', 'list')).toContain(`\n${listed}last used never\n`)
  expect(await say('key', 'revoke', '--id', id)).toBe('The key is revoked.\n')
  expect((await say('key', 'list', '--company', 'words')).replace(/ 2\S+Z\n$/, ' at\n')).toBe(`${listed}revoked at\n`)
  const email = 'words@example.com'
  const link =
    /^http:\S+\/backoffice\/set-password#[\w-]{43}\nWith this link words@example\.com chooses a password\. It works once, until (2\S+Z)\.\n$/
  for (const command of ['create', 'link']) {
    const [, until = ''] = link.exec(await say('user', command, '--company', 'words', '--email', email)) ?? []
    // A week from now.
    expect(Math.round((Date.parse(until) - Date.now()) / 3_600_000)).toBe(7 * 24)
  }
  expect(await say('user', 'remove', '--company', 'words', '--email', email)).toBe(
    'words@example.com has no account in words any more.\n',
  )
  const job = await say('job', 'create', '--company', 'words', '--title', 'Chef de rang')
  // A company that names no language has its pages in French.
  expect(job).toMatch(/^Job \d+ is at http:\S+\/fr\/companies\/words\/jobs\/chef-de-rang-\d+\n$/)
  const forEver = 'Applications are kept until somebody erases them.\n'
  expect(await say('retention', 'show', '--company', 'words')).toBe(forEver)
  expect(await say('retention', 'set', '--company', 'words', '--months', '3')).toMatch(
    /^Applications are erased when they are older than 3 months\.\n(?:A run is under way, or begins within a minute: it has erased 0\.|The last run ended at 2\S+Z and erased 0\.)\n$/,
  )
  expect(await say('company', 'remove', '--slug', 'words', '--dry-run')).toMatch(
    /^jobs: 1\n(?:.*\n)*Nothing was removed\.\n$/m,
  )
  expect(await say('company', 'remove', '--slug', 'words', '--yes')).toMatch(
    /^jobs: 1\n(?:.*\n)*words is removed\.\n$/m,
  )
})

test('the recovery of a restored database says what it found, repeated and ended', async () => {
  const recovered = (...command: string[]) => runBuiltAdmin(restored, ...command)
  await recovered('company', 'create', '--name', 'Atlas', '--slug', 'atlas')
  const recover = async () => (await recovered('database', 'recover')).stdout
  expect(await recover()).toBe(
    'atlas: 0 applications\n' +
      'Repeated from the journal, whose newest entry is of no day: 0 applications erased, 0 keys revoked, 0 administrators removed, 0 companies removed.\n' +
      'Ended: 0 sessions, 0 one-time links, the recovery codes of 0 accounts, and 0 unsent mails.\n' +
      'The servers may start.\n',
  )
  await recovered('company', 'create', '--name', 'Gone', '--slug', 'gone')
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
    await recovered('user', 'create', '--company', 'atlas', '--email', email)
  for (const email of ['a@example.com', 'b@example.com'])
    await recovered('user', 'remove', '--company', 'atlas', '--email', email)
  const { stdout } = await recovered('key', 'create', '--company', 'atlas', '--name', 'ATS', '--json')
  await recovered('key', 'revoke', '--id', JSON.parse(stdout).id)
  await recovered('company', 'remove', '--slug', 'gone', '--yes')
  const connection = await connect(restored.MONGODB_URI, restored.MONGODB_DATABASE)
  const collection = (name: string) => connection.db.collection<{ _id: string }>(name)
  const atlas = await connection.db.collection('companies').findOne({ slug: 'atlas' })
  const date = new Date('2026-03-01T08:00:00Z')
  await connection.db.collection('applications').insertOne({ companyId: atlas?._id, date })
  await connection.db.collection('users').updateOne({}, { $set: { secondFactor: { recoveryCodes: ['a hash'] } } })
  await collection('sessions').insertMany(['a', 'b', 'c'].map((_id) => ({ _id, expires: new Date('2100-01-01') })))
  await collection('mails').insertMany(['a', 'b'].map((_id) => ({ _id, dueAt: date })))
  await connection.close()
  expect(await recover()).toMatch(
    /^atlas: 1 applications, the newest from 2026-03-01T08:00:00\.000Z\n.*newest entry is of 2\S+Z: 0 applications erased, 1 keys revoked, 2 administrators removed, 1 companies removed\.\nEnded: 3 sessions, 1 one-time links, the recovery codes of 1 accounts, and 2 unsent mails\.\n/,
  )
})

describe('a command that cannot be done says why, on standard error, and exits with 1', () => {
  test.each([
    ['a slug that is taken', ['company', 'create', '--name', 'Other', '--slug', 'atlas'], 'already exists'],
    [
      'a slug that no address can hold',
      ['company', 'create', '--name', 'Other', '--slug', 'A b'],
      'lower-case letters',
    ],
    [
      'a name with an escape sequence, which is not printed',
      ['company', 'create', '--name', 'x\u001b[2J', '--slug', 'x'],
      'x\ufffd[2J',
    ],
    [
      'a name of two lines',
      ['key', 'create', '--company', 'atlas', '--name', 'a\nb'],
      'must not have control characters, nor characters that change the direction of text: remove U+000A',
    ],
    [
      'an unknown language',
      ['company', 'create', '--name', 'Other', '--slug', 'other', '--locale', 'de'],
      'must be one of fr, en, ar, not "de"',
    ],
    ['a blank title', ['job', 'create', '--company', 'atlas', '--title', ' '], 'must not be blank'],
    ['an unknown company', ['key', 'create', '--company', 'nobody', '--name', 'k'], 'no company with the slug nobody'],
    [
      'an unknown scope',
      ['key', 'create', '--company', 'atlas', '--name', 'k', '--scopes', 'reed'],
      'did you mean "read"',
    ],
    [
      'an unknown company with an escape sequence, which is not printed',
      ['key', 'list', '--company', 'x\u001b[2J'],
      'x\ufffd[2J',
    ],
    ['an unknown key', ['key', 'revoke', '--id', 'ff'], 'no key with the id ff'],
    [
      'an address that has an account',
      ['user', 'create', '--company', 'atlas', '--email', 'salma@example.com'],
      'already',
    ],
    [
      'an address without an account',
      ['user', 'link', '--email', 'nobody@example.com'],
      'no account for nobody@example.com',
    ],
    [
      'an account that the company does not have',
      ['user', 'remove', '--email', 'salma@example.com', '--company', 'beta'],
      'no account for salma@example.com',
    ],
    ['a malformed address', ['user', 'create', '--company', 'atlas', '--email', 'salma'], 'must be an e-mail address'],
    ['an unknown option', ['key', 'list', '--compny', 'atlas'], 'Did you mean --company'],
  ])('%s', async (_what, command, message) => {
    const { code, stdout, stderr } = await admin(...command)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(message)
  })

  test('settings that are wrong are all named at once', async () => {
    const { code, stderr } = await runBuiltAdmin(
      { ...settings, PORT: '99999', KEY_PREFIX: 'A_B', LOG_LEVEL: 'loud' },
      'key',
      'list',
    )
    expect(code).toBe(1)
    for (const name of ['PORT', 'KEY_PREFIX', 'LOG_LEVEL']) expect(stderr).toContain(name)
  })
})
