import { EXTRA_TOO_LARGE, isExtraTooLarge } from '@boardwalk/schema/extra-fields'
import { JobUpsert } from '@boardwalk/schema/job'
import { findRangeIssues, mergeExtra } from '@boardwalk/schema/job-content'
import { isObject, parseJson, RawNumber } from '@boardwalk/schema/json'
import { describeIssues, formatValue } from '@boardwalk/schema/wording'
import { describeError } from '../stored-file.ts'
import { adviseDate, adviseText, type MappedField } from './advice.ts'
import { readCsv } from './csv.ts'
import { readDate } from './date.ts'
import { readFeedText, type TextOptions } from './feed-start.ts'
import type { FieldMap } from './field-map.ts'
import type { Format } from './format.ts'
import { readHtml } from './html.ts'
import { convertText, isDate, isNumber, isObjects } from './job-field.ts'
import { readJson } from './json.ts'
import { findNamed } from './map-rule.ts'
import { readNdjson } from './ndjson.ts'
import type { FeedPages } from './pages.ts'
import { createRepeatCheck } from './repeat-check.ts'
import {
  BrokenFeed,
  type Fault,
  type FeedJob,
  type JobRow,
  type RawRow,
  type ReaderOptions,
  type Row,
  type SourceRow,
} from './row.ts'
import { gatherTerms } from './term-field.ts'
import type { Bytes } from './text-source.ts'
import { readXml } from './xml.ts'

type Warn = ReaderOptions['warn']
type Reader = (text: AsyncIterable<string>, options: ReaderOptions) => AsyncIterable<SourceRow>
const readers: Record<Format, Reader> = {
  json: readJson,
  ndjson: readNdjson,
  csv: readCsv,
  xml: readXml,
  html: readHtml,
}

export interface FeedOptions extends TextOptions {
  fields: FieldMap
  /** Whether a feed may have no job at all. */
  mayBeEmpty: boolean
  /** The pages of the feed. They say in the end what is missing. */
  pages: FeedPages
  /** Receives a mistake that was read as it was probably meant. */
  warn: Warn
  /** Receives a closing date or questions that cannot be read: the job is taken, and does not close or asks none. */
  warnOfValue: Warn
}

/**
 * Reads a feed row by row, also if it comes in pages. A bad row is given with its problem. If the rest of the feed cannot be
 * read, throws BrokenFeed after the rows before that place; if that is a later page, `pages` says so instead.
 */
export async function* readFeed(bytes: Bytes, options: FeedOptions): AsyncGenerator<Row> {
  const { fields, mayBeEmpty, pages, warn } = options
  const state: FeedState = {
    rows: 0,
    hasNumberId: false,
    hasBoardJob: false,
    checkRepeat: createRepeatCheck(fields.skipsRepeated, warn),
  }
  let format = options.format
  for (let page: Bytes | undefined = bytes; page !== undefined; ) {
    try {
      const kind = { list: fields.list, isRow: (value: unknown) => fields.isRow(value), columns: fields.columns }
      const start = await readFeedText(page, { format, encoding: options.encoding, warn }, kind)
      format = start.format
      yield* readPage(start.text, format, options, state)
    } catch (error) {
      pages.fail(error)
      return
    }
    page = await pages.openNext(format)
  }
  if (state.rows === 0 && !mayBeEmpty) throw new BrokenFeed('has no job; if that is right, add --allow-empty')
}

/** What is known of a feed behind the rows that were read. */
interface FeedState {
  rows: number
  hasNumberId: boolean
  hasBoardJob: boolean
  checkRepeat: (row: JobRow) => Row
}

const boardJobWarning =
  'the row is a job that was made on the board and has no id of yours, so a feed cannot change it: it is left out (told once)'

/** Tells whether a row is a job without an id of the caller, as `jobs list` prints it. */
const isBoardJob = (row: unknown): boolean =>
  isObject(row) && /^\d+$/.test(String(row.jobId)) && row.updatedAt !== undefined && (row.id ?? '') === ''

async function* readPage(
  text: AsyncIterable<string>,
  format: Format,
  { fields, pages, warn, warnOfValue }: FeedOptions,
  state: FeedState,
): AsyncGenerator<Row> {
  const { element, list, columns } = fields
  const { signs } = pages
  const isTextOnly = format === 'csv' || format === 'xml'
  // A table and lines have nothing beside their rows, but the answer of a server has a header.
  if (format === 'csv' || format === 'ndjson') signs.noteRows([])
  const reading: ReaderOptions = {
    element,
    list,
    listHint: 'name its list with "list" in the --map file: ',
    isRow: (value) => fields.isRow(value),
    columns,
    onColumns: (...header) => fields.readColumns(...header),
    signs,
    warn,
  }
  for await (const raw of readers[format](text, reading)) {
    state.rows++
    if (!fields.mapsId && 'value' in raw) {
      if (isBoardJob(raw.value)) {
        warnOnce(state, 'hasBoardJob', () => warn(boardJobWarning, raw.line))
        continue
      }
      const id = findNamed(raw, 'id')
      if (isNumeric(id)) warnOnce(state, 'hasNumberId', () => warn(describeNumberId(id), raw.line))
    }
    const read = readRow(raw, state.rows, fields, isTextOnly, warnOfValue)
    const row = read.job === undefined ? read : state.checkRepeat(read)
    pages.countRow(row)
    yield row
  }
}

const describeNumberId = (id: unknown) => `id ${id} is a number: its digits are the id, as a text (told once)`

