import { readFile } from 'node:fs/promises'
import { apply } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { useCli } from '../../test/command-process.ts'

/* `boardwalk candidates set-status` and `candidates get` against the real server. */

const server = useServer()
const cli = useCli()
let company: TestCompany
/** The ids of three people who applied; the data of the last one is erased. */
let salma: string
let zineb: string
let erased: string

beforeEach(async () => {
  company = await server.company()
  const { jobUrl } = (await company.call('PUT', '/job/A', { job: { title: 'Comptable' } })).body
  const ids = []
  for (const firstName of ['Salma', 'Zineb', 'Karim']) ids.push((await apply(jobUrl, { firstName })).body.id)
  ;[salma, zineb, erased] = ids as [string, string, string]
  const { client } = await signedInUser(server, company)
  await client.application.erase.mutate({ id: erased })
})

const candidates = (args: string[], input = '') =>
  runCommand(['candidates', ...args], { env: environmentFor(server, company) }, input)
async function setStatus(args: string[], input = '') {
  const { code, stdout, stderr } = await candidates(['set-status', '-o', 'json', ...args], input)
  return { code, stderr, ...JSON.parse(stdout) }
}
const readStatus = async (id: string) => (await company.call('GET', `/candidate/${id}`)).body.candidate.status
const pick = ({ id, status }: { id: string; status: string }) => [id, status]

