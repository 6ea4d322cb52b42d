import { createInterface } from 'node:readline/promises'
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

/** Formats an instant for a person. */
export const formatInstant = (at: Date | null): string => at?.toISOString() ?? 'never'

/** Parses a job id. */
export function parseJobId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number, such as 42.')
}

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
}

/** Shows a person at a terminal some lines, and asks them to type a word. Throws if they type another one, or if there is no terminal. */
export async function confirmByTyping(
  word: string,
  lines: string[],
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (input.isTTY !== true) throw new Error('Nothing was removed. Without a terminal, confirm with --yes.')
  const terminal = createInterface({ input, output })
  try {
    output.write(`${lines.join('\n')}\n`)
    if ((await terminal.question(`Type ${word} to remove all of it for good: `)) === word) return
  } finally {
    terminal.close()
  }
  throw new Error(`Nothing was removed: that was not ${word}.`)
}
