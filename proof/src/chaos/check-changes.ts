import { isObject, readBody } from './answer.ts'
import type { AskedChange, Company } from './application-log.ts'
import { type Follower, readState } from './follower.ts'
import type { HttpClient } from './http-client.ts'
import type { World } from './world.ts'

/** Checks that every candidate of a company has a state that the changes allow, and that every follower knows it. */
export async function checkChanges(
  world: World,
  client: HttpClient,
  company: Company,
  followers: Follower[],
): Promise<void> {
  for (const [id, { state, candidate }] of await readStates(world, client, company)) {
    const sent = world.applications.find(candidate)
    if (!findPossibleStates(sent?.changes ?? []).has(state))
      world.breaches.add('change lost', `${id} is ${state} in the end`, sent?.history)
    for (const { name, states } of followers)
      if (states.get(id) !== state)
        world.breaches.add('change lost', `${id} is ${state}, and ${name} has ${states.get(id)}`, sent?.history)
  }
}

async function readStates(world: World, client: HttpClient, { key }: Company) {
  const found = new Map<string, { state: string; candidate: Record<string, unknown> }>()
  for (let page = 1; ; page++) {
    const answer = await client.ask({
      operation: 'compare candidates',
      method: 'GET',
      headers: { 'x-api-key': key },
      path: `/api/candidates?page=${page}&pageSize=100`,
    })
    const candidates = answer && readBody(answer)?.candidates
    if (!Array.isArray(candidates) || !candidates.every(isObject)) {
      world.breaches.add('not healed', `the candidates were answered ${answer?.status}`)
      return found
    }
    if (candidates.length === 0) return found
    for (const candidate of candidates) found.set(String(candidate.id), { state: readState(candidate), candidate })
  }
}

/**
 * Finds the states that a candidate may have in the end. A change cannot be the last one if another one began after it was
 * acknowledged and was acknowledged itself. Nothing follows an erasure.
 */
export function findPossibleStates(changes: AskedChange[]): Set<string> {
  const erasure = changes.find(({ to }) => to === 'erased')
  if (erasure?.doneMs !== undefined) return new Set(['erased'])
  const started = { to: 'PENDING', doneMs: Number.NEGATIVE_INFINITY }
  const isOver = ({ doneMs }: Pick<AskedChange, 'doneMs'>) =>
    changes.some((later) => later.doneMs !== undefined && doneMs !== undefined && later.beganMs > doneMs)
  return new Set([started, ...changes].filter((change) => !isOver(change)).map(({ to }) => to))
}
