import {
  type ApiProcess,
  createAcceptances,
  createFollower,
  createPoller,
  newApplication,
  pollStyles,
  readState,
} from './mailbox-actors.ts'
import type { ActorPlan, Model } from './mailbox-model.ts'
import { SEEDED_MS } from './mailbox-seed.ts'
import type { MemoryStores } from './memory-stores.ts'

/* What the actors of a model do with their API processes, and what they check. */

const POLLS_MAX = 20
/** After this time a mailbox that was full has room. */
const ROOM_MS = 1_000

interface PlanOptions {
  companyId: string
  /** Works with an actor's process until the work is done. */
  persist: <Result>(actor: number, work: (process: ApiProcess) => Promise<Result>) => Promise<Result>
  /** Makes an actor's clock. */
  createClock: (actor: number) => () => number
  /** Notes in the history of an actor's process what decides what it does next. */
  note: (actor: number, seen: unknown) => void
}

/** Starts all actors of a model. */
export function startPlans(model: Model, { companyId, persist, createClock, note }: PlanOptions) {
  const { actors, pageSize, stored = [] } = model
  const accepted = createAcceptances()
  const erased = new Set<string>()
  const pollers: ReturnType<typeof createPoller>[] = []
  const followers: ReturnType<typeof createFollower>[] = []
  const faultsOfCode: unknown[] = []
  /** By actor, the applications that its process has confirmed. */
  const confirmed = actors.map(() => new Set<string>())
  /** By actor, the changes that its process has confirmed. */
  const changed = actors.map(() => new Map<string, ReturnType<typeof readState>>())
  const isPrompt = areChangesPrompt(model)
  let working = actors.length

  async function post(index: number, { posts, thenErasesAt }: { posts: string[]; thenErasesAt?: number }) {
    let sendings = 0
    for (const id of posts)
      await persist(index, async (process) => {
        // Each sending has its own CV.
        const application = newApplication(companyId, id, `cv ${index}.${++sendings}`)
        accepted.note(application, await process.accept(application))
        confirmed[index]?.add(id)
      })
    if (thenErasesAt !== undefined) await erase(thenErasesAt, posts)
  }

  async function erase(index: number, ids: string[]) {
    for (const id of ids) {
      await persist(index, (process) => process.erase(id))
      erased.add(id)
      changed[index]?.set(id, 'erased')
    }
  }

  async function setStatuses(index: number, statuses: Extract<ActorPlan, { sets: unknown }>['sets']) {
    for (const [id, status] of Object.entries(statuses)) {
      await persist(index, (process) => process.setStatus({ id, status, token: `${status} by ${index}` }))
      changed[index]?.set(id, status)
    }
  }

  async function pollOnce(index: number) {
    const now = createClock(index)
    const ofEachStyle = pollStyles.map((style) => createPoller(style, pageSize, now))
    pollers.push(...ofEachStyle)
    await persist(index, async (process) => {
      const startedAt = new Date(now())
      const answer = await process.poll({ since: undefined, pageSize })
      for (const { take } of ofEachStyle) take(answer, startedAt)
    })
  }

  async function pollInTurn(index: number, { polls, at }: Extract<ActorPlan, { at: unknown }>) {
    const poller = createPoller(polls, pageSize, createClock(index))
    pollers.push(poller)
    for (const other of at) {
      const due = [...(confirmed[other] ?? [])]
      await persist(other, (process) => {
        note(other, `polled by ${index}`)
        return poller.poll(process)
      })
      // A process shows what it has confirmed at once.
      poller.check(new Set(due))
    }
  }

  async function follow(index: number, { follows, synced = false }: Extract<ActorPlan, { follows: unknown }>) {
    const follower = createFollower({ known: stored, since: new Date(SEEDED_MS), synced, pageSize })
    followers.push(follower)
    for (const other of follows) {
      const due = new Map(changed[other])
      await persist(other, (process) => {
        note(other, `followed by ${index}`)
        return follower.poll(process)
      })
      if (isPrompt) follower.check(due)
    }
  }

  function carryOut(index: number, plan: ActorPlan): Promise<void> {
    if ('posts' in plan) return post(index, plan)
    if ('sets' in plan) return setStatuses(index, plan.sets)
    if ('erases' in plan) return erase(index, plan.erases)
    if ('follows' in plan) return follow(index, plan)
    return 'at' in plan ? pollInTurn(index, plan) : pollOnce(index)
  }
  for (const [index, plan] of actors.entries())
    void carryOut(index, plan)
      .catch((error) => faultsOfCode.push(error))
      .finally(() => working--)

  return {
    /** Counts the actors that have not finished their plan. */
    countWorking: () => working,

    /**
     * Checks the end of a run: erased data is gone, and pollers and followers that poll a process until nothing is new have
     * seen what was promised.
     */
    async check(shared: MemoryStores, process: ApiProcess, pass: (ms: number) => void): Promise<void> {
      const [fault] = faultsOfCode
      if (fault !== undefined) throw fault
      const { inbox } = await shared.mailboxes.read(companyId)
      const kept = [...inbox, ...(await shared.applications.findByIds(companyId, [...accepted.ids, ...erased]))]
      const left = kept.find(({ id, email }) => erased.has(id) && email !== '')
      if (left !== undefined) throw new Error(`${left.id} was erased, and its data is still there`)
      accepted.check(kept)
      const drain = async (caller: { poll: (process: ApiProcess) => Promise<boolean> }) => {
        pass(10)
        // A mistake may bring something with every poll. Then a check says so.
        for (let polls = 0; polls < POLLS_MAX && (await caller.poll(process)); polls++) pass(10)
      }
      for (const poller of pollers) {
        await drain(poller)
        poller.check(new Set([...stored, ...accepted.ids]))
      }
      pass(followers.length === 0 ? 0 : ROOM_MS)
      const states = new Map([...shared.rows.applications].map(([id, row]) => [id, readState(row)]))
      for (const follower of followers) {
        await drain(follower)
        follower.check(states)
      }
    },
  }
}

/** Whether a process shows a change that it has confirmed at once: with room and a page for all, if no two change the same. */
function areChangesPrompt({ actors, stored = [], pageSize, roomForChanges }: Model): boolean {
  const ids = actors.flatMap((plan) => {
    if ('sets' in plan) return Object.keys(plan.sets)
    return 'erases' in plan ? plan.erases : []
  })
  return roomForChanges === undefined && stored.length <= pageSize && new Set(ids).size === ids.length
}
