import { EXTRA_TOO_LARGE, isExtraTooLarge } from '@boardwalk/schema/extra-fields'
import { JobUpsert, jobFieldNames } from '@boardwalk/schema/job'
import { findRangeIssues, mergeExtra } from '@boardwalk/schema/job-content'
import { describeIssues, formatValue } from '@boardwalk/schema/wording'
import { csvRows } from './csv.ts'
import type { FieldMap } from './field-map.ts'
import type { Format } from './format.ts'
import { detectFormat } from './format-of-text.ts'
import { gunzip } from './gunzip.ts'
import { htmlRows } from './html.ts'
import { convertText, getChoices } from './job-field.ts'
import { jsonRows } from './json.ts'
import { ndjsonRows } from './ndjson.ts'
import {
  BrokenFeed,
  type Fault,
  type FeedJob,
  type RawRow,
  type ReaderOptions,
  type Row,
  type RowPlace,
  type UnreadableRow,
} from './row.ts'
import { type Bytes, decodeText } from './text-source.ts'
import { xmlRows } from './xml.ts'

type Reader = (text: AsyncIterable<string>, options: ReaderOptions) => AsyncIterable<RawRow | UnreadableRow>
const readers: Record<Format, Reader> = {
  json: jsonRows,
  ndjson: ndjsonRows,
  csv: csvRows,
  xml: xmlRows,
  html: htmlRows,
}

export interface FeedOptions {
  /** Without it, the format is detected from the beginning of the feed. */
  format?: Format | undefined
  /** The encoding of a feed without a byte order mark; by default UTF-8, or what XML declares. */
  encoding?: string | undefined
  fields: FieldMap
  /** Whether a feed may have no job at all. */
  mayBeEmpty: boolean
  /** Receives a mistake that was read as it was probably meant. */
  warn(message: string, line: number): void
}

/**
 * Reads a feed of any length, row by row. A bad row is given with its problem, and the rows after it are still read. If
 * the rest of the feed cannot be read, throws BrokenFeed after the rows before that place.
 */
export async function* readFeed(bytes: Bytes, options: FeedOptions): AsyncGenerator<Row> {
  const { fields, encoding, mayBeEmpty, warn } = options
  const text = decodeText(gunzip(bytes), encoding)
  const { element, list } = fields
  const isRow = (value: unknown) => fields.isRow(value)
  const kind = { list, isRow, columns: jobFieldNames }
  const told = options.format === undefined ? await detectFormat(text, kind) : { format: options.format, text }
  const isTextOnly = told.format === 'csv' || told.format === 'xml'
  const listHint = 'name its list with "list" in the --map file: '
  const firsts = new Map<string, RowPlace>()
  let isToldOfRepeats = false
  let row = 0
  for await (const raw of readers[told.format](told.text, { element, list, listHint, isRow, warn })) {
    const read = readRow(raw, ++row, fields, isTextOnly)
    const first = read.problem === undefined ? findFirst(read, firsts) : undefined
    if (read.problem !== undefined || first === undefined) yield read
    else if (!fields.skipsRepeated) yield refuseRepeatedId(read, first)
    else if (!isToldOfRepeats) {
      isToldOfRepeats = true
      warn(`${describeRepeatedId(read, first)}; of rows with the same id only the first is read (told once)`, read.line)
    }
  }
  if (row === 0 && !mayBeEmpty) throw new BrokenFeed('has no job; if that is right, add --allow-empty')
}

function readRow(raw: RawRow | UnreadableRow, row: number, fields: FieldMap, isTextOnly: boolean): Row {
  const { line } = raw
  if ('unreadable' in raw) return { line, row, id: null, problem: [{ field: '', message: raw.unreadable }] }
  const { value } = raw
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = `a job must be an object, as in {"id": "…", "title": "…"}, not ${formatValue(value)}`
    return { line, row, id: null, problem: [{ field: '', message }] }
  }
  const renamed = fields.rename(raw)
  const job: FeedJob = Object.fromEntries(
    isTextOnly ? renamed.fields.map(([name, given]) => [name, convert(name, given)]) : renamed.fields,
  )
  const problem = [...renamed.faults, ...findFaults(job)]
  const id = typeof job.id === 'string' && problem.every(({ field }) => field !== 'id') ? job.id : null
  return problem.length > 0 || id === null ? { line, row, id, problem } : { line, row, id, job: { ...job, id } }
}

const convert = (name: string, given: unknown) => (typeof given === 'string' ? convertText(name, given) : given)

/** Checks a job with the board's own schema and rules, so that the board accepts what passes. */
function findFaults(job: FeedJob): Fault[] {
  const parsed = JobUpsert.safeParse(job)
  if (!parsed.success) {
    return describeIssues(parsed.error).map(({ path, message }) => {
      const found = findValue(job, path)
      return { field: path, ...found, message: message + suggestMap(path, found.value) }
    })
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

/** Says how to give a meaning to a value that is none of a field's choices. */
function suggestMap(path: string, value: string | undefined): string {
  const [field = ''] = path.split('.')
  const [choice] = getChoices(field)
  if (choice === undefined || value?.startsWith('"') !== true) return ''
  return `; a --map file can say what it means: {"fields": {"${field}": {"values": {${value}: "${choice}"}}}}`
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

/** Finds the place of the earlier row with the same id, and remembers the place of a new id. */
function findFirst({ id, line, row }: Extract<Row, { job: object }>, firsts: Map<string, RowPlace>) {
  const first = firsts.get(id)
  if (first === undefined) firsts.set(id, { line, row })
  return first
}

function describeRepeatedId({ id, line }: Extract<Row, { job: object }>, first: RowPlace): string {
  return `id ${formatValue(id)} is already on ${first.line === line ? `row ${first.row}` : `line ${first.line}`}`
}

/** Refuses a second row with the same id: both may be sent at the same time, and either could win. */
function refuseRepeatedId(read: Extract<Row, { job: object }>, first: RowPlace): Row {
  const { line, row, id } = read
  const message = `${describeRepeatedId(read, first)}; a feed must have each job only once`
  return { line, row, id, problem: [{ field: 'id', value: formatValue(id), message }] }
}
