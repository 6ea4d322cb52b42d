import { nameJobCities } from '@boardwalk/schema/place/job-places'
import type * as mongo from 'mongodb'
import type { StoredJob } from '../../job/job.ts'
import { type FindShownOwners, matchOwners } from '../../job/owners.ts'
import { listTitleRoots } from '../keys.ts'
import type { JobSearchRow } from '../schema.ts'

/** The words of a title that are looked for. */
const ROOTS_MAX = 5
/** The jobs that are compared for each word, so that a frequent word costs no more than a rare one. */
const JOBS_A_ROOT = 100

/** Finds published jobs of the whole board whose titles have words of another job's title. */
export const createSimilarJobs = (rows: mongo.Collection<JobSearchRow>, findShownOwners: FindShownOwners) => {
  /** Ranks jobs by the words that they share: a rare word counts more. `conditions` narrow the search. */
  async function rank(roots: string[], exceptId: number, conditions: mongo.Filter<JobSearchRow>): Promise<number[]> {
    const projection = { _id: 1 } as const
    const owners = matchOwners(await findShownOwners())
    const found = await Promise.all(
      roots.map((root) =>
        rows
          .find(
            { keys: root, publishedAt: { $exists: true }, ...owners, ...conditions },
            { projection, limit: JOBS_A_ROOT },
          )
          .toArray(),
      ),
    )
    const scores = new Map<number, number>()
    for (const hits of found) for (const { _id } of hits) scores.set(_id, (scores.get(_id) ?? 0) + 1 / hits.length)
    scores.delete(exceptId)
    return [...scores].sort(([id, score], [otherId, other]) => other - score || otherId - id).map(([id]) => id)
  }

  return {
    /** Finds the ids of similar jobs, the most similar first: those in the same city before the others. */
    async findSimilar({ id, fields }: Pick<StoredJob, 'id' | 'fields'>, jobsMax: number): Promise<number[]> {
      const roots = listTitleRoots(fields.title).slice(0, ROOTS_MAX)
      const cities = nameJobCities('fr', fields)
      const nearby = cities.length === 0 ? [] : await rank(roots, id, { 'filters.city': { $in: cities } })
      const others = nearby.length >= jobsMax ? [] : await rank(roots, id, {})
      return [...new Set([...nearby, ...others])].slice(0, jobsMax)
    },
  }
}
