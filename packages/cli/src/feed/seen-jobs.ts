import { hash } from 'node:crypto'
import { formatValue } from '@boardwalk/schema/wording'
import type { Row, RowPlace } from './row.ts'

type JobRow = Extract<Row, { job: object }>

/** The first row of an id. Its fields are kept as a hash, because a feed may have any number of jobs. */
interface Seen extends RowPlace {
  hash: string
}

/** The jobs that a feed has had so far. */
export class SeenJobs {
  readonly #seen = new Map<string, Seen>()
  readonly #skipsOthers: boolean
  readonly #warn: (message: string, line: number) => void
  #isToldOfOthers = false

  /** With `skipsOthers`, a later row of an id repeats the first one whatever its fields are, which `warn` is told once. */
  constructor(skipsOthers: boolean, warn: (message: string, line: number) => void) {
    this.#skipsOthers = skipsOthers
    this.#warn = warn
  }

  /**
   * Gives a row unchanged if it is the first of its id. A later row with the same fields becomes one that only repeats it. A
   * later row with other fields is refused: both may be sent at the same time, and either could win.
   */
  check(row: JobRow): Row {
    const { line, row: number, id } = row
    const place = { line, row: number, id }
    const first = this.#seen.get(id)
    const fields = hashFields(row.job)
    if (first === undefined) {
      this.#seen.set(id, { line, row: number, hash: fields })
      return row
    }
    if (first.hash === fields) return place
    const other = first.line === line ? `row ${first.row}` : `line ${first.line}`
    const message = `id ${formatValue(id)} is already on ${other}, with other fields`
    if (!this.#skipsOthers) {
      const fault = { field: 'id', value: formatValue(id), message: `${message}; a feed must have each job only once` }
      return { ...place, problem: [fault] }
    }
    if (!this.#isToldOfOthers)
      this.#warn(`${message}; of rows with the same id only the first is read (told once)`, line)
    this.#isToldOfOthers = true
    return place
  }
}

/** Hashes the fields of a job. Their order does not count. */
const hashFields = (job: object) =>
  hash('sha256', JSON.stringify(Object.entries(job).sort(([one], [other]) => (one < other ? -1 : 1))), 'base64')
