import { setTimeout as sleep } from 'node:timers/promises'
import type { Administrator } from './administrator.ts'
import { type Answer, describe } from './answer.ts'
import type { AdministeredCompany } from './company.ts'
import type { HttpClient } from './http-client.ts'
import type { Random } from './random.ts'
import { nowMs, openProcessClients, type World } from './world.ts'

/** The time for which a key is tried after its revocation. A process caches keys for less than a second. */
const TRIED_MS = 1_200
/** The share of keys that end because a new one replaces them. */
const ROLLED = 0.3
const SLOW_BODIES = 3
/** A slow body ends after this time, even if its key is not revoked. */
const SLOW_MS_MAX = 15_000
const USED_JOB = 'used'

/** External ids of jobs that only requests with a revoked key tried to create. No such job may exist in the end. */
export type ForbiddenJobs = Set<string>

interface Key {
  id: string
  name: string
  text: string
}

/** Makes keys, uses them on every process and revokes them while requests are under way, until the world closes. */
export async function revokeKeys(
  world: World,
  administrator: Administrator,
  holder: string,
  forbidden: ForbiddenJobs,
  random: Random,
): Promise<void> {
  const clients = openProcessClients(world, random)
  for (let number = 1; world.isOpen(); number++) {
    const name = `${holder} ${number}`
    const scopes = ['read', 'write']
    const made = await administrator.change(
      'make key',
      () => 'key.create',
      () => ({ name, scopes }),
    )
    if (made === undefined) continue
    world.acknowledged['keys made']++
    const key = { id: String(made.data.id), name, text: String(made.data.key) }
    await spend(world, clients, administrator, key, forbidden, random)
  }
  for (const client of clients) client.close()
}

/** Uses one key, revokes it, and goes on using it. */
async function spend(
  world: World,
  clients: HttpClient[],
  administrator: Administrator,
  key: Key,
  forbidden: ForbiddenJobs,
  random: Random,
): Promise<void> {
  const revocation = createRevocation()
  const requests = createRequests(world, key, revocation, forbidden, random)
  const using = clients.map(async (client) => {
    for (let number = 1; !revocation.isPast(TRIED_MS); number++) {
      await (random.chance(0.5) ? requests.poll(client) : requests.update(client, number))
      await sleep(random.between(20, 120))
    }
  })
  const slow = Array.from({ length: SLOW_BODIES }, async (_, number) => {
    await sleep(random.between(0, 800))
    await requests.slowUpdate(random.pick(clients), number)
  })
  await sleep(random.between(800, 1_500))
  const ended = await administrator.change(
    'revoke',
    () => (random.chance(ROLLED) ? 'key.roll' : 'key.revoke'),
    () => ({ id: key.id, name: key.name, revokeOldInHours: 0 }),
  )
  if (ended !== undefined) world.acknowledged.revocations++
  revocation.tell(ended?.acknowledgedMs)
  // At once, while a process may have cached the key.
  const atOnce = clients.map((client) => requests.poll(client))
  await Promise.all([...using, ...slow, ...atOnce])
}

function createRevocation() {
  let acknowledgedMs: number | undefined
  let isTold = false
  let open = () => {}
  const told = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    told,
    /** Ends the wait for the revocation. Undefined if nobody acknowledged it. */
    tell(ms: number | undefined) {
      acknowledgedMs = ms
      isTold = true
      open()
    },
    isAcknowledged: () => acknowledgedMs !== undefined,
    sinceMs: () => Math.round(nowMs() - (acknowledgedMs ?? 0)),
    /** Answers whether the revocation was this long ago, or was never acknowledged. */
    isPast: (ms: number) => isTold && nowMs() > (acknowledgedMs ?? 0) + ms,
  }
}

function createRequests(
  world: World,
  key: Key,
  revocation: ReturnType<typeof createRevocation>,
  forbidden: ForbiddenJobs,
  random: Random,
) {
  const headers = { 'x-api-key': key.text, 'content-type': 'application/json' }
  const untilRevoked = [
    () => sleep(random.between(100, 700)),
    () => Promise.race([revocation.told, sleep(SLOW_MS_MAX, undefined, { ref: false })]),
    () => sleep(random.between(0, 500)),
  ]

  async function put(client: HttpClient, operation: string, externalId: string, pauses: (() => Promise<unknown>)[]) {
    return client.ask({
      ...{ operation, method: 'PUT', path: `/api/job/${encodeURIComponent(externalId)}`, headers, pauses },
      body: JSON.stringify({ job: { title: `By ${key.name}`, city: ['Salé'] } }),
    })
  }

  function requireRefusal(operation: string, answer: Answer | undefined): void {
    if (answer === undefined || answer.status >= 400) return
    const what = `${operation} with ${key.name} was answered ${answer.status}`
    world.breaches.add('revoked key', `${what}, ${revocation.sinceMs()} ms after its revocation`, [describe(answer)])
  }

  return {
    async poll(client: HttpClient): Promise<void> {
      const isForbidden = revocation.isAcknowledged()
      const path = '/api/candidates?pageSize=1'
      const answer = await client.ask({ operation: 'poll', method: 'GET', path, headers })
      if (isForbidden) requireRefusal('poll', answer)
    },
    /** Updates one job before the revocation. After it, each update would create another job, which shows an effect. */
    async update(client: HttpClient, number: number): Promise<void> {
      const isForbidden = revocation.isAcknowledged()
      const externalId = isForbidden ? `forbidden/${key.name}/${number}` : USED_JOB
      if (isForbidden) forbidden.add(externalId)
      const answer = await put(client, 'update', externalId, [])
      if (isForbidden) requireRefusal('update', answer)
    },
    /** Sends a body that begins before the revocation and usually ends after its acknowledgement. */
    async slowUpdate(client: HttpClient, number: number): Promise<void> {
      const externalId = `forbidden/${key.name}/slow/${number}`
      let isForbidden = false
      const beforeLastByte = async () => {
        isForbidden = revocation.isAcknowledged()
        if (isForbidden) forbidden.add(externalId)
      }
      const answer = await put(client, 'slow update', externalId, [...untilRevoked, beforeLastByte])
      if (isForbidden) requireRefusal('slow update', answer)
    },
  }
}

/** Checks at the end that no job exists that only a revoked key could have created. */
export async function checkForbiddenJobs(
  { breaches }: World,
  client: HttpClient,
  { key }: AdministeredCompany,
  forbidden: ForbiddenJobs,
): Promise<void> {
  for (const externalId of forbidden) {
    const path = `/api/job/${encodeURIComponent(externalId)}`
    const answer = await client.ask({ operation: 'read', method: 'GET', path, headers: { 'x-api-key': key } })
    if (answer?.status === 404) continue
    const how = answer === undefined ? 'cannot be read' : describe(answer)
    breaches.add('revoked key', `${externalId}, which only a revoked key asked for: ${how}`)
  }
}
