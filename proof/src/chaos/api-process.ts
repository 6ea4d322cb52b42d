import { type StartingServer, spawnServer } from '@boardwalk/test-server/server-process'

const clock = new URL('./steppable-clock.js', import.meta.url).href

const STOP_MS_MAX = 60_000

/** One API server, in turn as several processes: a killed one is started again on its port. */
export interface ApiProcess {
  /** Known when it has started once; it keeps the port. */
  readonly port: number
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

/** `misbehaved` is told of a process that ends unasked, or does not end when it is asked to. */
export function createApiProcess(
  settings: Record<string, string>,
  logFile: string,
  misbehaved: (how: string) => void,
): ApiProcess {
  let port = 0
  let current: StartingServer | undefined
  let isClosed = false
  const asked = new WeakSet<StartingServer>()
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (current === undefined) return
    asked.add(current)
    const ended = current.end(signal)
    // A frozen process takes no order but this one.
    if (signal === 'SIGTERM') current.child.kill('SIGCONT')
    await ended
  }
  return {
    get port() {
      return port
    },
    async start() {
      if (isClosed) throw new Error('the run is over')
      const starting = spawnServer({
        settings: { ...settings, PORT: String(port) },
        nodeArgs: ['--import', clock],
        logFile,
        hasChannel: true,
      })
      current = starting
      port = Number(new URL(await starting.url).port)
      starting.child.once('exit', (code, signal) => {
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
    freeze: () => void current?.child.kill('SIGSTOP'),
    thaw: () => void current?.child.kill('SIGCONT'),
    setClock: (skewMs) => void (current?.child.connected && current.child.send({ skewMs }, () => {})),
  }
}
