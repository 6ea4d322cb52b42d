import { limits } from '@boardwalk/schema/limits'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ConnectionFlags } from './connection.ts'
import { type Format, formats, type PresetName, presetNames } from './feed/format.ts'

/** Flags of a command that reads a feed of jobs. */
export interface FeedFlags extends ConnectionFlags {
  format?: Format
  encoding?: string
  map?: string
  preset?: PresetName
  printMap?: true
  allowEmpty?: true
  concurrency: number
  report?: string
}

/** Part of the help of a command that reads a feed of jobs. */
export const feedHelp = `
The format is taken from the file's name, or else from how the feed begins:
  json    a list of jobs, or {"jobs": [...]}
  ndjson  one job per line
  csv     a line of column names, then the rows; the delimiter is "," ";" "|" or
          a tab; a list is written "Rabat|Fès"; an empty cell is an absent field;
          9 000,50 is a number, and 9.000 needs a map that says what it means
  xml     <source><job><title>...</title></job></source>, as for Indeed; if a
          job has no <id>, its id is <referencenumber> or <job id="...">;
          a --map file names an attribute as "@ref" or "salary.@min"
  html    a page with JobPosting objects of schema.org in JSON-LD
A feed may be packed with gzip, and may be an https address. The board stores a
field that it does not know as an extra field. --map takes a JSON object such as
{"Ref": "id", "Notes": null}; null drops a field. A --preset reads the feed of a
vendor; --print-map prints it as a --map file, which shows all that a map can do.
`

/** Adds the argument and the flags of a feed. */
export function addFeedOptions(command: Command): Command {
  return command
    .argument('[file]', 'a feed: a file, an https address, or - for standard input')
    .addOption(new Option('--format <format>', 'format of the feed').choices(formats))
    .addOption(createEncodingOption())
    .option('--map <file>', 'JSON file that maps fields and values of the feed')
    .addOption(new Option('--preset <vendor>', 'map for the feed of a vendor').choices(presetNames).conflicts('map'))
    .option('--print-map', 'print the map of --preset as a --map file, and do nothing else')
    .option('--allow-empty', 'accept a feed without a job')
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

/** Creates the flag for the encoding of a feed or of a file of links. */
export const createEncodingOption = () =>
  new Option('--encoding <name>', 'encoding of the file, such as windows-1252').argParser(parseEncoding)

function parseEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding
  } catch {
    throw new InvalidArgumentError('It must be an encoding such as utf-8, windows-1252, iso-8859-15 or utf-16le.')
  }
}
