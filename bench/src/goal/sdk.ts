import { Boardwalk } from '@boardwalk/sdk'
import type { Closers } from '../closers.ts'
import { round } from '../result.ts'
import { createJobAt } from '../service/jobs.ts'
import { startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'
import { createEmployer } from './employer.ts'

const ROUNDS = 15
const CALLS = 200

/** Compares the cost of a call of the SDK with that of a fetch of the same. */
export async function measureSdk(stage: Stage, closers: Closers) {
  const place = stage.newDatabase('sdk')
  const service = await startService('boardwalk', place.database, stage.folder)
  closers.add(() => service.stop())
  const { key } = await createEmployer(place, 'sdk')
  await createJobAt(service.url, key, { id: 'job', title: 'Comptable' })
  const baseUrl = `${service.url}/api`
  const boardwalk = new Boardwalk({ apiKey: key, baseUrl })
  const since = new Date().toISOString()
  const headers = { 'x-api-key': key }
  const read = async (res: Response): Promise<unknown> => {
    if (!res.ok) throw new Error(`fetch was answered ${res.status}`)
    return res.json()
  }
  const poll = await compare(
    () => boardwalk.candidates.list('job', { since }),
    async () => read(await fetch(`${baseUrl}/job/job/candidates?since=${since}`, { headers })),
  )
  const update = await compare(
    (number) => boardwalk.jobs.update('job', { title: `Comptable ${number}` }),
    async (number) =>
      read(
        await fetch(`${baseUrl}/job/job`, {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ job: { title: `Comptable ${number}` } }),
        }),
      ),
  )
  return { poll, update }
}

type Call = (number: number) => PromiseLike<unknown>

async function compare(sdk: Call, direct: Call) {
  const spent = { sdk: [] as Spent[], direct: [] as Spent[] }
  // The first round warms both up.
  for (let round = 0; round <= ROUNDS; round++) {
    const [ofSdk, ofDirect] = [await measureCall(sdk), await measureCall(direct)]
    if (round === 0) continue
    spent.sdk.push(ofSdk)
    spent.direct.push(ofDirect)
  }
  const micros = (of: Spent[], what: keyof Spent) =>
    of.map((one) => one[what]).sort((a, b) => a - b)[of.length >> 1] ?? 0
  const figures = (what: keyof Spent) => {
    const [ofSdk, ofDirect] = [micros(spent.sdk, what), micros(spent.direct, what)]
    return { sdkMicros: round(ofSdk), fetchMicros: round(ofDirect), ratio: round(ofSdk / ofDirect) }
  }
  return { time: figures('time'), cpu: figures('cpu') }
}

/** Microseconds of one call. */
interface Spent {
  time: number
  cpu: number
}

async function measureCall(call: Call): Promise<Spent> {
  const [startedMs, cpu] = [performance.now(), process.cpuUsage()]
  for (let number = 0; number < CALLS; number++) await call(number)
  const { user, system } = process.cpuUsage(cpu)
  return { time: ((performance.now() - startedMs) * 1000) / CALLS, cpu: (user + system) / CALLS }
}
