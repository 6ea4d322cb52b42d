import type { Closers } from '../closers.ts'
import { readProcessTimes } from '../load/process-times.ts'
import { findOperations } from '../operation.ts'
import { round } from '../result.ts'
import { startContender } from '../service/contender.ts'
import type { Stage } from '../stage.ts'

const CONNECTIONS = 10
const SAMPLES_PER_MINUTE = 6
const POPULAR_APPLICATIONS = 10_000

/** Samples the memory of an API process under the mixed load. */
export async function measureMemory(stage: Stage, closers: Closers, { minutes }: { minutes: number }) {
  const contender = await startContender('boardwalk', stage.newDatabase('memory'), stage.folder, {
    popularApplications: POPULAR_APPLICATIONS,
    companies: 0,
  })
  const { service, key } = contender
  closers.add(() => service.stop())
  const [mixed] = findOperations(['mixed'], [])
  if (mixed === undefined) throw new Error('there is no mixed load')
  const work = await mixed.work(contender, 'memory', 0)
  const residentMb: number[] = []
  const sample = () => residentMb.push(round((readProcessTimes(service.pid)?.residentBytes ?? 0) / 1e6))
  const sampling = setInterval(sample, 60_000 / SAMPLES_PER_MINUTE)
  const pace = { connections: CONNECTIONS, seconds: minutes * 60, warmUpSeconds: 0 }
  const { perSecond } = await stage.generator.run({ url: service.url, keys: [key], work, pids: [service.pid], ...pace })
  clearInterval(sampling)
  sample()
  return { minutes, perSecond: round(perSecond), residentMb }
}
