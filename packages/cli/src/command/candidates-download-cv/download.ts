import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { formatValue } from '@boardwalk/schema/wording'
import type { Boardwalk, Candidate } from '@boardwalk/sdk'
import { pMapIterable } from 'p-map'
import { findErrorCode, toBoardFailure } from '../../board-failure.ts'
import { type ExitCode, exitCode, type Failure, type ToldError, tellFailure } from '../../failure.ts'
import type { Output, OutputFormat } from '../../output.ts'
import type { Interruption } from '../../shell.ts'
import { describeError, writeWholeFile } from '../../stored-file.ts'

/** The outcome for one candidate's CV. */
export interface Outcome {
  id: string
  /** `existing`: the file was already there. `none`: the application has no CV. */
  status: 'downloaded' | 'existing' | 'none' | 'failed'
  /** Path of the file; null without a file. */
  file: string | null
  error: ToldError | null
}

/** Fetches the PDF of a candidate's CV; undefined if the candidate sent none. */
export type FetchCv = (candidate: Candidate) => Promise<Uint8Array | undefined>

const concurrency = 4

/** Saves each candidate's CV in the folder unless it is already there. Gives one outcome per candidate, in any order. */
export async function* downloadCvs(
  candidates: AsyncIterable<Candidate>,
  folder: string,
  fetchCv: FetchCv,
): AsyncGenerator<Outcome> {
  const existing = new Map((await readdir(folder)).map((name) => [removeEnding(name), name]))
  const saveCv = async (candidate: Candidate): Promise<Outcome> => {
    const { id } = candidate
    try {
      const stem = createFileStem(candidate)
      const found = existing.get(stem)
      if (found !== undefined) return { id, status: 'existing', file: join(folder, found), error: null }
      const content = await fetchCv(candidate)
      if (content === undefined) return { id, status: 'none', file: null, error: null }
      const file = join(folder, `${stem}.pdf`)
      await writeWholeFile(file, content)
      return { id, status: 'downloaded', file, error: null }
    } catch (error) {
      return { id, status: 'failed', file: null, error: tellError(error) }
    }
  }
  yield* pMapIterable(candidates, saveCv, { concurrency, preserveOrder: false })
}

/** Removes the ending of a file's name. Normalises it, because some systems store accented letters in another form. */
const removeEnding = (name: string) =>
  name.normalize('NFC').slice(0, name.normalize('NFC').length - extname(name).length)

/** Says why a CV was not saved: an error of the board or of its link, of the file system, or of the file's name. */
const tellError = (error: unknown): ToldError =>
  findErrorCode(error) === undefined ? { message: describeError(error) } : tellFailure(toBoardFailure(error))

/** Most file systems allow 255 bytes in a name. Date, id and ending need the rest. */
const nameBytesMax = 120

/** All characters but letters, digits and emoji. Applicants choose their names, and shell scripts will handle the files. */
const unsafeCharacters = /[^\p{L}\p{M}\p{N}\p{So}\p{Emoji_Modifier}]+/gu

type NamedCandidate = Pick<Candidate, 'date' | 'firstName' | 'lastName' | 'id'>

/**
 * Creates the name of a CV's file without its ending, such as `2026-03-02_Salma-Bennani_5f0c1e8a`. The date at the start
 * keeps it from being an option, a hidden file or a device. The id at the end makes it unique. Throws an Error for a date
 * that is none: the date, too, comes from the board, and must not lead out of the folder.
 */
export function createFileStem({ date, firstName, lastName, id }: NamedCandidate): string {
  const words = shorten(`${firstName} ${lastName}`.normalize('NFC').replaceAll(unsafeCharacters, ' ').trim())
  const day = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(date)?.[0]
  if (day === undefined) throw new Error(`the board gave ${formatValue(date)} as its date`)
  return `${day}_${words.replaceAll(' ', '-')}_${encodeURIComponent(id)}`
}

/** Shortens a name to the limit in bytes, without cutting a character. */
function shorten(name: string): string {
  let short = ''
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (Buffer.byteLength(short + segment) > nameBytesMax) break
    short += segment
  }
  return short.trimEnd()
}

interface SaveOptions {
  folder: string
  format: OutputFormat
  interruption: Interruption
}

const failuresSaidMax = 20

/** Saves all CVs in the folder, and prints the outcomes. */
export async function saveCvs(
  board: Pick<Boardwalk['candidates'], 'downloadCv'>,
  candidates: AsyncIterable<Candidate>,
  { folder, format, interruption: { stop, abort } }: SaveOptions,
  output: Output,
): Promise<ExitCode> {
  const counts = { candidates: 0, downloaded: 0, existing: 0, none: 0, failed: 0 }
  const failures: Outcome[] = []
  let stoppedBy: Failure | undefined
  const fetchCv = (candidate: Candidate) => board.downloadCv(candidate, { signal: abort })
  try {
    for await (const outcome of downloadCvs(takeUntil(stop, candidates), folder, fetchCv)) {
      counts.candidates++
      counts[outcome.status]++
      if (outcome.status === 'failed') failures.push(outcome)
      if (format === 'ndjson') await output.result(JSON.stringify(outcome))
    }
  } catch (error) {
    stoppedBy = toBoardFailure(error)
  }
  sayFailures(failures, stoppedBy, output)
  if (format === 'json') {
    const error = stoppedBy === undefined ? null : tellFailure(stoppedBy)
    await output.document({ folder, interrupted: stop.aborted, ...counts, failures, error })
  }
  if (format === 'table') await printCounts(counts, output)
  if (stop.aborted) return exitCode.interrupted
  return stoppedBy?.exitCode ?? (counts.failed > 0 ? exitCode.someRowsFailed : exitCode.done)
}

async function* takeUntil<Item>(stop: AbortSignal, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  for await (const item of items) {
    if (stop.aborted) return
    yield item
  }
}

function sayFailures(failures: Outcome[], stoppedBy: Failure | undefined, { say }: Output): void {
  for (const { id, error } of failures.slice(0, failuresSaidMax))
    say(`The CV of candidate ${id} was not saved: ${error?.message}`, 'red')
  if (failures.length > failuresSaidMax) say(`… and ${failures.length - failuresSaidMax} more`, 'red')
  if (stoppedBy !== undefined) say(`Error: ${stoppedBy.message}`, 'red')
}

async function printCounts(counts: Record<string, number>, output: Output): Promise<void> {
  for (const [name, count] of Object.entries(counts))
    await output.result(`${name.padEnd(12)}${String(count).padStart(9)}`)
}
