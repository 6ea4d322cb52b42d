import { createHash } from 'node:crypto'
import {
  type ApiProcess,
  createAcceptances,
  createApiProcess,
  createPoller,
  newApplication,
  type PollStyle,
  stepwise,
} from './mailbox-actors.ts'
import { type MailboxStores, type MemoryStores, memoryStores, readsAt, type Snapshot } from './memory-stores.ts'

/*
 * A model checker for the mailbox. Three actors work on one company, each through an API process of its own; every
 * order of their database calls is tried, and in each order a process dies before or after any call, and a call fails,
 * loses its answer, is sent twice because the first answer was lost, or, if it is a read, is answered by a new primary
 * from before what others have written since this process last heard of the database. The mailbox and the candidate service are the
 * real ones. Two ways that lead to the same stores and to the same answers for each actor go on alike, so only one of
 * them is followed.
 */

type ActorPlan =
  /** Posts the forms of these ids one after the other, each until it is accepted, and then has them erased where it says so. */
  { posts: string[]; thenErases?: true } | { polls: PollStyle; times: number }

export interface Model {
  actors: ActorPlan[]
  /** How far each actor's process is ahead of the world's clock, in ms. */
  aheadMs: number[]
  /** How many ms go by with each database call. */
  tickMs: number
  /** At most so many faults in one run. */
  faultsMax: number
  pageSize: number
  /** The database; another one than that of the product, to show that the checker notices. */
  stores?: () => MemoryStores
  /** Whether a read sees at least what its process was answered before; else it may see nothing at all. */
  isCausal?: boolean
  /** What an actor's process makes of the stores' functions; to show the same. */
  misuse?: (stores: MailboxStores) => MailboxStores
}

/** What may become of a database call: all but the first are faults. */
const outcomes = ['answered', 'died before', 'died after', 'failed', 'answer lost', 'sent twice', 'stale'] as const
type Outcome = (typeof outcomes)[number]

/** How often the database does what is asked. */
const timesDone: Record<Outcome, number> = {
  answered: 1,
  'died before': 0,
  'died after': 1,
  failed: 0,
  'answer lost': 1,
  'sent twice': 2,
  stale: 0,
}

interface Choice {
  actor: number
  outcome: Outcome
}

