import { once } from 'node:events'
import { type Command, createGate, type Outcome, type Rule, startMongoProxy } from '@boardwalk/mongo-proxy'
import { spawnBuiltServer } from '@boardwalk/test-server/vitest/built-server'
import { newDatabase } from '@boardwalk/test-server/vitest/database'
import { Long } from 'mongodb'
import { expect, test } from 'vitest'

/** Starts a server over a new database, breaks its commands by a rule, and waits until the process ends by itself. */
async function startBroken(rule: Rule) {
  const { settings, drop } = newDatabase()
  const proxy = await startMongoProxy(settings.MONGODB_URI)
  proxy.rule = rule
  const { child, end } = spawnBuiltServer({ ...settings, MONGODB_URI: proxy.uri })
  let printed = ''
  child.stderr?.on('data', (data) => {
    printed += data
  })
  try {
    const [code] = await once(child, 'close')
    return { code, printed: printed.replace(/^Boardwalk is at .*\n/, '') }
  } finally {
    await end('SIGKILL')
    await proxy.stop()
    await drop()
  }
}

const refuse = async (): Promise<Outcome> => ({ ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'not authorized' })
const neverAnswer = () => new Promise<never>(() => {})

const isOf =
  (...names: string[]) =>
  ({ name, collection }: Command) =>
    names.includes([name, collection].join(' '))
const isOfJournal = ({ database }: Command) => database.endsWith('_journal')

test('a server that cannot prepare its database ends, and has no command under way that could go without an answer', async () => {
  const toJournal: string[] = []
  const ended = await startBroken((command) => {
    if (isOf('createIndexes sessions')(command)) return refuse()
    if (!isOfJournal(command)) return undefined
    toJournal.push(command.name)
    return neverAnswer()
  })
  expect(ended).toEqual({ code: 1, printed: 'not authorized\n' })
  expect(toJournal).toEqual([])
})

test('a start that fails while the database does not answer ends in seconds, and says both', async () => {
  const isReading = createGate()
  const ended = await startBroken((command) => {
    // The search for abandoned CVs has an open cursor when the start fails. The driver wants to close it on the database.
    if (isOf('find cvUploads')(command))
      return Promise.resolve({
        ok: 1,
        cursor: { id: Long.fromNumber(1), ns: `${command.database}.cvUploads`, firstBatch: [] },
      })
    if (isOf('getMore cvUploads', 'killCursors cvUploads')(command)) {
      isReading.open()
      return neverAnswer()
    }
    return isOf('find companies')(command) ? isReading.opened.then(refuse) : undefined
  })
  expect(ended).toEqual({
    code: 1,
    printed: 'not authorized\nThe connections to the databases did not close in 5 s: the server ends without it\n',
  })
})
