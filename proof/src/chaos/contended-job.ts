import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from 'mongodb'
import { type Answer, describe, isObject, readBody } from './answer.ts'
import type { Company } from './application-log.ts'
import type { HttpClient } from './http-client.ts'
import type { Random } from './random.ts'
import { type FieldHistory, type FieldWrite, findContradictions } from './register-history.ts'
import { formatJobPath, makeHeaders, nowMs, openClient, receiveItem, type World } from './world.ts'

/*
 * Jobs whose titles several ATS write at the same time, over all processes. Every write has another title, is sent once, and
 * readers look all the time. So the end can decide whether the title always had one value.
 */

const TITLE_BEFORE = 'Not written yet'
/** The share of writes that are a batch of all contended jobs of the company. */
const BATCHES = 0.4

export interface ContendedJob {
  company: Company
  externalId: string
  title: FieldHistory
  revisionBefore: number
  /** The number of writes that certainly changed the job. Each makes one revision. */
  acknowledged: number
  /** The number of writes that may have changed it. */
  unanswered: number
}

/** Creates the jobs, before the first fault. */
export async function createContendedJobs(
  world: World,
  jobsEach: number,
  database: Db,
  random: Random,
): Promise<ContendedJob[]> {
  const jobs: ContendedJob[] = []
  const client = openClient(world, random)
  for (const company of world.companies) {
    for (let number = 1; number <= jobsEach; number++) {
      const externalId = `contended/${number}`
      const answer = await client.ask({
        operation: 'create',
        method: 'POST',
        path: '/api/job',
        headers: makeHeaders(company),
        body: JSON.stringify({
          job: {
            id: externalId,
            title: TITLE_BEFORE,
          },
        }),
      })
      if (answer?.status !== 200) throw new Error(`no contended job could be created: ${answer && describe(answer)}`)
      const title: FieldHistory = { initial: TITLE_BEFORE, writes: [], reads: [] }
      const job = { company, externalId, title, revisionBefore: 0, acknowledged: 0, unanswered: 0 }
      jobs.push({ ...job, revisionBefore: await readRevision(job, database) })
    }
  }
  client.close()
  return jobs
}

/** Writes the titles of these jobs as an ATS, until the world closes. */
export async function contend(world: World, jobs: ContendedJob[], name: string, random: Random): Promise<void> {
  const client = openClient(world, random)
  let version = 0

  function begin({ title }: ContendedJob): FieldWrite {
    version++
    const write = { value: `${name} ${version}`, beganMs: nowMs(), endedMs: Number.POSITIVE_INFINITY, by: name }
    title.writes.push(write)
    return write
  }

  /** Ends a write. `isMade` is undefined if no answer says whether it was made. */
  function end(job: ContendedJob, write: FieldWrite, isMade: boolean | undefined, how: string): void {
    if (isMade === undefined) job.unanswered++
    else if (isMade) {
      write.endedMs = nowMs()
      job.acknowledged++
    } else {
      // A refused title must never be read.
      job.title.writes.splice(job.title.writes.indexOf(write), 1)
      world.breaches.add('malformed', `${name}: ${job.externalId} was answered ${how}`)
    }
  }

  async function update(job: ContendedJob): Promise<void> {
    const write = begin(job)
    const answer = await client.ask({
      operation: 'update',
      method: 'PUT',
      path: formatJobPath(job.externalId),
      headers: makeHeaders(job.company),
      body: JSON.stringify({ job: { title: write.value } }),
    })
    const isMade = isAnswer(answer) ? answer.status === 200 : undefined
    if (isMade === true) world.acknowledged.updates++
    end(job, write, isMade, answer === undefined ? 'nothing' : describe(answer))
  }

  async function updateTogether(company: Company): Promise<void> {
    const writes = jobs.filter((job) => job.company === company).map((job) => ({ job, write: begin(job) }))
    const answer = await client.ask({
      operation: 'batch',
      method: 'PUT',
      path: '/api/jobs',
      headers: makeHeaders(company),
      body: JSON.stringify({
        jobs: writes.map(({ job, write }) => ({
          id: job.externalId,
          title: write.value,
        })),
      }),
    })
    const results = isAnswer(answer) ? readBody(answer)?.results : undefined
    for (const [index, { job, write }] of writes.entries()) {
      const result: unknown = Array.isArray(results) ? results[index] : undefined
      if (isAnswer(answer)) end(job, write, receiveItem(world, name, result, answer), JSON.stringify(result))
      else end(job, write, undefined, 'nothing')
    }
  }

  while (world.isOpen()) {
    const job = random.pick(jobs)
    if (random.chance(BATCHES)) await updateTogether(job.company)
    else await update(job)
    // The writer reads the job at once, often from another process.
    if (random.chance(0.5)) await read(world, client, job, name)
    await sleep(random.between(0, 40))
  }
  client.close()
}

const isAnswer = (answer: Answer | undefined): answer is Answer => answer !== undefined && answer.status < 500

/** Reads these jobs' titles, until the world closes. */
export async function watch(world: World, jobs: ContendedJob[], name: string, random: Random): Promise<void> {
  const client = openClient(world, random)
  while (world.isOpen()) {
    await read(world, client, random.pick(jobs), name)
    await sleep(random.between(10, 80))
  }
  client.close()
}

async function read(world: World, client: HttpClient, job: ContendedJob, by: string): Promise<void> {
  const beganMs = nowMs()
  const path = formatJobPath(job.externalId)
  const answer = await client.ask({ operation: 'read', method: 'GET', path, headers: makeHeaders(job.company) })
  const endedMs = nowMs()
  if (answer === undefined || answer.status >= 500) return
  const stored = readBody(answer)?.job
  if (answer.status === 200 && isObject(stored))
    job.title.reads.push({ value: String(stored.title), beganMs, endedMs, by })
  else world.breaches.add('job lost', `${by}: ${job.externalId} was read as ${describe(answer)}`)
}

/**
 * Checks that the title of each job could always have had one value, and that it has as many revisions as changes. It reads
 * the revisions from the database, because no answer of the API shows them.
 */
export async function checkContendedJobs(
  world: World,
  client: HttpClient,
  jobs: ContendedJob[],
  database: Db,
): Promise<void> {
  const { breaches } = world
  for (const job of jobs) {
    await read(world, client, job, 'the last reader')
    const name = `${job.externalId} of ${job.company.slug}`
    for (const { what, operations } of findContradictions(job.title))
      breaches.add('came back', `${name}: ${what}`, operations)
    const made = (await readRevision(job, database)) - job.revisionBefore
    const { acknowledged, unanswered } = job
    if (made >= acknowledged && made <= acknowledged + unanswered) continue
    const changes = `${acknowledged} acknowledged and ${unanswered} unanswered changes`
    breaches.add('miscounted', `${name} has ${made} revisions more than at first, after ${changes}`)
  }
}

async function readRevision({ company, externalId }: Pick<ContendedJob, 'company' | 'externalId'>, database: Db) {
  const row = await database.collection('jobs').findOne({ companyId: company.id, externalKey: externalId })
  return Number(row?.revision)
}
