/** A careless mistake in one place of the product, and the tests that must notice it. */
export interface Mutation {
  name: string
  /** Path from the root of the repository. */
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
  /** Test files. The one that is nearest to the code comes first. */
  tests: readonly string[]
  /** A pattern that chooses tests by name, for files that take long. */
  testNames?: string
  /** What the mistake would do to somebody. */
  why: string
  /** Why no test can notice it: it changes nothing that anybody could see. It is run all the same. */
  equivalent?: string
}

/** The test files, or some of their tests. */
type Tests = string | readonly string[] | { files: string | readonly string[]; names: string }

/** The text that a mistake replaces, the text that it puts there and, if it changes nothing, why. */
type Change = readonly [find: string, replace: string, equivalent?: string]

/** Mistakes in one file that the same tests must notice. The name of each ends at the first full stop; the rest says why. */
export function mistakes(file: string, tests: Tests, changes: Record<string, Change>): Mutation[] {
  const { files, names: testNames } =
    typeof tests === 'string' || !('files' in tests) ? { files: tests, names: undefined } : tests
  return Object.entries(changes).map(([sentence, [find, replace, equivalent]]) => {
    const end = sentence.indexOf('. ')
    return {
      ...{ name: sentence.slice(0, end), why: sentence.slice(end + 2), file, find, replace, tests: [files].flat() },
      ...(testNames !== undefined && { testNames }),
      ...(equivalent !== undefined && { equivalent }),
    }
  })
}
