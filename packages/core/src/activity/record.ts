import type { JobWarning } from '@boardwalk/schema/job-warning'
import { AppError } from '../error.ts'

const FIRST_REFUSED_MAX = 10
const FIRST_WARNINGS_MAX = 10
const ID_LENGTH_MAX = 255
const MESSAGE_LENGTH_MAX = 300
const PATH_LENGTH_MAX = 200

/** The form of the ids that the board gives to candidates. */
const CANDIDATE_ID = /^[0-9a-f]{32}$/

/**
 * Whether a text that a caller sent as the id of a candidate has the form of one. Any other text may be a person's name or address, so no
 * record and no log has it: an erasure could not find it there.
 */
export const isCandidateId = (text: string): boolean => CANDIDATE_ID.test(text)

/** Describes a refusal of values without the values. */
export function describeWrongValues(issues: readonly { path: string }[]): string {
  const paths = [...new Set(issues.map(({ path }) => path))].filter((path) => path !== '')
  return paths.length === 0 ? 'the request is wrong' : `wrong value: ${paths.join(', ')}`
}

/** Describes that the company has no such candidate. `id` is null if the text that was sent has not the form of an id. */
export const describeUnknownCandidate = (id: string | null): string =>
  id === null
    ? 'what was sent as the id is not the id of a candidate'
    : new AppError('candidate_not_found', { id }).message

/** The outcome of a request that sent many items: jobs or links. */
export interface BatchItems {
  sent: number
  refused: number
  /** The first that were refused, at most ten. */
  firstRefused: RefusedItem[]
  /** Absent unless the request was a dry run. */
  isDryRun?: true
}

interface RefusedItem {
  /** The place in the request, from 0. */
  index: number
  /** The external id as sent. Null if it was no text, or too long. */
  id: string | null
  message: string
  /** The code of the error. Absent if the item has none. */
  code?: string
}

/** An item of a batch as its route has it. One without a `problem` was not refused. */
export interface NotedItem {
  id: string | null
  problem: string | undefined
  code?: string | undefined
}

/** Counts the items of a batch, and shortens the first refused ones. */
export function summariseItems(items: NotedItem[]): BatchItems {
  const refused = items.flatMap(({ id, problem, code }, index) =>
    problem === undefined ? [] : [{ index, id, problem, code }],
  )
  const firstRefused = refused.slice(0, FIRST_REFUSED_MAX).map(({ index, id, problem, code }) => ({
    index,
    id: shortenId(id),
    message: problem.slice(0, MESSAGE_LENGTH_MAX),
    ...(code !== undefined && { code }),
  }))
  return { sent: items.length, refused: refused.length, firstRefused }
}

const shortenId = (id: string | null) => (id !== null && id.length <= ID_LENGTH_MAX ? id : null)

/** The warnings in the answer of an accepted request. */
export interface RequestWarnings {
  count: number
  /** The first of them, at most ten. `id` is the external id of the job in a batch; null if the request is about one job. */
  first: { id: string | null; code: string; path: string; message: string }[]
}

/** Counts the warnings of jobs, and shortens the first ones. Undefined if there are none. */
export function summariseWarnings(
  jobs: readonly { id: string | null; warnings?: readonly JobWarning[] | undefined }[],
): RequestWarnings | undefined {
  const all = jobs.flatMap(({ id, warnings = [] }) => warnings.map((warning) => ({ id, warning })))
  if (all.length === 0) return undefined
  const first = all.slice(0, FIRST_WARNINGS_MAX).map(({ id, warning: { code, path, message } }) => ({
    id: shortenId(id),
    code,
    path: path.slice(0, PATH_LENGTH_MAX),
    message: message.slice(0, MESSAGE_LENGTH_MAX),
  }))
  return { count: all.length, first }
}

/** The range of a poll: candidates of one job or of all, with a date after `after` and up to `through`. */
export interface PolledRange {
  after: Date
  through: Date
  /** Null for a poll of all jobs. */
  jobId: number | null
}

/** The classes of answers: with a status below 400, those of them with warnings, from 400 to 499, and from 500. */
export const requestAnswers = ['success', 'warned', 'refused', 'failed'] as const
export type RequestAnswer = (typeof requestAnswers)[number]
