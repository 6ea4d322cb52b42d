import { ApplicationStatus } from '@boardwalk/schema/application'
import type { Paging } from '@boardwalk/schema/page'
import type * as mongo from 'mongodb'
import type { Causally } from '../db/causal.ts'
import { createPageReads } from '../db/page.ts'
import { type Application, type AttentionFilter, fromDocument } from './application.ts'
import { createList, type ListQuery } from './list-query.ts'
import type { ApplicationDocument } from './schema.ts'

/** The jobs that a user can choose from. */
const JOBS_MAX = 1_000

async function readApplications(found: AsyncIterable<ApplicationDocument>): Promise<Application[]> {
  const applications: Application[] = []
  for await (const row of found) applications.push(fromDocument(row))
  return applications
}

/** The queries of the application store about the lists of the back office. */
export function createListQueries(rows: mongo.Collection<ApplicationDocument>, causally: Causally) {
  const { readPage, count } = createPageReads(rows, createList, (query) => causally((session) => query({ session })))

  return {
    /** Reads one page of the applications that match, by date. A large `total` may be some seconds old. */
    async lookUp(
      companyId: string,
      { page, pageSize, ...query }: Omit<ListQuery, 'companyId'> & Paging,
    ): Promise<{ applications: Application[]; total: number }> {
      const { rows: applications, total } = await readPage({ companyId, ...query }, { page, pageSize }, (found) =>
        readApplications(found),
      )
      return { applications, total }
    },
    /** Reads the first applications of a list. With `beyond`, those that follow the application with this date. */
    async listFirst(
      companyId: string,
      query: Omit<ListQuery, 'companyId'>,
      applicationsMax: number,
    ): Promise<Application[]> {
      const { filter, sort } = createList({ companyId, ...query })
      const found = await causally((session) => rows.find(filter, { sort, limit: applicationsMax, session }).toArray())
      return found.map(fromDocument)
    },
    /** Counts the applications of each status that match. A large count may be some seconds old. */
    async countByStatus(
      companyId: string,
      query: Omit<ListQuery, 'companyId' | 'status' | 'order'>,
    ): Promise<Map<ApplicationStatus, number>> {
      const counts = ApplicationStatus.options.map(
        async (status) => [status, await count({ companyId, ...query, status, order: 'descending' })] as const,
      )
      return new Map((await Promise.all(counts)).filter(([, number]) => number > 0))
    },
    /** Counts the applications that ask for attention for a reason. A large count may be some seconds old. */
    countAttention: (companyId: string, attention: AttentionFilter): Promise<number> =>
      count({ companyId, attention, search: [], order: 'descending' }),
    /** Lists the newest jobs that have applications. */
    async listJobIds(companyId: string): Promise<number[]> {
      const jobIds = await causally((session) => rows.distinct('jobId', { companyId }, { session }))
      return jobIds.sort((one, other) => other - one).slice(0, JOBS_MAX)
    },
  }
}
