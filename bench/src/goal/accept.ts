import type { Closers } from '../closers.ts'
import { round } from '../result.ts'
import { createJobAt } from '../service/jobs.ts'
import { startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'
import { createEmployer } from './employer.ts'

const PROCESSES = 2
const CONNECTIONS_OF_EACH = 25
const PAGE_SIZE = 100

/** Measures how many applications two API processes accept a second for one company, and checks that each is delivered once. */
export async function measureAccept(stage: Stage, closers: Closers, { forms }: { forms: number }) {
  const place = stage.newDatabase('accept')
  // As behind a proxy: each applicant has another address.
  const settings = { TRUST_PROXY: '1' }
  const services = []
  for (let number = 0; number < PROCESSES; number++) {
    const service = await startService('boardwalk', place.database, stage.folder, settings)
    closers.add(() => service.stop())
    services.push(service)
  }
  const [{ url }] = services as [(typeof services)[number], ...typeof services]
  const { key } = await createEmployer(place, 'accept')
  const { jobUrl } = await createJobAt(url, key, { id: 'applied', title: 'Comptable' })
  const path = `${new URL(jobUrl).pathname}/apply`
  const each = Math.ceil(forms / PROCESSES)
  const startedMs = performance.now()
  const loads = await Promise.all(
    services.map((service, index) =>
      stage.generator.run({
        url: service.url,
        keys: [key],
        work: { kind: 'apply', path, firstNumber: index * each },
        connections: CONNECTIONS_OF_EACH,
        requestsMax: each,
        seconds: 600,
        warmUpSeconds: 0,
        pids: [service.pid],
      }),
    ),
  )
  const seconds = (performance.now() - startedMs) / 1000
  const refused = loads.flatMap(({ failures }) => Object.values(failures)).reduce((sum, count) => sum + count, 0)
  const delivered = await readDeliveredEmails(url, key)
  return {
    accepted: each * PROCESSES - refused,
    refused,
    perSecond: round((each * PROCESSES - refused) / seconds),
    p99: round(Math.max(...loads.map(({ p99 }) => p99))),
    delivered: delivered.length,
    deliveredTwice: delivered.length - new Set(delivered).size,
    lost: each * PROCESSES - refused - new Set(delivered).size,
  }
}

/** Reads all candidates, as a caller does that continues after the last date it has seen. */
async function readDeliveredEmails(url: string, key: string): Promise<string[]> {
  const emails: string[] = []
  for (let since = '1970-01-01'; ; ) {
    const res = await fetch(`${url}/api/job/applied/candidates?since=${since}&pageSize=${PAGE_SIZE}`, {
      headers: { 'x-api-key': key },
    })
    const { candidates }: { candidates: { email: string; date: string }[] } = JSON.parse(await res.text())
    emails.push(...candidates.map(({ email }) => email))
    const last = candidates.at(-1)
    if (last === undefined) return emails
    since = last.date
  }
}
