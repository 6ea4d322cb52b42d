import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const built = (file: string) => fileURLToPath(new URL(`../../apps/api/dist/${file}`, import.meta.url))

/** A Boardwalk server of one's own, as `npm start` runs it, and the operator's commands beside it. */
export interface ServerProcess {
  url: string
  /** What it said while it started, such as which database it took. */
  said: string[]
  /** Runs `npm run admin -- … --json` and answers the object that it prints. */
  admin<Result>(...command: string[]): Promise<Result>
  stop(): Promise<void>
}

/** Starts a server on a free port and a fresh data folder; both are gone when it has stopped. */
export async function startServerProcess(): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'boardwalk-demo-'))
  const port = await freePort()
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: '',
    LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, [built('main.js')], { env, stdio: ['ignore', 'inherit', 'pipe'] })
  const exited = once(child, 'exit')
  const said: string[] = []
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
  for await (const line of createInterface(child.stderr)) {
    said.push(line)
    if (line.startsWith('Boardwalk is at ')) break
  }
  if (child.exitCode !== null || !said.at(-1)?.startsWith('Boardwalk is at ')) {
    await stop()
    throw new Error(`The server did not start:\n${said.join('\n')}`)
  }
  child.stderr.resume()
  return {
    url: `http://127.0.0.1:${port}`,
    said: said.slice(0, -1),
    async admin(...command) {
      const { stdout } = await promisify(execFile)(process.execPath, [built('admin.js'), ...command, '--json'], { env })
      return JSON.parse(stdout)
    },
    stop,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}
