import { describeIssues, summarizeIssues } from '@boardwalk/schema/wording'
import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

/** The result of a command: `json` for a program, and `lines` for a person. */
export interface Result {
  json: object
  lines: string[]
}

/** Runs a command's work with the database open, and prints its result. */
export type Run = (work: (deps: Deps) => Promise<Result>, options: RunOptions) => Promise<void>

interface RunOptions {
  /** Whether to print one JSON object. */
  json?: boolean
  /** Whether the command may be the first on a new board, and so make its database. */
  mayMakeDatabase?: boolean
}

/** The option of every command that prints for programs. */
export const json = ['--json', 'print exactly one JSON object'] as const

/** Makes a parser of an option's value from a schema. A wrong value is a usage error in the schema's words. */
export const createParser =
  <Schema extends z.ZodType>(schema: Schema) =>
  (value: unknown) => {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    throw new InvalidArgumentError(`It ${summarizeIssues(describeIssues(result.error))}.`)
  }
