import type { Connection } from 'mongoose'
import { openDatabase } from './db/address.ts'
import { connect } from './db/connection.ts'
import { connectJournal } from './db/journal.ts'
import { type Env, readEnv } from './env.ts'
import { hasNoCompany } from './feature/company/service.ts'
import { serveMetrics } from './http/metrics.ts'
import { createLog } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { startServer } from './server.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

async function main(): Promise<void> {
  const env = readEnv()
  const toldToStop = new Promise<void>((resolve) => {
    // `on`, not `once`: after Ctrl-C the signal comes twice, from the terminal and from npm, and the second would kill.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
  const database = await openDatabase(env, say)
  try {
    const metrics = createMetrics()
    const isCounting = env.metricsPort !== undefined
    const observe = isCounting ? metrics.databaseCommand : undefined
    const connection = await connect(database.uri, env.database, { observe })
    try {
      const journal = await connectJournal(database.uri, env)
      try {
        await serve({ connection, journal }, metrics, env, toldToStop)
      } finally {
        await journal.close()
      }
    } finally {
      await connection.close()
    }
  } finally {
    await database.stop()
  }
}

interface Connections {
  connection: Connection
  journal: Connection
}

async function serve(databases: Connections, metrics: Metrics, env: Env, until: Promise<unknown>): Promise<void> {
  const { host, port, settings, mail } = env
  const log = createLog(env.logLevel)
  const server = await startServer({ ...databases, host, port, settings, mail, log, metrics })
  const metricsServer =
    env.metricsPort === undefined ? undefined : await serveMetrics(metrics, { host, port: env.metricsPort })
  say(`Boardwalk is at ${server.url} with its API reference at ${server.url}/api/docs; Ctrl-C stops it`)
  if (await hasNoCompany(server.deps)) {
    say('The board is empty. Make its first company, and a link to sign in to its back office:')
    say('  npm run --silent admin -- company create --name "…" --slug "…"')
    say('  npm run --silent admin -- user create --company "…" --email "…"')
  } else {
    say(`The back office is at ${server.url}/backoffice`)
  }
  await until
  await server.stop(env.stopDelayMs)
  metricsServer?.close()
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
