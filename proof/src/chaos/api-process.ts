import { freePort } from '@boardwalk/local-mongo/free-port'
import { type StartingServer, spawnServer } from '@boardwalk/test-server/server-process'

const clock = new URL('./steppable-clock.js', import.meta.url).href

/** A process that takes longer to serve or to fail has stopped working: a start takes seconds, also on a busy machine. */
const START_MS_MAX = 120_000
const STOP_MS_MAX = 60_000
/** How much of its standard error a breach shows, in characters. */
const SHOWN_MAX = 2_000

/** An API server. Its process can be killed and started again, on the same port. */
export interface ApiProcess {
  port: number
  /** Starts it, and waits until it serves. Fails if it ends before, or has to be killed because it does neither. */
  start(): Promise<void>
  /** Kills it. */
  kill(): Promise<void>
  /** Asks it to end, and waits until it has finished its work. */
  stop(): Promise<void>
  /** Ends it for good. */
  close(): Promise<void>
  freeze(): void
  thaw(): void
  /** Sets its clock ahead of this machine's, or back if the number is negative. */
  setClock(skewMs: number): void
}

/**
 * Calls `misbehaved` if the process ends without being asked, does not end when it is asked, or neither serves nor ends
 * when it starts.
 */
export async function createApiProcess(
  settings: Record<string, string>,
  logFile: string,
  misbehaved: (how: string) => void,
): Promise<ApiProcess> {
  const port = await freePort()
  let current: StartingServer | undefined
  let isClosed = false
  let printed = ''
  const asked = new WeakSet<StartingServer>()
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (current === undefined) return
    asked.add(current)
    const ended = current.end(signal)
    // A frozen process receives SIGTERM only after this signal.
    if (signal === 'SIGTERM') current.child.kill('SIGCONT')
    await ended
  }
  const describeLate = (what: string, ms: number) => `did not ${what} in ${ms / 1000} s; it printed:\n${printed}`
  return {
    port,
    async start() {
      if (isClosed) throw new Error('the run is over')
      const starting = spawnServer({
        settings: { ...settings, PORT: String(port) },
        nodeArgs: ['--import', clock],
        logFile,
        hasChannel: true,
      })
      current = starting
      printed = ''
      starting.child.stderr?.on('data', (text) => {
        printed = `${printed}${text}`.slice(-SHOWN_MAX)
      })
      // The address that it names is the public one, which may be a proxy's.
      if (!(await inTime(starting.url, START_MS_MAX, () => starting.end('SIGKILL')))) {
        const how = describeLate('serve or end', START_MS_MAX)
        misbehaved(how)
        throw new Error(`a process ${how}`)
      }
      starting.child.once('exit', (code, signal) => {
        if (!asked.has(starting)) misbehaved(`ended without being asked (${code ?? signal})`)
      })
    },
    kill: () => end('SIGKILL'),
    async stop() {
      if (await inTime(end('SIGTERM'), STOP_MS_MAX, () => end('SIGKILL'))) return
      misbehaved(describeLate('end', STOP_MS_MAX))
    },
    async close() {
      isClosed = true
      await end('SIGKILL')
    },
    freeze: () => void current?.child.kill('SIGSTOP'),
    thaw: () => void current?.child.kill('SIGCONT'),
    setClock: (skewMs) => void (current?.child.connected && current.child.send({ skewMs }, () => {})),
  }
}

/** Waits until a process has started or ended, and kills it if that takes too long. Answers whether it was in time. */
async function inTime(done: Promise<unknown>, msMax: number, kill: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, msMax, false)
  })
  try {
    const isInTime = await Promise.race([done.then(() => true), late])
    if (!isInTime) await kill()
    return isInTime
  } finally {
    clearTimeout(timer)
  }
}
