import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'undici'

/** A CPU profile of V8. Each sample names the node of the call tree that was running. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

const INSPECTOR = 'http://127.0.0.1:9229/json/list'
const TRIES_MAX = 50
const SAMPLE_MICROS = 500

/** Takes the profile of a Node process during some work. Its inspector listens on the usual port. */
export async function takeProfile(pid: number, during: () => Promise<unknown>): Promise<CpuProfile> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await findInspector())
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')), { once: true })
  })
  let last = 0
  const ask = (method: string, params: object = {}) =>
    new Promise<{ profile?: CpuProfile }>((resolve) => {
      const id = ++last
      const listen = ({ data }: { data: unknown }) => {
        const answer = JSON.parse(String(data))
        if (answer.id !== id) return
        socket.removeEventListener('message', listen)
        resolve(answer.result)
      }
      socket.addEventListener('message', listen)
      socket.send(JSON.stringify({ id, method, params }))
    })
  await ask('Profiler.enable')
  await ask('Profiler.setSamplingInterval', { interval: SAMPLE_MICROS })
  await ask('Profiler.start')
  await during()
  const { profile } = await ask('Profiler.stop')
  socket.close()
  if (profile === undefined) throw new Error('the inspector gave no profile')
  return profile
}

async function findInspector(): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      const [target] = JSON.parse(await (await fetch(INSPECTOR)).text())
      return target.webSocketDebuggerUrl
    } catch (error) {
      // The inspector opens a moment after the signal.
      if (tries === TRIES_MAX) throw error
      await sleep(100)
    }
  }
}
