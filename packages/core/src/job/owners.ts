/** All companies of the board but these, which are suspended. */
interface ShownOwners {
  exceptCompanyIds: readonly string[]
}

/** The companies whose jobs a public query is about: one of them, or all that the board shows. */
export type JobOwners = { companyId: string } | ShownOwners
