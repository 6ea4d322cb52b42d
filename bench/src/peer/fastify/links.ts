import type { Link, LinkResult } from '@boardwalk/schema/link'
import { type AnyBulkWriteOperation, MongoBulkWriteError } from 'mongodb'
import type { Collections, JobDocument } from './database.ts'

/**
 * Sets the external ids of jobs that have none, in the order of the links: by one read and one bulk of writes. Links that
 * name the same job or the same external id as another take a further round.
 */
export async function linkJobs(collections: Collections, companyId: string, links: Link[]): Promise<LinkResult[]> {
  const results = links.map(
    ({ platformJobId, externalJobId }): LinkResult => ({ platformJobId, externalJobId, status: 'already_linked' }),
  )
  for (let waiting = results; waiting.length > 0; ) waiting = await linkRound(collections, companyId, waiting)
  return results
}

/** Sets the external ids that do not depend on one another, and answers the links that have to wait. */
async function linkRound(collections: Collections, companyId: string, links: LinkResult[]): Promise<LinkResult[]> {
  const held = await readKeys(collections, companyId, links)
  const [tries, waiting]: [LinkResult[], LinkResult[]] = [[], []]
  const tried = new Set<string | number>()
  for (const link of links) {
    const { platformJobId, externalJobId } = link
    const key = held.get(platformJobId)
    if (key === undefined) link.status = 'not_found'
    else if (key !== platformJobId) link.status = 'already_linked'
    else if (tried.has(platformJobId) || tried.has(externalJobId)) waiting.push(link)
    else {
      tried.add(platformJobId).add(externalJobId)
      tries.push(link)
    }
  }
  if (tries.length > 0) await setKeys(collections, companyId, tries)
  return waiting
}

/** Reads the external keys of the jobs, as far as they are the company's. */
async function readKeys(
  { jobs }: Collections,
  companyId: string,
  links: LinkResult[],
): Promise<Map<number, string | number>> {
  const found = await jobs
    .find(
      { _id: { $in: links.map(({ platformJobId }) => platformJobId) } },
      // All in one batch.
      { projection: { companyId: 1, externalKey: 1 }, batchSize: links.length + 1 },
    )
    .toArray()
  return new Map(found.filter((job) => job.companyId === companyId).map(({ _id, externalKey }) => [_id, externalKey]))
}

async function setKeys(collections: Collections, companyId: string, links: LinkResult[]): Promise<void> {
  const updatedAt = new Date()
  const writes = links.map(
    ({ platformJobId, externalJobId }): AnyBulkWriteOperation<JobDocument> => ({
      updateOne: {
        // A job's external key is its job id only while it has no external id.
        filter: { companyId, externalKey: platformJobId },
        update: { $set: { externalKey: externalJobId, updatedAt }, $inc: { revision: 1 } },
      },
    }),
  )
  const { matchedCount, refused } = await collections.jobs.bulkWrite(writes, { ordered: false }).then(
    (result) => ({ matchedCount: result.matchedCount, refused: new Set<number>() }),
    (error: unknown) => ({ matchedCount: countMatched(error), refused: findDuplicates(error) }),
  )
  for (const [index, link] of links.entries()) link.status = refused.has(index) ? 'already_linked' : 'linked'
  if (matchedCount + refused.size === links.length) return
  // Another request has linked some of them; the answer does not say which.
  const held = await readKeys(collections, companyId, links)
  for (const link of links) {
    if (held.get(link.platformJobId) !== link.externalJobId) link.status = 'already_linked'
  }
}

const countMatched = (error: unknown): number => (error instanceof MongoBulkWriteError ? error.result.matchedCount : 0)

/** Finds the writes that were refused because another job of the company has the external id. */
function findDuplicates(error: unknown): Set<number> {
  const refusals = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : []
  if (refusals.length === 0 || refusals.some(({ code }) => code !== 11000)) throw error
  return new Set(refusals.map(({ index }) => index))
}
