import { describeIssues, summarizeIssues } from '@boardwalk/schema/wording'
import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'

/** The result of a command: `json` for a program, and `lines` for a person. */
export interface Result {
  json: object
  lines: string[]
}

/** Makes a parser of an option's value from a schema. A wrong value is a usage error in the schema's words. */
export const createParser =
  <Schema extends z.ZodType>(schema: Schema) =>
  (value: unknown) => {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    throw new InvalidArgumentError(`It ${summarizeIssues(describeIssues(result.error))}.`)
  }
