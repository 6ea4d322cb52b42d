import type { Db } from 'mongodb'
import type { Closers } from '../closers.ts'
import { median, round } from '../result.ts'
import { createJobAt } from '../service/jobs.ts'
import { type Service, startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'
import { createEmployer } from './employer.ts'

const PROCESSES = [1, 2, 4, 8]
/** The callers of all processes together, which each number of processes shares. */
const CONNECTIONS = 48
const ROUNDS = 3
const PAGE_SIZE = 100
/** What an applicant is answered, with Retry-After, when dates run too far ahead of the clock. */
const REFUSED = 'status 503'

/** A company whose applications come in through this number of processes. */
interface Hiring {
  processes: Service[]
  companyId: string
  key: string
  path: string
  rounds: Round[]
}

interface Round {
  accepted: number
  refused: number
  /** Answers that were neither an acceptance nor a refusal. The application may have been accepted. */
  failed: number
  perSecond: number
  p99: number
  /** How far the date of the last application was ahead of the clock when the last answer had come. */
  leadMs: number
}

/**
 * Measures how many applications 1, 2, 4 and 8 API processes accept a second for one company, and checks that each is
 * delivered once. All processes run all the time, and the numbers of processes take turns.
 */
export async function measureAccept(stage: Stage, closers: Closers, { forms }: { forms: number }) {
  const place = stage.newDatabase('accept')
  // As behind a proxy: each applicant has another address.
  const settings = { TRUST_PROXY: '1' }
  const services: Service[] = []
  for (let number = 0; number < Math.max(...PROCESSES); number++) {
    const service = await startService('boardwalk', place.database, stage.folder, settings)
    closers.add(() => service.stop())
    services.push(service)
  }
  const all: Hiring[] = []
  for (const count of PROCESSES) {
    const processes = services.slice(0, count)
    const { company, key } = await createEmployer(place, `accept-${count}`)
    const { jobUrl } = await createJobAt(urlOfFirst(processes), key, { id: 'applied', title: 'Comptable' })
    all.push({ processes, companyId: company.id, key, path: `${new URL(jobUrl).pathname}/apply`, rounds: [] })
  }
  for (let number = 0; number < ROUNDS; number++)
    for (const hiring of all) hiring.rounds.push(await accept(stage, place.db, hiring, forms))
  const numbers = []
  for (const hiring of all) numbers.push(await summarise(hiring))
  const [one, most] = [numbers[0]?.perSecond ?? 0, numbers.at(-1)?.perSecond ?? 0]
  return { connections: CONNECTIONS, rounds: ROUNDS, forms, numbers, mostToOneRatio: round(most / one) }
}

const urlOfFirst = ([first]: Service[]) => first?.url ?? ''

async function accept({ generator }: Stage, db: Db, { processes, companyId, path, rounds }: Hiring, forms: number) {
  const { requests, seconds, p99, failures } = await generator.run({
    url: processes.map(({ url }) => url),
    keys: [],
    work: { kind: 'apply', path, firstNumber: rounds.length * forms },
    connections: CONNECTIONS,
    requestsMax: forms,
    seconds: 600,
    warmUpSeconds: 0,
    pids: [],
  })
  const mailbox = await db.collection<{ _id: string; lastDate: Date }>('mailboxes').findOne({ _id: companyId })
  const leadMs = (mailbox?.lastDate.getTime() ?? 0) - Date.now()
  const { [REFUSED]: refused = 0, ...others } = failures
  const failed = Object.values(others).reduce((sum, count) => sum + count, 0)
  return { accepted: requests, refused, failed, perSecond: requests / seconds, p99, leadMs }
}

async function summarise({ processes, key, rounds }: Hiring) {
  const delivered = await readDeliveredEmails(urlOfFirst(processes), key)
  const once = new Set(delivered).size
  const sum = (count: (of: Round) => number) => rounds.reduce((total, one) => total + count(one), 0)
  const accepted = sum((of) => of.accepted)
  return {
    processes: processes.length,
    perSecond: round(median(rounds.map(({ perSecond }) => perSecond))),
    p99: round(median(rounds.map(({ p99 }) => p99))),
    accepted,
    refused: sum((of) => of.refused),
    failed: sum((of) => of.failed),
    lost: Math.max(0, accepted - once),
    deliveredTwice: delivered.length - once,
    leadMsMax: Math.max(...rounds.map(({ leadMs }) => leadMs)),
    perSecondOfRounds: rounds.map(({ perSecond }) => round(perSecond)),
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
