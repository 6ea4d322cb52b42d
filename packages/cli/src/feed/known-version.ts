import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { z } from 'zod'
import { writeWholeFile } from '../stored-file.ts'
import type { Version } from './address.ts'

/** The version of a feed that was carried out whole, in a file beside the report. */
const KnownVersion = z.object({
  /** Says by a hash which feed was read, how, and for which board and key. */
  run: z.string(),
  readAt: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
})
type KnownVersion = z.infer<typeof KnownVersion>

const findPath = (report: string) => `${report}.feed.json`

/** Makes the name of a run of its parts: another feed, text of a map, board or key gives another name. */
export const hashRun = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Reads the version beside a report; undefined if there is none of this run. */
export async function readKnownVersion(report: string, run: string): Promise<KnownVersion | undefined> {
  try {
    const known = KnownVersion.parse(JSON.parse(await readFile(findPath(report), 'utf8')))
    return known.run === run ? known : undefined
  } catch {
    // Without a readable version the whole feed is read, which is always right.
    return undefined
  }
}

/** Keeps the version of a feed whose rows are all on the board. */
export async function keepVersion(report: string, run: string, version: Version, readAt: Date): Promise<void> {
  if (version.etag === undefined && version.lastModified === undefined) return
  const known: KnownVersion = { run, readAt: readAt.toISOString(), ...version }
  await writeWholeFile(findPath(report), `${JSON.stringify(known)}\n`)
}

/** Forgets the version: the board may not hold the whole feed any more. */
export const forgetVersion = (report: string): Promise<void> => rm(findPath(report), { force: true })
