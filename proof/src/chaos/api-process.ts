import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@boardwalk/local-mongo/free-port'
import { type StartingServer, spawnServer } from '@boardwalk/test-server/server-process'

const clock = new URL('./steppable-clock.js', import.meta.url).href

/** A process that takes longer to serve or to fail has stopped working: a start takes seconds, also on a busy machine. */
const START_MS_MAX = 120_000
const STOP_MS_MAX = 60_000
export type ApiProcess = Awaited<ReturnType<typeof createApiProcess>>

/**
 * Creates an API server whose process can be killed and started again, on the same port. Calls `misbehaved` if the process
 * ends without being asked, does not end when it is asked, or neither serves nor ends when it starts.
 */
export async function createApiProcess(
  settings: Record<string, string>,
  logFile: string,
  misbehaved: (how: string) => void,
) {
  const port = await freePort()
  let current: StartingServer | undefined
  let isClosed = false
  const asked = new WeakSet<StartingServer>()
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (current === undefined) return
    asked.add(current)
    const ended = current.end(signal)
    // A frozen process receives SIGTERM only after this signal.
    if (signal === 'SIGTERM') current.child.kill('SIGCONT')
    await ended
  }
  return {
    port,
    /** Starts it, and waits until it serves. Fails if it ends before, or has to be killed because it does neither. */
    async start(): Promise<void> {
      if (isClosed) throw new Error('the run is over')
      const nodeArgs = ['--import', clock]
      const starting = spawnServer({
        settings: { ...settings, PORT: String(port) },
        nodeArgs,
        logFile,
        hasChannel: true,
      })
      current = starting
      // The address that it names is the public one, which may be a proxy's.
      if (!(await inTime(starting.url, START_MS_MAX, () => starting.end('SIGKILL')))) {
        const how = `did not serve or end in ${START_MS_MAX / 1000} s: ${logFile}`
        misbehaved(how)
        throw new Error(`a process ${how}`)
      }
      starting.child.once('exit', (code, signal) => {
        if (!asked.has(starting)) misbehaved(`ended without being asked (${code ?? signal})`)
      })
    },
    kill: () => end('SIGKILL'),
    /** Asks it to end, and waits until it has finished its work. */
    async stop(): Promise<void> {
      if (await inTime(end('SIGTERM'), STOP_MS_MAX, () => end('SIGKILL'))) return
      misbehaved(`did not end in ${STOP_MS_MAX / 1000} s: ${logFile}`)
    },
    /** Ends it for good. */
    async close(): Promise<void> {
      isClosed = true
      await end('SIGKILL')
    },
    freeze: () => void current?.child.kill('SIGSTOP'),
    thaw: () => void current?.child.kill('SIGCONT'),
    /** Sets its clock ahead of this machine's, or back if the number is negative. */
    setClock: (skewMs: number) => void (current?.child.connected && current.child.send({ skewMs }, () => {})),
  }
}

/** Waits until a process has started or ended, and kills it if that takes too long. Answers whether it was in time. */
async function inTime(done: Promise<unknown>, msMax: number, kill: () => Promise<unknown>): Promise<boolean> {
  const isInTime = await Promise.race([done.then(() => true), sleep(msMax, false, { ref: false })])
  if (!isInTime) await kill()
  return isInTime
}
