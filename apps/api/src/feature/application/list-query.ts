import { type ApplicationLookup, ApplicationStatus } from '@boardwalk/schema/application'
import { writeDomainInAscii } from '@boardwalk/schema/email'
import type { Paging } from '@boardwalk/schema/page'
import type * as mongo from 'mongodb'
import type { Causally } from '../../db/causal.ts'
import { createPageReads, type List } from '../../db/page.ts'
import { createPattern } from '../../db/word-pattern.ts'
import type { Application, AttentionFilter } from './application.ts'
import { createPhonePattern } from './phone-pattern.ts'
import type { ApplicationDocument } from './schema.ts'

/** Texts that a row must all have: each in the name, the e-mail address, the telephone number or the job's title. */
export interface SearchedText {
  /** One word, or the words of a telephone number. */
  words: string[]
  isPhone: boolean
  /** The jobs that have the text in their title. */
  jobIds: number[]
}

/** Selects the applications that a list of the back office shows. */
export interface ListQuery extends Pick<ApplicationLookup, 'jobId' | 'status' | 'order'> {
  companyId: string
  search: SearchedText[]
  attention?: AttentionFilter | undefined
}

/** Applications of a status are counted up to this number. */
export const COUNTED_MAX = 1_000
/** The jobs that a user can choose from. */
const JOBS_MAX = 1_000

type Filter = List<ApplicationDocument>['filter']

export function createList({
  companyId,
  jobId,
  status,
  search,
  order,
  attention,
}: ListQuery): List<ApplicationDocument> {
  const about = { ...(jobId !== undefined && { jobId }), ...(status !== undefined && { status }) }
  const all = [...search.map(matchText), ...(attention === undefined ? [] : [matchAttention(attention)])]
  return {
    filter: { companyId, ...about, ...(all.length > 0 && { $and: all }) },
    sort: { date: order === 'ascending' ? 1 : -1 },
  }
}

function matchText({ words, isPhone, jobIds }: SearchedText): Filter {
  const phone = isPhone ? createPhonePattern(words.join(' ')) : undefined
  return {
    $or: [
      { $and: words.map(matchWord) },
      ...(phone === undefined ? [] : [{ phone: { $regex: phone } }]),
      ...(jobIds.length === 0 ? [] : [{ jobId: { $in: jobIds } }]),
    ],
  }
}

/** Matches applications that have a word in the name or in the e-mail address. */
function matchWord(word: string): Filter {
  const match = (text: string) => ({ $regex: createPattern(text), $options: 'i' })
  const pattern = match(word)
  const ascii = writeDomainInAscii(word)
  const byDomain = ascii === word ? [] : [{ email: match(ascii) }]
  return { $or: [{ firstName: pattern }, { lastName: pattern }, { email: pattern }, ...byDomain] }
}

function matchAttention({ reason, at }: AttentionFilter): Filter {
  if (reason === 'new') return { date: { $gt: at } }
  if (reason === 'unanswered') return { status: 'PENDING', erasedAt: { $exists: false }, date: { $lt: at } }
  return { 'erasureConfirmed.at': { $exists: false }, erasedAt: { $lt: at } }
}

async function readApplications(
  found: AsyncIterable<ApplicationDocument>,
  fromDocument: (row: ApplicationDocument) => Application,
): Promise<Application[]> {
  const applications: Application[] = []
  for await (const row of found) applications.push(fromDocument(row))
  return applications
}

/** The queries of the application store about the lists of the back office. */
export function createListQueries(
  rows: mongo.Collection<ApplicationDocument>,
  causally: Causally,
  fromDocument: (row: ApplicationDocument) => Application,
) {
  const { readPage, count } = createPageReads(rows, createList, (query) => causally((session) => query({ session })))

  return {
    /** Reads one page of the applications that match, by date. A large `total` may be some seconds old. */
    async lookUp(
      companyId: string,
      { page, pageSize, ...query }: Omit<ListQuery, 'companyId'> & Paging,
    ): Promise<{ applications: Application[]; total: number }> {
      const { rows: applications, total } = await readPage({ companyId, ...query }, { page, pageSize }, (found) =>
        readApplications(found, fromDocument),
      )
      return { applications, total }
    },
    /** Counts the applications of each status that match: up to `COUNTED_MAX`, and one more if there are more. */
    async countByStatus(
      companyId: string,
      query: Omit<ListQuery, 'companyId' | 'status' | 'order'>,
    ): Promise<Map<ApplicationStatus, number>> {
      const counts = ApplicationStatus.options.map(async (status) => {
        const { filter } = createList({ companyId, ...query, status, order: 'descending' })
        const options = { limit: COUNTED_MAX + 1 }
        return [status, await causally((session) => rows.countDocuments(filter, { ...options, session }))] as const
      })
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
