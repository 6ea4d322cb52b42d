import {
  type ApiProcess,
  createAcceptances,
  createApiProcess,
  createPoller,
  newApplication,
  pollStyles,
  stepwise,
} from './mailbox-actors.ts'
import type { Model } from './mailbox-model.ts'
import { copyRows, type MailboxStores, memoryStores, numberOf, type Rows, serialise } from './memory-stores.ts'

/*
 * One run of a model: several API processes over the same stores. Each database call waits until mailbox-checker.ts chooses
 * it and its outcome.
 */

/** The outcomes of a call that writes. All but the first are faults. */
const writeOutcomes = ['answered', 'died before', 'died after', 'failed', 'answer lost', 'sent again'] as const
/** The outcomes of a read. It changes nothing, so whether the database carried it out before a fault makes no difference. */
const readOutcomes = ['answered', 'died before', 'failed', 'stale'] as const
type Outcome = (typeof writeOutcomes | typeof readOutcomes)[number]

/** What an actor sees of its call, if it gets no answer. It does not see that its call is sent again. */
const unanswered = {
  'died before': 'died',
  'died after': 'died',
  failed: 'failed',
  'answer lost': 'failed',
}

/** Whether the database carries out the call. */
const isDone: Record<Outcome, boolean> = {
  answered: true,
  'died before': false,
  'died after': true,
  failed: false,
  'answer lost': true,
  'sent again': true,
  stale: false,
}

