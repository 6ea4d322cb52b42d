/** A careless mistake in one place of the product, and the tests that must notice it. */
export interface Mutation {
  name: string
  /** Path from the root of the repository. */
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
  /** Test files, the one that is nearest to the code first. */
  tests: readonly string[]
  /** Only the tests whose names match this pattern, where a file takes long. */
  testNames?: string
  /** What the mistake would do to somebody. */
  why: string
  /** Why no test can notice it: it changes nothing that anybody could see. It is run all the same. */
  equivalent?: string
}

/** Mistakes in one file that the same tests must notice. */
export interface MutationGroup {
  file: string
  tests: readonly string[]
  testNames?: string
  mutations: readonly (Omit<Mutation, 'file' | 'tests'> & { tests?: readonly string[] })[]
}

/** The mutations of the groups, one by one. */
export const flatten = (groups: readonly MutationGroup[]): Mutation[] =>
  groups.flatMap(({ mutations, ...shared }) => mutations.map((mutation) => ({ ...shared, ...mutation })))
