import { hash } from 'node:crypto'
import { stringifyJson } from '@boardwalk/schema/json'
import { formatValue } from '@boardwalk/schema/wording'
import type { JobRow, Row, RowPlace } from './row.ts'

/** The first row of an id. Its fields are kept as a hash, because a feed may have any number of jobs. */
interface Seen extends RowPlace {
  hash: string
}

/** The jobs that a feed has had so far. */
export class RepeatCheck {
  readonly #seen = new Map<string, Seen>()
  /** The first id of those that differ only by blanks or capitals. */
  readonly #alike = new Map<string, string>()
  readonly #skipsOthers: boolean
  readonly #warn: (message: string, line: number) => void
  #isToldOfOthers = false

  /** With `skipsOthers`, a later row of an id repeats the first one whatever its fields are, which `warn` is told once. */
  constructor(skipsOthers: boolean, warn: (message: string, line: number) => void) {
    this.#skipsOthers = skipsOthers
    this.#warn = warn
  }

  // A later row with other fields is refused, because both may be sent at the same time, and either could win.
  /** Gives the first row of an id unchanged, and a later row with the same fields as one that only repeats it. */
  check(row: JobRow): Row {
    const { line, row: number, id } = row
    const place = { line, row: number, id }
    const first = this.#seen.get(id)
    const fields = hashFields(row.job)
    if (first === undefined) {
      this.#seen.set(id, { line, row: number, hash: fields })
      this.#warnOfId(id, line)
      return row
    }
    if (first.hash === fields) return place
    const message = `id ${formatValue(id)} is already on ${nameOther(first, line)}, with other fields`
    if (!this.#skipsOthers) {
      const fault = { field: 'id', value: formatValue(id), message: `${message}; a feed must have each job only once` }
      return { ...place, problem: [fault] }
    }
    if (!this.#isToldOfOthers)
      this.#warn(`${message}; of rows with the same id only the first is read (told once)`, line)
    this.#isToldOfOthers = true
    return place
  }

  /** Warns of an id that a spreadsheet has probably spoilt, and of one that people take for that of another row. */
  #warnOfId(id: string, line: number): void {
    if (roundedId.test(id))
      this.#warn(`id ${formatValue(id)} looks as if a spreadsheet had rounded it; make its column a text there`, line)
    if (cellError.test(id)) this.#warn(`id ${formatValue(id)} is what a spreadsheet shows for a mistake`, line)
    const folded = id.replaceAll(/[\s\p{Cf}]/gu, '').toLowerCase()
    const like = this.#alike.get(folded)
    const first = like === undefined ? undefined : this.#seen.get(like)
    if (like === undefined) this.#alike.set(folded, id)
    else if (first !== undefined) {
      const other = `id ${formatValue(like)} on ${nameOther(first, line)}`
      this.#warn(`id ${formatValue(id)} differs only by blanks or capitals from ${other}`, line)
    }
  }
}

/** Names the place of an earlier row, as a person on this line finds it. */
const nameOther = (first: RowPlace, line: number) => (first.line === line ? `row ${first.row}` : `line ${first.line}`)

/** What a spreadsheet makes of a long number: `9,91214E+15`, or fifteen digits and zeros. */
const roundedId = /^-?(?:\d(?:[.,]\d+)?e[+-]\d{2,}|\d{15}0{3,})$/i

/** What a spreadsheet shows for a formula that failed, such as `#N/A` or `#VALEUR!`, or in a cell that is too narrow. */
const cellError = /^#(?:N\/?[AV]|[\p{L}\d/]+[!?]|#+)$/u

/** Hashes the fields of a job. Their order does not count. */
const hashFields = (job: object) =>
  hash('sha256', stringifyJson(Object.entries(job).sort(([one], [other]) => (one < other ? -1 : 1))), 'base64')
