import fc from 'fast-check'
import type { Actor } from '../feature/api-key/service.ts'
import { createMailbox, type NewApplication } from '../feature/application/mailbox.ts'
import { eraseApplication } from '../feature/application/service/erase.ts'
import type { AuditStore } from '../feature/audit/store.ts'
import { listAllCandidates } from '../feature/candidate/service.ts'
import type { CvStore } from '../feature/cv/store.ts'
import type { CvUploadStore } from '../feature/cv/upload-store.ts'
import type { JobStore } from '../feature/job/store.ts'
import type { MailboxStores } from './memory-stores.ts'

/*
 * A world of API processes over one database, applicants, pollers and people whose data is erased, in which a scheduler decides after every database
 * call who goes on, and any process may die before or after any of its calls. The mailbox, the candidate service
 * and the erasure are the real ones.
 */

/** What the poller sends as `since`: the last date it saw, the header of the answer, or when its last poll began. */
type PollStyle = 'last date' | 'x-synced-through' | 'time of the poll'

export interface Scenario {
  /** By process: how far its clock is ahead of the applicants' and pollers', in ms, and after how many calls it dies. */
  processes: { aheadMs: number; dies: { afterCalls: number; isCallDone: boolean } | null }[]
  /** By applicant: how often the form is sent, each time to another process. */
  applicants: { sends: number }[]
  pollers: { style: PollStyle; pageSize: number; polls: number }[]
  /** By erasure: whose, once it is accepted (counted around), and which process is asked first. */
  erasures: { applicant: number; process: number }[]
  /** How many ms go by with each database call, over and over. */
  ticksMs: number[]
}

