import type { Output } from '../../output.ts'
import { columnsUnlessTold, tableOf } from '../../records.ts'
import { countLine, rowsIn } from '../../sending/summary.ts'
import type { Done } from './carry-out.ts'
import { type Plan, unpublishedBy } from './plan.ts'

const namedMax = 10
const indent = '    '

/** The plan as lines for a person. */
export function planLines(feed: string, plan: Plan, { columns = columnsUnlessTold }: Output): string[] {
  const leaving = unpublishedBy(plan)
  const shown = leaving.slice(0, namedMax)
  const table = tableOf(
    [
      { name: 'id', of: ({ id }) => id },
      { name: 'title', of: ({ title }) => title },
    ],
    shown,
    columns - indent.length,
  )
  return [
    `${feed}: ${rowsIn(plan.rows)}; ${plan.published} of your jobs are published`,
    countLine('create', plan.created),
    countLine('update', plan.updated),
    countLine('unchanged', plan.unchanged),
    countLine('unpublish', leaving.length),
    ...(shown.length > 0 ? table.split('\n').map((line) => indent + line) : []),
    ...(leaving.length > namedMax ? [`${indent}… and ${leaving.length - namedMax} more`] : []),
    countLine('refused', plan.refused),
  ]
}

/** Why a plan unpublishes nothing although jobs are missing. */
export function keptBecause({ missing, rowsWithoutId }: Plan): string {
  const many = missing.length === 1 ? '1 published job is' : `${missing.length} published jobs are`
  return `${many} not in the feed, and nothing is unpublished: of ${rowsIn(rowsWithoutId)} nobody can tell which job it is`
}

/** Why a plan is not carried out that unpublishes more than it may. */
export function tooMany(plan: Plan, unpublishMax: number | undefined): string {
  const { length } = unpublishedBy(plan)
  const limit = unpublishMax === undefined ? 'a fifth of them' : `the ${unpublishMax} of --max-unpublish`
  return `Nothing was changed: this would unpublish ${length} of ${plan.published} published jobs, over ${limit}. If that is right, add --max-unpublish ${length}`
}

/** The plan as a question. */
export function questionOf(plan: Plan): string {
  const { length } = unpublishedBy(plan)
  const parts = [
    plan.created > 0 ? `create ${plan.created}` : '',
    plan.updated > 0 ? `update ${plan.updated}` : '',
    length > 0 ? `unpublish ${length}` : '',
  ].filter((part) => part !== '')
  const said = parts.join(', ').replace(/, (?=[^,]*$)/, ' and ')
  const total = plan.created + plan.updated + length
  return `${said.charAt(0).toUpperCase()}${said.slice(1)} ${total === 1 ? 'job' : 'jobs'}?`
}

/** In which ends a sync counts rows. */
export const ends = ['created', 'updated', 'unchanged', 'unpublished', 'failed', 'unconfirmed'] as const

/** What was done as lines for a person. */
export function doneLines(feed: string, { counts }: Done): string[] {
  const shown = ends.filter((name) => name !== 'unconfirmed' || counts.unconfirmed > 0)
  return [`${feed}: ${rowsIn(counts.rows)}`, ...shown.map((name) => countLine(name, counts[name]))]
}
