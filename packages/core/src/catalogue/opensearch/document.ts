import { type FilterValues, JOB_FILTERS, listFilterValues } from '../../job/filters.ts'
import type { KnownJob } from '../../job/job.ts'
import { mayBeMisspelt } from '../../text/words.ts'
import type { ListedJob } from '../catalogue.ts'
import { isWord, listKeys, listTitleRoots } from '../keys.ts'
import { isReferenceKey, listReferenceKeys } from '../reference.ts'

/**
 * The form of the documents. Raise it when the mappings change, or the keys of a job (keys.ts): the next start then makes and fills
 * another index.
 */
export const DOCUMENT_VERSION = 1

/** A public job in the engine. Its revision is the document's version. */
export interface JobDocument extends FilterValues {
  id: number
  companyId: string
  /** In milliseconds since 1970. */
  publishedAt: number
  closesAt?: number | undefined
  /** The keys that are words (`isWord`). */
  words: string[]
  /** Those of them that a search finds although a letter is wrong. */
  longWords: string[]
  /** The other keys. */
  keys: string[]
  /** What similar jobs are found by. */
  titleRoots: string[]
  /** The values of all filters as JSON, for the counts of combinations. */
  combination: string
}

/** A longer value has more bytes than a term may have: it is in no list of values. */
const VALUE_CHARACTERS_MAX = 8_000

const searched = { type: 'keyword', doc_values: false, ignore_above: VALUE_CHARACTERS_MAX } as const

export const mappings = {
  dynamic: 'strict',
  properties: {
    id: { type: 'long' },
    companyId: { type: 'keyword' },
    publishedAt: { type: 'long' },
    closesAt: { type: 'long' },
    words: searched,
    longWords: searched,
    keys: searched,
    titleRoots: searched,
    combination: { type: 'keyword', index: false, ignore_above: VALUE_CHARACTERS_MAX },
    ...Object.fromEntries(JOB_FILTERS.map((name) => [name, searched])),
  },
} as const

export function toDocument(job: ListedJob): JobDocument {
  const { id, companyId, fields, terms, publishedAt } = job
  const keys = [...new Set(listKeys(job))]
  const words = keys.filter(isWord)
  const filters = listFilterValues(fields)
  return {
    id,
    companyId,
    publishedAt: publishedAt.getTime(),
    closesAt: terms.closesAt?.getTime(),
    words,
    longWords: words.filter(mayBeMisspelt),
    keys: keys.filter((key) => !isWord(key)),
    titleRoots: listTitleRoots(fields.title),
    combination: JSON.stringify(filters),
    ...filters,
  }
}

/** Changes what no search for words asks for, and the reference, as far as a change of the job is known. */
export function changeDocument(document: JobDocument, { externalId, terms }: KnownJob): JobDocument {
  const others = document.keys.filter((key) => !isReferenceKey(key))
  return {
    ...document,
    keys: externalId === undefined ? document.keys : [...others, ...listReferenceKeys(externalId)],
    closesAt: terms === undefined ? document.closesAt : terms.closesAt?.getTime(),
  }
}
