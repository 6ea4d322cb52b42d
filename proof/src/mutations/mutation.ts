/** A careless mistake in one place of the product, and the tests that must notice it. */
export interface Mutation {
  name: string
  /** What the mistake would do to somebody who relies on the promise. */
  why: string
  /** Path from the root of the repository. */
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
  /** Test files. The one that is nearest to the code comes first. */
  tests: readonly string[]
}

/** Mistakes in one file that the same tests must notice. The name of each ends at the first full stop; the rest says why. */
export function mistakes(
  file: string,
  tests: string | readonly string[],
  changes: Record<string, readonly [find: string, replace: string]>,
): Mutation[] {
  return Object.entries(changes).map(([sentence, [find, replace]]) => {
    const end = sentence.indexOf('. ')
    return { name: sentence.slice(0, end), why: sentence.slice(end + 2), file, find, replace, tests: [tests].flat() }
  })
}
