import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutation } from './mutation.ts'
import type { Options } from './options.ts'
import { countOccurrences } from './tree-copy.ts'

/** Chooses the mistakes that the options ask for, in the order of the list. */
export function choose(all: readonly Mutation[], { only, sample, seed }: Options): Mutation[] {
  const named = all.filter(({ name, file }) => only === undefined || name.includes(only) || file.includes(only))
  if (sample === undefined) return named
  // The rank depends on the name, so that a new entry of the list does not change the rest of a sample.
  const rank = ({ name }: Mutation) => createHash('sha256').update(`${seed}/${name}`).digest('hex')
  const first = named.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, sample)
  return named.filter((mutation) => first.includes(mutation))
}

/** Finds what is wrong with the list itself. An entry that no longer fits the code would prove nothing. */
export async function findProblems(all: readonly Mutation[], root: string): Promise<string[]> {
  const problems = await Promise.all(all.map((mutation) => findEntryProblems(mutation, root)))
  const names = all.map(({ name }) => name)
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  return [...problems.flat(), ...repeated.map((name) => `"${name}": two have this name`)]
}

async function findEntryProblems({ name, file, find, replace, tests }: Mutation, root: string): Promise<string[]> {
  const gone = [file, ...tests].filter((path) => !existsSync(join(root, path)))
  const count = gone.includes(file) ? 1 : await countOccurrences(join(root, file), find)
  return [
    ...gone.map((path) => `"${name}": ${path} is not there`),
    ...(tests.length === 0 ? [`"${name}": names no tests`] : []),
    ...(find === replace ? [`"${name}": changes nothing`] : []),
    ...(count === 1 ? [] : [`"${name}": ${file} has this ${count} times, not once:\n${find}`]),
  ]
}
