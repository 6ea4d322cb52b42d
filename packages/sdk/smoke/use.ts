import {
  Boardwalk,
  ConflictError,
  ConnectionError,
  type JobUpsertManyResult,
  NotFoundError,
  TimeoutError,
} from '@boardwalk/sdk'
import { createTestBoard, type TestBoard, testClock } from '@boardwalk/sdk/testing'

/* What a user's program does, on nothing but the web's own globals; the same source is run as ESM and as CommonJS. */

function must(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not so: ${what}`)
}

async function thrownBy(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

/** Over the global `fetch`, from a board at this address. */
export async function useAddress(apiKey: string, baseUrl: string): Promise<void> {
  const boardwalk = new Boardwalk({ apiKey, baseUrl })
  const { jobs, candidates } = boardwalk
  await useJobs(boardwalk, 3)
  const id = crypto.randomUUID()
  const { jobUrl } = await jobs.create({ id, title: 'Comptable' })
  await apply(jobUrl)
  const stop = new AbortController()
  for await (const { firstName, offerId } of candidates.follow({ externalJobId: id, signal: stop.signal })) {
    must(firstName === 'Salma' && offerId === id, 'the one who applied')
    stop.abort()
  }
  const { total, syncedThrough } = await candidates.listAll()
  must(total > 0 && syncedThrough !== undefined, 'a cursor for the next poll')
  const nobody = new Boardwalk({ apiKey, baseUrl: 'http://127.0.0.1:9/api', retriesMax: 0 })
  must((await thrownBy(nobody.jobs.get('A'))) instanceof ConnectionError, 'nobody listens there')
  const { status, requestId } = await jobs.list().withResponse()
  must(status === 200 && typeof requestId === 'string', 'status and request id')
}

/** Sends the form of a job's page. */
async function apply(jobUrl: string): Promise<void> {
  const form = new FormData()
  const applicant = {
    firstName: 'Salma',
    lastName: 'Bennani',
    email: 'salma@example.com',
    formId: crypto.randomUUID(),
    consent: 'yes',
  }
  for (const [name, value] of Object.entries(applicant)) form.append(name, value)
  const { ok } = await fetch(`${jobUrl}/apply`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: form,
  })
  must(ok, 'an application')
}

/** From a board in memory. */
export async function useMemory(): Promise<void> {
  const clock = testClock()
  const board: TestBoard = createTestBoard({ now: clock.now })
  const boardwalk = new Boardwalk({
    apiKey: board.apiKey,
    baseUrl: board.url,
    fetch: board.fetch,
    clock,
  })
  await useJobs(boardwalk, 250)
  const { jobId } = board.addJob({ title: 'Vendeuse' })
  const { results } = await boardwalk.jobs.link([{ platformJobId: jobId, externalJobId: 'linked' }])
  must(results[0]?.status === 'linked', 'a job linked')
  board.apply('linked', { firstName: 'Salma' })
  board.failNext({ status: 503 })
  const stop = new AbortController()
  for await (const { firstName, offerId } of boardwalk.candidates.follow({ signal: stop.signal })) {
    must(firstName === 'Salma' && offerId === 'linked', 'the one who applied')
    stop.abort()
  }
  board.failNext('no answer')
  const job = { id: 'late', title: 'Comptable' }
  must((await thrownBy(boardwalk.jobs.create(job, { timeoutMs: 50 }))) instanceof TimeoutError, 'a time-out')
}

async function useJobs({ jobs }: Boardwalk, feedSize: number): Promise<void> {
  const id = `A/B 50% é ${crypto.randomUUID()}`
  const { jobUrl } = await jobs.create({ id, title: 'Comptable', contractType: 'CDI', team: 'Finance' })
  must(URL.canParse(jobUrl), 'an address')
  must((await thrownBy(jobs.create({ id, title: 'Comptable' }))) instanceof ConflictError, 'a conflict')
  must((await thrownBy(jobs.get('none'))) instanceof NotFoundError, 'no such job')
  must(!(await jobs.update(id, { city: ['Fès'] })).created, 'an update')
  const { job } = await jobs.get(id)
  must(job.id === id && job.contractType === 'CDI' && job.team === 'Finance', 'the job as it was sent')
  const feed = Array.from({ length: feedSize }, (_, at) => ({ id: `${id} ${at}`, title: 'Poste' }))
  const statuses: JobUpsertManyResult['status'][] = []
  for await (const { status } of jobs.upsertMany(feed)) statuses.push(status)
  must(statuses.length === feedSize && statuses.every((status) => status === 'created'), 'a feed')
  let listed = 0
  for await (const one of jobs.list({ pageSize: 100 })) if (one.id?.startsWith(id)) listed++
  must(listed === feedSize + 1, 'every page of the list')
  const { results } = await jobs.link([{ platformJobId: 999_999_999, externalJobId: `${id} linked` }])
  must(results[0]?.status === 'not_found', 'no such job to link')
  await jobs.unpublish(id)
}
