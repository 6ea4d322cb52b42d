import type { PageSigns } from './page-signs.ts'

/** A mistake in one field of a row. */
export interface Fault {
  /** Name of the field, `city.0` inside a list; empty if the row as a whole is wrong. */
  field: string
  /** The wrong value, shortened for a message. */
  value?: string
  /** One sentence: what is wrong, and what is accepted. */
  message: string
}

/** A job with the values of the feed, by field name. */
export type FeedJob = Record<string, unknown>

/** One row of a feed before it is checked. */
export interface RawRow {
  /** The line on which the row begins, from 1. */
  line: number
  value: unknown
  /** XML: the attributes of the row, as `@id`, and the fields that have elements or attributes, for `location.city`. */
  nested?: ReadonlyMap<string, unknown>
  /** XML: the field that is the id of a row without any other. */
  idName?: string
}

/** A row that cannot be read. The rows after it can. */
export interface UnreadableRow {
  line: number
  unreadable: string
  /** What was read before the mistake, if it surely belongs to this row. It may hold the id. */
  known?: RawRow
}

/** A row as the reader of its format gives it. */
export type SourceRow = RawRow | UnreadableRow

/** What the reader of one format needs to know of a feed. */
export interface ReaderOptions {
  /** XML: name of the element that is a row. */
  element: string
  /** JSON: names of the members that lead to the list of rows. */
  list: readonly string[]
  /** JSON: how to name another list; begins a message about a list that is not there. */
  listHint: string
  /** JSON: tells whether an object without such a list is one row itself. */
  isRow(value: unknown): boolean
  /** CSV: names that its columns may have; they show which delimiter it has. */
  columns: readonly string[]
  /** CSV: receives the names of its columns before the first row, the delimiter in words, and the line. Throws if there must be others. */
  onColumns(columns: readonly string[], delimiter: string, line: number): void
  /** Receives what stands beside the rows. */
  signs: PageSigns
  /** Receives a mistake that was read as it was probably meant. */
  warn(message: string, line: number): void
}

/** Where a row is in its feed. */
export interface RowPlace {
  /** The line on which the row begins, from 1. */
  line: number
  /** The number of the row among all rows, from 1. */
  row: number
}

/** A checked row: a job, or a problem, or neither if it only repeats an earlier row. `id` is null if it is not certain. */
export type Row =
  | (RowPlace & { id: string; job: FeedJob & { id: string }; problem?: undefined })
  | (RowPlace & { id: string | null; job?: undefined; problem: Fault[] })
  | (RowPlace & { id: string; job?: undefined; problem?: undefined })

/** A row whose job can be sent. */
export type JobRow = Extract<Row, { job: object }>

/** The feed is broken: nothing after this line can be read. The message continues a sentence that starts with “the feed”. */
export class BrokenFeed extends Error {
  override name = 'BrokenFeed'
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}

/** The feed ends in the middle of a row or of its list, as one does that was not written or transferred to its end. */
export class CutFeed extends BrokenFeed {}

/** The feed is a web page, such as one to sign in or one that says "not found". */
export class WebPage extends BrokenFeed {
  override name = 'WebPage'

  constructor(why?: string) {
    super(`is a web page, not a feed${why === undefined ? '' : `: ${why}`}`)
  }
}
