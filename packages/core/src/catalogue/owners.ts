import { findSuspendedIds } from '../company/suspension.ts'
import type { Deps } from '../deps.ts'
import type { JobOwners } from '../job/owners.ts'
import { readSearchWords } from './keys.ts'

/** Finds the companies that the board shows: all but the suspended ones, in a cache of less than a second. */
export const findShownOwners = async (deps: Deps): Promise<JobOwners> => ({
  exceptCompanyIds: await findSuspendedIds(deps),
})

/** Finds for each word of a search the companies whose name has a word that begins with it. */
export async function findEmployers(
  deps: Deps,
  typed: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const words = readSearchWords(typed).map(({ text }) => text)
  if (words.length === 0) return new Map()
  const found = await deps.companies.findIdsByNames(words)
  return new Map(words.map((word, index) => [word, found[index] ?? []]))
}
