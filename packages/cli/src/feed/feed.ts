import { EXTRA_TOO_LARGE, isExtraTooLarge } from '@boardwalk/schema/extra-fields'
import { JobUpsert, jobFieldNames } from '@boardwalk/schema/job'
import { findRangeIssues, mergeExtra } from '@boardwalk/schema/job-content'
import { describeIssues, formatValue } from '@boardwalk/schema/wording'
import { csvRows } from './csv.ts'
import type { FieldMap } from './field-map.ts'
import type { Format } from './format.ts'
import { detectFormat } from './format-of-text.ts'
import { convertText } from './job-field.ts'
import { jsonRows } from './json.ts'
import { ndjsonRows } from './ndjson.ts'
import type { Fault, FeedJob, RawRow, Row, UnreadableRow } from './row.ts'
import { type Bytes, decodeText } from './text-source.ts'
import { xmlRows } from './xml.ts'

const kind = { listed: 'jobs', columns: jobFieldNames }
const readers: Record<Format, (text: AsyncIterable<string>) => AsyncIterable<RawRow | UnreadableRow>> = {
  json: (text) => jsonRows(text, kind.listed),
  ndjson: ndjsonRows,
  csv: csvRows,
  xml: xmlRows,
}

export interface FeedOptions {
  /** Without it, the format is detected from the beginning of the feed. */
  format?: Format | undefined
  fields: FieldMap
}

/**
 * Reads a feed of any length, row by row. A bad row is given with its problem, and the rows after it are still read. If
 * the rest of the feed cannot be read, throws BrokenFeed after the rows before that place.
 */
export async function* readFeed(bytes: Bytes, { format, fields }: FeedOptions): AsyncGenerator<Row> {
  const told = format === undefined ? await detectFormat(decodeText(bytes), kind) : { format, text: decodeText(bytes) }
  const isTextOnly = told.format === 'csv' || told.format === 'xml'
  const lineById = new Map<string, number>()
  for await (const raw of readers[told.format](told.text)) {
    const row = readRow(raw, fields, isTextOnly)
    yield row.problem === undefined ? refuseRepeatedId(row, lineById) : row
  }
}

function readRow(raw: RawRow | UnreadableRow, fields: FieldMap, isTextOnly: boolean): Row {
  const { line } = raw
  if ('unreadable' in raw) return { line, id: null, problem: [{ field: '', message: raw.unreadable }] }
  const { value } = raw
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = `a job must be an object, as in {"id": "…", "title": "…"}, not ${formatValue(value)}`
    return { line, id: null, problem: [{ field: '', message }] }
  }
  const renamed = fields.rename(Object.fromEntries(Object.entries(value)))
  const job: FeedJob = Object.fromEntries(
    isTextOnly ? renamed.fields.map(([name, given]) => [name, convert(name, given)]) : renamed.fields,
  )
  const problem = [...renamed.faults, ...findFaults(job)]
  const id = typeof job.id === 'string' && problem.every(({ field }) => field !== 'id') ? job.id : null
  return problem.length > 0 || id === null ? { line, id, problem } : { line, id, job: { ...job, id } }
}

const convert = (name: string, given: unknown) => (typeof given === 'string' ? convertText(name, given) : given)

/** Checks a job with the board's own schema and rules, so that the board accepts what passes. */
function findFaults(job: FeedJob): Fault[] {
  const parsed = JobUpsert.safeParse(job)
  if (!parsed.success) {
    return describeIssues(parsed.error).map(({ path, message }) => ({ field: path, ...findValue(job, path), message }))
  }
  const { known, extra } = parsed.data
  // The rules about ranges need a job with a title, and a row may leave the title out.
  const ranges = findRangeIssues({ ...known, title: known.title ?? '' })
  const faults = ranges.map(({ path, message }): Fault => {
    const field = path.replace(/^job\./, '')
    return { field, ...findValue(job, field), message: message.replaceAll('job.', '') }
  })
  if (isExtraTooLarge(mergeExtra(undefined, extra))) faults.push({ field: '', message: EXTRA_TOO_LARGE })
  return faults
}

/** Finds the value that a fault is about, shortened for a message. */
function findValue(job: FeedJob, path: string): { value?: string } {
  let value: unknown = Object.hasOwn(job, path) ? job[path] : job
  if (value === job) {
    for (const part of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return {}
      value = Object.entries(value).find(([name]) => name === part)?.[1]
    }
  }
  return value === undefined ? {} : { value: formatValue(value) }
}

/** Refuses a second row with the same id: both may be sent at the same time, and either could win. */
function refuseRepeatedId(row: Extract<Row, { job: object }>, lineById: Map<string, number>): Row {
  const { line, id } = row
  const first = lineById.get(id)
  if (first === undefined) {
    lineById.set(id, line)
    return row
  }
  const message = `id ${formatValue(id)} is already on line ${first}; a feed must have each job only once`
  return { line, id, problem: [{ field: 'id', value: formatValue(id), message }] }
}
