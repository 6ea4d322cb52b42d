import { setTimeout as sleep } from 'node:timers/promises'
import { describe, isObject, readBody } from './answer.ts'
import type { Company } from './application-log.ts'
import { checkCandidate } from './check-candidate.ts'
import type { Random } from './random.ts'
import { askWaiting, noteWakeUp } from './waiting.ts'
import { nowMs, openClient, type World } from './world.ts'

/** Without faults, fewer answers than this fail to come. */
const UNANSWERED_MAX = 20

export interface Follower {
  company: Company
  name: string
  /** By candidate, what the last answer with it showed: its status, or `erased`. */
  states: Map<string, string>
  /** Follows the changes until the world closes. */
  follow(): Promise<void>
  /** Follows them until there is nothing new. */
  drain(): Promise<void>
}

export const readState = ({ status, erasedAt }: Record<string, unknown>): string =>
  erasedAt === null ? String(status) : 'erased'

/** Creates a caller who follows the changes of a company's candidates: with `wait`, or with pauses of its own. */
export function createFollower(world: World, company: Company, isWaiting: boolean, random: Random): Follower {
  const client = openClient(world, random)
  const states: Follower['states'] = new Map()
  const name = `the follower ${isWaiting ? 'that waits' : 'with pauses'} of ${company.slug}`
  let sinceMs = 0

  /** Asks once, and answers the number of candidates, or undefined if no answer came. */
  async function ask(canWait: boolean): Promise<number | undefined> {
    const beganMs = nowMs()
    const question = {
      operation: 'follow changes',
      method: 'GET' as const,
      headers: { 'x-api-key': company.key },
      path: `/api/candidates?changes=true&since=${new Date(sinceMs).toISOString()}&synced=${random.chance(0.5)}&pageSize=${random.between(1, 100)}`,
    }
    const answer = await (canWait ? askWaiting(world, client, question, random) : client.ask(question))
    if (answer === undefined || answer.status >= 500) return undefined
    const { candidates, error } = readBody(answer) ?? {}
    const throughMs = Date.parse(String(answer.headers['x-synced-through']))
    const isWhole = answer.status === 200 && error === null && Array.isArray(candidates) && candidates.every(isObject)
    if (!isWhole || Number.isNaN(throughMs)) {
      world.breaches.add('malformed', `${name} was answered ${describe(answer)}`)
      return undefined
    }
    receive(candidates, { beganMs, cameMs: nowMs(), throughMs })
    return candidates.length
  }

  function receive(
    candidates: Record<string, unknown>[],
    { throughMs, ...times }: { beganMs: number; cameMs: number; throughMs: number },
  ): void {
    let lastMs = sinceMs
    for (const candidate of candidates) {
      const placeMs = findPlace(candidate)
      const sent = world.applications.find(candidate)
      if (!(placeMs > lastMs) || placeMs > throughMs)
        world.breaches.add('out of order', `${name} got ${JSON.stringify(candidate)} after ${lastMs}`, sent?.history)
      lastMs = placeMs
      states.set(String(candidate.id), readState(candidate))
      checkCandidate(world, name, company, candidate, times.beganMs)
      if (isWaiting) noteWakeUp(world, findDone(candidate), times)
    }
    if (throughMs < sinceMs) world.breaches.add('out of order', `${name} was sent back to ${throughMs}`)
    sinceMs = throughMs
  }

  /** A candidate who is new to this caller is at its date, and any other at its last change. */
  function findPlace({ date, changedAt }: Record<string, unknown>): number {
    const dateMs = Date.parse(String(date))
    return dateMs > sinceMs ? dateMs : Date.parse(String(changedAt))
  }

  /** Finds when what the candidate shows was acknowledged. */
  function findDone(candidate: Record<string, unknown>): number | undefined {
    const sent = world.applications.find(candidate)
    const change = sent?.changes.findLast(({ to }) => to === readState(candidate))
    return change === undefined ? sent?.acknowledged?.atMs : change.doneMs
  }

  return {
    company,
    name,
    states,
    async follow() {
      while (world.isOpen()) {
        await ask(isWaiting)
        await sleep(random.between(10, isWaiting ? 20 : 150))
      }
    },
    async drain() {
      for (let unanswered = 0; unanswered < UNANSWERED_MAX; ) {
        const count = await ask(false)
        if (count === 0) return client.close()
        if (count !== undefined) continue
        unanswered++
        await sleep(200)
      }
      world.breaches.add('not healed', `${name} gets no answers any more`)
    },
  }
}
