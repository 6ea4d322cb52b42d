import { readFile } from 'node:fs/promises'
import { limits } from '@boardwalk/schema/limits'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Sources } from './config.ts'
import { type ConnectionFlags, readSources } from './connection.ts'
import { type ExitCode, exitCode, Failure } from './failure.ts'
import { type Format, formats } from './feed/format.ts'
import type { FieldNames, MapFile } from './feed/map-file.ts'
import { type PresetName, presetNames } from './feed/preset/preset.ts'
import { toOpenFailure } from './input.ts'
import type { Output, OutputFormat } from './output.ts'
import type { OpenFeedOptions } from './sending/open-feed.ts'
import type { Report } from './sending/report.ts'
import type { World } from './shell.ts'

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

/** The feed and the report of a command. */
export interface FeedFiles {
  feed: OpenFeedOptions
  report: Report
  /** The places of the address and the key. A key on standard input can be read only once. */
  sources: Sources
  /** Ends the feed after an error, and throws the error again: an open download would keep the process alive. */
  stop(error: unknown): never
  /** Call it at the end of the command. Keeps the version of a feed at an address if all its rows are on the board. */
  end(code: ExitCode): Promise<void>
}

interface FeedCommand {
  name: 'push' | 'sync'
  output: Output
  format: OutputFormat
}

/**
 * Opens the files that the flags name. Throws a Failure before anything is sent if one of them cannot be used. Answers
 * undefined if there is nothing to do: the map was printed, or the feed has not changed.
 */
export async function openFeedFiles(
  world: World,
  file: string | undefined,
  flags: FeedFlags,
  { name, output, format: outputFormat }: FeedCommand,
): Promise<FeedFiles | undefined> {
  const { format, encoding, map: mapPath, preset, report: reportPath, apiKeyStdin } = flags
  if (flags.printMap === true) {
    if (preset === undefined) throw new Failure('--print-map needs a --preset', exitCode.usage)
    const { loadPreset } = await import('./feed/preset/preset.ts')
    await output.result(JSON.stringify(toPrintedMap(await loadPreset(preset)), null, 2))
    return undefined
  }
  if (file === undefined)
    throw new Failure('Name a feed: a file, an https address, or - for standard input', exitCode.usage)
  const [{ parseMapFile }, { isSameFile, openInput }, { noReport, openReport }, versions, profiles] = await Promise.all(
    [
      import('./feed/map-file.ts'),
      import('./input.ts'),
      import('./sending/report.ts'),
      import('./feed/known-version.ts'),
      import('./profile.ts'),
    ],
  )
  const mapText = mapPath === undefined ? undefined : await readText(mapPath)
  const map = await readMap(preset, mapText, mapPath, parseMapFile)
  if (reportPath !== undefined && (await isSameFile(reportPath, file)))
    throw new Failure(`The report would overwrite the feed ${file}. Give --report another file.`, exitCode.usage)
  if (apiKeyStdin === true && file === '-')
    throw new Failure('Standard input cannot hold both the feed and the key. Put the feed into a file.', exitCode.usage)

  const sources = await readSources(world, flags)
  const { BOARDWALK_URL, BOARDWALK_API_KEY } = world.env
  const profile = profiles.readProfile(world.env, profiles.chooseProfile(flags.profile, world.env))
  const keys = [sources.keyFromInput, BOARDWALK_API_KEY, profile]
  const run = versions.hashRun(name, file, flags, mapText, BOARDWALK_URL, keys)
  const known = reportPath === undefined ? undefined : await versions.readKnownVersion(reportPath, run)
  const startedAt = new Date()
  const input = await openInput(file, world.stdin, known)
  if (input.isUnchanged) {
    output.say(`${input.name}: the feed has not changed since ${known?.readAt}`)
    if (outputFormat === 'json') await output.document({ feed: input.name, unchangedSince: known?.readAt ?? null })
    return undefined
  }
  const stopInput = (error: unknown): never => {
    input.stop()
    throw error
  }
  const report = reportPath === undefined ? noReport : await openReport(reportPath).catch(stopInput)
  return {
    feed: { input, format, encoding, map, isPreset: preset !== undefined, mayBeEmpty: flags.allowEmpty === true },
    report,
    sources,
    stop: stopInput,
    async end(code) {
      if (reportPath === undefined || input.version === undefined) return
      if (code === exitCode.done) await versions.keepVersion(reportPath, run, input.version, startedAt)
      else await versions.forgetVersion(reportPath)
    },
  }
}

/** Makes a `--map` file of a preset. It says what holds for every preset: a feed need not have all of its fields. */
function toPrintedMap(map: MapFile): MapFile {
  const fields = Object.entries(map.fields).map(([field, given]) => {
    const rule = typeof given === 'string' ? { from: given } : given
    const isNeeded = field === 'id' || field === 'title'
    return [field, isNeeded || rule.default !== undefined ? given : { ...rule, default: null }]
  })
  return { ...map, fields: Object.fromEntries(fields) }
}

async function readMap(
  preset: PresetName | undefined,
  text: string | undefined,
  path: string | undefined,
  parseMapFile: (text: string, path: string) => MapFile | FieldNames,
): Promise<MapFile | FieldNames> {
  if (preset !== undefined) return (await import('./feed/preset/preset.ts')).loadPreset(preset)
  return text === undefined || path === undefined ? new Map() : parseMapFile(text, path)
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw toOpenFailure(error, path)
  }
}
