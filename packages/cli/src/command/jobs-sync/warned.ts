import { jobFieldNames } from '@boardwalk/schema/job'
import { formatValue } from '@boardwalk/schema/wording'
import type { Outcome } from '../../sending/outcome.ts'

const rowsSaidMax = 20
const rowsKeptMax = 100

/** The rows that the board would take, and warns of. */
export interface Warned {
  count: number
  /** The first of them, for the result in the format `json`. */
  rows: Outcome[]
}

/**
 * Collects the rows with warnings, and says what the board warns of in the first of them. It does not say that an extra field
 * resembles a documented one, because the reader of the feed has said so once for all rows.
 */
export function collectWarned(feed: string, say: (line: string) => void) {
  const warned: Warned = { count: 0, rows: [] }
  let said = 0
  return {
    warned,
    note(outcome: Outcome): void {
      const { line, row, id, warnings = [] } = outcome
      if (warnings.length === 0) return
      warned.count++
      if (warned.rows.length < rowsKeptMax) warned.rows.push(outcome)
      const others = warnings.filter(({ path }) => jobFieldNames.includes(path.replace(/^job\./, '')))
      if (others.length === 0 || ++said > rowsSaidMax) return
      say(`${feed}:${line}: row ${row}, id ${formatValue(id)}: ${others.map(({ message }) => message).join('; ')}`)
    },
    end(): void {
      if (said > rowsSaidMax)
        say(`… and ${said - rowsSaidMax} more rows with a warning; --report FILE writes those of each row`)
    },
  }
}
