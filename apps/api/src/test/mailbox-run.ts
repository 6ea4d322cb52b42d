import { type ApiProcess, createApiProcess, stepwise } from './mailbox-actors.ts'
import {
  type Choice,
  isDone,
  type Model,
  type Outcome,
  readOutcomes,
  unanswered,
  writeOutcomes,
} from './mailbox-model.ts'
import { startPlans } from './mailbox-plan.ts'
import { START_MS, seedRows } from './mailbox-seed.ts'
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

/** The calls that change nothing, so that a new primary may answer them from an earlier moment. */
const reads: Record<keyof MailboxStores, string[]> = {
  mailboxes: ['read'],
  applications: ['findByIds', 'list', 'count', 'listByEmail', 'listUnpositioned', 'listPositioned', 'countPositioned'],
}

/** Starts all actors of a model. If the run repeats the beginning of another, nothing is noted until `resume`. */
export function startRun(model: Model, isRepeated: boolean) {
  const { actors, aheadMs, tickMs, faultsMax, isCausal = true } = model
  const { stores = memoryStores, misuse = (same) => same, misuseMailbox, stored = [], roomForChanges } = model
  const shared = stores()
  seedRows(shared.rows, { companyId, ids: stored, roomForChanges })
  const initial = copyRows(shared.rows)
  /** What is stored now; the same object until something is written. */
  let present = initial
  /** By actor, what was stored when its process last got an answer. */
  const heard = actors.map(() => initial)
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
  let timeMs = START_MS
  let faults = 0
  let tokens = 0

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
    const newToken = () => `left ${index}.${++tokens}`
    const api = createApiProcess(misuse(stores), {
      companyId,
      now: createClock(index),
      newToken,
      misuse: misuseMailbox,
    })
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
  const plans = startPlans(model, { companyId, persist, createClock, note })

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
      const isQuiet = () => pending.reduce((sum, calls) => sum + calls.length, 0) === plans.countWorking()
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

    /** Checks the end of a run. A new process, which has no snapshot of the mailbox from before, answers the last polls. */
    async check(): Promise<void> {
      const process = createApiProcess(misuse(shared), { companyId, now: () => timeMs })
      await plans.check(shared, process, (ms) => {
        timeMs += ms
      })
    },
  }
}
