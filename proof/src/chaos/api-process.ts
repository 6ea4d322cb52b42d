import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../apps/api/dist/main.js', import.meta.url))
const clock = new URL('./steppable-clock.js', import.meta.url).href

const START_MS_MAX = 120_000
const STOP_MS_MAX = 60_000

/** One API server, in turn as several processes: a killed one is started again on its port. */
export interface ApiProcess {
  port: number
  start(): Promise<void>
  /** Ends it without a word. */
  kill(): Promise<void>
  /** Asks it to end, and waits until it has finished what was under way. */
  stop(): Promise<void>
  /** Ends it for good. */
  close(): Promise<void>
  freeze(): void
  thaw(): void
  /** Sets its clock so far ahead (or back) of this machine's. */
  setClock(skewMs: number): void
}

/** `misbehaved` is told of a process that ends unasked, or does not when it is asked. */
export async function createApiProcess(
  settings: Record<string, string>,
  logFile: string,
  misbehaved: (how: string) => void,
): Promise<ApiProcess> {
  const port = await freePort()
  const env = { ...process.env, ...settings, HOST: '127.0.0.1', PORT: String(port) }
  const log = createWriteStream(logFile, { flags: 'a' })
  let child: ChildProcess | undefined
  let isClosed = false
  const asked = new WeakSet<ChildProcess>()
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ending = child
    if (ending !== undefined) asked.add(ending)
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return
    const exited = once(ending, 'exit')
    ending.kill(signal)
    // A frozen process takes no order but this one.
    if (signal === 'SIGTERM') ending.kill('SIGCONT')
    await exited
  }
  return {
    port,
    async start() {
      if (isClosed) throw new Error('the run is over')
      const starting = spawn(process.execPath, ['--enable-source-maps', '--import', clock, program], {
        env,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      child = starting
      await started(starting, log)
      starting.once('exit', (code, signal) => {
        if (!asked.has(starting)) misbehaved(`ended unasked (${code ?? signal})`)
      })
    },
    kill: () => end('SIGKILL'),
    async stop() {
      const stopped = end('SIGTERM').then(() => true)
      const late = new Promise<false>((resolve) => setTimeout(resolve, STOP_MS_MAX, false).unref())
      if (await Promise.race([stopped, late])) return
      misbehaved(`did not end in ${STOP_MS_MAX / 1000} s`)
      await end('SIGKILL')
    },
    async close() {
      isClosed = true
      await end('SIGKILL')
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    setClock: (skewMs) => void (child?.connected && child.send({ skewMs }, () => {})),
  }
}

async function started(child: ChildProcess, log: WriteStream): Promise<void> {
  child.stdout?.pipe(log, { end: false })
  const { stderr } = child
  if (stderr === null) throw new Error('the server has no standard error')
  const lines = createInterface(stderr)
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    const fail = (how: string) => reject(new Error(`an API process ${how}:\n${said.join('\n')}`))
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      fail(`did not start in ${START_MS_MAX / 1000} s`)
    }, START_MS_MAX)
    child.once('exit', (code, signal) => {
      clearTimeout(late)
      fail(`ended while it started (${code ?? signal})`)
    })
    lines.on('line', (line) => {
      log.write(`${line}\n`)
      said.push(line)
      if (!line.startsWith('Boardwalk is at ')) return
      clearTimeout(late)
      resolve()
    })
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}
