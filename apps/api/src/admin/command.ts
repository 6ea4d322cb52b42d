import { createInterface } from 'node:readline/promises'
import { explainDate, parseInstant } from '@boardwalk/schema/iso-date'
import { describeIssues, formatValue, summarizeIssues } from '@boardwalk/schema/wording'
import { type Command, InvalidArgumentError, Option } from 'commander'
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
export const json = ['--json', 'print exactly one JSON object; also -o json'] as const

/** Lets each command with `--json` understand `-o json`, as the `boardwalk` command has it. `--output` of some commands names a file. */
export function addJsonAlias(command: Command): void {
  const alias = new Option('-o <format>').choices(['json']).implies({ json: true }).hideHelp()
  if (command.options.some(({ long }) => long === json[0])) command.addOption(alias)
  for (const each of command.commands) addJsonAlias(each)
}

/** Makes a parser of an option's value from a schema. A wrong value is a usage error in the schema's words. */
export const createParser =
  <Schema extends z.ZodType>(schema: Schema) =>
  (value: unknown) => {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    // The option is named already, and a place in its list says nothing.
    const issues = result.error.issues.map((issue) => ({ ...issue, path: [] }))
    throw new InvalidArgumentError(`It ${summarizeIssues(describeIssues({ issues }))}.`)
  }

/** Makes a parser of a date or an instant. A date alone is its beginning, or with `dayEnd` its end. */
export const createDateParser =
  (reading: { dayEnd?: boolean } = {}) =>
  (text: string): Date => {
    const instantMs = parseInstant(text, reading)
    if (instantMs !== undefined) return new Date(instantMs)
    const form = 'a date such as 2026-03-01, or an instant such as 2026-03-01T09:30:00Z'
    throw new InvalidArgumentError(`It must be ${form}, not ${formatValue(text)}${explainDate(text)}.`)
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
