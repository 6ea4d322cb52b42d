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

/** Said of feeds at the end of such a command's help. */
export const feedHelp = `
The format is told by the file's name, or else by how the feed begins:
  json    a list of jobs, or {"jobs": [...]}
  ndjson  one job a line
  csv     a line of column names, then the rows; with "," ";" or tab; lists as
          "Rabat|Fès"; an empty cell is absent
  xml     <source><job><title>...</title></job></source>, as for Indeed;
          <referencenumber> is the id where there is no <id>
A field that no job has is kept as an extra one. --map takes an object such as
{"Ref": "id", "Notes": null}, where null drops a field.
`

/** Adds the argument and the flags of a feed. */
export function withFeed(command: Command): Command {
  return command
    .argument('<file>', 'a feed, or - for standard input')
    .addOption(new Option('--format <format>', 'format of the feed').choices(formats))
    .option('--map <file>', 'rename fields of the feed, by a JSON object of names')
    .option('--concurrency <number>', `requests at once, 1 to 32; each has ${limits.jobs} jobs`, concurrencyOf, 4)
    .option('--report <file>', 'write what became of each row, one JSON object a line')
}

function concurrencyOf(text: string): number {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= 32) return number
  throw new InvalidArgumentError('It must be a whole number from 1 to 32.')
}

/** What the flags name, checked before anything is read or sent. */
export async function openFeedFlags(
  { stdin }: World,
  file: string,
  { format, map, report: reportPath, apiKeyStdin }: FeedFlags,
): Promise<{ feed: OpenFeedOptions; report: Report }> {
  // Loaded only now, so that help and mistakes answer at once.
  const [{ parseFieldNames }, { isSameFile, openInput }, { noReport, openReport }] = await Promise.all([
    import('./feed/field-map.ts'),
    import('./input.ts'),
    import('./sending/report.ts'),
  ])
  const fieldNames = map === undefined ? new Map() : parseFieldNames(await textOfFile(map), map)
  if (reportPath !== undefined && (await isSameFile(reportPath, file)))
    throw new Failure(`${file} is the feed; the report would overwrite it`, exitCode.usage)
  if (apiKeyStdin === true && file === '-')
    throw new Failure('Standard input cannot be both the feed and the key', exitCode.usage)
  const input = await openInput(file, stdin)
  return {
    feed: { input, format, fieldNames },
    report: reportPath === undefined ? noReport : await openReport(reportPath),
  }
}

async function textOfFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Failure(`${path} cannot be read: there is no such file`, exitCode.failure, { cause: error })
  }
}
