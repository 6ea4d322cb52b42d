import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOperatorCommand } from './operator-command.ts'
import { startServer } from './server-process.ts'

/** A server as `npm start` runs it, over a new and empty database of its own. */
export interface OwnServer {
  url: string
  /** What it printed while it started, such as which database it took. */
  log: string[]
  /** Runs `npm run admin -- … --json` on its database and answers the object that it prints. */
  admin<Result>(...command: string[]): Promise<Result>
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

/** Starts a server on a free port and in a new data folder. */
export async function startOwnServer(): Promise<OwnServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'boardwalk-server-'))
  const removeData = () => rm(dataDir, { recursive: true, force: true })
  const settings = { DATA_DIR: dataDir, PUBLIC_URL: '', LOG_LEVEL: 'warn' }
  try {
    const { url, log, stop } = await startServer({ settings })
    // An operator's command prints addresses of pages, which it makes from the port.
    const running = { ...settings, PORT: new URL(url).port }
    return {
      url,
      log,
      admin: (...command) => runOperatorCommand(running, ...command),
      stop: () => stop().finally(removeData),
    }
  } catch (error) {
    await removeData()
    throw error
  }
}
