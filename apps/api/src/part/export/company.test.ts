import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { actAsOperator } from '@boardwalk/core/activity/audit'
import { eraseApplication } from '@boardwalk/core/intake/erase'
import { letApplicationIn } from '@boardwalk/core/intake/hold'
import { setRetention } from '@boardwalk/core/retention/setting'
import { parseJson, stringifyJson } from '@boardwalk/schema/json'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whileReplaced } from '../../test/failing-store.ts'
import { apply, makePdf, pdf, trapFilled } from '../../test/form.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { logo } from '../../test/logo.ts'
import { makeDocx } from '../../test/office.ts'
import { signedInUser, turnOnSecondFactor } from '../../test/user.ts'
import { exportCompany } from './company.ts'

/* All that a company has on the board, as one file. */

const server = useServer()
let company: TestCompany
let strangers: TestCompany
beforeAll(async () => {
  strangers = await server.company()
  const { jobUrl } = await strangers.boardJob('Foreign job')
  for (const trap of [{}, trapFilled]) await apply(jobUrl, { ...trap, firstName: 'Foreigner' }, pdf)
})
beforeEach(async () => {
  company = await server.company()
})

const at = expect.stringMatching(/^20.*Z$/)
const operator = () => actAsOperator(company.id)

/** Exports the company, and reads the archive. */
async function readArchive() {
  const { content, counts } = await exportCompany(server.deps, operator())
  const files = unzipSync(await buffer(content))
  const read = (name: string) => strFromU8(files[name] ?? expect.fail(`the archive lacks ${name}`))
  const readRows = (name: string) => read(name).split('\n').slice(0, -1)
  return {
    files,
    counts,
    read,
    readRows,
    names: Object.keys(files),
    json: (name: string) => JSON.parse(read(name)),
    rows: (name: string) => readRows(name).map((line) => JSON.parse(line)),
  }
}

describe('all of a company as one file', () => {
  it('the file has every job, application, CV, key, user and entry of the audit trail of the company, and its texts', async () => {
    const user = await signedInUser(server, company, 'nadia@example.com')
    await turnOnSecondFactor(user.client)
    await user.client.company.setLogo.mutate({ base64: logo.toString('base64') })
    await setRetention(server.deps, operator(), { months: 24 })
    const number = parseJson('9007199254740993')
    const extra = { ref: number, boardwalk: { closesAt: '2099-12-31', currency: 'EUR' } }
    const sent = { id: 'A-1', title: 'Comptable', description: '<p>Ligne</p>', ...extra }
    const headers = { 'content-type': 'application/json', 'x-api-key': company.key }
    const body = stringifyJson({ job: sent })
    expect((await fetch(`${server.url}/api/job`, { method: 'POST', headers, body })).status).toBe(200)
    await company.call('POST', '/job', { job: { id: 'A-2', title: 'Brouillon', status: 'UNPUBLISHED' } })
    const { jobUrl, jobId } = (await company.call('GET', '/job/A-1')).body.job
    const large = makePdf(3_000_000)
    const { id } = (await apply(jobUrl, { message: 'Bonjour', email: 'Zoe@Example.com' }, large)).body
    const erased = (await apply(jobUrl, { firstName: 'Effacée' }, pdf)).body
    const held = (await apply(jobUrl, { ...trapFilled, firstName: 'Retenue' }, makeDocx())).body
    await user.client.application.setStatus.mutate({ id, status: 'SHORTLISTED' })
    await user.client.application.addNote.mutate({ id, noteId: randomUUID(), text: 'Bonne candidate' })
    await eraseApplication(server.deps, operator(), { id: erased.id, allOfPerson: false })

    const archive = await readArchive()
    expect(archive.names.toSorted()).toEqual([
      'README.txt',
      'applications.ndjson',
      'audit.ndjson',
      'company.json',
      ...[`cvs/${id}.pdf`, `cvs/${held.id}.docx`].toSorted(),
      'held.ndjson',
      'jobs.ndjson',
      'keys.json',
      'logo.png',
      'users.json',
    ])
    expect(Buffer.from(archive.files[`cvs/${id}.pdf`] ?? []).equals(large)).toBe(true)
    expect(Buffer.from(archive.files['logo.png'] ?? []).equals(logo)).toBe(true)
    expect(archive.json('company.json')).toMatchObject({ id: company.id, slug: company.slug, retentionMonths: 24 })
    // As the API shows them, to the last digit.
    const answers = await Promise.all(['A-1', 'A-2'].map((job) => fetch(`${server.url}/api/job/${job}`, { headers })))
    const shown = await Promise.all(answers.map(async (answer) => parseJson(await answer.text())))
    expect(archive.readRows('jobs.ndjson').map((line) => ({ job: parseJson(line), error: null }))).toEqual(shown)
    expect(archive.read('jobs.ndjson')).toContain('"ref":9007199254740993')
    const job = { jobId, externalId: 'A-1', title: 'Comptable' }
    const nothing = {
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      linkedinUrl: '',
      message: '',
      answers: [],
      cv: null,
    }
    expect(archive.rows('applications.ndjson')).toEqual([
      {
        id,
        date: at,
        job,
        cv: `cvs/${id}.pdf`,
        firstName: 'Salma',
        lastName: 'Bennani',
        message: 'Bonjour',
        answers: [],
        email: 'Zoe@Example.com',
        phone: '',
        linkedinUrl: '',
        erasedAt: null,
        erasureConfirmed: null,
        status: 'SHORTLISTED',
        statusChangedBy: 'back_office',
        statusChangedAt: at,
        statusChangedByName: 'nadia@example.com',
        notes: [
          {
            at,
            by: 'nadia@example.com',
            text: 'Bonne candidate',
          },
        ],
      },
      {
        id: erased.id,
        date: at,
        job,
        ...nothing,
        erasedAt: at,
        erasureConfirmed: null,
        notes: [],
        status: 'PENDING',
        statusChangedBy: 'applicant',
        statusChangedAt: at,
        statusChangedByName: null,
      },
    ])
    expect(archive.rows('held.ndjson')).toMatchObject([
      { id: held.id, firstName: 'Retenue', job, heldAt: at, cv: `cvs/${held.id}.docx` },
    ])
    expect(archive.json('keys.json')).toMatchObject([
      { id: company.keyId, ending: company.key.slice(-4), scopes: ['read', 'write'], revokedAt: null },
    ])
    expect(archive.json('users.json')).toMatchObject([{ email: 'nadia@example.com', hasSecondFactor: true }])
    const trail = archive.rows('audit.ndjson')
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['key_created', 'note_added', 'application_erased', 'retention_changed']),
    )
    expect(trail[0]).toMatchObject({ by: 'operator', action: 'company_exported' })
    expect(archive.counts).toEqual({ jobs: 2, applications: 2, heldBack: 1, cvs: 2, auditEvents: trail.length })
    expect(archive.read('README.txt')).toMatch(/ 2 jobs,[\s\S]* 2 CVs,/)
  })

  it('the file has no data of other companies or of erased people, no secret and no hash of a secret', {
    tags: ['company-export'],
  }, async () => {
    await signedInUser(server, company)
    const { jobUrl } = await company.boardJob()
    const { id } = (await apply(jobUrl, { firstName: 'Effacée', message: 'Secrète' }, pdf)).body
    await eraseApplication(server.deps, operator(), { id, allOfPerson: false })
    const { files } = await readArchive()
    const all = Object.values(files)
      .map((file) => strFromU8(file))
      .join('\n')
    expect(all).toContain(id)
    const secrets = [company.key, '"hash"', 'passwordHash', '$argon2', 'Effacée', 'Secrète', '%PDF']
    for (const absent of [...secrets, strangers.id, 'Foreign', strangers.keyId]) expect(all).not.toContain(absent)
  })
})

