import type { Connection } from '../../db/connection.ts'
import type { FindShownOwners } from '../../job/owners.ts'
import type { JobStore } from '../../job/store/job-store.ts'
import { openJobSearches } from '../schema.ts'
import { createFind } from './find.ts'
import { createSearchRows } from './rows.ts'
import { createSimilarJobs } from './similar.ts'
import { createSpelling } from './spelling.ts'
import { createSearchSweep } from './sweep.ts'
import { createWordSearch } from './word-search.ts'

interface SearchOptions {
  jobs: JobStore
  /** Finds, for each word, the companies whose name has a word that begins with it. */
  findEmployers: (words: readonly string[]) => Promise<string[][]>
  findShownOwners: FindShownOwners
}

/** Searches the published jobs of all companies. Each part has a file of its own. */
export function createSearchStore(connection: Connection, { jobs, findEmployers, findShownOwners }: SearchOptions) {
  const rows = openJobSearches(connection)
  const spelling = createSpelling(connection)
  const { write, note, flush } = createSearchRows(rows, spelling)
  const words = createWordSearch({ rows, spelling, findEmployers })
  return {
    ...createFind({ jobs, words, findShownOwners }),
    ...createSimilarJobs(rows, findShownOwners),
    ...createSearchSweep(connection, { jobs, rows, write }),
    note,
    flush,
  }
}
export type SearchStore = ReturnType<typeof createSearchStore>