function warnOnce(state: FeedState, kind: 'hasBoardJob' | 'hasNumberId', warn: () => void): void {
  if (!state[kind]) warn()
  state[kind] = true
}

function readRow(raw: SourceRow, row: number, fields: FieldMap, isTextOnly: boolean, warnOfValue: Warn): Row {
  const { line } = raw
  if ('unreadable' in raw) {
    const id = raw.known === undefined ? null : readRow(raw.known, row, fields, isTextOnly, warnOfValue).id
    return { line, row, id, problem: [{ field: '', message: raw.unreadable }] }
  }
  const { value } = raw
  if (!isObject(value)) {
    const message = `a job must be an object, as in {"id": "…", "title": "…"}, not ${formatValue(value)}`
    return { line, row, id: null, problem: [{ field: '', message }] }
  }
  const renamed = fields.rename(raw)
  const job = gatherTerms(
    renamed.fields.map(([name, given]) => {
      if (isObjects(name) && typeof given === 'string')
        return [name, readObjects(name, given, (message) => warnOfValue(message, line))]
      if (isDate(name)) return [name, readDay(fields.findField(name), given, (message) => warnOfValue(message, line))]
      return [name, isTextOnly ? convert(name, given) : readNumber(name, given)]
    }),
  )
  const problem = [...renamed.faults, ...findFaults(job, fields)]
  const isCsv = isTextOnly && raw.nested === undefined
  // The names of the columns of CSV are known before its rows.
  for (const fault of problem)
    if (fault.field === 'id' && job.id === undefined && !isCsv) fault.message += describeNames(raw)
  const id = typeof job.id === 'string' && problem.every(({ field }) => field !== 'id') ? job.id : null
  return problem.length > 0 || id === null ? { line, row, id, problem } : { line, row, id, job: { ...job, id } }
}

const isNumeric = (value: unknown) => typeof value === 'number' || value instanceof RawNumber

/** Makes a text of an id that came as a number, and a JavaScript number of another documented field. Extra fields keep their digits. */
function readNumber(name: string, given: unknown): unknown {
  if (name === 'id' && isNumeric(given)) return String(given)
  return given instanceof RawNumber && isNumber(name) ? Number(given) : given
}

/** What means that there is no date, such as `0000-00-00`, `-` and `NULL`. */
const noDate = /^(?:[^\p{L}1-9]|[TZ])*$|^\s*(?:null|none|n\/?a)\s*$/iu

/** Writes a date in the form of the board. One that cannot be read stays as it is. */
function readDay(field: MappedField, given: unknown, warn: (message: string) => void): unknown {
  const text = ['string', 'boolean'].includes(typeof given) || isNumeric(given) ? String(given) : undefined
  const read = text === undefined || isNumeric(given) ? undefined : readDate(text)
  if (text !== undefined && read === undefined && !noDate.test(text)) warn(adviseDate(field, text))
  return read ?? given
}

/** Reads a list of objects in a text. One that is not JSON stays as it is, and the board ignores it. */
function readObjects(name: string, text: string, warn: (message: string) => void): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    warn(`${name} ${formatValue(text)} is not JSON, so the board ignores it: ${describeError(error)}`)
    return text
  }
}

const convert = (name: string, given: unknown) => (typeof given === 'string' ? convertText(name, given) : given)

/** Checks a job with the board's own schema and rules, so that the board accepts what passes. */
function findFaults(job: FeedJob, fields: FieldMap): Fault[] {
  const parsed = JobUpsert.safeParse(job)
  const findField = (path: string) => fields.findField(path.split('.')[0] ?? path)
  if (!parsed.success) {
    return describeIssues(parsed.error).map(({ path, message }) => {
      const value = findNamed({ value: job }, path)
      const advice = typeof value === 'string' ? adviseText(findField(path), value) : ''
      return { field: path, ...formatFound(value), message: message + advice }
    })
  }
  const { known, extra } = parsed.data
  // The rules about ranges need a job with a title, and a row may leave the title out.
  const ranges = findRangeIssues({ ...known, title: known.title ?? '' })
  const faults = ranges.map(({ path, message }): Fault => {
    const field = path.replace(/^job\./, '')
    return { field, ...formatFound(findNamed({ value: job }, field)), message: message.replaceAll('job.', '') }
  })
  if (isExtraTooLarge(mergeExtra(undefined, extra))) faults.push({ field: '', message: EXTRA_TOO_LARGE })
  return faults
}

const formatFound = (value: unknown) => (value === undefined ? {} : { value: formatValue(value) })

const shownNamesMax = 8

/** Names what a row has, to say where its id could be. */
function describeNames({ value, nested }: RawRow): string {
  const attributes = [...(nested?.keys() ?? [])].filter((name) => name.startsWith('@') && !name.startsWith('@xmlns'))
  const elements = Object.keys(value ?? {})
  const list = (words: string, names: string[]) =>
    `${words} ${names.slice(0, shownNamesMax).join(', ')}${names.length > shownNamesMax ? ', …' : ''}`
  const found = [
    attributes.length > 0 ? list('the attributes', attributes) : [],
    elements.length > 0 ? list(nested === undefined ? 'the names' : 'the elements', elements) : [],
  ].flat()
  const hint = `name its id in a --map file, {"fields": {"id": ${JSON.stringify(attributes[0] ?? elements[0] ?? '…')}}}`
  return found.length === 0 ? '' : `; the row has ${found.join(' and ')}: ${hint}`
}
