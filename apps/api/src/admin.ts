import type { Connection } from 'mongoose'
import { pino } from 'pino'
import { createProgram } from './admin/program.ts'
import { joinDatabase } from './db/address.ts'
import { connect, prepareDatabase } from './db/connection.ts'
import { createSecrets } from './db/secret.ts'
import { createDeps, createStores, type Deps } from './deps.ts'
import { type Env, readEnv } from './env.ts'
import { createLog } from './log.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

const program = createProgram(async (work, { json }) => {
  const env = readEnv()
  const database = await joinDatabase(env, say)
  try {
    const connection = await connect(database.uri, env.database)
    try {
      const result = await work(await depsOf(connection, env))
      process.stdout.write(json ? `${JSON.stringify(result.json)}\n` : `${result.lines.join('\n')}\n`)
    } finally {
      await connection.close()
    }
  } finally {
    await database.stop()
  }
})

async function depsOf(connection: Connection, env: Env): Promise<Deps> {
  const stores = createStores(connection)
  const readSecret = createSecrets(connection)
  await prepareDatabase(connection)
  const { host, port, settings } = env
  return createDeps(stores, {
    settings: { ...settings, publicUrl: settings.publicUrl ?? `http://${host}:${port}` },
    log: createLog('warn', pino.destination(2)),
    now: Date.now,
    cvSecret: await readSecret('cvLinks'),
  })
}

program.parseAsync().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
