import { countExtraBytes } from '@boardwalk/schema/extra-fields'
import { findRangeIssues } from '@boardwalk/schema/job-content'
import { JobUpsert } from '@boardwalk/schema/job-upsert'
import { limits } from '@boardwalk/schema/limits'
import { issuesOf, shown } from '@boardwalk/schema/wording'
import { csvRows } from './csv.ts'
import type { FieldMap } from './field-map.ts'
import type { Format } from './format.ts'
import { formatOfText } from './format-of-text.ts'
import { jobFieldNames, valueFromText } from './job-field.ts'
import { jsonRows } from './json.ts'
import { ndjsonRows } from './ndjson.ts'
import type { Fault, FeedJob, RawRow, Row, UnreadableRow } from './row.ts'
import { type Bytes, textOf } from './text-source.ts'
import { xmlRows } from './xml.ts'

const kind = { listed: 'jobs', columns: jobFieldNames }
const readers: Record<Format, (text: AsyncIterable<string>) => AsyncIterable<RawRow | UnreadableRow>> = {
  json: (text) => jsonRows(text, kind.listed),
  ndjson: ndjsonRows,
  csv: csvRows,
  xml: xmlRows,
}

export interface FeedOptions {
  /** Told by the feed's beginning where it is not given. */
  format?: Format | undefined
  fields: FieldMap
}

/**
 * Reads a feed row by row, however long it is. A bad row is a row with its problem; a feed that cannot be read on throws
 * BrokenFeed after the rows before.
 */
export async function* readFeed(bytes: Bytes, { format, fields }: FeedOptions): AsyncGenerator<Row> {
  const told = format === undefined ? await formatOfText(textOf(bytes), kind) : { format, text: textOf(bytes) }
  const isTextOnly = told.format === 'csv' || told.format === 'xml'
  const lineOfId = new Map<string, number>()
  for await (const raw of readers[told.format](told.text)) {
    const row = rowOf(raw, fields, isTextOnly)
    yield row.problem === undefined ? onceOnly(row, lineOfId) : row
  }
}

function rowOf(raw: RawRow | UnreadableRow, fields: FieldMap, isTextOnly: boolean): Row {
  const { line } = raw
  if ('unreadable' in raw) return { line, id: null, problem: [{ field: '', message: raw.unreadable }] }
  const { value } = raw
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = `a job must be an object, as in {"id": "…", "title": "…"}, not ${shown(value)}`
    return { line, id: null, problem: [{ field: '', message }] }
  }
  const renamed = fields.rename(Object.fromEntries(Object.entries(value)))
  const job: FeedJob = Object.fromEntries(
    isTextOnly ? renamed.fields.map(([name, given]) => [name, typed(name, given)]) : renamed.fields,
  )
  const problem = [...renamed.faults, ...faultsOf(job)]
  const id = typeof job.id === 'string' && problem.every(({ field }) => field !== 'id') ? job.id : null
  return problem.length > 0 || id === null ? { line, id, problem } : { line, id, job: { ...job, id } }
}

const typed = (name: string, given: unknown) => (typeof given === 'string' ? valueFromText(name, given) : given)

/** What the board's own schema says against a job. */
function faultsOf(job: FeedJob): Fault[] {
  const parsed = JobUpsert.safeParse(job)
  if (!parsed.success) {
    return issuesOf(parsed.error).map(({ path, message }) => ({ field: path, ...valueAt(job, path), message }))
  }
  const { known, extra } = parsed.data
  // The range is between two fields of this row, whatever title the board has for the job.
  const ranges = findRangeIssues({ ...known, title: known.title ?? '' })
  const faults = ranges.map(({ path, message }): Fault => {
    const field = path.replace(/^job\./, '')
    return { field, ...valueAt(job, field), message: message.replaceAll('job.', '') }
  })
  if (extra.size > 0 && countExtraBytes(extra) > limits.extraBytes)
    faults.push({ field: '', message: `the fields beyond the documented ones are over ${limits.extraBytes} bytes` })
  return faults
}

/** The value that a fault is about, short enough to print. */
function valueAt(job: FeedJob, path: string): { value?: string } {
  let value: unknown = Object.hasOwn(job, path) ? job[path] : job
  if (value === job) {
    for (const part of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return {}
      value = Object.entries(value).find(([name]) => name === part)?.[1]
    }
  }
  return value === undefined ? {} : { value: shown(value) }
}

/** Refuses a second row of one id: sent at the same time, either might win. */
function onceOnly(row: Extract<Row, { job: object }>, lineOfId: Map<string, number>): Row {
  const { line, id } = row
  const first = lineOfId.get(id)
  if (first === undefined) {
    lineOfId.set(id, line)
    return row
  }
  const message = `id ${shown(id)} is on line ${first} already; a feed has each job once`
  return { line, id, problem: [{ field: 'id', value: shown(id), message }] }
}
