import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { z } from 'zod'
import type { Sources } from '../config.ts'
import { readSources } from '../connection.ts'
import { type ExitCode, exitCode, UsageFailure } from '../failure.ts'
import type { Version } from '../feed/address.ts'
import type { PresetName } from '../feed/format.ts'
import { type FieldNames, type MapFile, parseMapFile } from '../feed/map-file.ts'
import { jsonPresets } from '../feed/preset/json.ts'
import { xmlPresets } from '../feed/preset/xml.ts'
import { BrokenFeed } from '../feed/row.ts'
import { decodeText } from '../feed/text-source.ts'
import type { FeedFlags } from '../feed-flags.ts'
import { isSameFile, openInput, toOpenFailure } from '../input.ts'
import { chooseProfile, readProfile } from '../profile.ts'
import type { Run } from '../shell.ts'
import { writeWholeFile } from '../stored-file.ts'
import type { OpenFeedOptions } from './open-feed.ts'
import { noReport, openReport, type Report } from './report.ts'

/** The map of each vendor. */
export const presets: Readonly<Record<PresetName, MapFile>> = { ...jsonPresets, ...xmlPresets }

/** The feed and the report of a command. */
export interface FeedFiles {
  feed: OpenFeedOptions
  report: Report
  /** The sources of the address and the key. A key on standard input can be read only once. */
  sources: Sources
  /** Ends the feed after an error, and throws the error again: an open download would keep the process alive. */
  stop(error: unknown): never
  /** Call it at the end of the command. Stores the version of a feed at an address if all its rows are on the board. */
  end(code: ExitCode): Promise<void>
}

/**
 * Opens the files that the flags name. Throws a Failure if one of them cannot be used. Returns undefined if there is nothing
 * to do: the map was printed, or the feed has not changed.
 */
export async function openFeedFiles(
  { world, output, format: outputFormat }: Run,
  command: 'push' | 'sync',
  file: string | undefined,
  flags: FeedFlags,
): Promise<FeedFiles | undefined> {
  const { format, encoding, map: mapPath, preset, report: reportPath } = flags
  if (flags.printMap === true) {
    if (preset === undefined) throw new UsageFailure('--print-map needs a --preset')
    await output.result(JSON.stringify(createPrintedMap(presets[preset]), null, 2))
    return undefined
  }
  if (file === undefined) throw new UsageFailure('Name a feed: a file, an https address, or - for standard input')
  const mapText = mapPath === undefined ? undefined : await readText(mapPath)
  const map = chooseMap(flags, mapText)
  if (reportPath !== undefined && (await isSameFile(reportPath, file)))
    throw new UsageFailure(`The report would overwrite the feed ${file}. Give --report another file.`)
  if (flags.apiKeyStdin === true && file === '-')
    throw new UsageFailure('Standard input cannot hold both the feed and the key. Put the feed into a file.')

  const sources = await readSources(world, flags)
  const run = hashRun(command, file, flags, mapText, sources)
  const known = reportPath === undefined ? undefined : await readStoredVersion(reportPath, run)
  const startedAt = new Date()
  const input = await openInput(file, world.stdin, known)
  if (input.isUnchanged) {
    output.say(`${input.name}: the feed has not changed since ${known?.readAt}`)
    if (outputFormat === 'json') await output.document({ feed: input.name, unchangedSince: known?.readAt ?? null })
    return undefined
  }
  const stop = (error: unknown): never => {
    input.stop()
    throw error
  }
  return {
    feed: { input, format, encoding, map, preset, mayBeEmpty: flags.allowEmpty === true },
    report: reportPath === undefined ? noReport : await openReport(reportPath).catch(stop),
    sources,
    stop,
    async end(code) {
      if (reportPath === undefined || input.version === undefined) return
      if (code === exitCode.done) await storeVersion(reportPath, run, input.version, startedAt)
      // The board may not hold the whole feed any more.
      else await rm(findVersionPath(reportPath), { force: true })
    },
  }
}

/** Makes a `--map` file of a preset. In it, a feed need not have any field but the id and the title. */
function createPrintedMap(map: MapFile): MapFile {
  const fields = Object.entries(map.fields).map(([field, given]) => {
    const rule = typeof given === 'string' ? { from: given } : given
    const isNeeded = field === 'id' || field === 'title'
    return [field, isNeeded || rule.default !== undefined ? given : { ...rule, default: null }]
  })
  return { ...map, fields: Object.fromEntries(fields) }
}

function chooseMap({ preset, map: path }: FeedFlags, text: string | undefined): MapFile | FieldNames {
  if (preset !== undefined) return presets[preset]
  return text === undefined || path === undefined ? new Map() : parseMapFile(text, path)
}

/** Reads the text of a map, in each encoding in which a feed may be: PowerShell writes UTF-16 with `>`. */
async function readText(path: string): Promise<string> {
  let text = ''
  try {
    for await (const part of decodeText(createReadStream(path))) text += part
    return text
  } catch (error) {
    if (error instanceof BrokenFeed) throw new UsageFailure(`${path} ${error.message}`)
    throw toOpenFailure(error, path)
  }
}

/** The version of a feed whose rows are all on the board, in a file beside the report. */
const StoredVersion = z.object({
  /** The hash of the run. */
  run: z.string(),
  readAt: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
})
type StoredVersion = z.infer<typeof StoredVersion>

const findVersionPath = (report: string) => `${report}.feed.json`

/** Hashes a run: another command, feed, flag, text of a map, board or key gives another hash. */
function hashRun(
  name: string,
  file: string,
  flags: FeedFlags,
  mapText: string | undefined,
  { keyFromInput, env }: Sources,
): string {
  const keys = [keyFromInput, env.BOARDWALK_API_KEY, readProfile(env, chooseProfile(flags.profile, env))]
  const parts = [name, file, flags, mapText, env.BOARDWALK_URL, keys]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Reads the version beside a report; undefined if there is none of this run. */
async function readStoredVersion(report: string, run: string): Promise<StoredVersion | undefined> {
  try {
    const stored = StoredVersion.parse(JSON.parse(await readFile(findVersionPath(report), 'utf8')))
    return stored.run === run ? stored : undefined
  } catch {
    // Without a readable version the whole feed is read, which is always right.
    return undefined
  }
}

async function storeVersion(report: string, run: string, version: Version, readAt: Date): Promise<void> {
  if (version.etag === undefined && version.lastModified === undefined) return
  const stored: StoredVersion = { run, readAt: readAt.toISOString(), ...version }
  await writeWholeFile(findVersionPath(report), `${JSON.stringify(stored)}\n`)
}
