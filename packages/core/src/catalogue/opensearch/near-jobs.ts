import type { JobMark } from '../../job/range.ts'
import type { AnyQuery } from '../catalogue.ts'
import { readSearchWords } from '../keys.ts'
import type { Engine, Search } from './engine.ts'
import { toMark } from './list.ts'
import { any, type Clause, every, hasAny, isClosed, isShown, listWays, newest, not } from './queries.ts'

/* Finds jobs by their scores: those that have some of the words of a search, and those that are similar to a job. */

/** The words of a title that similar jobs are looked for by. */
const ROOTS_MAX = 5

const byScore = [{ _score: 'desc' }, ...newest] as const

const countOnly = (query: Clause): Search => ({ query, size: 0 })
/** Makes a clause that gives each job that it finds the same score. */
const score = (filter: Clause, boost: number): Clause => ({ constant_score: { filter, boost } })

/** Makes a search for jobs that have at least one of some clauses, those with the highest sum of scores first. */
const findBest = (jobs: Clause, scores: readonly Clause[], size: number): Search => ({
  query: { bool: { filter: [jobs], should: scores, minimum_should_match: 1 } },
  size,
  sort: byScore,
})

export async function findAny(engine: Engine, query: AnyQuery): Promise<JobMark[]> {
  const { owners, employers, at, words, wordsMax, jobsMax } = query
  const shown = isShown(owners, at)
  const searched = readSearchWords(words).slice(0, wordsMax)
  const ways = searched.map((word) =>
    listWays(word, employers.get(word.text) ?? []).flatMap((way) => (way.length === 0 ? [] : [any(way)])),
  )
  const sent = ways.flat()
  if (sent.length === 0) return []
  const answers = await engine.search(...sent.map((way) => countOnly(every(shown, way))))
  const isFound = (way: Clause) => (answers[sent.indexOf(way)]?.hits.total.value ?? 0) > 0
  // Each word counts in the closest way in which any job has it.
  const closest = ways.map((each) => each.find(isFound)).filter((way) => way !== undefined)
  if (closest.length === 0) return []
  const scores = closest.map((way) => score(way, 1))
  const [{ hits }] = await engine.search(findBest(shown, scores, jobsMax))
  return hits.hits.map(toMark)
}

export async function findSimilar(
  engine: Engine,
  jobId: number,
  { at, jobsMax }: { at: Date; jobsMax: number },
): Promise<JobMark[]> {
  const own = (await engine.read([jobId], ['titleRoots', 'city'])).get(jobId)?.document
  const hasRoot = (own?.titleRoots ?? []).slice(0, ROOTS_MAX).map((root) => hasAny('titleRoots', [root]))
  if (hasRoot.length === 0) return []
  const answers = await engine.search(...hasRoot.map(countOnly))
  // A rare word counts more.
  const scores = hasRoot.map((clause, index) => score(clause, 1 / Math.max(1, answers[index]?.hits.total.value ?? 1)))
  const others = every(not(isClosed(at)), not(hasAny('id', [jobId])))
  const isNear = hasAny('city', own?.city ?? [])
  const found = await engine.search(
    findBest(every(others, isNear), scores, jobsMax),
    findBest(every(others, not(isNear)), scores, jobsMax),
  )
  return found.flatMap(({ hits }) => hits.hits.map(toMark)).slice(0, jobsMax)
}
