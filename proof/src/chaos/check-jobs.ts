import { describe, isObject, readBody } from './answer.ts'
import type { Company } from './application-log.ts'
import type { HttpClient } from './http-client.ts'
import type { JobLog } from './job-log.ts'
import { formatJobPath, type World } from './world.ts'

/** Compares every job of a company with its log. */
export async function checkJobs(world: World, client: HttpClient, { key }: Company, jobs: JobLog[]): Promise<void> {
  const { breaches } = world
  const owners = new Map<unknown, string>()
  for (const { externalId, isAcknowledged, jobIds, history, findWrong } of jobs) {
    const answer = await client.ask({
      ...{ operation: 'read', method: 'GET', path: formatJobPath(externalId), headers: { 'x-api-key': key } },
    })
    if (answer?.status === 404 && !isAcknowledged) continue
    const stored = answer && readBody(answer)?.job
    if (answer?.status !== 200 || !isObject(stored)) {
      const how = answer === undefined ? 'without an answer' : describe(answer)
      breaches.add('job lost', `${externalId} was read ${how}`, history)
      continue
    }
    for (const what of findWrong(stored)) breaches.add('job lost', `${externalId}: ${what}`, history)
    for (const jobId of new Set([...jobIds, stored.jobId])) {
      const owner = owners.get(jobId)
      if (owner !== undefined) breaches.add('id shared', `job id ${jobId} is of ${owner} and of ${externalId}`, history)
      owners.set(jobId, externalId)
    }
    if (jobIds.size > 1) breaches.add('id shared', `${externalId} was given two job ids`, history)
  }
}
