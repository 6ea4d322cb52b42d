import type { Schema } from './operation.ts'

/** A value of a request: a list may also be readonly. */
type InputValue<Value> = Value extends (infer Item)[] ? readonly Item[] : Value

/** The documented fields of a type. An optional one may also be undefined, which sends nothing. */
type Fields<All> = {
  [Name in keyof All as string extends Name ? never : Name]:
    | InputValue<All[Name]>
    | (Record<never, never> extends Pick<All, Name> ? undefined : never)
}

/**
 * The documented fields of a job to create. Methods also take fields of your own, which the board stores; `satisfies
 * JobCreate` finds the misspelt name of a documented one.
 * @example
 * await boardwalk.jobs.create({ id: 'A-1', title: 'Comptable', minSalary: 9_000 } satisfies JobCreate)
 */
export interface JobCreate extends Fields<Schema['JobCreate']> {}

/** The documented fields of a job to change. `null` clears an optional field; an absent or undefined one stays. */
export interface JobUpdate extends Fields<Schema['JobUpdate']> {}

/** A job to create or change: its id and the documented fields to set. */
export interface JobUpsert extends Fields<Schema['JobUpsert']> {}

/** The documented fields of a job as the board stores it. Fields of your own are there too: `job as Job & { team?: string }`. */
export interface Job extends Stored<Schema['Job']> {}

type Stored<All> = { [Name in keyof All as string extends Name ? never : Name]: All[Name] }
