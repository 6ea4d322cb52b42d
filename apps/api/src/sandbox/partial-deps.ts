import type { Deps } from '../deps.ts'

type PartialDeps = {
  [Name in keyof Deps]?: Deps[Name] extends readonly unknown[] | ((...args: never) => unknown)
    ? Deps[Name]
    : Partial<Deps[Name]>
}

/** Makes deps with these members only: for the sandbox, and for a test of functions that use no others. */
export const createPartialDeps = (members: PartialDeps): Deps => members as Deps
