import { readFile } from 'node:fs/promises'
import { limits } from '@boardwalk/schema/limits'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ConnectionFlags } from './connection.ts'
import { exitCode, Failure } from './failure.ts'
import { type Format, formats } from './feed/format.ts'
import type { OpenFeedOptions } from './sending/open-feed.ts'
import type { Report } from './sending/report.ts'
import type { World } from './shell.ts'

/** Flags of a command that reads a feed of jobs. */
export interface FeedFlags extends ConnectionFlags {
  format?: Format
  map?: string
  concurrency: number
  report?: string
}

/** Part of the help of a command that reads a feed of jobs. */
export const feedHelp = `
The format is taken from the file's name, or else from how the feed begins:
  json    a list of jobs, or {"jobs": [...]}
  ndjson  one job per line
  csv     a line of column names, then the rows; the delimiter is "," ";" or a
          tab; a list is written "Rabat|Fès"; an empty cell is an absent field
  xml     <source><job><title>...</title></job></source>, as for Indeed; if a
          job has no <id>, its id is <referencenumber>
The board stores a field that it does not know as an extra field. --map takes a
JSON object such as {"Ref": "id", "Notes": null}; null drops a field.
`

/** Adds the argument and the flags of a feed. */
export function addFeedOptions(command: Command): Command {
  return command
    .argument('<file>', 'a feed, or - for standard input')
    .addOption(new Option('--format <format>', 'format of the feed').choices(formats))
    .option('--map <file>', 'JSON file that renames fields of the feed')
    .option(
      '--concurrency <number>',
      `requests at the same time, from 1 to 32; each has ${limits.jobs} jobs`,
      parseConcurrency,
      4,
    )
    .option('--report <file>', 'file for the outcome of each row, one JSON object per line')
}

function parseConcurrency(text: string): number {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= 32) return number
  throw new InvalidArgumentError('It must be a whole number from 1 to 32.')
}

/** Opens the files that the flags name. Throws a Failure before anything is sent if one of them cannot be used. */
export async function openFeedFiles(
  { stdin }: World,
  file: string,
  { format, map, report: reportPath, apiKeyStdin }: FeedFlags,
): Promise<{ feed: OpenFeedOptions; report: Report }> {
  const [{ parseFieldNames }, { isSameFile, openInput }, { noReport, openReport }] = await Promise.all([
    import('./feed/field-map.ts'),
    import('./input.ts'),
    import('./sending/report.ts'),
  ])
  const fieldNames = map === undefined ? new Map() : parseFieldNames(await readText(map), map)
  if (reportPath !== undefined && (await isSameFile(reportPath, file)))
    throw new Failure(`The report would overwrite the feed ${file}. Give --report another file.`, exitCode.usage)
  if (apiKeyStdin === true && file === '-')
    throw new Failure('Standard input cannot hold both the feed and the key. Put the feed into a file.', exitCode.usage)
  const input = await openInput(file, stdin)
  return {
    feed: { input, format, fieldNames },
    report: reportPath === undefined ? noReport : await openReport(reportPath),
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Failure(`${path} cannot be read: there is no such file`, exitCode.failure, { cause: error })
  }
}
