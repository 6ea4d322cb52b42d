import type { ApplicationLookup } from '@boardwalk/schema/application'
import { writeDomainInAscii } from '@boardwalk/schema/email'
import type { List } from '../db/page.ts'
import { createPattern, escapePattern } from '../db/word-pattern.ts'
import type { AttentionFilter } from './application.ts'
import { createPhonePattern } from './phone-pattern.ts'
import type { ApplicationDocument } from './schema.ts'

/** Texts that a row must all have: each in the name, the e-mail address, the telephone number or the job's title. */
interface SearchedText {
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
  /** An answer to a question: one of these texts, or a line of several options. */
  answer?: { id: string; texts: string[] } | undefined
  /** The date of an application: only those after it in the order of the list. */
  beyond?: Date | undefined
}

type Filter = List<ApplicationDocument>['filter']

export function createList({
  companyId,
  jobId,
  status,
  search,
  order,
  attention,
  answer,
  beyond,
}: ListQuery): List<ApplicationDocument> {
  const about = { ...(jobId !== undefined && { jobId }), ...(status !== undefined && { status }) }
  const all = [...search.map(matchText), ...(attention === undefined ? [] : [matchAttention(attention)])]
  if (answer !== undefined) all.push(matchAnswer(answer))
  const isAscending = order === 'ascending'
  const range = beyond && { date: isAscending ? { $gt: beyond } : { $lt: beyond } }
  return {
    filter: { companyId, ...about, ...range, ...(all.length > 0 && { $and: all }) },
    sort: { date: isAscending ? 1 : -1 },
  }
}

function matchAnswer({ id, texts }: { id: string; texts: string[] }): Filter {
  const value = { $regex: `^(?:${texts.map(escapePattern).join('|')})$`, $options: 'm' }
  return { answers: { $elemMatch: { id, value } } }
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
