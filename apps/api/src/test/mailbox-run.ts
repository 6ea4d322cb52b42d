import {
  type ApiProcess,
  createAcceptances,
  createApiProcess,
  createPoller,
  newApplication,
  pollStyles,
  stepwise,
} from './mailbox-actors.ts'
import {
  type Choice,
  isDone,
  type Model,
  type Outcome,
  readOutcomes,
  unanswered,
  writeOutcomes,
} from './mailbox-model.ts'
import { copyRows, type MailboxStores, memoryStores, numberOf, type Rows, serialise } from './memory-stores.ts'

/*
 * One run of a model: several API processes over the same stores. Each database call waits until mailbox-checker.ts chooses
 * it and its outcome.
 */

/** The process that works for an actor, with its caches. */
interface ModelProcess {
  api: ApiProcess
  /** Rejects when the process dies. */
  death: Promise<never>
  die: () => void
}

interface PendingCall {
  work: () => Promise<unknown>
  /** If the call is a read: makes the same read on earlier rows. */
  readAt: ((rows: Rows) => Promise<unknown>) | undefined
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

// Made once, because a new error costs more than the call that it ends.
const processDied = new Error('the process died')
const callFailed = new Error('the call failed')

const companyId = 'c'

const MICROTASKS_MAX = 100
const POLLS_MAX = 20

/** The calls that change nothing, so that a new primary may answer them from an earlier moment. */
const reads: Record<keyof MailboxStores, string[]> = {
  mailboxes: ['read'],
  applications: ['findByIds', 'list', 'count', 'listByEmail'],
}

/** Starts all actors of a model. If the run repeats the beginning of another, nothing is noted until `resume`. */
export function startRun(model: Model, isRepeated: boolean) {
  const { actors, aheadMs, tickMs, faultsMax, pageSize, isCausal = true } = model
  const { stores = memoryStores, misuse = (same) => same, misuseMailbox } = model
  const shared = stores()
  const initial = copyRows(shared.rows)
  /** What is stored now; the same object until something is written. */
  let present = initial
  /** By actor, what was stored when its process last got an answer. */
  const heard = actors.map(() => initial)
  const accepted = createAcceptances()
  const erased = new Set<string>()
  /** By actor, the database calls of its process that wait, in the order in which they were made. */
  const pending: PendingCall[][] = actors.map(() => [])
  const processes = new Map<number, ModelProcess>()
  /**
   * By actor, the number of its process's history: of each poll that it got, each answer that it got and each time that it
   * read. They decide, with the code, what it does next. 0 is the empty history.
   */
  let histories = actors.map(() => 0)
  let isNoting = !isRepeated
  const note = (actor: number, seen: unknown) => {
    if (isNoting) histories[actor] = numberOf(`${histories[actor]} ${numberOf(JSON.stringify(seen))}`)
  }
  let timeMs = 1_000
  let faults = 0

  const createClock = (index: number) => () => {
    const readMs = timeMs + (aheadMs[index] ?? 0)
    note(index, readMs)
    return readMs
  }

  /** Starts an API process for one actor. Each of its database calls waits for its turn. */
  function startProcess(index: number): ModelProcess {
    const createCall =
      (store: keyof MailboxStores) =>
      <Result>(work: () => Promise<Result>, name: string, args: unknown[]): Promise<Result> =>
        new Promise((resolve, reject) => {
          const readAt = async (rows: Rows) => {
            // The cast holds because it is the same function of the same store, with the same arguments.
            const functions = memoryStores(rows)[store] as unknown as Record<string, (...args: unknown[]) => unknown>
            return functions[name]?.(...args)
          }
          pending[index]?.push({
            work,
            readAt: reads[store].includes(name) ? readAt : undefined,
            // The cast holds because the caller gets the result of `work`.
            resolve: resolve as (value: unknown) => void,
            reject,
          })
        })
    const stores = {
      mailboxes: stepwise(shared.mailboxes, createCall('mailboxes')),
      applications: stepwise(shared.applications, createCall('applications')),
    }
    const api = createApiProcess(misuse(stores), { companyId, now: createClock(index), misuse: misuseMailbox })
    let die = () => {}
    const death = new Promise<never>((_, reject) => {
      die = () => {
        pending[index] = []
        processes.delete(index)
        // A new process has had no answer yet.
        heard[index] = initial
        reject(processDied)
      }
    })
    // A process may die while it works for no actor.
    death.catch(() => {})
    return { api, death, die }
  }

  /** Finds the earliest rows from which a read of this actor may be answered. */
  const earliest = (actor: number): Rows => (isCausal ? (heard[actor] ?? initial) : initial)

  /** Retries the work of an actor's process if a call failed, and with a new process if the old one died. */
  async function persist<Result>(index: number, work: (process: ApiProcess) => Promise<Result>): Promise<Result> {
    for (;;) {
      const process = processes.get(index) ?? startProcess(index)
      processes.set(index, process)
      try {
        return await Promise.race([work(process.api), process.death])
      } catch (error) {
        if (error !== processDied && error !== callFailed) throw error
      }
    }
  }
  const pollers: ReturnType<typeof createPoller>[] = []
  const faultsOfCode: unknown[] = []
  /** The number of actors that have not finished their plan. */
  let working = actors.length
  const start = (work: () => Promise<void>) => {
    void work()
      .catch((error) => faultsOfCode.push(error))
      .finally(() => working--)
  }
  /** By actor, the applications that its process has confirmed. */
  const confirmed = actors.map(() => new Set<string>())
  for (const [index, plan] of actors.entries()) {
    if ('posts' in plan) {
      let sendings = 0
      start(async () => {
        for (const id of plan.posts)
          await persist(index, async (process) => {
            // Each sending has its own CV.
            const application = newApplication(companyId, id, `cv ${index}.${++sendings}`)
            accepted.note(application, await process.accept(application))
            confirmed[index]?.add(id)
          })
        if (plan.thenErasesAt === undefined) return
        for (const id of plan.posts) {
          await persist(plan.thenErasesAt, (process) => process.erase(id))
          erased.add(id)
        }
      })
    } else if (plan.polls === 'every style') {
      const now = createClock(index)
      const ofEachStyle = pollStyles.map((style) => createPoller(style, pageSize, now))
      pollers.push(...ofEachStyle)
      start(() =>
        persist(index, async (process) => {
          const startedAt = new Date(now())
          const answer = await process.poll(undefined, pageSize)
          for (const { take } of ofEachStyle) take(answer, startedAt)
        }),
      )
    } else {
      const poller = createPoller(plan.polls, pageSize, createClock(index))
      pollers.push(poller)
      start(async () => {
        for (const at of plan.at) {
          const due = [...(confirmed[at] ?? [])]
          await persist(at, (process) => {
            note(at, `polled by ${index}`)
            return poller.poll(process)
          })
          // A process shows what it has confirmed at once.
          poller.check(new Set(due))
        }
      })
    }
  }

  function takePending(actor: number, call: number): PendingCall {
    const [taken] = pending[actor]?.splice(call, 1) ?? []
    if (taken === undefined)
      throw new Error(`actor ${actor} has no call: the same choices led to another state than before`)
    return taken
  }

  async function carryOut(actor: number, call: PendingCall, outcome: Outcome): Promise<unknown> {
    const answer = isDone[outcome] ? await call.work() : undefined
    if (call.readAt === undefined && faultsMax > 0) present = copyRows(shared.rows)
    heard[actor] = present
    return answer
  }

  return {
    /** Waits until every actor has finished, or waits for a database call or for another actor's call. */
    async settle(): Promise<void> {
      const isQuiet = () => pending.reduce((sum, calls) => sum + calls.length, 0) === working
      // A turn of the event loop costs more than the promises that one call settles, but it settles all.
      for (let turns = 0; turns < MICROTASKS_MAX && !isQuiet(); turns++) await undefined
      if (!isQuiet()) await new Promise((resolve) => setImmediate(resolve))
    },

    options(): Choice[] {
      const waiting = pending.flatMap((calls, actor) => calls.map(({ readAt }, call) => ({ actor, call, readAt })))
      return waiting.flatMap(({ actor, call, readAt }) => {
        if (faults === faultsMax) return [{ actor, call, outcome: 'answered' as const }]
        const possible: readonly Outcome[] = readAt === undefined ? writeOutcomes : readOutcomes
        return possible
          .filter((outcome) => outcome !== 'stale' || earliest(actor) !== present)
          .map((outcome) => ({ actor, call, outcome }))
      })
    },

    async take({ actor, call: number, outcome }: Choice): Promise<void> {
      const call = takePending(actor, number)
      timeMs += tickMs
      if (outcome !== 'answered') faults++
      const answer = outcome === 'stale' ? await call.readAt?.(earliest(actor)) : await carryOut(actor, call, outcome)
      if (outcome === 'sent again') {
        // The same call waits for its turn once more.
        pending[actor]?.splice(number, 0, call)
        return
      }
      const isAnswered = outcome === 'answered' || outcome === 'stale'
      note(actor, [number, isAnswered ? answer : unanswered[outcome]])
      if (isAnswered) call.resolve(answer)
      else if (outcome.startsWith('died')) processes.get(actor)?.die()
      else call.reject(callFailed)
    },

    histories: () => [...histories],

    /** Ends the repetition: `earlier` are the histories that the other run had here. */
    resume(earlier: number[]): void {
      isNoting = true
      histories = [...earlier]
    },

    /** Writes the state as a short text. */
    state(): string {
      // Earlier rows that may still be read belong to the state.
      const past = faults < faultsMax ? heard.map((seen) => (seen === present ? '' : serialise(seen))) : []
      return [timeMs, faults, ...histories, serialise(shared.rows), ...past].join(' | ')
    },

    /** Checks the end of a run: erased data is gone, and pollers that poll until nothing is new have seen what was promised. */
    async check(): Promise<void> {
      const [fault] = faultsOfCode
      if (fault !== undefined) throw fault
      const { inbox } = await shared.mailboxes.read(companyId)
      const kept = [...inbox, ...(await shared.applications.findByIds(companyId, [...accepted.ids, ...erased]))]
      const left = kept.find(({ id, email }) => erased.has(id) && email !== '')
      if (left !== undefined) throw new Error(`${left.id} was erased, and its data is still there`)
      accepted.check(kept)
      // A new process has no look at the mailbox from before.
      const process = createApiProcess(misuse(shared), { companyId, now: () => timeMs })
      for (const poller of pollers) {
        timeMs += 10
        // A mistake may bring something with every poll. Then the check below says so.
        for (let polls = 0; polls < POLLS_MAX && (await poller.poll(process)); polls++) timeMs += 10
        poller.check(accepted.ids)
      }
    },
  }
}
