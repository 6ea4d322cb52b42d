import type { ApplicationLookup } from '@boardwalk/schema/application'
import { writeDomainInAscii } from '@boardwalk/schema/email'
import type { List } from '../../db/page.ts'
import { createPattern } from '../../db/word-pattern.ts'
import type { AttentionFilter } from './application.ts'
import type { ApplicationDocument } from './schema.ts'

/** Selects the applications that a list of the back office shows. */
export interface ListQuery extends Omit<ApplicationLookup, 'page' | 'pageSize' | 'attention'> {
  companyId: string
  attention?: AttentionFilter | undefined
  /** The date of an application: only those after it in the order of the list. */
  beyond?: Date | undefined
}

export function createList({
  companyId,
  jobId,
  status,
  search,
  order,
  attention,
  beyond,
}: ListQuery): List<ApplicationDocument> {
  const about = { ...(jobId !== undefined && { jobId }), ...(status !== undefined && { status }) }
  const all = [...search.map(matchWord), ...(attention === undefined ? [] : [matchAttention(attention)])]
  const isAscending = order === 'ascending'
  const range = beyond && { date: isAscending ? { $gt: beyond } : { $lt: beyond } }
  return {
    filter: { companyId, ...about, ...range, ...(all.length > 0 && { $and: all }) },
    sort: { date: isAscending ? 1 : -1 },
  }
}

/** Matches applications that have a word in the name or in the e-mail address. */
function matchWord(word: string) {
  const match = (text: string) => ({ $regex: createPattern(text), $options: 'i' })
  const pattern = match(word)
  const ascii = writeDomainInAscii(word)
  const byDomain = ascii === word ? [] : [{ email: match(ascii) }]
  return { $or: [{ firstName: pattern }, { lastName: pattern }, { email: pattern }, ...byDomain] }
}

function matchAttention({ reason, at }: AttentionFilter): List<ApplicationDocument>['filter'] {
  if (reason === 'new') return { date: { $gt: at } }
  if (reason === 'unanswered') return { status: 'PENDING', erasedAt: { $exists: false }, date: { $lt: at } }
  return { 'erasureConfirmed.at': { $exists: false }, erasedAt: { $lt: at } }
}
