import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cacheFolder } from './cache-folder.ts'
import { run } from './command.ts'
import { findSourceFolder, openDataFolder } from './data-folder.ts'
import { secantusPyStep, serverScript } from './secantus-python.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'python-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A Python that says this version, makes virtual environments that hold itself, and counts what pip installs. */
function fakePython(version: string, pip = `echo "$@" >> '${folder}/pip.log'`): string {
  const path = join(folder, `python${version}`)
  const script = `#!/bin/sh
    case "$1 $2" in
      "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python3" ;;
      "-m pip") ${pip} ;;
      *) echo ${version}; echo "$0" ;;
    esac`
  writeFileSync(path, script, { mode: 0o700 })
  return path
}

const locate = (...pythons: string[]) => secantusPyStep(join(folder, 'cache'), true, pythons).locate(() => {})

test('of several first starts at the same time, one installs and the others wait; later starts install nothing', async () => {
  const python = fakePython('3.12')
  await Promise.all([locate(python), locate(python), locate(python)])
  await locate(python)
  const installs = readFileSync(join(folder, 'pip.log'), 'utf8').trim().split('\n')
  expect(installs).toHaveLength(1)
  expect(installs[0]).toContain('SecantusDB==0.7.0b3')
})

test('a Python that is too old or too new is skipped, and named if no other one fits', async () => {
  await expect(locate('no-python-here')).rejects.toThrow(
    'there is no python3 on PATH; SecantusDB 0.7.0b3 needs Python 3.10',
  )
  const [old, recent] = [fakePython('3.9'), fakePython('3.14')]
  await expect(locate(old, recent)).rejects.toThrow(
    /is Python 3\.9, .* is Python 3\.14; .* needs Python 3\.10 to 3\.13/,
  )
  await locate(old, recent, fakePython('3.10'))
})

/** Runs the program that installs a database in advance, on a machine whose `python3` is this one. */
async function installInAdvance(python: string, settings: Record<string, string>): Promise<void> {
  renameSync(python, join(folder, 'python3'))
  const program = fileURLToPath(new URL('./install.ts', import.meta.url))
  const machine = { BOARDWALK_CACHE: join(folder, 'cache'), PATH: `${folder}:${process.env.PATH}` }
  const env = { ...machine, LOCAL_MONGO: 'secantus-py', MONGODB_URI: '', ...settings }
  await run(process.execPath, ['--import', 'tsx', program], 10 * 60_000, { env })
}

test('the database can be installed in advance, unless the address of one is set', async () => {
  await installInAdvance(fakePython('3.12'), { MONGODB_URI: 'mongodb://127.0.0.1:1' })
  expect(existsSync(join(folder, 'pip.log'))).toBe(false)
  await installInAdvance(fakePython('3.12'), {})
  expect(readFileSync(join(folder, 'pip.log'), 'utf8')).toContain('SecantusDB==0.7.0b3')
})

/** Runs Python that has the parts of the started server in `server`, and reads what it prints. */
async function runInServer(script: string): Promise<unknown> {
  const begin = `
import json, sys
server = {'__name__': 'test'}
exec(sys.argv[1], server)
`
  const { command } = await secantusPyStep(cacheFolder(), true).locate(() => {})
  const [python] = command(findSourceFolder(openDataFolder(folder), 'secantus-py'), 0)
  const { stdout } = await run(python, ['-I', '-c', begin + script, serverScript], 60_000)
  return JSON.parse(stdout)
}

test('the server remembers the last write of each session, and no write before it', async () => {
  const remembered = await runInServer(`
registry = server['TransactionRegistry']()
for number in range(1, 101):
    for session in [b'A', b'B']:
        registry.record_retryable(session, number, b'a command', {'ok': 1, 'n': number})
print(json.dumps([len(registry._retryable), registry.retryable_reply(b'A', 100, b'a command')['n']]))`)
  expect(remembered).toEqual([2, 100])
})

test('the server looks documents up by ids first, then by equal values, by ranges, and by the branches of an $or', async () => {
  const lookedUp = await runInServer(`
server['look_up'] = lambda self, db, coll, filter: list(filter.items())
find = server['Storage']._try_index_id_keys
print(json.dumps([find(None, 'db', 'coll', filter) for filter in [
    {'_id': 'A', '$and': [{'clock': {'$lt': 1}}]},
    {'companyId': 'C', '_id': {'$in': ['A', 'B']}},
    {'expire': {'$gt': 1}, 'key': 'K'},
    {'companyId': 'C', '$or': [{'status': 'NEW'}, {'date': 1}]},
    {'_id': {'$gt': 'A'}, 'companyId': 'C'},
    {'$text': {'$search': 'word'}, 'companyId': 'C'},
]]))`)
  expect(lookedUp).toEqual([
    [['_id', 'A']],
    [['_id', { $in: ['A', 'B'] }]],
    [
      ['key', 'K'],
      ['expire', { $gt: 1 }],
    ],
    [['companyId', 'C']],
    [
      ['companyId', 'C'],
      ['_id', { $gt: 'A' }],
    ],
    [
      ['companyId', 'C'],
      ['$text', { $search: 'word' }],
    ],
  ])
  const found = await runInServer(`
entries = {'A': [1, 2], 'B': [2, 3]}
server['look_up'] = lambda self, db, coll, filter: entries.get(filter.get('externalKey'))
storage = server['Storage'].__new__(server['Storage'])
print(json.dumps([storage._try_index_id_keys('db', 'coll', {'$or': [{'externalKey': key} for key in keys]})
                  for keys in ['AB', 'AC']]))`)
  expect(found).toEqual([[1, 2, 3], null])
})

test('the size of a database is answered without reading it', async () => {
  const answer = await runInServer(`
from types import SimpleNamespace
context = SimpleNamespace(db_name='board')
print(json.dumps(server['_HANDLERS']['dbStats']({'dbStats': 1}, context)))`)
  expect(answer).toEqual({ db: 'board', ok: 1 })
})