const style = fc.constantFrom<PollStyle>('last date', 'x-synced-through', 'time of the poll')
const death = fc.record({ afterCalls: fc.nat(12), isCallDone: fc.boolean() })

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  processes: fc.array(fc.record({ aheadMs: fc.nat(4), dies: fc.option(death) }), { minLength: 1, maxLength: 3 }),
  applicants: fc.array(fc.record({ sends: fc.integer({ min: 1, max: 2 }) }), { minLength: 1, maxLength: 5 }),
  pollers: fc.array(
    fc.record({ style, pageSize: fc.integer({ min: 1, max: 3 }), polls: fc.integer({ min: 1, max: 5 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  erasures: fc.array(fc.record({ applicant: fc.nat(4), process: fc.nat(3) }), { maxLength: 1 }),
  ticksMs: fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
})

class ProcessDied extends Error {}

interface Process {
  accept(application: NewApplication): Promise<{ date: Date; isNew: boolean }>
  poll(
    since: Date | undefined,
    pageSize: number,
  ): Promise<{ ids: string[]; dates: Date[]; isWhole: boolean; syncedThrough: Date }>
  erase(id: string): Promise<void>
}

interface World {
  stores: MailboxStores
  companyId: string
  /** How the processes misuse the stores, for the tests of this test. */
  misuse?: (stores: MailboxStores) => MailboxStores
}

/** Runs a scenario to its end and throws where a guarantee is broken. */
export async function runScenario(world: World, scheduler: fc.Scheduler, scenario: Scenario): Promise<void> {
  const { stores, companyId, misuse = (used) => used } = world
  // The clocks of a real database's rows must look like today's, or its own checks could not tell.
  let timeMs = Date.UTC(2026, 0, 1)
  let calls = 0
  const tick = () => {
    timeMs += scenario.ticksMs[calls++ % scenario.ticksMs.length] ?? 0
  }

  /** Whose erasure has been answered, and whose CVs are removed. */
  const erased = new Set<string>()
  const withoutCv = new Set<string>()
  const cvs: CvStore = {
    ...noCvs,
    removeAllOf: async ({ id }) => {
      withoutCv.add(id)
    },
  }
  const requireErased = async () => {
    if (erased.size === 0) return
    const { inbox } = await stores.mailboxes.read(companyId)
    const rows = await stores.applications.findByIds(companyId, [...erased])
    const kept = [...inbox, ...rows].find(({ id, firstName }) => erased.has(id) && firstName !== '')
    if (kept !== undefined) throw new Error(`${kept.id} was erased, and its data is still there`)
    for (const id of erased) if (!withoutCv.has(id)) throw new Error(`${id} was erased, and its CV is still there`)
  }

  const start = ({ aheadMs, dies }: Scenario['processes'][number]): Process => {
    let died: (error: Error) => void = () => {}
    const death = new Promise<never>((_, reject) => {
      died = reject
    })
    death.catch(() => {})
    let ownCalls = 0
    /** One database call of this process: others may go on before it and before its answer, and it may be the last. */
    const call = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const isLast = dies !== null && ownCalls++ >= dies.afterCalls
      await scheduler.schedule(Promise.resolve(), 'call')
      if (isLast && !dies.isCallDone) return die()
      tick()
      const result = await work()
      await requireErased()
      await scheduler.schedule(Promise.resolve(), 'answer')
      return isLast ? die() : result
    }
    const die = (): Promise<never> => {
      died(new ProcessDied())
      return new Promise(() => {})
    }
    const { mailboxes, applications } = misuse({
      mailboxes: stepwise(stores.mailboxes, call),
      applications: stepwise(stores.applications, call),
    })
    const now = () => timeMs + aheadMs
    const mailbox = createMailbox({
      mailboxes,
      applications,
      now,
      random: () => (calls % 7) / 7,
      log: { warn: () => {} },
    })
    const deps = {
      mailbox,
      applications,
      jobs: noJobs,
      cvSecret: '',
      now,
      settings: { publicUrl: '', jobBoardId: '', keyPrefix: '', trustProxy: 0, applicationsPerHour: 1 },
    }
    const actor: Actor = { companyId, keyId: '', scopes: ['read'] }
    const eraseDeps = {
      mailbox,
      applications,
      cvs: stepwise(cvs, call),
      cvUploads: stepwise(noUploads, call),
      auditEvents: stepwise(noAudit, call),
      now,
    }
    return {
      accept: (application) => Promise.race([mailbox.accept(application), death]),
      async poll(since, pageSize) {
        const answer = listAllCandidates(deps, actor, { since, page: 1, pageSize })
        const { list, syncedThrough } = await Promise.race([answer, death])
        return {
          ids: list.candidates.map(({ id }) => id),
          dates: list.candidates.map(({ date }) => new Date(date)),
          isWhole: list.candidates.length === list.total,
          syncedThrough,
        }
      },
      async erase(id) {
        const administrator = { companyId, email: '' }
        await Promise.race([eraseApplication(eraseDeps, administrator, { id, allOfPerson: false }), death])
      },
    }
  }

  // The last process never dies, so that everybody comes to an end.
  const processes = [...scenario.processes, { aheadMs: 0, dies: null }].map(start)

  /** Asks one process after the other until one lives to answer. */
  const retried = async <Result>(first: number, ask: (process: Process) => Promise<Result>): Promise<Result> => {
    for (let turn = first; ; turn++) {
      const process = processes[turn < processes.length ? turn : processes.length - 1]
      if (process === undefined) throw new Error('there is no process')
      try {
        return await ask(process)
      } catch (error) {
        if (!(error instanceof ProcessDied)) throw error
      }
    }
  }

  /** By application, the date that its applicant was told. */
  const accepted = new Map<string, number>()
  const newOnes = new Set<string>()
  /** By sending, whose it is. */
  const sendsOf = scenario.applicants.flatMap(({ sends }, index) => Array.from({ length: sends }, () => index))
  const applying = scenario.applicants.flatMap(({ sends }, index) =>
    Array.from({ length: sends }, async (_, send) => {
      const id = `${companyId}-${index}`
      const { date, isNew } = await retried((index + send) % processes.length, (process) =>
        process.accept(newApplication(companyId, id)),
      )
      const before = accepted.get(id) ?? date.getTime()
      accepted.set(id, before)
      if (before !== date.getTime()) throw new Error(`${id} was accepted on two dates`)
      // Whose is not new goes, its CV too.
      if (isNew && newOnes.has(id)) throw new Error(`${id} was new twice`)
      if (isNew) newOnes.add(id)
    }),
  )

  const erasing = scenario.erasures.map(async ({ applicant, process }) => {
    const index = applicant % scenario.applicants.length
    const id = `${companyId}-${index}`
    await Promise.any(applying.filter((_, send) => sendsOf[send] === index))
    await retried(process % processes.length, (asked) => asked.erase(id))
    erased.add(id)
    await requireErased()
  })

  const polling = scenario.pollers.map(async ({ style, pageSize, polls }, index) => {
    const seen: { id: string; date: Date }[] = []
    let since: Date | undefined
    const poll = async (turn: number): Promise<boolean> => {
      const startedAt = new Date(timeMs)
      const answer = await retried(turn % processes.length, (process) => process.poll(since, pageSize))
      for (const [at, id] of answer.ids.entries()) seen.push({ id, date: answer.dates[at] ?? new Date(Number.NaN) })
      const last = answer.dates.at(-1)
      if (style === 'x-synced-through') since = answer.syncedThrough
      else if (style === 'last date' || !answer.isWhole) since = last ?? since
      else since = startedAt
      return answer.ids.length > 0
    }
    for (let turn = 0; turn < polls; turn++) await poll(index + turn)
    await Promise.all([...applying, ...erasing])
    timeMs += 10
    while (await poll(index)) timeMs += 10
    return { style, seen }
  })

  for (const { style, seen } of await scheduler.waitFor(Promise.all(polling))) {
    const ids = seen.map(({ id }) => id)
    for (const id of accepted.keys())
      if (!ids.includes(id)) throw new Error(`${id} was accepted, and a poller by ${style} never saw it`)
    if (style === 'time of the poll') continue
    if (new Set(ids).size < ids.length) throw new Error(`a poller by ${style} saw one twice: ${ids.join()}`)
    const isRising = seen.every(({ date }, at) => at === 0 || date > (seen[at - 1]?.date ?? date))
    if (!isRising) throw new Error(`a poller by ${style} saw dates that do not rise`)
  }
}

/** The same functions, each call of them through `call`. */
function stepwise<Store extends object>(
  store: Store,
  call: <Result>(work: () => Promise<Result>) => Promise<Result>,
): Store {
  return new Proxy(store, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver)
      return typeof method === 'function' ? (...args: unknown[]) => call(async () => method(...args)) : method
    },
  })
}

export function newApplication(companyId: string, id: string): NewApplication {
  const person = {
    firstName: 'Salma',
    lastName: 'Bennani',
    email: 'salma@example.com',
    phone: '',
    linkedinUrl: '',
    message: '',
  }
  return { id, companyId, jobId: 1, status: 'PENDING', cvId: null, ...person }
}

/** All that an erasure asks of the trail is to take a note; nobody reads it here. */
export const noAudit = { insert: async () => {} } as unknown as AuditStore

/** Nobody uploads a CV here. */
export const noUploads = { abandon: async () => [] } as unknown as CvUploadStore

/** Nobody's CV is asked for but to be removed. */
export const noCvs = { removeAllOf: async () => {} } as unknown as CvStore

// All that a feed asks of the jobs is their external ids, and these have none.
const noJobs = { findByIds: async () => [] } as unknown as JobStore
