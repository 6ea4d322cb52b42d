import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Connection, connect } from '@boardwalk/core/db/connection'
import { createLog, createLogOutput } from '@boardwalk/core/process/log'
import { createMetrics, type Metrics } from '@boardwalk/core/process/metrics'
import { VERSION } from '@boardwalk/core/version'
import type { Logger } from 'pino'
import { serveMetrics } from './http/health.ts'
import { parts } from './parts.ts'
import { connectJournal, openDatabase } from './process/database.ts'
import { type Env, readEnv } from './process/env.ts'
import { startServer } from './server.ts'

/** How long the connections to the databases may take to close. */
const CLOSE_MS_MAX = 5_000

// A full disk or a reader that has gone must not end the server.
process.stderr.on('error', () => {})
const say = (line: string) => process.stderr.write(`${line}\n`)

async function main(): Promise<void> {
  const stopSignal = createStopSignal()
  const env = await readEnv(parts)
  for (const line of env.misspelt) say(line)
  const metrics = createMetrics()
  // Before the database is opened, because a taken port is found at once.
  const metricsServer =
    env.metricsPort === undefined ? undefined : await serveMetrics(metrics, { host: env.host, port: env.metricsPort })
  const database = await openDatabase(env, say)
  try {
    await serveOver(database.uri, metrics, env, stopSignal)
  } finally {
    metricsServer?.close()
    // It kills a local database that does not end, so it needs no limit here.
    await database.stop()
  }
}

/**
 * Handles the signals that tell the server to stop. Until it serves, nothing has to be finished: the process ends at once,
 * and its exit ends a local database.
 */
function createStopSignal() {
  let isServing = false
  const received = new Promise<string>((resolve) => {
    // `on`, not `once`: after Ctrl-C the signal comes twice, from the terminal and from npm, and the second would kill.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (!isServing) process.exit()
        resolve(signal)
      })
  })
  return {
    /** Waits for a signal. From this call on, a signal no longer ends the process by itself. */
    wait() {
      isServing = true
      return received
    },
  }
}
type StopSignal = ReturnType<typeof createStopSignal>

async function serveOver(uri: string, metrics: Metrics, env: Env, stopSignal: StopSignal): Promise<void> {
  const observer = env.metricsPort === undefined ? undefined : metrics
  // Node makes a pipe non-blocking when `process.stdout` is read, so a reader that is stuck blocks no thread.
  const logOutput = createLogOutput({ fd: process.stdout.fd, onDrop: metrics.logLineDropped })
  const opened: Connection[] = []
  try {
    const connection = await connect(uri, env.database, { observer })
    opened.push(connection)
    const journal = await connectJournal(uri, env)
    opened.push(journal)
    await serve({ connection, journal }, { metrics, log: createLog(env.logLevel, logOutput) }, env, stopSignal)
  } catch (error) {
    // Said before anything is closed, because closing may take seconds.
    fail(error)
  }
  await close(opened)
  await logOutput.close()
}

/** Says why the server ends, and makes it end with 1. */
function fail(error: unknown): void {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** Closes connections. The driver may wait long for a database that does not answer, so this gives up after some seconds. */
async function close(connections: readonly Connection[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      fail(`The connections to the databases did not close in ${CLOSE_MS_MAX / 1000} s: the server ends without it`)
      resolve()
    }, CLOSE_MS_MAX)
  })
  try {
    await Promise.race([Promise.all(connections.map((connection) => connection.close())), late])
  } finally {
    clearTimeout(timer)
  }
}

interface Connections {
  connection: Connection
  journal: Connection
}

async function serve(
  databases: Connections,
  { metrics, log }: { metrics: Metrics; log: Logger },
  env: Env,
  stopSignal: StopSignal,
): Promise<void> {
  const { host, port, settings, signingSecrets, mail, partSettings } = env
  const options = { host, port, settings, signingSecrets, mail, parts, partSettings }
  const server = await startServer({ ...databases, ...options, log, metrics })
  const toldToStop = stopSignal.wait()
  const { boundUrl, url, isEmpty } = server
  log.info({ boundUrl, url, version: VERSION, node: process.version }, 'the server has started')
  const forPeople = url === boundUrl ? '' : ` and for people at ${url} (PUBLIC_URL),`
  say(`Boardwalk is at ${boundUrl}${forPeople} with its API reference at ${url}/api/docs; Ctrl-C stops it`)
  if (isEmpty) {
    const admin = writeAdminCommand()
    say(
      'The board is empty. Make its first company, and a link to sign in to its back office, with the settings of this server',
    )
    say('(docs/guides/helping-people.md says how these lines begin with Compose and with systemd):')
    say(`  ${admin} company create --name "…" --slug "…"`)
    say(`  ${admin} user create --company "…" --email "…"`)
  } else {
    say(`The back office is at ${url}/backoffice`)
  }
  log.info({ signal: await toldToStop }, 'the server was told to stop')
  await server.stop(env.stopDelayMs)
  log.info('the server has stopped')
}

/** Writes how the operator's commands are started, with the file of settings that this process was given. */
function writeAdminCommand(): string {
  const envFiles = process.execArgv.filter((argument) => argument.startsWith('--env-file='))
  const program = relative('.', fileURLToPath(new URL('admin.js', import.meta.url)))
  return ['node', ...envFiles, program].join(' ')
}

await main().catch(fail)
// After a failure, a port that is open or a connection that does not close would keep the process running.
if (process.exitCode === 1) process.exit()