/** One step of a run: the actor whose database call is next, and what becomes of the call. */
export interface Choice {
  actor: number
  outcome: Outcome
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

const MICROTASKS_MAX = 1_000
const POLLS_MAX = 20

/** The calls that change nothing, so that a new primary may answer them from an earlier moment. */
const reads: Record<keyof MailboxStores, string[]> = {
  mailboxes: ['read'],
  applications: ['findByIds', 'list', 'count', 'listByEmail'],
}

/** Starts all actors of a model. If the run repeats the beginning of another, nothing is noted until `resume`. */
export function startRun(model: Model, isRepeated: boolean) {
  const { actors, aheadMs, tickMs, faultsMax, pageSize, isCausal = true } = model
  const { stores = memoryStores, misuse = (same) => same } = model
  const shared = stores()
  const initial = copyRows(shared.rows)
  /** What is stored now; the same object until something is written. */
  let present = initial
  /** By actor, what was stored when its process last got an answer. */
  const heard = actors.map(() => initial)
  const accepted = createAcceptances()
  const erased = new Set<string>()
  const pending = new Map<number, PendingCall>()
  /** By actor, the process that works for it, with its caches. */
  const processes = new Map<number, ApiProcess>()
  /** By actor, the function that ends its process. */
  const deaths = new Map<number, (error: Error) => void>()
  /**
   * By actor, the number of its history: of each answer that it got and each time that it read. They decide, with the code,
   * what it does next. 0 is the empty history.
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
  function startProcess(index: number) {
    const createCall =
      (store: keyof MailboxStores) =>
      <Result>(work: () => Promise<Result>, name: string, args: unknown[]): Promise<Result> =>
        new Promise((resolve, reject) => {
          const readAt = async (rows: Rows) => {
            // The cast holds because it is the same function of the same store, with the same arguments.
            const functions = memoryStores(rows)[store] as unknown as Record<string, (...args: unknown[]) => unknown>
            return functions[name]?.(...args)
          }
          pending.set(index, {
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
    return createApiProcess(misuse(stores), { companyId, now: createClock(index) })
  }

  /** Finds the earliest rows from which a read of this actor may be answered. */
  const earliest = (actor: number): Rows => (isCausal ? (heard[actor] ?? initial) : initial)

  /** Retries work if a call failed, and with a new process if the old one died. */
  async function persist<Result>(index: number, work: (process: ApiProcess) => Promise<Result>): Promise<Result> {
    for (;;) {
      let died: (error: Error) => void = () => {}
      const death = new Promise<never>((_, reject) => {
        died = reject
      })
      deaths.set(index, died)
      const process = processes.get(index) ?? startProcess(index)
      processes.set(index, process)
      try {
        return await Promise.race([work(process), death])
      } catch (error) {
        if (error === processDied) {
          processes.delete(index)
          // A new process has had no answer yet.
          heard[index] = initial
        }
        if (error !== processDied && error !== callFailed) throw error
      }
    }
  }
  const pollers: ReturnType<typeof createPoller>[] = []
  const faultsOfCode: unknown[] = []
  /** The actors that have finished their plan. */
  const done = new Set<number>()
  const start = (index: number, work: () => Promise<void>) => {
    void work()
      .catch((error) => faultsOfCode.push(error))
      .finally(() => done.add(index))
  }
  for (const [index, plan] of actors.entries()) {
    if ('posts' in plan) {
      let sendings = 0
      start(index, async () => {
        for (const id of plan.posts)
          await persist(index, async (process) => {
            // Each sending has its own CV.
            const application = newApplication(companyId, id, `cv ${index}.${++sendings}`)
            accepted.note(application, await process.accept(application))
          })
        for (const id of plan.thenErases ? plan.posts : []) {
          await persist(index, (process) => process.erase(id))
          erased.add(id)
        }
      })
    } else if (plan.polls === 'every style') {
      const now = createClock(index)
      const ofEachStyle = pollStyles.map((style) => createPoller(style, pageSize, now))
      pollers.push(...ofEachStyle)
      start(index, () =>
        persist(index, async (process) => {
          const startedAt = new Date(now())
          const answer = await process.poll(undefined, pageSize)
          for (const { take } of ofEachStyle) take(answer, startedAt)
        }),
      )
    } else {
      const poller = createPoller(plan.polls, pageSize, createClock(index))
      pollers.push(poller)
      start(index, async () => {
        for (let turn = 0; turn < plan.times; turn++) await persist(index, poller.poll)
      })
    }
  }

  function takePending(actor: number): PendingCall {
    const call = pending.get(actor)
    if (call === undefined)
      throw new Error(`actor ${actor} has no call: the same choices led to another state than before`)
    pending.delete(actor)
    return call
  }

  async function carryOut(actor: number, call: PendingCall, outcome: Outcome): Promise<unknown> {
    const answer = isDone[outcome] ? await call.work() : undefined
    if (call.readAt === undefined && faultsMax > 0) present = copyRows(shared.rows)
    heard[actor] = present
    return answer
  }

  return {
    /** Waits until every actor waits for a database call or has finished. */
    async settle(): Promise<void> {
      // A turn of the event loop costs more than the promises that one call settles.
      for (let turns = 0; pending.size + done.size < actors.length; turns++)
        await (turns < MICROTASKS_MAX ? undefined : new Promise((resolve) => setImmediate(resolve)))
    },

    options(): Choice[] {
      if (faults === faultsMax) return [...pending.keys()].map((actor) => ({ actor, outcome: 'answered' }))
      return [...pending].flatMap(([actor, { readAt }]) => {
        const possible: readonly Outcome[] = readAt === undefined ? writeOutcomes : readOutcomes
        return possible
          .filter((outcome) => outcome !== 'stale' || earliest(actor) !== present)
          .map((outcome) => ({ actor, outcome }))
      })
    },

    async take({ actor, outcome }: Choice): Promise<void> {
      const call = takePending(actor)
      timeMs += tickMs
      if (outcome !== 'answered') faults++
      const answer = outcome === 'stale' ? await call.readAt?.(earliest(actor)) : await carryOut(actor, call, outcome)
      if (outcome === 'sent again') {
        // The same call waits for its turn once more.
        pending.set(actor, call)
        return
      }
      const isAnswered = outcome === 'answered' || outcome === 'stale'
      note(actor, isAnswered ? answer : unanswered[outcome])
      if (isAnswered) call.resolve(answer)
      else if (outcome.startsWith('died')) deaths.get(actor)?.(processDied)
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
