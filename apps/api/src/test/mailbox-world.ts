import type { CvStore } from '@boardwalk/core/cv/store'
import fc from 'fast-check'
import {
  type ApiProcess,
  createAcceptances,
  createApiProcess,
  createPoller,
  newApplication,
  noCvs,
  type PollStyle,
  pollStyles,
  stepwise,
  stepwiseStores,
} from './mailbox-actors.ts'
import type { MailboxStores } from './memory-stores.ts'

/*
 * Simulates API processes over one database, with applicants, pollers and people whose data is erased. A scheduler decides
 * after every database call who continues, and any process may die before or after any of its calls. The mailbox, the
 * candidate service and the erasure are the real ones.
 */

export interface Scenario {
  /** By process: how far its clock is ahead of the applicants' and pollers', in ms, and after how many calls it dies. */
  processes: { aheadMs: number; dies: { afterCalls: number; isCallDone: boolean } | null }[]
  /** By applicant: how often the form is sent, each time to another process. */
  applicants: { sends: number }[]
  pollers: { style: PollStyle; pageSize: number; polls: number }[]
  /** By erasure: whose application is erased after it was accepted (modulo the applicants), and the first process to ask. */
  erasures: { applicant: number; process: number }[]
  /** How many ms pass with each database call. The list is repeated. */
  ticksMs: number[]
}

const style = fc.constantFrom(...pollStyles)
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

/** After this time, the polls of every process show an accepted application. */
const FRESH_AFTER_MS = 500

class ProcessDied extends Error {}

interface World {
  stores: MailboxStores
  companyId: string
}

/** Runs a scenario to its end. Throws if a guarantee is broken. */
export async function runScenario(world: World, scheduler: fc.Scheduler, scenario: Scenario): Promise<void> {
  const { stores, companyId } = world
  // A date of our time: with an unlikely one, the checks of a real database could not tell a wrong date.
  let timeMs = Date.UTC(2026, 0, 1)
  let calls = 0
  const tick = () => {
    timeMs += scenario.ticksMs[calls++ % scenario.ticksMs.length] ?? 0
  }

  /** The applications whose erasure was acknowledged, and those whose CVs are removed. */
  const erased = new Set<string>()
  const withoutCv = new Set<string>()
  const cvs: CvStore = {
    ...noCvs,
    removeAllForApplication: async ({ id }) => {
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

  const start = ({ aheadMs, dies }: Scenario['processes'][number]): Pick<ApiProcess, 'accept' | 'poll' | 'erase'> => {
    let died: (error: Error) => void = () => {}
    const death = new Promise<never>((_, reject) => {
      died = reject
    })
    death.catch(() => {})
    let ownCalls = 0
    /** Makes one database call of this process. Others may continue before it and before its answer, and it may be the last. */
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
    const process = createApiProcess(stepwiseStores(stores, call), {
      companyId,
      cvs: stepwise(cvs, call),
      now: () => timeMs + aheadMs,
      background: {
        run: (_, task) => {
          task().catch(() => {})
        },
      },
    })
    return {
      accept: (application) => Promise.race([process.accept(application), death]),
      poll: (query) => Promise.race([process.poll(query), death]),
      erase: (id) => Promise.race([process.erase(id), death]),
    }
  }

  // The last process never dies, so that every scenario ends.
  const processes = [...scenario.processes, { aheadMs: 0, dies: null }].map(start)

  /** Asks one process after the other until one answers. */
  const retried = async <Result>(
    first: number,
    ask: (process: ReturnType<typeof start>) => Promise<Result>,
  ): Promise<Result> => {
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

  const accepted = createAcceptances()
  let sendings = 0
  /** By sending, the index of its applicant. */
  const applicantBySend = scenario.applicants.flatMap(({ sends }, index) => Array.from({ length: sends }, () => index))
  const applying = scenario.applicants.flatMap(({ sends }, index) =>
    Array.from({ length: sends }, async (_, send) => {
      const id = `${companyId}-${index}`
      await retried((index + send) % processes.length, async (process) => {
        // Each sending has its own CV.
        const application = newApplication(companyId, id, `cv ${++sendings}`)
        accepted.note(application, await process.accept(application))
      })
    }),
  )

  const erasing = scenario.erasures.map(async ({ applicant, process }) => {
    const index = applicant % scenario.applicants.length
    const id = `${companyId}-${index}`
    await Promise.any(applying.filter((_, send) => applicantBySend[send] === index))
    await retried(process % processes.length, (asked) => asked.erase(id))
    erased.add(id)
    await requireErased()
  })

  const polling = scenario.pollers.map(async ({ style, pageSize, polls }, index) => {
    const poller = createPoller(style, pageSize, () => timeMs)
    const poll = (turn: number) => retried(turn % processes.length, (process) => poller.poll(process))
    for (let turn = 0; turn < polls; turn++) await poll(index + turn)
    await Promise.all([...applying, ...erasing])
    timeMs += FRESH_AFTER_MS
    while (await poll(index)) timeMs += FRESH_AFTER_MS
    return poller
  })

  for (const poller of await scheduler.waitFor(Promise.all(polling))) poller.check(accepted.ids)
  accepted.check(await stores.applications.findByIds(companyId, [...accepted.ids]))
}
