import { startLocalMongo } from './local-mongo.ts'

const { DATA_DIR: dataDir } = process.env
const log = (line: string) => process.stderr.write(`${line}\n`)

/** Serves a database on DATA_DIR until a signal ends it, and prints its address. */
async function serve(): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    // `on`, not `once`: after Ctrl-C the signal comes twice, from the terminal and from npm.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
  const starting = startLocalMongo({ dataDir: dataDir || '.data', log })
  const mongo = await Promise.race([starting, ended])
  // A signal came during the start. The exit ends what was started.
  if (mongo === undefined) process.exit(1)
  process.stdout.write(`${mongo.uri}\n`)
  // Neither the server nor a promise keeps this process alive, so a timer does.
  const keepAlive = setInterval(() => {}, 2 ** 30)
  await ended
  await mongo.stop()
  clearInterval(keepAlive)
}

serve().catch((error: unknown) => {
  log(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
