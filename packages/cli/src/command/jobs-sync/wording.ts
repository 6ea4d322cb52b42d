import { nameIdDifference } from '@boardwalk/schema/id-spelling'
import { makePrintable } from '@boardwalk/schema/printable'
import { formatValue } from '@boardwalk/schema/wording'
import { describeFailure, type WorkEnd } from '../../failure.ts'
import type { FeedRest } from '../../feed/pages.ts'
import type { Output } from '../../output.ts'
import { defaultColumns, formatTable } from '../../records.ts'
import { formatCount, formatCounts, formatRows, formatWarned, sayEnd } from '../../sending/outcome.ts'
import type { Run } from '../../shell.ts'
import type { SyncResult } from './carry-out.ts'
import {
  type AlikeJob,
  findJobsHeldBack,
  findJobsToUnpublish,
  type MissingJob,
  type Plan,
  type UnpublishLimit,
} from './plan.ts'

const printedJobsMax = 10
const indent = '    '

/** Formats a plan as lines for a person. */
export function formatPlan(feed: string, plan: Plan, { columns = defaultColumns }: Output): string[] {
  const unpublished = findJobsToUnpublish(plan)
  const heldBack = findJobsHeldBack(plan)
  return [
    `${makePrintable(feed)}: ${formatRows(plan.rows)}; ${plan.published} of your jobs are published`,
    formatCount('create', plan.created),
    formatCount('update', plan.updated),
    formatCount('unchanged', plan.unchanged),
    ...(plan.repeated > 0 ? [formatCount('repeated', plan.repeated)] : []),
    formatCount('unpublish', unpublished.length),
    ...formatJobs(unpublished, columns),
    ...(heldBack.length > 0 ? [formatCount('held back', heldBack.length), ...formatJobs(heldBack, columns)] : []),
    ...formatAlike(plan, columns),
    formatCount('refused', plan.refused),
    ...formatWarned(plan.warnings),
  ]
}

function formatJobs(jobs: MissingJob[], columns: number): string[] {
  if (jobs.length === 0) return []
  const table = formatTable(
    [
      { name: 'id', text: ({ id }) => id },
      { name: 'title', text: ({ title }) => title },
    ],
    jobs.slice(0, printedJobsMax),
    columns - indent.length,
  )
  const more = jobs.length > printedJobsMax ? [`… and ${jobs.length - printedJobsMax} more`] : []
  return [...table.split('\n'), ...more].map((line) => indent + line)
}

function formatAlike({ alike }: Plan, columns: number): string[] {
  const published = alike.map(({ id, published }) => ({ ...published, id: `${id} (${published.id})` }))
  return alike.length === 0 ? [] : [formatCount('like another', alike.length), ...formatJobs(published, columns)]
}

/** Explains why a plan unpublishes nothing although jobs are missing. */
export function explainKeptJobs({ missing, rowsWithoutId }: Plan): string {
  const many = missing.length === 1 ? '1 published job is' : `${missing.length} published jobs are`
  return `${many} not in the feed, and nothing is unpublished: ${formatRows(rowsWithoutId)} without a readable id may belong to any job`
}

/** Explains what a plan leaves as it is although the feed asks for it, and what to do; undefined if there is nothing. */
export function explainKept(plan: Plan, limit: UnpublishLimit | undefined): string | undefined {
  const parts = [
    plan.rest === undefined ? [] : explainRest(plan.rest),
    plan.rest === undefined && findJobsHeldBack(plan).length > 0 ? explainHeldBack(plan, limit) : [],
    plan.alike.length === 0 ? [] : explainAlike(plan.alike),
  ].flat()
  return parts.length === 0 ? undefined : parts.join('. ')
}

/** Explains that a feed is not whole. */
const explainRest = ({ why }: FeedRest): string =>
  `No job is unpublished: the feed is not whole: ${why}. A sync needs all jobs in one feed`

/** Explains that ids differ only in spelling from those of published jobs. */
function explainAlike([first, ...others]: AlikeJob[]): string {
  if (first === undefined) return ''
  const { id, published } = first
  const many = others.length === 0 ? '1 job is' : `${others.length + 1} jobs are`
  const difference = nameIdDifference(id, published.id)
  return `${many} not created: the id differs only by ${difference} from that of a published job, such as ${formatValue(id)} from ${formatValue(published.id)}. Correct the ids in the feed; if they are other jobs, unpublish the published ones first, with boardwalk jobs unpublish`
}

/** Explains why a plan that would unpublish too many jobs unpublishes none. */
function explainHeldBack({ missing, published, allowed }: Plan, limit: UnpublishLimit | undefined): string {
  const rule = limit === undefined ? 'sync unpublishes without' : 'are allowed by'
  const value = limit === undefined ? '' : ` ${limit.number}${limit.isPercentage ? '%' : ''}`
  return `No job is unpublished: the feed lacks ${missing.length} of ${published} published jobs, more than the ${allowed} that ${rule} --max-unpublish${value}. If that is right, add --max-unpublish ${missing.length}`
}

/** Explains that nothing was changed because the feed lacks fields of `--map`, and what to correct. */
export const explainAbsent = (absent: string): string =>
  `Nothing was changed: ${absent}. Correct the map. If the feed need not have a field, give its rule "default": null`

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
const outcomeNames = [...usualNames, 'repeated', 'unconfirmed', 'unsent'] as const

/** Formats the result of a sync as lines for a person. */
const formatResult = (feed: string, { counts }: SyncResult): string[] => [
  `${makePrintable(feed)}: ${formatRows(counts.rows)}`,
  ...formatCounts(counts, usualNames),
]

/** How a sync ended. `plan` is undefined if the plan could not be made, `done` if nothing was carried out. */
export interface SyncEnd extends WorkEnd {
  plan: Plan | undefined
  done: SyncResult | undefined
}

/** Prints the result of a sync: a JSON object, or lines for a person. In NDJSON, all rows have been printed before. */
export async function printResult(
  { output, format }: Run,
  end: SyncEnd,
  name: string,
  isDryRun: boolean,
): Promise<void> {
  const { plan, done, isInterrupted } = end
  sayEnd(end, plan?.repeated ?? 0, done?.counts, output)
  if (format === 'json') {
    await output.document({ feed: name, dryRun: isDryRun, interrupted: isInterrupted, ...createResult(end) })
  } else if (format === 'table') {
    if (isDryRun && plan !== undefined) for (const line of formatPlan(name, plan, output)) await output.result(line)
    if (done !== undefined) for (const line of formatResult(name, done)) await output.result(line)
  }
}

function createResult({ plan, done, stoppedBy }: SyncEnd) {
  return {
    plan: plan === undefined ? null : createPlanResult(plan),
    done: done === undefined ? null : Object.fromEntries(outcomeNames.map((name) => [name, done.counts[name]])),
    failures: (done ?? plan)?.failures ?? [],
    warnings: plan?.warnings ?? null,
    error: describeFailure(stoppedBy),
  }
}

function createPlanResult(plan: Plan) {
  const { rows, created, updated, unchanged, repeated, refused, published, rowsWithoutId } = plan
  const unpublish = findJobsToUnpublish(plan)
  const counts = { rows, created, updated, unchanged, repeated, unpublished: unpublish.length, refused }
  const { alike, rest } = plan
  const heldBack = findJobsHeldBack(plan)
  return { ...counts, published, rowsWithoutId, unpublish, heldBack, alike, incomplete: rest?.why ?? null }
}
