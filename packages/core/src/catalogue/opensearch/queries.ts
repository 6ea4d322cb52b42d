import { isBeginning } from '../../db/word-pattern.ts'
import { JOB_FILTERS, type JobFilters } from '../../job/filters.ts'
import type { JobOwners } from '../../job/owners.ts'
import type { JobPosition } from '../../job/range.ts'
import { mayBeMisspelt } from '../../text/words.ts'
import { CLOSENESSES, type ListQuery } from '../catalogue.ts'
import { isWord, readSearchWords, type SearchWord } from '../keys.ts'
import type { JobDocument } from './document.ts'

/* The parts of the engine's queries. */

/** A part of a query in the engine's language. */
export type Clause = Record<string, object>

type Field = keyof JobDocument

export const hasAny = (field: Field, values: readonly (string | number)[]): Clause => ({ terms: { [field]: values } })
const isRange = (field: Field, range: { gt?: number; gte?: number; lte?: number }): Clause => ({
  range: { [field]: range },
})
export const every = (...clauses: readonly Clause[]): Clause => ({ bool: { filter: clauses } })
/** Without clauses it finds nothing. */
export const any = (clauses: readonly Clause[]): Clause =>
  clauses.length === 0 ? { match_none: {} } : { bool: { should: clauses, minimum_should_match: 1 } }
export const not = (clause: Clause): Clause => ({ bool: { must_not: [clause] } })

/** The jobs after an id. */
export const isAfterId = (afterId: number): Clause => isRange('id', { gt: afterId })

/** The jobs whose applications have closed by a time. */
export const isClosed = (at: Date): Clause => isRange('closesAt', { lte: at.getTime() })

/** The open jobs of owners. */
export const isShown = (owners: JobOwners, at: Date): Clause =>
  every(
    not(isClosed(at)),
    'companyId' in owners ? hasAny('companyId', [owners.companyId]) : not(hasAny('companyId', owners.exceptCompanyIds)),
  )

/** The jobs that pass filters. */
export const hasValues = (filters: JobFilters): Clause =>
  every(...JOB_FILTERS.flatMap((name) => (filters[name] === undefined ? [] : [hasAny(name, [filters[name]])])))

/** The jobs that were published after a time, and by another one. */
export const isPublished = (after: Date | undefined, through: Date | undefined): Clause =>
  isRange('publishedAt', {
    ...(after !== undefined && { gt: after.getTime() }),
    ...(through !== undefined && { lte: through.getTime() }),
  })

/** The jobs that a list has before a position. `isPast`: the job at the position too. */
export function isBefore({ publishedAt, id }: JobPosition, isPast: boolean): Clause {
  const [ms, sameIds] = [publishedAt.getTime(), isPast ? { gte: id } : { gt: id }]
  return any([isRange('publishedAt', { gt: ms }), every(hasAny('publishedAt', [ms]), isRange('id', sameIds))])
}

/** The order of a list, and from its end. */
export const newest = [{ publishedAt: 'desc' }, { id: 'desc' }] as const
export const oldest = [{ publishedAt: 'asc' }, { id: 'asc' }] as const
export const toSortValues = ({ publishedAt, id }: JobPosition): number[] => [publishedAt.getTime(), id]

/** Makes the clauses that find a word in each way, in the order of `CLOSENESSES`. */
export function listWays(
  { text, root, otherKeys, kindKeys, textKey }: SearchWord,
  employers: readonly string[],
): Clause[][] {
  const keys = (some: readonly string[]) => [
    hasAny('words', some.filter(isWord)),
    hasAny(
      'keys',
      some.filter((key) => !isWord(key)),
    ),
  ]
  const isNear = (value: string) => ({
    fuzzy: { longWords: { value, fuzziness: 1, transpositions: true, rewrite: 'constant_score' } },
  })
  return [
    [...keys([text, root, ...otherKeys]), hasAny('companyId', employers)],
    isBeginning(text) ? [{ prefix: { words: { value: text } } }] : [],
    kindKeys.length === 0 ? [] : keys(kindKeys),
    [hasAny('keys', [textKey])],
    [...new Set([text, root])].filter(mayBeMisspelt).map(isNear),
  ]
}

/** What finds the jobs of a search. */
export interface Tiers {
  /** The jobs that have all words in any way, at most so far: the index in `CLOSENESSES`. */
  within: (closeness: number) => Clause
  /** The jobs of each closeness. Undefined: there are none. */
  tiers: (Clause | undefined)[]
}

/** The last index in `CLOSENESSES`. */
export const FURTHEST = CLOSENESSES.length - 1

export function createTiers({ search, employers }: Pick<ListQuery, 'search' | 'employers'>): Tiers {
  const words = readSearchWords(search.words)
  const ways = words.map((word) => listWays(word, employers.get(word.text) ?? []))
  // Words without a letter find nothing.
  const isNothing = words.length === 0 && search.words.length > 0
  const within = (closeness: number): Clause =>
    isNothing ? any([]) : every(...ways.map((way) => any(way.slice(0, closeness + 1).flat())))
  const tiers = CLOSENESSES.map((_, closeness) => {
    if (closeness === 0) return isNothing ? undefined : within(0)
    const isPossible = ways.some((way) => way[closeness]?.length)
    return isPossible ? every(within(closeness), not(within(closeness - 1))) : undefined
  })
  return { within, tiers }
}
