import { mkdir, readdir, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { CV_TYPES, type CvType } from '@boardwalk/schema/application'
import { formatValue } from '@boardwalk/schema/wording'
import type { Boardwalk, Candidate } from '@boardwalk/sdk'
import { pMapIterable } from 'p-map'
import { findErrorCode, toBoardFailure } from '../../board-failure.ts'
import { chooseEnd, describeFailure, type ErrorDetails, type ExitCode, exitCode, Failure } from '../../failure.ts'
import type { Output } from '../../output.ts'
import { type Run, runInterruptible } from '../../shell.ts'
import { describeError, writeWholeFile } from '../../stored-file.ts'
import { listCandidates } from '../candidates.ts'

/** The outcome for one candidate's CV. */
interface Outcome {
  id: string
  /** `existing`: the file was already there. `none`: the application has no CV. `erased`: the board has erased the person's data. */
  status: 'downloaded' | 'existing' | 'none' | 'erased' | 'failed'
  /** Path of the file; null without a file. With `erased`: of the file that was removed. */
  file: string | null
  error: ErrorDetails | null
}

const reportedFailuresMax = 20
const concurrency = 4

/** Saves all CVs in the folder, and prints the outcomes. */
export async function downloadCvs(
  { world, output, format }: Run,
  boardwalk: Boardwalk,
  job: string | undefined,
  folder: string,
): Promise<ExitCode> {
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new Failure(`${folder} cannot be created: ${error.message}`, exitCode.failure, { cause: error })
  })
  return runInterruptible(world, output.say, async ({ stop, abort }) => {
    const counts = { candidates: 0, downloaded: 0, existing: 0, none: 0, erased: 0, failed: 0 }
    const failures: Outcome[] = []
    let stoppedBy: Failure | undefined
    const fetchCv = (candidate: Candidate) => boardwalk.candidates.downloadCv(candidate, { signal: abort })
    try {
      for await (const outcome of saveCvs(takeUntil(stop, listCandidates(boardwalk, job)), folder, fetchCv)) {
        counts.candidates++
        counts[outcome.status]++
        sayRemoved(outcome, output)
        if (outcome.status === 'failed') failures.push(outcome)
        if (format === 'ndjson') await output.result(JSON.stringify(outcome))
      }
    } catch (error) {
      stoppedBy = toBoardFailure(error)
    }
    sayFailures(failures, stoppedBy, output)
    const isInterrupted = stop.aborted
    const error = describeFailure(stoppedBy)
    if (format === 'json') await output.document({ folder, interrupted: isInterrupted, ...counts, failures, error })
    if (format === 'table') await output.result(formatCounts(counts))
    return chooseEnd({ isInterrupted, stoppedBy, failed: counts.failed })
  })
}

const formatCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name.padEnd(12)}${String(count).padStart(9)}`)
    .join('\n')

async function* takeUntil<Item>(stop: AbortSignal, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  for await (const item of items) {
    if (stop.aborted) return
    yield item
  }
}

function sayRemoved({ status, file }: Outcome, { say }: Output): void {
  if (status === 'erased' && file !== null) say(`Removed ${file}, because the board has erased this person’s data.`)
}

function sayFailures(failures: Outcome[], stoppedBy: Failure | undefined, { say }: Output): void {
  for (const { id, error } of failures.slice(0, reportedFailuresMax))
    say(`The CV of candidate ${id} was not saved: ${error?.message}`, 'red')
  if (failures.length > reportedFailuresMax) say(`… and ${failures.length - reportedFailuresMax} more`, 'red')
  if (stoppedBy !== undefined) say(`Error: ${stoppedBy.message}`, 'red')
}

/**
 * Saves each candidate's CV in the folder unless it is already there, and removes the CVs of people whose data is erased.
 * Gives one outcome per candidate, in any order.
 */
async function* saveCvs(
  candidates: AsyncIterable<Candidate>,
  folder: string,
  /** Fetches the file; undefined if the candidate sent none. */
  fetchCv: (candidate: Candidate) => Promise<Uint8Array | undefined>,
): AsyncGenerator<Outcome> {
  const names = await readdir(folder)
  const existing = new Map(names.map((name) => [removeEnding(name), name]))
  const saveCv = async (candidate: Candidate): Promise<Outcome> => {
    const { id } = candidate
    try {
      if (typeof candidate.erasedAt === 'string') return await removeCv(folder, names, candidate)
      const stem = createFileStem(candidate)
      const name = existing.get(stem)
      if (name !== undefined) return { id, status: 'existing', file: join(folder, name), error: null }
      // The list says so, which saves a request for each such candidate in each run.
      const content = candidate.cv === '' ? undefined : await fetchCv(candidate)
      if (content === undefined) return { id, status: 'none', file: null, error: null }
      const file = join(folder, `${stem}.${findType(candidate)}`)
      await writeWholeFile(file, content)
      return { id, status: 'downloaded', file, error: null }
    } catch (error) {
      // The person was erased after the list had come.
      if (findErrorCode(error) === 'application_erased') return { id, status: 'erased', file: null, error: null }
      return { id, status: 'failed', file: null, error: describeCvError(error) }
    }
  }
  yield* pMapIterable(candidates, saveCv, { concurrency, preserveOrder: false })
}

/** Finds the type of a CV: the path of its link ends with it. */
function findType({ cv }: Candidate): CvType {
  const path = URL.canParse(cv) ? new URL(cv).pathname : ''
  return CV_TYPES.find((type) => path.endsWith(`.${type}`)) ?? 'pdf'
}

/** Removes the CV of a person whose name the board does not know any more: day and id tell which file it is. */
async function removeCv(folder: string, names: string[], { id, date }: Candidate): Promise<Outcome> {
  const [start, end] = [`${findDay(date)}_`, `_${encodeURIComponent(id)}.`]
  // A process that was killed while it wrote a CV has left a part of it, in a file with a longer ending.
  const theirs = names.filter((name) => name.startsWith(start) && name.includes(end)).sort()
  for (const name of theirs) await rm(join(folder, name))
  return { id, status: 'erased', file: theirs[0] === undefined ? null : join(folder, theirs[0]), error: null }
}

/** Removes the ending of a file's name. Normalises the name, because some systems store accented letters in another form. */
function removeEnding(file: string): string {
  const name = file.normalize('NFC')
  return name.slice(0, name.length - extname(name).length)
}

/** Says why a CV was not saved: an error of the board or of its link, of the file system, or of the file's name. */
const describeCvError = (error: unknown): ErrorDetails | null =>
  findErrorCode(error) === undefined ? { message: describeError(error) } : describeFailure(toBoardFailure(error))

/** Most file systems allow 255 bytes in a name. Date, id and ending need the rest. */
const nameBytesMax = 120

/** All characters but letters, digits and emoji. Applicants choose their names, and shell scripts will handle the files. */
const unsafeCharacters = /[^\p{L}\p{M}\p{N}\p{So}\p{Emoji_Modifier}]+/gu

// The date keeps the name from being an option, a hidden file or a device. The id makes it unique.
/** Creates the name of a CV's file without its ending, `2026-03-02_Salma-Bennani_5f0c1e8a`. Throws if the date is none. */
function createFileStem({ date, firstName, lastName, id }: Candidate): string {
  const words = shorten(`${firstName} ${lastName}`.normalize('NFC').replaceAll(unsafeCharacters, ' ').trim())
  return `${findDay(date)}_${words.replaceAll(' ', '-')}_${encodeURIComponent(id)}`
}

function findDay(date: string): string {
  const day = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(date)?.[0]
  if (day === undefined) throw new Error(`the board gave ${formatValue(date)} as its date`)
  return day
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
