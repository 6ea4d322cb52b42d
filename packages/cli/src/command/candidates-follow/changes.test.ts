import { readFile } from 'node:fs/promises'
import { signedInUser } from '@boardwalk/api/test/user'
import { shows } from '@boardwalk/test-server/vitest/program'
import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { useFollow } from '../../test/follow.ts'

/* `boardwalk candidates follow --changes` against the real server. */

const follower = useFollow()
const { applyAs, args, cli, follow, server, settings } = follower
const run = (...more: string[]) => follow('--changes', '--once', ...more)
const signIn = async () => (await signedInUser(server, follower.company)).client

/** Reads NDJSON of changes as texts such as "erased 5f0c1e8a". */
const readChanges = (output: string) =>
  output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
    .map(({ change, candidate }) => `${change} ${candidate.id}`)

test('each new candidate, status and erasure comes once, in the order in which it happened, in every format', async () => {
  const [salma, zineb] = await applyAs('Salma', 'Zineb')
  const first = await run('-o', 'ndjson')
  expect({ ...first, stdout: readChanges(first.stdout) }).toEqual({
    code: 0,
    stderr: '',
    stdout: [`created ${salma}`, `created ${zineb}`],
  })

  const client = await signIn()
  await client.application.setStatus.mutate({ id: zineb ?? '', status: 'HIRED' })
  await client.application.erase.mutate({ id: salma ?? '' })
  const [karim] = await applyAs('Karim')
  const { stdout: json } = await run('-o', 'json')
  expect(JSON.parse(json).changes).toMatchObject([
    { change: 'status', candidate: { id: zineb, status: 'HIRED', statusChangedBy: 'back_office' } },
    { change: 'erased', candidate: { id: salma, email: '', erasedAt: expect.any(String) } },
    { change: 'created', candidate: { id: karim, firstName: 'Karim' } },
  ])

  const { key } = follower.company
  const env = { ...settings(), BOARDWALK_API_KEY: key }
  await runCommand(['candidates', 'set-status', `${karim}=REVIEWED`], { env })
  const { stdout: csv } = await run('-o', 'csv')
  expect(csv).toMatch(new RegExp(`^change,id,date,status,.*\nstatus,${karim},\\S+,REVIEWED,A/1,Karim,`))

  await client.application.erase.mutate({ id: karim ?? '' })
  const { stdout: table } = await run()
  expect(table).toMatch(new RegExp(`^CHANGE +ID +STATUS +NAME +JOB\nerased +${karim} +erased +A/1\n$`))
  expect(await run('-o', 'json')).toEqual({ code: 0, stdout: '{"changes":[]}\n', stderr: '' })
})

test('an erasure is handed to the command of --exec once, and again only if follow was killed before the command ended', async () => {
  const [salma] = await applyAs('Salma', 'Zineb')
  await run('--exec', 'true')
  await (await signIn()).application.erase.mutate({ id: salma ?? '' })
  const go = cli.path(`go-${follower.state}`)
  const waiting = `test -e "${go}" || { echo waiting; while ! test -e "${go}"; do sleep 0.1; done; exit 0; }`
  const command = `${waiting}; echo "$BOARDWALK_CHANGE $BOARDWALK_CANDIDATE_ID"; node -pe 'JSON.parse(fs.readFileSync(0)).change'`
  const child = cli.start(args('--changes', '--exec', command), settings())
  await shows(child.stdout, /waiting/)
  child.kill('SIGKILL')
  // The command of the killed follow ends now, and prints nothing more.
  await cli.write(`go-${follower.state}`, '')
  expect((await child.result).stdout).toBe('waiting\n')
  expect(await run('--exec', command)).toEqual({ code: 0, stdout: `erased ${salma}\nerased\n`, stderr: '' })
  expect(await run('--exec', command)).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('a state with changes and one without are refused for each other and not changed; changes are those of all jobs', async () => {
  await applyAs('Salma')
  for (const [flags, others, words] of [
    [[], ['--changes'], 'belongs to a follow without --changes'],
    [['--changes'], [], 'belongs to a follow with --changes'],
  ] as const) {
    const name = `${flags.length}-${follower.state}`
    expect((await follow('--once', '--state', name, ...flags)).code).toBe(0)
    const before = await readFile(cli.path(name), 'utf8')
    const { code, stdout, stderr } = await follow('--once', '--state', name, ...others)
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(words) })
    expect(await readFile(cli.path(name), 'utf8')).toBe(before)
  }
  expect(await run('A/1')).toMatchObject({ code: 2, stderr: expect.stringContaining('leave out the job') })
})

test('without --interval the board holds the request, and a change comes at once', async () => {
  const child = cli.start(
    ['candidates', 'follow', '--changes', '--state', follower.state, '-o', 'ndjson', '--verbose'],
    settings(),
  )
  const hasPolled = shows(child.stderr, /GET \/candidates 200/)
  const [salma] = await applyAs('Salma')
  await hasPolled
  await (await signIn()).application.erase.mutate({ id: salma ?? '' })
  await shows(child.stdout, /erased/)
  child.kill('SIGTERM')
  expect((await child.result).code).toBe(130)
})
