import { hash } from 'node:crypto'
import { foldId, nameIdDifference } from '@boardwalk/schema/id-spelling'
import { stringifyJson } from '@boardwalk/schema/json'
import { formatValue } from '@boardwalk/schema/wording'
import type { JobRow, Row, RowPlace } from './row.ts'

/** The first row of an id. Its fields are stored as a hash, because a feed may have any number of jobs. */
interface FirstRow extends RowPlace {
  hash: string
}

/**
 * Creates the check of the jobs of a feed. It gives the first row of an id unchanged, and a later row with the same fields as one
 * that only repeats it. It refuses a later row with other fields: both may be sent at the same time, and either could win. With
 * `skipsOthers` such a row, too, only repeats the first one, and the first such row gets a warning.
 */
export function createRepeatCheck(skipsOthers: boolean, warn: (message: string, line: number) => void) {
  const firstRows = new Map<string, FirstRow>()
  /** The first of the ids that differ only in how they are written. */
  const firstIds = new Map<string, string>()
  let hasWarned = false

  /** Warns of an id that a spreadsheet has probably spoilt, and of one that people take for that of another row. */
  function warnOfId(id: string, line: number): void {
    if (roundedId.test(id))
      warn(`id ${formatValue(id)} looks as if a spreadsheet had rounded it; make its column a text there`, line)
    if (cellError.test(id)) warn(`id ${formatValue(id)} is what a spreadsheet shows for a mistake`, line)
    const folded = foldId(id)
    const other = firstIds.get(folded)
    const first = firstRows.get(other ?? '')
    if (other === undefined) firstIds.set(folded, id)
    else if (first !== undefined) {
      const place = `id ${formatValue(other)} on ${nameOther(first, line)}`
      warn(`id ${formatValue(id)} differs only by ${nameIdDifference(id, other)} from ${place}`, line)
    }
  }

  return ({ line, row, id, job }: JobRow): Row => {
    const first = firstRows.get(id)
    const fields = hashFields(job)
    if (first === undefined) {
      firstRows.set(id, { line, row, hash: fields })
      warnOfId(id, line)
      return { line, row, id, job }
    }
    if (first.hash === fields) return { line, row, id }
    const message = `id ${formatValue(id)} is already on ${nameOther(first, line)}, with other fields`
    if (!skipsOthers) {
      const fault = { field: 'id', value: formatValue(id), message: `${message}; a feed must have each job only once` }
      return { line, row, id, problem: [fault] }
    }
    if (!hasWarned) warn(`${message}; of rows with the same id only the first is read (told once)`, line)
    hasWarned = true
    return { line, row, id }
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
