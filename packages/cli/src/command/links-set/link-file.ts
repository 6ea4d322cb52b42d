import type { Readable } from 'node:stream'
import { Link } from '@boardwalk/schema/link'
import { issuesOf } from '@boardwalk/schema/wording'
import { csvRows } from '../../feed/csv.ts'
import { formatOfName } from '../../feed/format.ts'
import { formatOfText } from '../../feed/format-of-text.ts'
import { jsonRows } from '../../feed/json.ts'
import { ndjsonRows } from '../../feed/ndjson.ts'
import { BrokenFeed, type RawRow, type UnreadableRow } from '../../feed/row.ts'
import { textOf } from '../../feed/text-source.ts'
import { inputFailure, openInput } from '../../input.ts'
import type { LinkFormat } from './link-format.ts'

/** One row of a file, or one pair of the command line: a link, or why it is none. */
export interface LinkRow {
  /** Where it begins in the file; undefined for a pair of the command line. */
  line: number | undefined
  platformJobId: number | null
  externalJobId: string | null
  link: Link | undefined
  problem: string | undefined
}

const kind = { listed: 'links', columns: ['platformJobId', 'externalJobId', 'jobId', 'id'] }
const readers: Record<LinkFormat, (text: AsyncIterable<string>) => AsyncIterable<RawRow | UnreadableRow>> = {
  json: (text) => jsonRows(text, kind.listed),
  ndjson: ndjsonRows,
  csv: csvRows,
}

/** Reads links row by row; throws a Failure where the file cannot be read on, after the rows before. */
export async function* readLinks(
  file: string,
  format: LinkFormat | undefined,
  stdin: Readable,
): AsyncGenerator<LinkRow> {
  const input = await openInput(file, stdin)
  const named = format ?? (input.path === undefined ? undefined : formatOfName(input.path))
  try {
    const text = textOf(input.bytes)
    const told = named === undefined ? await formatOfText(text, kind) : { format: named, text }
    if (told.format === 'xml') throw new BrokenFeed('is XML; links come as JSON, NDJSON or CSV')
    for await (const raw of readers[told.format](told.text)) {
      yield 'unreadable' in raw ? badRow(raw.line, raw.unreadable) : rowOf(raw.line, raw.value)
    }
  } catch (error) {
    throw inputFailure(error, input.name)
  }
}

/** The links of the command line, `42=A-17`. */
export async function* linksOf(pairs: string[]): AsyncGenerator<LinkRow> {
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    yield rowOf(undefined, { platformJobId: pair.slice(0, at), externalJobId: pair.slice(at + 1) })
  }
}

function rowOf(line: number | undefined, value: unknown): LinkRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return badRow(line, 'a link must be an object, as in {"platformJobId": 42, "externalJobId": "A-17"}')
  const given: Record<string, unknown> = { ...value }
  const jobId = given.platformJobId ?? given.jobId
  // Of a table and of the command line everything is text.
  const platformJobId = typeof jobId === 'string' && /^\s*\d{1,15}\s*$/.test(jobId) ? Number(jobId) : jobId
  const externalJobId = given.externalJobId ?? given.id ?? undefined
  const { data: link, error } = Link.safeParse({ platformJobId, externalJobId })
  return {
    line,
    platformJobId: typeof platformJobId === 'number' ? platformJobId : null,
    externalJobId: typeof externalJobId === 'string' ? externalJobId : null,
    link,
    problem:
      error === undefined
        ? undefined
        : issuesOf(error)
            .map(({ message }) => message)
            .join('; '),
  }
}

const badRow = (line: number | undefined, problem: string): LinkRow => ({
  line,
  platformJobId: null,
  externalJobId: null,
  link: undefined,
  problem,
})
