import type { JobFields } from '@boardwalk/schema/job'
import { nameJobCities } from '@boardwalk/schema/place/job-places'
import type * as mongo from 'mongodb'
import type { StoredJob } from '../job.ts'
import type { JobSearchRow } from '../schema.ts'
import { listTitleRoots } from '../search/keys.ts'
import type { JobCollection } from './document.ts'
import { type FindShownOwners, matchOwners } from './owners.ts'

/** The parts of a job that a short list of links shows. */
export type LinkedJob = Pick<StoredJob, 'id' | 'companyId' | 'slug' | 'locale' | 'fields' | 'terms'>

/** The fields of a job that a short list of links needs, because it shows the salary too. */
const SHOWN_FIELDS = [
  'title',
  'city',
  'contractType',
  'workMode',
  'country',
  'minSalary',
  'maxSalary',
  'displaySalary',
] as const satisfies (keyof JobFields)[]

/** The words of a title that are looked for. */
const ROOTS_MAX = 5
/** The jobs that are compared for each word, so that a frequent word costs no more than a rare one. */
const JOBS_A_ROOT = 100

/** Finds published jobs of the whole board whose titles have words of another job's title. */
export const createSimilarJobs = (
  jobs: JobCollection,
  rows: mongo.Collection<JobSearchRow>,
  findShownOwners: FindShownOwners,
) => {
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

    /** Reads those of these jobs that are published now, in this order, without their texts. */
    async findLinked(ids: readonly number[]): Promise<LinkedJob[]> {
      const shown = SHOWN_FIELDS.map((name) => [`fields.${name}`, 1])
      const projection = { companyId: 1, slug: 1, locale: 1, status: 1, terms: 1, ...Object.fromEntries(shown) }
      // By their ids alone, because a database that begins with the index of the status reads all published jobs.
      const found = await jobs.find({ _id: { $in: [...ids] } }, { projection }).toArray()
      const { exceptCompanyIds } = await findShownOwners()
      const published = found.filter(
        ({ status, companyId }) => status === 'PUBLISHED' && !exceptCompanyIds.includes(companyId),
      )
      const byId = new Map(published.map(({ _id, ...rest }) => [_id, { id: _id, ...rest }]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
  }
}
