import { freePort } from '@boardwalk/local-mongo/free-port'
import { type StartingServer, spawnServer } from '@boardwalk/test-server/server-process'

const clock = new URL('./steppable-clock.js', import.meta.url).href

const STOP_MS_MAX = 60_000

/** An API server. Its process can be killed and started again, on the same port. */
export interface ApiProcess {
  port: number
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

/** Calls `misbehaved` if the process ends without being asked, or does not end when it is asked. */
export async function createApiProcess(
  settings: Record<string, string>,
  logFile: string,
  misbehaved: (how: string) => void,
): Promise<ApiProcess> {
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
    async start() {
      if (isClosed) throw new Error('the run is over')
      const starting = spawnServer({
        settings: { ...settings, PORT: String(port) },
        nodeArgs: ['--import', clock],
        logFile,
        hasChannel: true,
      })
      current = starting
      // The address that it names is the public one, which may be a proxy's.
      await starting.url
      starting.child.once('exit', (code, signal) => {
        if (!asked.has(starting)) misbehaved(`ended without being asked (${code ?? signal})`)
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
    freeze: () => void current?.child.kill('SIGSTOP'),
    thaw: () => void current?.child.kill('SIGCONT'),
    setClock: (skewMs) => void (current?.child.connected && current.child.send({ skewMs }, () => {})),
  }
}
