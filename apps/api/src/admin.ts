import { resolve } from 'node:path'
import { flushRecorders } from '@boardwalk/core/activity/recorder'
import { createClockWatch } from '@boardwalk/core/db/clock-watch'
import { type Connection, connect } from '@boardwalk/core/db/connection'
import { prepareDatabase } from '@boardwalk/core/db/prepare'
import { createSecrets, deriveSigningSecrets } from '@boardwalk/core/db/secret'
import { createJournal } from '@boardwalk/core/deps'
import { createLog } from '@boardwalk/core/process/log'
import { holdsDatabase } from '@boardwalk/local-mongo'
import { makeLinePrintable, makePrintable } from '@boardwalk/schema/printable'
import { CommanderError } from 'commander'
import { pino } from 'pino'
import type { Result } from './admin/command.ts'
import { createProgram } from './admin/program.ts'
import { createDeps, createStores, type Deps } from './deps.ts'
import { withListeners } from './listeners.ts'
import { parts } from './parts.ts'
import { connectJournal, joinDatabase } from './process/database.ts'
import { type Env, readEnv } from './process/env.ts'

/** The exit status of a wrong command line, as the `boardwalk` command has it. */
const USAGE = 2

const say = (text: string) => process.stderr.write(`${makePrintable(text)}\n`)

/** Prints a result. A terminal shows control characters that companies have sent, and does not obey them. */
function print({ json, lines }: Result, isJson = false): void {
  const text = isJson ? JSON.stringify(json) : lines.map(makeLinePrintable).join('\n')
  process.stdout.write(`${process.stdout.isTTY ? makePrintable(text) : text}\n`)
}

const program = createProgram(async (work, { json, mayMakeDatabase = false }) => {
  const env = await readEnv(parts)
  if (!mayMakeDatabase) requireDatabase(env)
  const database = await joinDatabase(env, say)
  try {
    const connection = await connect(database.uri, env.database)
    try {
      const journal = await connectJournal(database.uri, env)
      try {
        const deps = await prepareDeps(connection, journal, env)
        const result = await work(deps)
        // The command has done its work. What cannot be written now, the sweep of a server finds.
        deps.background.run('write what is written in batches', () => flushRecorders(deps))
        await deps.background.settled()
        print(result, json)
      } finally {
        await journal.close()
      }
    } finally {
      await connection.close()
    }
  } finally {
    await database.stop()
  }
}, parts)

/** Throws if the settings name no database that exists, so that no command makes a second, empty one. */
function requireDatabase({ mongodbUri, dataDir }: Env): void {
  if (mongodbUri !== undefined || holdsDatabase(dataDir)) return
  throw new Error(
    `There is no database in ${resolve(dataDir)}: set DATA_DIR or MONGODB_URI as the server has it. Only "company create" makes a new database.`,
  )
}

async function prepareDeps(connection: Connection, journalConnection: Connection, env: Env): Promise<Deps> {
  const stores = createStores(connection, parts)
  const readSecret = createSecrets(connection)
  const journal = createJournal(journalConnection)
  await prepareDatabase(connection)
  await prepareDatabase(journalConnection)
  const clock = createClockWatch({ now: Date.now })
  await clock.compare(connection)
  const publicUrl = env.settings.publicUrl ?? `http://${env.host}:${env.port}`
  const deps = createDeps(stores, {
    // A command prints the link that it makes, and sends no mail.
    settings: { ...env.settings, publicUrl, sendsMail: false },
    log: createLog('warn', pino.destination(2)),
    now: Date.now,
    soundNow: clock.soundNow,
    journal,
    partSettings: env.partSettings,
    cvSecrets: await deriveSigningSecrets(env.signingSecrets, 'cvLinks', readSecret),
  })
  return withListeners(deps, parts)
}

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    // Commander has said why, or has printed help.
    process.exitCode = error.exitCode === 0 ? 0 : USAGE
    return
  }
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
