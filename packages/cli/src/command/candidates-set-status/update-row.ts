import type { Readable } from 'node:stream'
import { ApplicationStatus, findNearestStatus } from '@boardwalk/schema/application'
import { CandidateUpdate as UpdateSchema } from '@boardwalk/schema/candidate-update'
import { isObject, RawNumber } from '@boardwalk/schema/json'
import { describeIssues, formatValue } from '@boardwalk/schema/wording'
import type { CandidateUpdate } from '@boardwalk/sdk'
import { readPairFile } from '../../pairs/file.ts'
import type { PairFlags } from '../../pairs/flags.ts'
import { foldValue } from '../../spreadsheet.ts'

/** One row of a file, or one pair of the command line: what to tell the board of a candidate, or the problem of the row. */
export interface UpdateRow {
  /** The line on which the row begins; undefined for a pair of the command line. */
  line: number | undefined
  id: string | null
  /** The status, which may be `erased`; what was given if it is none. */
  to: string | null
  update: CandidateUpdate | undefined
  problem: string | undefined
}

const kind = { name: 'candidates', columns: ['id', 'status', 'at'] }

/** Reads the rows of a file. */
export async function* readUpdates(
  file: string,
  flags: PairFlags,
  stdin: Readable,
  stop: AbortSignal,
): AsyncGenerator<UpdateRow> {
  for await (const raw of readPairFile(file, flags, stdin, stop, kind))
    yield 'unreadable' in raw ? createBadRow(raw.line, raw.unreadable) : createRow(raw.line, raw.value)
}

/** Parses the pairs of the command line, such as `5f0c1e8a=HIRED`. */
export async function* parseUpdates(pairs: string[]): AsyncGenerator<UpdateRow> {
  for (const pair of pairs) {
    const at = pair.lastIndexOf('=')
    yield createRow(undefined, { id: pair.slice(0, at), status: pair.slice(at + 1) })
  }
}

/** The word that confirms an erasure, in the place of a status. */
const erased = 'erased'
const statuses: readonly string[] = [...ApplicationStatus.options, erased]

/** Reads a status as people type it in a spreadsheet: `Hired` is `HIRED`. */
function readStatus(given: unknown): unknown {
  if (typeof given !== 'string') return given
  const folded = foldValue(given)
  return statuses.find((status) => foldValue(status) === folded) ?? given
}

function createRow(line: number | undefined, value: unknown): UpdateRow {
  if (!isObject(value))
    return createBadRow(line, 'a row must be an object, as in {"id": "5f0c1e8a", "status": "HIRED"}')
  const id = typeof value.id === 'number' || value.id instanceof RawNumber ? String(value.id) : value.id
  const status = readStatus(value.status)
  const { at } = value
  const row = { line, id: typeof id === 'string' ? id : null, to: typeof status === 'string' ? status : null }
  const isStatus = ApplicationStatus.safeParse(status).success
  if (!isStatus && status !== erased) {
    const nearest = findNearestStatus(status)
    const hint = nearest === undefined ? '' : ` (did you mean "${nearest}"?)`
    return {
      ...row,
      update: undefined,
      problem: `status must be one of ${statuses.join(', ')}, not ${formatValue(status)}${hint}`,
    }
  }
  const { data, error } = UpdateSchema.safeParse(isStatus ? { id, status, at: at ?? undefined } : { id, erased: true })
  if (data === undefined) {
    const problems = describeIssues(error).map(({ message }) => message)
    return { ...row, update: undefined, problem: problems.join('; ') }
  }
  const update: CandidateUpdate =
    data.status === undefined ? { id: data.id, erased: true } : { id: data.id, status: data.status, at: data.at }
  return { ...row, update, problem: undefined }
}

const createBadRow = (line: number | undefined, problem: string): UpdateRow => ({
  line,
  id: null,
  to: null,
  update: undefined,
  problem,
})