describe('while the board goes on', () => {
  it('an application that is erased when its CV is read is left without a CV, and the trail of the file names it', async () => {
    const { jobUrl } = await company.boardJob()
    const { id } = (await apply(jobUrl, {}, pdf)).body
    const { open } = server.deps.cvs
    const eraseFirst = async (cvId: string) => {
      await eraseApplication(server.deps, operator(), { id, allOfPerson: false })
      return open(cvId)
    }
    await whileReplaced(server.deps.cvs, { open: eraseFirst }, async () => {
      const { names, rows, counts } = await readArchive()
      expect(names).not.toContain(`cvs/${id}.pdf`)
      expect(counts).toMatchObject({ applications: 1, cvs: 0 })
      expect(rows('audit.ndjson')).toContainEqual(expect.objectContaining({ action: 'application_erased', target: id }))
    })
  })

  it.each([
    ['before the held ones are read', 'heldApplications', 'listAfter', { heldBack: 0, applications: 1 }],
    ['after the held ones were read', 'mailbox', 'synchronise', { heldBack: 1, applications: 1 }],
    ['when the others are read', 'applications', 'list', { heldBack: 1, applications: 0 }],
  ] as const)('an application that is let in %s is in the file, with its CV', async (_when, store, name, counted) => {
    const { jobUrl } = await company.boardJob()
    const { id } = (await apply(jobUrl, trapFilled, pdf)).body
    const working: object = server.deps[store]
    const read: (...query: unknown[]) => unknown = Reflect.get(working, name)
    const letInFirst = async (...query: unknown[]) => {
      Reflect.set(working, name, read)
      await letApplicationIn(server.deps, operator(), { id })
      return read(...query)
    }
    await whileReplaced(working, { [name]: letInFirst }, async () => {
      const { names, rows, counts } = await readArchive()
      expect(counts).toMatchObject({ ...counted, cvs: 1 })
      expect([...rows('held.ndjson'), ...rows('applications.ndjson')][0]).toMatchObject({ id, cv: `cvs/${id}.pdf` })
      expect(names).toContain(`cvs/${id}.pdf`)
    })
  })

  it('a CV that cannot be read, or a removal of the company, ends the file with an error that says so', async () => {
    const { jobUrl } = await company.boardJob()
    const { id } = (await apply(jobUrl, {}, pdf)).body
    const broken = { open: () => Promise.reject(new Error('the database is away')) }
    await whileReplaced(server.deps.cvs, broken, async () => {
      await expect(readArchive()).rejects.toThrow(`the CV of application ${id} cannot be read`)
    })
    const { content } = await exportCompany(server.deps, operator())
    await server.deps.companies.beginRemoval(company.id, new Date())
    await expect(buffer(content)).rejects.toThrow('was removed while it was exported')
  })
})
