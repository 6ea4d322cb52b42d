import { DEFAULT_COUNTRY } from '@boardwalk/schema/job'
import { isObject, isSameJson, stringifyJson } from '@boardwalk/schema/json'
import { TERMS_FIELD } from '@boardwalk/schema/terms'
import type { Job } from '@boardwalk/sdk'
import { readDate } from '../feed/date.ts'
import { convertText, fieldNames, isDate, isFieldName, isNumber, isObjects } from '../feed/job-field.ts'
import { isTermField, toTermField } from '../feed/term-field.ts'
import { type Column, printRecords } from '../records.ts'
import type { Run } from '../shell.ts'

/*
 * The jobs of a company as a table that `jobs push` reads back without a change. An empty cell is an absent field, which keeps its
 * value. So a value that a cell cannot hold is left empty, and is counted.
 */

/** The most characters of a cell of Excel. It cuts a longer one when it saves the file. */
const cellCharactersMax = 32_767

/** Prints jobs so that `jobs push` reads them back. `more` gives further members for the format `json`. */
export async function exportJobs(run: Run, jobs: AsyncIterable<Job>, more: () => object): Promise<void> {
  if (run.format === 'json' || run.format === 'ndjson')
    return printRecords(run, { name: 'jobs', columns: [], items: removeAllDefaults(jobs), more })
  let lost = 0
  const columns = createExportColumns(() => lost++)
  await printRecords(run, { name: 'jobs', columns, items: jobs, more })
  if (lost > 0) run.output.say(`${lost} values do not fit into a cell and are left out; -o json has them`, 'yellow')
}

async function* removeAllDefaults(jobs: AsyncIterable<Job>): AsyncGenerator<Partial<Job>> {
  for await (const job of jobs) yield removeDefaults(job)
}

/** Removes what the board shows in the place of an absent field: a push of it would change the job. */
const removeDefaults = (job: Job): Partial<Job> =>
  Object.fromEntries(
    Object.entries(job).filter(
      ([name, value]) =>
        !(name === 'country' && value === DEFAULT_COUNTRY) && !(name === 'displaySalary' && value === false),
    ),
  )

/** Creates the columns of a table with every documented field and term. `onLost` is called for each value that a cell cannot hold. */
function createExportColumns(onLost: () => void): Column<Job>[] {
  const names = ['id', 'title', 'status', ...fieldNames.filter((name) => !['id', 'title', 'status'].includes(name))]
  const columns = names.map((name) => ({
    name,
    isExact: true,
    text(job: Job): string {
      const value = readValue(job, name)
      const cell = value === undefined || value === null ? '' : writeCell(name, value)
      if (cell === undefined) onLost()
      return cell ?? ''
    },
  }))
  return [
    ...columns,
    { name: 'jobId', text: ({ jobId }) => String(jobId) },
    { name: 'jobUrl', text: ({ jobUrl }) => jobUrl },
    { name: 'updatedAt', text: ({ updatedAt }) => updatedAt },
  ]
}

function readValue(job: Job, name: string): unknown {
  const members: Record<string, unknown> = removeDefaults(job)
  return isTermField(name) ? readTerms(members[TERMS_FIELD])?.get(name) : members[name]
}

/** Reads the terms of a job. A push replaces all of them, so if a cell cannot hold one of them, the table has none. */
function readTerms(sent: unknown): Map<string, unknown> | undefined {
  if (!isObject(sent)) return undefined
  const terms = Object.entries(sent).map(([term, value]) => [toTermField(term), value] as const)
  const isWritable = terms.every(([name, value]) => isFieldName(name) && writeCell(name, value) !== undefined)
  return isWritable ? new Map(terms) : undefined
}

/** Writes a value so that a feed gives the same one; undefined if no cell does. */
function writeCell(name: string, value: unknown): string | undefined {
  return spellValue(name, value).find(
    (cell) => cell.length <= cellCharactersMax && isSameJson(readCell(name, cell), value),
  )
}

/** The ways to write a value: `9.125` could be 9125, and a list of one item needs its sign. */
function spellValue(name: string, value: unknown): string[] {
  if (isObjects(name)) return [stringifyJson(value)]
  if (Array.isArray(value)) return [value.join('|'), `${value.join('|')}|`]
  return isNumber(name) ? [String(value), `${value}0`] : [String(value)]
}

function readCell(name: string, cell: string): unknown {
  if (cell.trim() === '') return undefined
  return isDate(name) ? (readDate(cell) ?? cell) : convertText(name, cell)
}
