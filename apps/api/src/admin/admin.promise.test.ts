import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@boardwalk/core/db/connection'
import { useDatabase } from '@boardwalk/test-server/vitest/database'
import { runBuiltAdmin } from '@boardwalk/test-server/vitest/program'
import { expect, test } from 'vitest'

/* The operator's commands as a shell has them: what they print where, and how they exit. */

const settings = useDatabase()
const admin = (...command: string[]) => runBuiltAdmin(settings, ...command)

test('standard output has the JSON and nothing else, or lines that no terminal obeys', async () => {
  const create = ['company', 'create', '--name', 'Atlas', '--slug', 'atlas', '--json']
  expect(JSON.parse((await admin(...create)).stdout)).toEqual({ id: expect.stringMatching(/^cmp_/), slug: 'atlas' })
  const made = await admin('key', 'create', '--company', 'atlas', '--name', 'old', '--json')
  const { id } = JSON.parse(made.stdout)
  // A name that was stored before names were checked.
  const name = 'x\u001b]0;pwned\u0007\u009b2J\u202e\nkey_fake  forged'
  const connection = await connect(settings.MONGODB_URI, settings.MONGODB_DATABASE)
  await connection.db.collection('apiKeys').updateOne({ keyId: id }, { $set: { name } })
  await connection.close()
  const { stdout } = await admin('key', 'list')
  expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e]|^(atlas {2})?key_fake/mu)
  expect(stdout).toContain(`${id}  x\ufffd]0;pwned\ufffd\ufffd2J\ufffd\ufffdkey_fake  forged (`)
  for (const option of [['--json'], ['-o', 'json']])
    expect(JSON.parse((await admin('key', 'list', ...option)).stdout).keys).toMatchObject([{ id, name }])
  // A board with mail prints the link all the same, and sends none.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'jobs@board.example' }
  const invite = ['user', 'create', '--company', 'atlas', '--email', 'salma@example.com']
  expect((await runBuiltAdmin({ ...settings, ...mail }, ...invite)).stdout).toMatch(/^http\S+#[\w-]{43}\n/)
})

test('a command that cannot be done says why on standard error, as no terminal obeys it, and exits with 1', async () => {
  const { code, stdout, stderr } = await admin('key', 'list', '--company', 'x\u001b[2J')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect([stderr.includes('x\ufffd[2J'), stderr.includes('\u001b')]).toEqual([true, false])
})

test('a wrong command line says so once on standard error and exits with 2, and help with 0', async () => {
  for (const [command, code, words] of [
    [['key', 'list', '--compny', 'x'], 2, "error: unknown option '--compny'\n(Did you mean --company?)\n"],
    [['application', 'find', '--company', 'x'], 2, 'error: give exactly one of --id, --request and --since\n'],
    [['company', 'list', '--help'], 0, ''],
  ] as const)
    expect(await admin(...command)).toMatchObject({ code, stderr: words })
})

test('settings that are wrong are all named at once', { tags: ['settings'] }, async () => {
  const wrong = { ...settings, PORT: '99999', KEY_PREFIX: 'A_B', LOG_LEVEL: 'loud' }
  const { code, stderr } = await runBuiltAdmin(wrong, 'key', 'list')
  expect(code).toBe(1)
  for (const name of ['PORT', 'KEY_PREFIX', 'LOG_LEVEL']) expect(stderr).toContain(name)
})

test('a command whose settings name no database makes none, and says which setting to set', async () => {
  const DATA_DIR = join(tmpdir(), 'boardwalk-no-database')
  const { code, stderr } = await runBuiltAdmin({ MONGODB_URI: '', DATA_DIR }, 'key', 'list')
  expect(code).toBe(1)
  expect(stderr).toContain(`There is no database in ${DATA_DIR}: set DATA_DIR or MONGODB_URI as the server has it.`)
  expect(existsSync(DATA_DIR)).toBe(false)
})
