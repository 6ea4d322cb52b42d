import { parseRung, startLocalMongo } from './local-mongo.ts'

const log = (line: string) => process.stderr.write(`${line}\n`)

/** Serves a database on DATA_DIR and prints its address, until it is told to end. */
async function main(): Promise<void> {
  const told = new Promise<void>((resolve) => {
    // Every time: npm passes on a Ctrl-C that the terminal has sent already.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
  const { DATA_DIR: dataDir, LOCAL_MONGO: localMongo } = process.env
  const starting = startLocalMongo({ dataDir: dataDir || '.data', rung: parseRung(localMongo), log })
  const mongo = await Promise.race([starting, told])
  // Told to end while it starts: leaving ends what was started (owned-servers.ts).
  if (mongo === undefined) process.exit(1)
  process.stdout.write(`${mongo.uri}\n`)
  // The server does not keep this process alive, and a promise neither.
  const staying = setInterval(() => {}, 2 ** 30)
  await told
  await mongo.stop()
  clearInterval(staying)
}

main().catch((error: unknown) => {
  log(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
