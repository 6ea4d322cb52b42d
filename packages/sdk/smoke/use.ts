import {
  Boardwalk,
  ConflictError,
  ConnectionError,
  type Job,
  type JobUpsertManyResult,
  NotFoundError,
  TimeoutError,
} from '@boardwalk/sdk'

/*
 * A user's program that uses only web globals. The same source runs as ESM and as CommonJS, and as a Worker in workerd,
 * without its Node compatibility.
 */

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`failed: ${what}`)
}

async function catchError(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

/** Uses the SDK with the global `fetch` and the board at this address. */
export async function useAddress(apiKey: string, baseUrl: string): Promise<void> {
  const boardwalk = new Boardwalk({ apiKey, baseUrl })
  const { jobs, candidates } = boardwalk
  await useJobs(boardwalk)
  const id = crypto.randomUUID()
  const { jobUrl } = await jobs.create({ id, title: 'Comptable' })
  await apply(jobUrl)
  const stop = new AbortController()
  for await (const { firstName, offerId } of candidates.follow({ externalJobId: id, signal: stop.signal })) {
    check(firstName === 'Salma' && offerId === id, 'the candidate of the application')
    stop.abort()
  }
  const { total, syncedThrough } = await candidates.listAll()
  check(total > 0 && syncedThrough !== undefined, 'a cursor for the next poll')
  const unreachable = new Boardwalk({ apiKey, baseUrl: 'http://127.0.0.1:9/api', retriesMax: 0 })
  check((await catchError(unreachable.jobs.get('A'))) instanceof ConnectionError, 'an error where no server listens')
  const { status, requestId } = await jobs.list().withResponse()
  check(status === 200 && typeof requestId === 'string', 'status and request id')
}

/** Sends the application form of a job's page. */
async function apply(jobUrl: string): Promise<void> {
  const form = new FormData()
  const applicant = { firstName: 'Salma', lastName: 'Bennani', email: 'salma@example.com', consent: 'yes' }
  for (const [name, value] of Object.entries(applicant)) form.append(name, value)
  form.append('formId', crypto.randomUUID())
  const { ok } = await fetch(`${jobUrl}/apply`, { method: 'POST', headers: { accept: 'application/json' }, body: form })
  check(ok, 'an application')
}

/** Uses the SDK with a `fetch` of its own, which answers 503, then 200, and then never. */
export async function useOwnFetch(): Promise<void> {
  let requests = 0
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    if (requests++ === 0) return Response.json({ error: { message: 'Later' } }, { status: 503 })
    if (requests === 2) return Response.json({ jobs: [], total: 0, error: null })
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  }
  const { jobs } = new Boardwalk({ apiKey: 'bwk_own', baseUrl: 'https://boardwalk.test/api', fetch })
  check((await jobs.list()).total === 0 && requests === 2, 'a retry')
  check((await catchError(jobs.list({}, { timeoutMs: 50, retriesMax: 0 }))) instanceof TimeoutError, 'a time-out')
}

async function useJobs({ jobs }: Boardwalk): Promise<void> {
  const id = `A/B 50% é ${crypto.randomUUID()}`
  const { jobUrl } = await jobs.create({ id, title: 'Comptable', contractType: 'CDI', team: 'Finance' })
  check(URL.canParse(jobUrl), 'an address')
  check((await catchError(jobs.create({ id, title: 'Comptable' }))) instanceof ConflictError, 'a conflict')
  check((await catchError(jobs.get('none'))) instanceof NotFoundError, 'no such job')
  check(!(await jobs.update(id, { city: ['Fès'] })).created, 'an update')
  const job: Job & { team?: string } = (await jobs.get(id)).job
  check(job.id === id && job.contractType === 'CDI' && job.team === 'Finance', 'the job that was sent')
  const feedSize = 3
  const feed = Array.from({ length: feedSize }, (_, at) => ({ id: `${id} ${at}`, title: 'Poste' }))
  const statuses: JobUpsertManyResult['status'][] = []
  for await (const { status } of jobs.upsertMany(feed)) statuses.push(status)
  check(statuses.length === feedSize && statuses.every((status) => status === 'created'), 'a feed')
  let listed = 0
  for await (const one of jobs.list({ pageSize: 100 })) if (one.id?.startsWith(id)) listed++
  check(listed === feedSize + 1, 'every page of the list')
  const { results } = await jobs.link([{ platformJobId: 999_999_999, externalJobId: `${id} linked` }])
  check(results[0]?.status === 'not_found', 'no such job to link')
  await jobs.unpublish(id)
}

export default {
  async test(_controller: unknown, { apiKey, baseUrl }: { apiKey: string; baseUrl: string }): Promise<void> {
    await useOwnFetch()
    await useAddress(apiKey, baseUrl)
  },
}
