import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { access } from './access.ts'
import { applications } from './applications.ts'
import { jobs } from './jobs.ts'
import type { Mutation } from './mutation.ts'
import { programs } from './programs.ts'

export const mutations: readonly Mutation[] = [...applications, ...jobs, ...access, ...programs]

interface Choice {
  /** A part of the name or the file of a mistake. */
  only?: string | undefined
  /** The number of mistakes. */
  sample: number
  seed: string
}

/** Chooses mistakes in the order of the list. The same seed makes the same sample. */
export function choose(all: readonly Mutation[], { only = '', sample, seed }: Choice): Mutation[] {
  const named = all.filter(({ name, file }) => name.includes(only) || file.includes(only))
  // The rank depends on the name, so that a new entry of the list does not change the rest of a sample.
  const rank = ({ name }: Mutation) => createHash('sha256').update(`${seed}/${name}`).digest('hex')
  const first = named.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, sample)
  return named.filter((mutation) => first.includes(mutation))
}

/** Finds what is wrong with the list itself. An entry that no longer fits the code would prove nothing. */
export function findProblems(all: readonly Mutation[], root: string): string[] {
  return all.flatMap((mutation) => {
    const { name, file, find, tests } = mutation
    const gone = [file, ...tests].filter((path) => !existsSync(join(root, path)))
    const count = gone.includes(file) ? 1 : readFileSync(join(root, file), 'utf8').split(find).length - 1
    const isRepeated = all.some((other) => other !== mutation && other.name === name)
    return [
      ...gone.map((path) => `"${name}": ${path} is not there`),
      ...(count === 1 ? [] : [`"${name}": ${file} has this ${count} times, not once:\n${find}`]),
      ...(isRepeated ? [`"${name}": two have this name`] : []),
    ]
  })
}
