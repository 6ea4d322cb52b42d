import type { Failure } from '../../failure.ts'
import type { Output, OutputFormat } from '../../output.ts'
import { sayEnd } from '../../sending/summary.ts'
import type { Done } from './carry-out.ts'
import { type Plan, unpublishedBy } from './plan.ts'
import { doneLines, ends, planLines } from './wording.ts'

/** How a sync ended: `plan` is undefined where there could be none, `done` where nothing was carried out. */
export interface Ended {
  plan: Plan | undefined
  done: Done | undefined
  stoppedBy: Failure | undefined
  isInterrupted: boolean
}

interface Asked {
  feed: { input: { name: string } }
  isDryRun: boolean
  outputFormat: OutputFormat
}

/** Prints the result: one JSON object, or lines for a person; of NDJSON each row was printed before. */
export async function printResult(
  ended: Ended,
  { feed, isDryRun, outputFormat }: Asked,
  output: Output,
): Promise<void> {
  const { plan, done, stoppedBy, isInterrupted } = ended
  const { name } = feed.input
  sayEnd({ stoppedBy, isInterrupted, unconfirmed: done?.counts.unconfirmed ?? 0 }, output)
  if (outputFormat === 'json') {
    const asked = { feed: name, dryRun: isDryRun, interrupted: isInterrupted }
    await output.result(JSON.stringify({ ...asked, ...objectOf(ended) }))
  } else if (outputFormat === 'table') {
    if (isDryRun && plan !== undefined) for (const line of planLines(name, plan, output)) await output.result(line)
    if (done !== undefined) for (const line of doneLines(name, done)) await output.result(line)
  }
}

function objectOf({ plan, done, stoppedBy }: Ended) {
  return {
    plan: plan === undefined ? null : planObject(plan),
    done: done === undefined ? null : Object.fromEntries(ends.map((end) => [end, done.counts[end]])),
    failures: (done ?? plan)?.failures ?? [],
    error: stoppedBy === undefined ? null : { message: stoppedBy.message },
  }
}

function planObject(plan: Plan) {
  const { rows, created, updated, unchanged, refused, published, rowsWithoutId } = plan
  const unpublish = unpublishedBy(plan)
  const unpublished = unpublish.length
  return { rows, created, updated, unchanged, unpublished, refused, published, rowsWithoutId, unpublish }
}
