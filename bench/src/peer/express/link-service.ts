import type { Link, LinkResult } from '@boardwalk/schema/link'
import { isDuplicate } from './job-service.ts'
import { Job } from './models.ts'
import type { Caller } from './with-key.ts'

/** Sets the external ids of jobs that have none, in the order of the request. */
export async function linkJobs({ companyId }: Caller, links: readonly Link[]) {
  const ofCompany = { _id: { $in: links.map(({ platformJobId }) => platformJobId) }, companyId }
  const [jobs, holders] = await Promise.all([
    Job.find(ofCompany, { externalKey: 1 }).lean(),
    Job.find(
      { companyId, externalKey: { $in: links.map(({ externalJobId }) => externalJobId) } },
      { externalKey: 1 },
    ).lean(),
  ])
  const externalKeys = new Map(jobs.map(({ _id, externalKey }) => [_id, externalKey]))
  const taken = new Set(holders.map(({ externalKey }) => externalKey))

  const results = links.map(({ platformJobId, externalJobId }): LinkResult => {
    const externalKey = externalKeys.get(platformJobId)
    if (externalKey === undefined) return { platformJobId, externalJobId, status: 'not_found' }
    if (externalKey !== platformJobId || taken.has(externalJobId)) {
      return { platformJobId, externalJobId, status: 'already_linked' }
    }
    externalKeys.set(platformJobId, externalJobId)
    taken.add(externalJobId)
    return { platformJobId, externalJobId, status: 'linked' }
  })

  const linked = results.filter(({ status }) => status === 'linked')
  if (linked.length > 0 && !(await setExternalIds(companyId, linked))) {
    // Since the reading, another request linked some of the jobs or gave their ids to other jobs.
    const now = await Job.find(ofCompany, { externalKey: 1 }).lean()
    const keysNow = new Map(now.map(({ _id, externalKey }) => [_id, externalKey]))
    for (const result of linked) {
      if (keysNow.get(result.platformJobId) !== result.externalJobId) result.status = 'already_linked'
    }
  }
  return { results, error: null }
}

/** Answers whether all of them were set. */
async function setExternalIds(companyId: string, links: Link[]): Promise<boolean> {
  const writes = links.map(({ platformJobId, externalJobId }) => ({
    updateOne: {
      filter: { _id: platformJobId, companyId, externalKey: platformJobId },
      update: { $set: { externalKey: externalJobId }, $inc: { revision: 1 } },
    },
  }))
  try {
    const { matchedCount } = await Job.bulkWrite(writes, { ordered: false })
    return matchedCount === links.length
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}
