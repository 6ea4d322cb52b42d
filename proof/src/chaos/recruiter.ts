import { setTimeout as sleep } from 'node:timers/promises'
import { describe, isObject, readBody } from './answer.ts'
import { type AskedChange, type Company, note, type SentApplication } from './application-log.ts'
import type { Random } from './random.ts'
import { makeHeaders, nowMs, openClient, type World } from './world.ts'

const STATUSES = ['REVIEWED', 'SHORTLISTED', 'REJECTED', 'HIRED', 'WITHDRAWN']
/** The share of steps that erase a person. */
const ERASING = 0.05
const BY_KEY = 0.5
const BATCH_MAX = 5
/** A recruiter works on the newest applications, so that several changes meet at one. */
const NEWEST = 60
const TRIES_MAX = 40
const pauseMs = { min: 20, max: 200 }

/** Sets statuses with the key and as a user, erases people as a user, and confirms erasures, until the world closes. */
export async function recruit(world: World, company: Company, random: Random): Promise<void> {
  const client = openClient(world, random)

  /** Asks until the answer says that it is done. Answers whether one did. */
  async function persist(ask: () => Promise<boolean>): Promise<boolean> {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      if (await ask()) return true
      await sleep(random.between(20, 300))
    }
    return false
  }

  /** Calls a procedure of the back office. */
  async function call(procedure: string, input: object, { history }: SentApplication): Promise<boolean> {
    const origin = `http://127.0.0.1:${world.front.port}`
    const answer = await client.ask({
      operation: procedure,
      method: 'POST',
      path: `/trpc/${procedure}`,
      body: JSON.stringify(input),
      headers: {
        origin,
        cookie: company.cookie,
        'content-type': 'application/json',
      },
    })
    if (answer === undefined || answer.status >= 500) return false
    if (answer.status !== 200) world.breaches.add('malformed', `${procedure} was answered ${describe(answer)}`, history)
    return answer.status === 200
  }

  /** Sends candidates to the board. Answers the results, or undefined if it gave none. */
  async function put(candidates: object[]): Promise<Record<string, unknown>[] | undefined> {
    const answer = await client.ask({
      operation: 'updateCandidates',
      method: 'PUT',
      path: '/api/candidates',
      headers: makeHeaders(company),
      body: JSON.stringify({ candidates }),
    })
    if (answer === undefined || answer.status >= 500) return undefined
    const { results, error } = readBody(answer) ?? {}
    if (answer.status === 200 && error === null && Array.isArray(results) && results.every(isObject)) return results
    world.breaches.add('malformed', `updateCandidates was answered ${describe(answer)}`)
    return undefined
  }

  async function setByKey(applications: SentApplication[]): Promise<void> {
    const asked = applications.map((application) => ({
      application,
      change: begin(application, random.pick(STATUSES)),
    }))
    await persist(async () => {
      const results = await put(
        asked.map(({ application, change }) => ({ id: readId(application), status: change.to })),
      )
      const taken = asked.map(({ application, change }, index) => takeResult(application, change, results?.[index]))
      return taken.every((isTaken) => isTaken)
    })
  }

  /** Takes the result of one candidate. False if it failed by the server's fault, or there is none. */
  function takeResult(application: SentApplication, change: AskedChange, result: unknown): boolean {
    if (!isObject(result) || result.status === 'failed') return false
    if (result.status === 'updated' || result.status === 'unchanged') end(application, change, 'statuses by key')
    else if (result.status !== 'erased' || !isBeingErased(application))
      world.breaches.add('change lost', `${readId(application)} was answered ${JSON.stringify(result)}`)
    return true
  }

  async function setByUser(application: SentApplication): Promise<void> {
    const change = begin(application, random.pick(STATUSES))
    const input = { id: readId(application), status: change.to }
    if (await persist(() => call('application.setStatus', input, application)))
      end(application, change, 'statuses by user')
  }

  async function erase(application: SentApplication): Promise<void> {
    const change = begin(application, 'erased')
    const id = readId(application)
    if (!(await persist(() => call('application.erase', { id, allOfPerson: false }, application)))) return
    end(application, change, 'erasures')
    const isConfirmed = await persist(async () => {
      const [result] = (await put([{ id, erased: true }])) ?? []
      if (result === undefined || result.status === 'failed') return false
      if (result.status !== 'updated' && result.status !== 'unchanged')
        world.breaches.add('change lost', `the confirmation of ${id} was answered ${JSON.stringify(result)}`)
      return true
    })
    if (isConfirmed) world.acknowledged.confirmations++
  }

  function end(application: SentApplication, change: AskedChange, kind: keyof World['acknowledged']): void {
    if (change.doneMs !== undefined) return
    change.doneMs = nowMs()
    note(application, `${change.to} was acknowledged`)
    world.acknowledged[kind]++
  }

  while (world.isOpen()) {
    await sleep(random.between(pauseMs.min, pauseMs.max))
    const newest = world.applications.ofCompany(company).slice(-NEWEST)
    const left = newest.filter((application) => !isBeingErased(application))
    if (left.length === 0) continue
    const chosen = new Set(Array.from({ length: random.between(1, BATCH_MAX) }, () => random.pick(left)))
    const [first] = chosen
    if (first === undefined) continue
    if (random.chance(ERASING)) await erase(first)
    else if (random.chance(BY_KEY)) await setByKey([...chosen])
    else await setByUser(first)
  }
  client.close()
}

const readId = ({ acknowledged }: SentApplication): string => acknowledged?.id ?? ''
const isBeingErased = ({ changes }: SentApplication): boolean => changes.some(({ to }) => to === 'erased')

function begin(application: SentApplication, to: string): AskedChange {
  const change: AskedChange = { to, beganMs: nowMs(), doneMs: undefined }
  application.changes.push(change)
  note(application, `${to} was asked for`)
  return change
}