interface PendingCall {
  work: () => Promise<unknown>
  /** The same read of an earlier moment, if it is a read. */
  readAt: ((snapshot: Snapshot) => Promise<unknown>) | undefined
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

class ProcessDied extends Error {}
class CallFailed extends Error {}

export interface Explored {
  states: number
  runs: number
  /** The first run that breaks a promise, and how; undefined where there is none. */
  broken: { message: string; choices: Choice[] } | undefined
}

/** Tries everything that can happen in a model. */
export async function explore(model: Model): Promise<Explored> {
  const visited = new Set<string>()
  /** Ways not taken yet, each with all the choices from the start that lead into it. */
  const branches: Choice[][] = [[]]
  let runs = 0
  for (let branch = branches.pop(); branch !== undefined; branch = branches.pop()) {
    runs++
    const run = startRun(model)
    const taken: Choice[] = []
    try {
      for (const choice of branch) {
        await run.settle()
        taken.push(choice)
        await run.take(choice)
      }
      await goOn(run, taken, visited, branches)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { states: visited.size, runs, broken: { message, choices: taken } }
    }
  }
  return { states: visited.size, runs, broken: undefined }
}

/** Follows a run to its end, or to where another run has been; what it passes by becomes branches. */
async function goOn(
  run: ReturnType<typeof startRun>,
  taken: Choice[],
  visited: Set<string>,
  branches: Choice[][],
): Promise<void> {
  for (;;) {
    await run.settle()
    const state = run.state()
    if (visited.has(state)) return
    visited.add(state)
    const [chosen, ...others] = run.options()
    if (chosen === undefined) return run.check()
    for (const other of others) branches.push([...taken, other])
    taken.push(chosen)
    await run.take(chosen)
  }
}

const companyId = 'c'

const MICROTASKS_MAX = 1_000

const texts = new WeakMap<Snapshot, string>()

/** A snapshot as text, made once. */
function textOf(snapshot: Snapshot): string {
  const { mailboxes, applications } = snapshot
  const text = texts.get(snapshot) ?? JSON.stringify([...mailboxes, ...applications])
  texts.set(snapshot, text)
  return text
}

function startRun(model: Model) {
  const { actors, aheadMs, tickMs, faultsMax, pageSize, isCausal = true } = model
  const { stores = memoryStores, misuse = (same) => same } = model
  const shared = stores()
  const start = shared.snapshot()
  /** What is stored now; the same object until something is written. */
  let present = start
  /** By actor, what was stored when its process was last answered. */
  const heard = actors.map(() => start)
  const accepted = createAcceptances()
  const erased = new Set<string>()
  const pending = new Map<number, PendingCall>()
  /** By actor, the process that works for it, with all that it remembers. */
  const processes = new Map<number, ApiProcess>()
  /** By actor, what ends its process. */
  const deaths = new Map<number, (error: Error) => void>()
  /** By actor, all that it was answered and each look at the clock: with the code, that is where it stands. */
  const histories = actors.map((): unknown[] => [])
  let timeMs = 1_000
  let faults = 0

  const clockOf = (index: number) => () => {
    const readMs = timeMs + (aheadMs[index] ?? 0)
    histories[index]?.push(readMs)
    return readMs
  }

  /** An API process of one actor, whose every database call waits for its turn. */
  function startProcess(index: number) {
    const callOf =
      (store: 'mailboxes' | 'applications') =>
      <Result>(work: () => Promise<Result>, name: string, args: unknown[]): Promise<Result> =>
        new Promise((resolve, reject) => {
          const isRead = name in readsAt(start)[store]
          const readAt = isRead
            ? (snapshot: Snapshot) => {
                // The same function of the same store, and so of the same arguments.
                const reads = readsAt(snapshot)[store] as Record<string, (...args: unknown[]) => Promise<unknown>>
                return reads[name]?.(...args) ?? Promise.reject(new Error(`${name} is no read`))
              }
            : undefined
          // The caller of a call gets what the call gave.
          pending.set(index, { work, readAt, resolve: resolve as (value: unknown) => void, reject })
        })
    const stores = {
      mailboxes: stepwise(shared.mailboxes, callOf('mailboxes')),
      applications: stepwise(shared.applications, callOf('applications')),
    }
    return createApiProcess(misuse(stores), { companyId, now: clockOf(index), random: () => 0 })
  }

  /** The earliest moment from which a read of this actor may be answered. */
  const earliest = (actor: number): Snapshot => (isCausal ? (heard[actor] ?? start) : start)

  /** Tries again when a call failed, and with a new process when the old one died. */
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
        if (error instanceof ProcessDied) {
          processes.delete(index)
          // A new process has heard of nothing.
          heard[index] = start
        }
        if (!(error instanceof ProcessDied || error instanceof CallFailed)) throw error
      }
    }
  }
  const pollers: ReturnType<typeof createPoller>[] = []
  const faultsOfCode: unknown[] = []
  /** The actors that have done all of their plan. */
  const done = new Set<number>()
  for (const [index, plan] of actors.entries()) {
    if ('posts' in plan) {
      let sendings = 0
      const work = async () => {
        for (const id of plan.posts)
          await persist(index, async (process) => {
            // Each sending stores a CV of its own.
            const application = newApplication(companyId, id, `cv ${index}.${++sendings}`)
            accepted.note(application, await process.accept(application))
          })
        for (const id of plan.thenErases ? plan.posts : []) {
          await persist(index, (process) => process.erase(id))
          erased.add(id)
        }
      }
      work()
        .catch((error) => faultsOfCode.push(error))
        .finally(() => done.add(index))
    } else {
      const poller = createPoller(plan.polls, pageSize, clockOf(index))
      pollers.push(poller)
      const work = async () => {
        for (let turn = 0; turn < plan.times; turn++) await persist(index, poller.poll)
      }
      work()
        .catch((error) => faultsOfCode.push(error))
        .finally(() => done.add(index))
    }
  }

  async function carryOut(actor: number, call: PendingCall, outcome: Outcome): Promise<unknown> {
    let answer: unknown
    for (let time = 0; time < timesDone[outcome]; time++) answer = await call.work()
    if (call.readAt === undefined && faultsMax > 0) present = shared.snapshot()
    heard[actor] = present
    return answer
  }

  return {
    /** Until every actor waits for a database call, or is done. */
    async settle(): Promise<void> {
      // A turn of the event loop costs more than the promises that one call settles.
      for (let turns = 0; pending.size + done.size < actors.length; turns++)
        await (turns < MICROTASKS_MAX ? undefined : new Promise((resolve) => setImmediate(resolve)))
    },

    options(): Choice[] {
      const possible = faults < faultsMax ? outcomes : outcomes.slice(0, 1)
      return [...pending].flatMap(([actor, { readAt }]) =>
        possible
          .filter((outcome) => outcome !== 'stale' || (readAt !== undefined && earliest(actor) !== present))
          .map((outcome) => ({ actor, outcome })),
      )
    },

    async take({ actor, outcome }: Choice): Promise<void> {
      const call = pending.get(actor)
      if (call === undefined) throw new Error(`actor ${actor} has no call: a run went another way than before`)
      pending.delete(actor)
      timeMs += tickMs
      if (outcome !== 'answered') faults++
      const answer = outcome === 'stale' ? await call.readAt?.(earliest(actor)) : await carryOut(actor, call, outcome)
      const isAnswered = outcome === 'answered' || outcome === 'sent twice' || outcome === 'stale'
      histories[actor]?.push(isAnswered ? answer : outcome)
      if (isAnswered) call.resolve(answer)
      else if (outcome.startsWith('died')) deaths.get(actor)?.(new ProcessDied())
      else call.reject(new CallFailed())
    },

    state: () => {
      // What may still be read of earlier moments is part of what may happen.
      const past = faults < faultsMax ? heard.map((seen) => (seen === present ? [] : textOf(seen))) : []
      const text = JSON.stringify([timeMs, faults, histories, shared.content(), past])
      // Hashed, because a model has hundreds of thousands of states, and the text of one has kilobytes.
      return createHash('sha1').update(text).digest('base64')
    },

    /** Everybody is done: what was erased is gone, the pollers poll until nothing is new, and the promises are held against what they saw. */
    async check(): Promise<void> {
      const [fault] = faultsOfCode
      if (fault !== undefined) throw fault
      const { inbox } = await shared.mailboxes.read(companyId)
      const kept = [...inbox, ...(await shared.applications.findByIds(companyId, [...accepted.ids, ...erased]))]
      const left = kept.find(({ id, email }) => erased.has(id) && email !== '')
      if (left !== undefined) throw new Error(`${left.id} was erased, and its data is still there`)
      accepted.check(kept)
      const process = createApiProcess(misuse(shared), { companyId, now: () => timeMs, random: () => 0 })
      for (const poller of pollers) {
        timeMs += 10
        while (await poller.poll(process)) timeMs += 10
        poller.check(accepted.ids)
      }
    },
  }
}
