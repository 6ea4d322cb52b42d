import { once } from 'node:events'
import { pino } from 'pino'
import { openDatabase } from './db/address.ts'
import { connect } from './db/connection.ts'
import { readEnv } from './env.ts'
import { startServer } from './server.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

async function main(): Promise<void> {
  const env = readEnv()
  const toldToStop = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const database = await openDatabase(env, say)
  try {
    const connection = await connect(database.uri, env.database)
    const { publicUrl, jobBoardId, keyPrefix } = env
    const server = await startServer({
      connection,
      host: env.host,
      port: env.port,
      settings: { publicUrl, jobBoardId, keyPrefix },
      log: pino({ level: env.logLevel, base: undefined }),
    })
    say(`Boardwalk is at ${server.url} and its API reference at ${server.url}/api/docs; Ctrl-C stops it`)
    await toldToStop
    await server.stop()
    await connection.close()
  } finally {
    await database.stop()
  }
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
