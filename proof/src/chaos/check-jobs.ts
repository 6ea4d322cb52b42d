import { describe, isObject, readBody } from './answer.ts'
import type { Company } from './application-log.ts'
import type { HttpClient } from './http-client.ts'
import type { JobLog } from './job-log.ts'
import { formatJobPath, type World } from './world.ts'

/** Compares every job of a company with its log. */
export async function checkJobs(world: World, client: HttpClient, { key }: Company, jobs: JobLog[]): Promise<void> {
  const { breaches } = world
  const owners = new Map<unknown, string>()
  for (const job of jobs) {
    const path = formatJobPath(job.externalId)
    const answer = await client.ask({ operation: 'read', method: 'GET', path, headers: { 'x-api-key': key } })
    if (answer?.status === 404 && !job.isAcknowledged) continue
    const stored = answer?.status === 200 ? readBody(answer)?.job : undefined
    if (isObject(stored)) compare(job, stored)
    else breaches.add('job lost', `${job.externalId} was read as ${answer && describe(answer)}`, job.history)
  }

  function compare({ externalId, jobIds, history, findWrong }: JobLog, stored: Record<string, unknown>): void {
    for (const what of findWrong(stored)) breaches.add('job lost', `${externalId}: ${what}`, history)
    const ids = [...new Set([...jobIds, stored.jobId])]
    const owner = ids.map((jobId) => owners.get(jobId)).find((other) => other !== undefined)
    if (owner !== undefined) breaches.add('id shared', `${externalId} and ${owner} share a job id: ${ids}`, history)
    if (ids.length > 1) breaches.add('id shared', `${externalId} was given several job ids: ${ids}`, history)
    for (const jobId of ids) owners.set(jobId, externalId)
  }
}