describe('candidates set-status', () => {
  test('takes pairs, gives one result each in their order, and ends with 3 if one is not taken', async () => {
    const { code, stderr, ...result } = await setStatus([
      `${salma}=HIRED`,
      'none=HIRED',
      `${erased}=HIRED`,
      `${zineb}=fired`,
      `${zineb}=WITHDREW`,
    ])
    expect(result).toEqual({
      candidates: [
        { id: salma, to: 'HIRED', status: 'updated', error: null },
        {
          id: 'none',
          to: 'HIRED',
          status: 'not_found',
          error: expect.objectContaining({ code: 'candidate_not_found' }),
        },
        { id: erased, to: 'HIRED', status: 'erased', error: expect.objectContaining({ code: 'application_erased' }) },
        {
          id: zineb,
          to: 'fired',
          status: 'failed',
          error: {
            message:
              'status must be one of PENDING, REVIEWED, SHORTLISTED, REJECTED, HIRED, WITHDRAWN, erased, not "fired" (did you mean "HIRED"?)',
          },
        },
        {
          id: zineb,
          to: 'WITHDREW',
          status: 'failed',
          error: {
            message:
              'status must be one of PENDING, REVIEWED, SHORTLISTED, REJECTED, HIRED, WITHDRAWN, erased, not "WITHDREW" (did you mean "WITHDRAWN"?)',
          },
        },
      ],
      dryRun: false,
      error: null,
    })
    expect({ code, stderr }).toEqual({ code: 3, stderr: '4 rows were not taken\n' })
    expect([await readStatus(salma), await readStatus(zineb)]).toEqual(['HIRED', 'PENDING'])
    expect(await setStatus([`${salma}=HIRED`])).toMatchObject({ code: 0, candidates: [{ status: 'unchanged' }] })
  })

  test('takes a file of each kind, also the one that candidates list writes, and reports each row', async () => {
    const row = { id: zineb, status: 'REJECTED', at: '2026-04-01T15:00:00+01:00' }
    for (const [name, text] of [
      ['list.json', JSON.stringify([row, { id: zineb, at: 'soon', status: 'HIRED' }])],
      ['rows.json', JSON.stringify({ candidates: [row, 5] })],
      ['rows.ndjson', `${JSON.stringify(row)}\n{"id":\n{"id":"x","status":"HIRED"}\n`],
      ['rows.csv', `\ufeffid;status;at;note\r\n${zineb};Rejected ;${row.at};n\r\n;HIRED;;\r\n`],
    ] as const) {
      await cli.write(name, text)
      const report = cli.path(`${name}.report`)
      const { code, candidates: rows } = await setStatus([cli.path(name), '--report', report])
      expect({ name, code, first: pick(rows[0]), second: rows[1].status }).toEqual({
        name,
        code: 3,
        second: 'failed',
        first: [zineb, name === 'list.json' ? 'updated' : 'unchanged'],
      })
      const lines = (await readFile(report, 'utf8')).trim().split('\n')
      expect(lines.map((line) => JSON.parse(line))).toEqual(rows)
    }
    const { body } = await company.call('GET', `/candidate/${zineb}`)
    expect(body.candidate).toMatchObject({ statusChangedBy: 'api', statusChangedAt: '2026-04-01T14:00:00.000Z' })

    const { stdout } = await candidates(['list', '-o', 'csv'])
    const edited = stdout.replace(`,PENDING,A,Salma`, ',SHORTLISTED,A,Salma')
    const { candidates: rows } = await setStatus(['-'], edited)
    expect(rows.map(pick)).toEqual([
      [salma, 'updated'],
      [zineb, 'unchanged'],
      [erased, 'erased'],
    ])
  })

  test('the last row of an id wins, also if more than one request is sent', async () => {
    // One request takes 100.
    const rows = Array.from({ length: 101 }, (_, at) => `{"id":"${salma}","status":"${at % 2 ? 'HIRED' : 'REVIEWED'}"}`)
    const { code, candidates: results } = await setStatus(['-'], rows.join('\n'))
    expect({ code, count: results.length, status: await readStatus(salma) }).toEqual({
      code: 0,
      count: 101,
      status: 'REVIEWED',
    })
  })

  test('the status erased confirms an erasure, and only of a person whose data the board has erased', async () => {
    const { code, candidates: results } = await setStatus([`${erased}=erased`, `${salma}=erased`])
    expect({ code, results: results.map(pick) }).toEqual({
      code: 3,
      results: [
        [erased, 'updated'],
        [salma, 'failed'],
      ],
    })
    expect(results[1].error.code).toBe('candidate_not_erased')
    expect(await setStatus([`${erased}=erased`])).toMatchObject({ code: 0, candidates: [{ status: 'unchanged' }] })
  })

  test('--dry-run reads each candidate, says what would be sent, and sends nothing', async () => {
    const pairs = [
      `${salma}=HIRED`,
      `${zineb}=PENDING`,
      'none=HIRED',
      `${erased}=HIRED`,
      `${erased}=erased`,
      `${salma}=erased`,
    ]
    const { code, stderr, dryRun, candidates: results } = await setStatus([...pairs, '--dry-run'])
    expect(results.map(pick)).toEqual([
      [salma, 'valid'],
      [zineb, 'unchanged'],
      ['none', 'not_found'],
      [erased, 'erased'],
      [erased, 'valid'],
      [salma, 'failed'],
    ])
    expect({ code, dryRun, said: stderr.startsWith('Nothing was sent.') }).toEqual({
      code: 3,
      dryRun: true,
      said: true,
    })
    expect(await readStatus(salma)).toBe('PENDING')
  })

  test('says what is wrong with its arguments, and ends with 4 for a refused key, whose rows are not taken', async () => {
    for (const [args, words] of [
      [[salma], 'there is no such file'],
      [[`${salma}=HIRED`, 'x'], 'Give either pairs such as'],
      [['=HIRED', 'x=HIRED'], 'an equal sign and the status'],
    ] as const) {
      const { code, stderr } = await candidates(['set-status', ...args])
      expect({ args, ok: code === 1 || code === 2 }).toEqual({ args, ok: true })
      expect(stderr).toContain(words)
    }
    await cli.write('own.csv', `id,status\n${salma},HIRED\n`)
    const own = cli.path('own.csv')
    expect((await candidates(['set-status', own, '--report', own])).code).toBe(2)
    const { key } = await company.createKey('reader', ['read'])
    const env = { ...environmentFor(server, company), BOARDWALK_API_KEY: key }
    const { code, stdout } = await runCommand(['candidates', 'set-status', `${salma}=HIRED`, '-o', 'json'], { env })
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 4,
      candidates: [
        {
          id: salma,
          status: 'failed',
        },
      ],
      error: { code: 'scope_missing' },
    })
  })
})

describe('candidates get', () => {
  test('shows one candidate, and an erased one with the date of the erasure', async () => {
    const { stdout } = await candidates(['get', salma])
    expect(stdout).toMatch(new RegExp(`^id +${salma}\\n`))
    expect(stdout).toMatch(/\nfirstName +Salma\n/)
    const gone = JSON.parse((await candidates(['get', erased, '-o', 'json'])).stdout)
    expect(gone.candidate).toMatchObject({ id: erased, firstName: '', erasedAt: expect.any(String) })
    expect(await candidates(['get', 'none'])).toMatchObject({ code: 1, stderr: expect.stringContaining('none') })
  })
})
