import { makePrintable } from '@boardwalk/schema/printable'
import type { Output } from '../../output.ts'
import { defaultColumns, formatTable } from '../../records.ts'
import { formatCount, formatCounts, formatRows } from '../../sending/summary.ts'
import type { Done } from './carry-out.ts'
import { findJobsToUnpublish, type Plan } from './plan.ts'

const shownMax = 10
const indent = '    '

/** Formats a plan as lines for a person. */
export function formatPlan(feed: string, plan: Plan, { columns = defaultColumns }: Output): string[] {
  const unpublished = findJobsToUnpublish(plan)
  const shown = unpublished.slice(0, shownMax)
  const table = formatTable(
    [
      { name: 'id', text: ({ id }) => id },
      { name: 'title', text: ({ title }) => title },
    ],
    shown,
    columns - indent.length,
  )
  return [
    `${makePrintable(feed)}: ${formatRows(plan.rows)}; ${plan.published} of your jobs are published`,
    formatCount('create', plan.created),
    formatCount('update', plan.updated),
    formatCount('unchanged', plan.unchanged),
    ...(plan.repeated > 0 ? [formatCount('repeated', plan.repeated)] : []),
    formatCount('unpublish', unpublished.length),
    ...(shown.length > 0 ? table.split('\n').map((line) => indent + line) : []),
    ...(unpublished.length > shownMax ? [`${indent}… and ${unpublished.length - shownMax} more`] : []),
    formatCount('refused', plan.refused),
  ]
}

/** Explains why a plan unpublishes nothing although jobs are missing. */
export function explainKeptJobs({ missing, rowsWithoutId }: Plan): string {
  const many = missing.length === 1 ? '1 published job is' : `${missing.length} published jobs are`
  return `${many} not in the feed, and nothing is unpublished: ${formatRows(rowsWithoutId)} without a readable id may belong to any job`
}

/** Explains why a plan that would unpublish too many jobs is not carried out. */
export function explainLimit(plan: Plan, unpublishMax: number | undefined): string {
  const { length } = findJobsToUnpublish(plan)
  const limit = unpublishMax === undefined ? 'a fifth of them' : `the ${unpublishMax} of --max-unpublish`
  return `Nothing was changed: this would unpublish ${length} of ${plan.published} published jobs, over ${limit}. If that is right, add --max-unpublish ${length}`
}

/** Formats a plan as a question, such as “Create 3 and unpublish 1 jobs?”. */
export function formatQuestion(plan: Plan): string {
  const { length } = findJobsToUnpublish(plan)
  const parts = [
    plan.created > 0 ? `create ${plan.created}` : '',
    plan.updated > 0 ? `update ${plan.updated}` : '',
    length > 0 ? `unpublish ${length}` : '',
  ].filter((part) => part !== '')
  const said = parts.join(', ').replace(/, (?=[^,]*$)/, ' and ')
  const total = plan.created + plan.updated + length
  return `${said.charAt(0).toUpperCase()}${said.slice(1)} ${total === 1 ? 'job' : 'jobs'}?`
}

const usualNames = ['created', 'updated', 'unchanged', 'unpublished', 'failed'] as const

/** The outcomes that a sync counts. */
export const outcomeNames = [...usualNames, 'repeated', 'unconfirmed', 'unsent'] as const

/** Formats the result of a sync as lines for a person. */
export const formatDone = (feed: string, { counts }: Done): string[] => [
  `${makePrintable(feed)}: ${formatRows(counts.rows)}`,
  ...formatCounts(counts, usualNames),
]
