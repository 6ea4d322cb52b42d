import type { Readable } from 'node:stream'
import { isObject, RawNumber } from '@boardwalk/schema/json'
import { Link } from '@boardwalk/schema/link'
import { describeIssues } from '@boardwalk/schema/wording'
import { readPairFile } from '../../pairs/file.ts'
import type { PairFlags } from '../../pairs/flags.ts'

/** One row of a file, or one pair of the command line: a link, or the problem of the row. */
export interface LinkRow {
  /** The line on which the row begins; undefined for a pair of the command line. */
  line: number | undefined
  platformJobId: number | null
  externalJobId: string | null
  link: Link | undefined
  problem: string | undefined
}

const kind = { name: 'links', columns: ['platformJobId', 'externalJobId', 'jobId', 'id'] }

/** Reads links row by row. Calls `onSkip` for a row of `jobs list` without an id. */
export async function* readLinks(
  file: string,
  flags: PairFlags,
  stdin: Readable,
  stop: AbortSignal,
  onSkip: () => void,
): AsyncGenerator<LinkRow> {
  for await (const raw of readPairFile(file, flags, stdin, stop, kind)) {
    if ('unreadable' in raw) yield createBadRow(raw.line, raw.unreadable)
    else if (isUnfilled(raw.value)) onSkip()
    else yield createRow(raw.line, raw.value)
  }
}

/** Tells whether a row is one of `jobs list`, with the job id of the board and without an id of the caller. */
function isUnfilled(value: unknown): boolean {
  if (!isObject(value)) return false
  const ids = [value.id, value.externalJobId, value.platformJobId]
  return value.jobId !== undefined && ids.every((id) => id === undefined || id === null)
}

/** Parses the links of the command line, such as `42=A-17`. */
export async function* parsePairs(pairs: string[]): AsyncGenerator<LinkRow> {
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    yield createRow(undefined, { platformJobId: pair.slice(0, at), externalJobId: pair.slice(at + 1) })
  }
}

function createRow(line: number | undefined, value: unknown): LinkRow {
  if (!isObject(value))
    return createBadRow(line, 'a link must be an object, as in {"platformJobId": 42, "externalJobId": "A-17"}')
  const jobId = value.platformJobId ?? value.jobId
  // CSV and the command line have only texts.
  const isNumber = jobId instanceof RawNumber || (typeof jobId === 'string' && /^\s*\d{1,15}\s*$/.test(jobId))
  const platformJobId = isNumber ? Number(jobId) : jobId
  const id = value.externalJobId ?? value.id ?? undefined
  const externalJobId = typeof id === 'number' || id instanceof RawNumber ? String(id) : id
  const { data: link, error } = Link.safeParse({ platformJobId, externalJobId })
  const problems = error === undefined ? undefined : describeIssues(error).map(({ message }) => message)
  return {
    line,
    platformJobId: typeof platformJobId === 'number' ? platformJobId : null,
    externalJobId: typeof externalJobId === 'string' ? externalJobId : null,
    link,
    problem: problems?.join('; '),
  }
}

const createBadRow = (line: number | undefined, problem: string): LinkRow => {
  return { line, platformJobId: null, externalJobId: null, link: undefined, problem }
}
