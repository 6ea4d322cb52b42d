/** All companies of the board but these, which are suspended. */
interface ShownOwners {
  exceptCompanyIds: readonly string[]
}

/** The companies whose jobs a public query is about: one of them, or all that the board shows. */
export type JobOwners = { companyId: string } | ShownOwners

/** Finds the companies that the board shows, in a cache of less than a second. */
export type FindShownOwners = () => Promise<ShownOwners>

/** Makes the condition that a job belongs to one of the owners. While no company is suspended, it is empty, and costs a query nothing. */
export function matchOwners(owners: JobOwners): { companyId?: string | { $nin: string[] } } {
  if ('companyId' in owners) return { companyId: owners.companyId }
  return owners.exceptCompanyIds.length === 0 ? {} : { companyId: { $nin: [...owners.exceptCompanyIds] } }
}
