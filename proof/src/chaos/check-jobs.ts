import { describe, isObject, readBody } from './answer.ts'
import type { Company } from './application-log.ts'
import type { HttpClient } from './http-client.ts'
import type { JobLog } from './job-log.ts'
import type { World } from './world.ts'

const PAGE_SIZE = 100

/** Compares every job of a company with its log, one by one and in the list. `others` are checked elsewhere. */
export async function checkJobs(
  world: World,
  client: HttpClient,
  company: Company,
  jobs: JobLog[],
  others: { externalId: string }[],
): Promise<void> {
  const owners = new Map<number, string>()
  /** Notes the external id of a job id. */
  const noteOwner: NoteOwner = (jobId, externalId, history) => {
    const owner = owners.get(Number(jobId)) ?? externalId
    owners.set(Number(jobId), owner)
    if (owner !== externalId)
      world.breaches.add('id shared', `job id ${jobId} is of ${owner} and of ${externalId}`, history)
  }
  for (const job of jobs) await checkJob(world, client, company, job, noteOwner)
  const listed = await listJobs(world, client, company, noteOwner)
  if (listed === undefined) return world.breaches.add('not healed', `the jobs of ${company.slug} cannot be listed`)
  const known = new Set<string>([...jobs, ...company.openJobs, ...others].map(({ externalId }) => externalId))
  for (const externalId of listed)
    if (!known.has(externalId)) world.breaches.add('job lost', `${externalId} is listed, and no ATS wrote it`)
  for (const { externalId, isAcknowledged, history } of jobs)
    if (isAcknowledged && !listed.has(externalId))
      world.breaches.add('job lost', `${externalId} was acknowledged, and is not in the list`, history)
}

type NoteOwner = (jobId: unknown, externalId: string, history?: string[]) => void

async function checkJob(
  { breaches }: World,
  client: HttpClient,
  { key }: Company,
  job: JobLog,
  noteOwner: NoteOwner,
): Promise<void> {
  const path = `/api/job/${encodeURIComponent(job.externalId)}`
  const answer = await client.ask({ operation: 'read', method: 'GET', path, headers: { 'x-api-key': key } })
  if (answer?.status === 404 && !job.isAcknowledged) return
  const stored = answer && readBody(answer)?.job
  if (answer?.status !== 200 || !isObject(stored)) {
    const how = answer === undefined ? 'without an answer' : describe(answer)
    breaches.add('job lost', `${job.externalId} was read ${how}`, job.history)
    return
  }
  for (const what of job.findWrong(stored)) breaches.add('job lost', `${job.externalId}: ${what}`, job.history)
  for (const jobId of [...job.jobIds, stored.jobId]) noteOwner(jobId, job.externalId, job.history)
  if (job.jobIds.size > 1) breaches.add('id shared', `${job.externalId} was given two job ids`, job.history)
}

async function listJobs(
  { breaches }: World,
  client: HttpClient,
  { key }: Company,
  noteOwner: NoteOwner,
): Promise<Set<string> | undefined> {
  const listed = new Set<string>()
  for (let page = 1; ; page++) {
    const path = `/api/jobs?page=${page}&pageSize=${PAGE_SIZE}`
    const answer = await client.ask({ operation: 'list', method: 'GET', path, headers: { 'x-api-key': key } })
    const found = answer && readBody(answer)?.jobs
    if (!Array.isArray(found)) return undefined
    for (const { id, jobId } of found.filter(isObject)) {
      const externalId = String(id)
      noteOwner(jobId, externalId)
      if (listed.has(externalId)) breaches.add('id shared', `${externalId} is listed twice`)
      listed.add(externalId)
    }
    if (found.length < PAGE_SIZE) return listed
  }
}
