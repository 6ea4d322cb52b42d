import { setTimeout as sleep } from 'node:timers/promises'
import type { Administrator } from './administrator.ts'
import { describe, isObject, readBody } from './answer.ts'
import type { AdministeredCompany, AdministeredJob } from './company.ts'
import { createHoldings, type Holdings } from './holdings.ts'
import type { HttpClient } from './http-client.ts'
import type { Random } from './random.ts'
import { nowMs, openProcessClients, type World } from './world.ts'

const PAGE_SIZE = 100
/** Small, so that starting over takes many pages. */
const FOLLOWED_PAGE_SIZE = 10
const TRIES_MAX = 20
const LINES_MAX = 20

/** An external id that moves from job to job. */
export interface MovingId {
  externalId: string
  jobs: AdministeredJob[]
  holder: AdministeredJob
  holdings: Holdings<AdministeredJob>
}

/** Makes the moving ids, each with the job that has it at the start. */
export function createMovingIds({ movingJobs }: AdministeredCompany): MovingId[] {
  return movingJobs.map(({ externalId, jobs }) => {
    const [holder] = jobs
    const holdings = createHoldings<AdministeredJob>()
    holdings.beginGive(holder, 0)
    holdings.endGive(0)
    return { externalId, jobs, holder, holdings }
  })
}

/** Moves an id from job to job until the world closes. After each move it asks every process at once. */
export async function moveId(
  world: World,
  company: AdministeredCompany,
  id: MovingId,
  administrator: Administrator,
  random: Random,
): Promise<void> {
  const clients = openProcessClients(world, random)

  function setExternalId(job: AdministeredJob, externalId: string | null, began: () => void) {
    const input = async () => {
      const seen = await administrator.query('job.get', { jobId: job.jobId })
      return seen && { jobId: job.jobId, revision: seen.revision, externalId }
    }
    return administrator.change('move', () => 'job.setExternalId', input, began)
  }

  async function move(): Promise<boolean> {
    const { externalId, jobs, holder, holdings } = id
    const target = random.pick(jobs.filter((job) => job !== holder))
    const taken = await setExternalId(holder, null, () => holdings.beginTake(nowMs()))
    if (taken === undefined) return false
    holdings.endTake(taken.acknowledgedMs)
    // No job has the id now, but a process may have cached the job that had it.
    await Promise.all(clients.map((client) => look(world, client, company, id)))
    const given = await setExternalId(target, externalId, () => holdings.beginGive(target, nowMs()))
    if (given === undefined) return false
    id.holder = target
    holdings.endGive(given.acknowledgedMs)
    world.acknowledged['moves of external ids']++
    await Promise.all(clients.map((client) => look(world, client, company, id)))
    return true
  }

  while (world.isOpen()) {
    if (!(await move())) {
      if (world.isOpen()) world.breaches.add('not healed', `nobody acknowledged a move of ${id.externalId}`)
      break
    }
    await sleep(random.between(0, 300))
  }
  for (const client of clients) client.close()
}

/** Polls the candidates of the ids over and over, so that every process caches the job of each. */
export async function watchIds(
  world: World,
  company: AdministeredCompany,
  ids: MovingId[],
  random: Random,
): Promise<void> {
  const clients = openProcessClients(world, random)
  while (world.isOpen()) {
    await look(world, random.pick(clients), company, random.pick(ids))
    await sleep(random.between(0, 60))
  }
  for (const client of clients) client.close()
}

/** A poller of one id that continues over all its moves. */
export interface IdFollower {
  id: MovingId
  follow(): Promise<void>
  /** Polls until there is nothing new, and checks that it got all candidates of the id. */
  check(): Promise<void>
}

/**
 * Makes a poller that continues after `x-synced-through`. If an answer says that the cursor skips earlier candidates,
 * because another job has the id now, it begins again, once for each link of the id, as docs/guides/following-candidates.md says.
 */
