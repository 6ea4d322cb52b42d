import { makeLinePrintable, makePrintable } from '@boardwalk/schema/printable'
import type { Connection } from 'mongoose'
import { pino } from 'pino'
import { createProgram, type Result } from './admin/program.ts'
import { joinDatabase } from './db/address.ts'
import { connect, prepareDatabase } from './db/connection.ts'
import { connectJournal } from './db/journal.ts'
import { createSecrets } from './db/secret.ts'
import { createDeps, createJournal, createStores, type Deps } from './deps.ts'
import { type Env, readEnv } from './env.ts'
import { createLog } from './log.ts'

const say = (text: string) => process.stderr.write(`${makePrintable(text)}\n`)

/** Prints a result. A terminal shows control characters that companies have sent, and does not obey them. */
function print({ json, lines }: Result, isJson = false): void {
  const text = isJson ? JSON.stringify(json) : lines.map(makeLinePrintable).join('\n')
  process.stdout.write(`${process.stdout.isTTY ? makePrintable(text) : text}\n`)
}

const program = createProgram(async (work, { json }) => {
  const env = readEnv()
  const database = await joinDatabase(env, say)
  try {
    const connection = await connect(database.uri, env.database)
    try {
      const journal = await connectJournal(database.uri, env)
      try {
        print(await work(await prepareDeps(connection, journal, env)), json)
      } finally {
        await journal.close()
      }
    } finally {
      await connection.close()
    }
  } finally {
    await database.stop()
  }
})

async function prepareDeps(connection: Connection, journalConnection: Connection, env: Env): Promise<Deps> {
  const stores = createStores(connection)
  const readSecret = createSecrets(connection)
  const journal = createJournal(journalConnection)
  await prepareDatabase(connection)
  await prepareDatabase(journalConnection)
  const { host, port, settings } = env
  return createDeps(stores, {
    // A command prints the link that it makes, and sends no mail.
    settings: { ...settings, publicUrl: settings.publicUrl ?? `http://${host}:${port}`, sendsMail: false },
    log: createLog('warn', pino.destination(2)),
    now: Date.now,
    journal,
    cvSecret: await readSecret('cvLinks'),
  })
}

program.parseAsync().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
