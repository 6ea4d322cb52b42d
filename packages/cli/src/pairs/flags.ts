import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { UsageFailure } from '../failure.ts'
import { createEncodingOption } from '../feed-flags.ts'

/* The arguments of a command that takes pairs, such as 42=A-17, or a file of them. */

export type PairFormat = 'json' | 'ndjson' | 'csv'

/** Flags of a file of pairs. */
export interface PairFlags {
  format?: PairFormat
  encoding?: string
}

/** Adds the flags of a file of pairs. */
export const addPairOptions = (command: Command): Command =>
  command
    .addOption(new Option('--format <format>', 'format of the file').choices(['json', 'ndjson', 'csv']))
    .addOption(createEncodingOption())

/**
 * Finds the file that the arguments name; undefined if all are pairs. Throws a Failure for anything else. `explain` says what
 * is wrong with a text that has an equal sign and is no pair; without such a text, it says what the arguments can be.
 */
export function findPairFile(
  args: string[],
  isPair: (arg: string) => boolean,
  explain: (wrong: string | undefined) => string,
): string | undefined {
  if (args.every(isPair)) return undefined
  const [file = ''] = args
  if (args.length === 1 && (!file.includes('=') || existsSync(file))) return file
  throw new UsageFailure(explain(args.find((arg) => arg.includes('=') && !isPair(arg))))
}

/** Throws a Failure if standard input would have to hold both the file and the key. */
export function checkInput(file: string | undefined, { apiKeyStdin }: { apiKeyStdin?: true }, what: string): void {
  if (apiKeyStdin === true && file === '-')
    throw new UsageFailure(`Standard input cannot hold both the ${what} and the key. Put the ${what} into a file.`)
}