export function createIdFollower(world: World, { key }: AdministeredCompany, id: MovingId, random: Random): IdFollower {
  const clients = openProcessClients(world, random)
  const emails = new Set<unknown>()
  const history: string[] = []
  let since: string | undefined
  let startedOverFor: string | undefined

  async function ask() {
    const from = since === undefined ? '' : `since=${since}&`
    const path = `/api/job/${encodeURIComponent(id.externalId)}/candidates?${from}pageSize=${FOLLOWED_PAGE_SIZE}`
    const answer = await random
      .pick(clients)
      .ask({ operation: 'poll', method: 'GET', path, headers: { 'x-api-key': key } })
    const candidates = answer?.status === 200 ? readBody(answer)?.candidates : undefined
    return answer !== undefined && Array.isArray(candidates) ? { headers: answer.headers, candidates } : undefined
  }

  /** Polls once. Answers whether there may be more, or undefined if no list came. */
  async function poll(): Promise<boolean | undefined> {
    const page = await ask()
    if (page === undefined) return undefined
    const { candidates, headers } = page
    const { 'x-synced-through': through, 'x-earlier-candidates': earlier, 'x-link-id': link } = headers
    history.push(
      `${new Date().toISOString()} since ${since}: ${candidates.length}, through ${through}, earlier ${earlier}, link ${link}`,
    )
    for (const { email } of candidates.filter(isObject)) emails.add(email)
    const mustStartOver = earlier !== undefined && link !== startedOverFor
    if (mustStartOver) startedOverFor = String(link)
    since = mustStartOver ? undefined : String(through)
    return mustStartOver || candidates.length > 0
  }

  return {
    id,
    async follow() {
      while (world.isOpen()) {
        await poll()
        await sleep(random.between(100, 700))
      }
    },
    async check() {
      // No id moves any more, so it starts over once at most.
      const pagesMax = 2 * Math.ceil([...world.applications.all()].length / FOLLOWED_PAGE_SIZE)
      for (let tries = 0; tries < TRIES_MAX + pagesMax; tries++) if ((await poll()) === false) break
      for (const client of clients) client.close()
      for (const { job, acknowledged, fields } of world.applications.all())
        if (job === id.holder && acknowledged !== undefined && !emails.has(fields.email))
          world.breaches.add(
            'left out',
            `${acknowledged.id}, a candidate of ${id.externalId}, never came to a poller that continued over its moves`,
            [...id.holdings.lines(({ path }) => path), ...history.slice(-LINES_MAX)],
          )
    },
  }
}

/** Polls from the start and compares. Answers the e-mail addresses that came, or undefined if no list came. */
async function look(
  world: World,
  client: HttpClient,
  { key }: AdministeredCompany,
  { externalId, holdings }: MovingId,
): Promise<Set<unknown> | undefined> {
  const beganMs = nowMs()
  const emails = new Set<unknown>()
  const breach = (what: string) => {
    const poll = `a poll of ${externalId} begun at ${new Date(beganMs).toISOString()}`
    const lines = holdings.lines(({ path }) => path)
    world.breaches.add('wrong job', `${poll} ${what}`, lines)
  }

  function receive(candidate: Record<string, unknown>): void {
    emails.add(candidate.email)
    const job = world.applications.byEmail(candidate.email)?.job
    if (job === undefined) return
    if (!isAdministered(job) || !holdings.couldHold(job, beganMs, nowMs()) || candidate.offerId !== externalId)
      breach(`named ${candidate.id}, who applied to ${job.path}, as a candidate of ${candidate.offerId}`)
  }

  for (let since = '1970-01-01'; ; ) {
    const path = `/api/job/${encodeURIComponent(externalId)}/candidates?since=${since}&pageSize=${PAGE_SIZE}`
    const answer = await client.ask({ operation: 'poll', method: 'GET', path, headers: { 'x-api-key': key } })
    if (answer === undefined || answer.status >= 500) return undefined
    const candidates = readBody(answer)?.candidates
    if (answer.status !== 200 || !Array.isArray(candidates)) {
      const isNobodys = answer.status === 403 && holdings.findSureHolder(beganMs, nowMs()) === undefined
      if (!isNobodys) breach(`was answered ${describe(answer)}`)
      return undefined
    }
    const page = candidates.filter(isObject)
    for (const candidate of page) receive(candidate)
    if (candidates.length < PAGE_SIZE) return emails
    since = String(page.at(-1)?.date)
  }
}

const isAdministered = (job: object): job is AdministeredJob => 'jobId' in job

/** Checks at the end that each id names all acknowledged candidates of its job on every process. */
export async function checkMovedIds(
  world: World,
  company: AdministeredCompany,
  ids: MovingId[],
  random: Random,
): Promise<void> {
  for (const client of openProcessClients(world, random)) {
    for (const id of ids) await checkMovedId(world, client, company, id)
    client.close()
  }
}

async function checkMovedId(world: World, client: HttpClient, company: AdministeredCompany, id: MovingId) {
  let found: Set<unknown> | undefined
  for (let tries = 0; tries < TRIES_MAX && found === undefined; tries++) found = await look(world, client, company, id)
  if (found === undefined) return world.breaches.add('not healed', `the candidates of ${id.externalId} cannot be read`)
  for (const { job, acknowledged, fields, history } of world.applications.all())
    if (job === id.holder && acknowledged !== undefined && !found.has(fields.email))
      world.breaches.add('lost', `${acknowledged.id} is not among the candidates of ${id.externalId}`, history)
}
