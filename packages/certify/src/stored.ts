import { UsageFailure } from '../../cli/src/failure.ts'

/** What the command of `--stored` has to print, for its user. */
export const STORED_FORM = `Its command prints a line for each candidate, for example --stored 'ls candidates | cut -d. -f1': the id, and if you keep the status a tab and the status`

/** The form of a candidate's id. */
const CANDIDATE_ID = /^[0-9a-f]{32}$/

/** Reads what the command of `--stored` has printed: the ids of candidates, each with its status if the program keeps it. */
export function parseStored(printed: string): Map<string, string | undefined> {
  const lines = printed.split('\n').filter((line) => line.trim() !== '')
  return new Map(
    lines.map((line) => {
      const [id = '', status] = line.split('\t').map((cell) => cell.trim())
      if (!CANDIDATE_ID.test(id)) throw new UsageFailure(`--stored printed "${line.slice(0, 100)}". ${STORED_FORM}`)
      return [id, status || undefined]
    }),
  )
}
