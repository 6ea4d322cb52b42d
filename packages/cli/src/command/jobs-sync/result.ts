import { type Failure, tellFailure } from '../../failure.ts'
import type { Output, OutputFormat } from '../../output.ts'
import { sayEnd } from '../../sending/summary.ts'
import type { Done } from './carry-out.ts'
import { findJobsHeldBack, findJobsToUnpublish, type Plan } from './plan.ts'
import { formatDone, formatPlan, outcomeNames } from './wording.ts'

/** How a sync ended. `plan` is undefined if the plan could not be made, `done` if nothing was carried out. */
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

/** Prints the result of a sync: a JSON object, or lines for a person. In NDJSON, all rows have been printed before. */
export async function printResult(
  ended: Ended,
  { feed, isDryRun, outputFormat }: Asked,
  output: Output,
): Promise<void> {
  const { plan, done, stoppedBy, isInterrupted } = ended
  const { name } = feed.input
  const { repeated = 0 } = plan ?? {}
  sayEnd({ repeated, sent: done?.counts, stoppedBy, isInterrupted }, output)
  if (outputFormat === 'json') {
    const asked = { feed: name, dryRun: isDryRun, interrupted: isInterrupted }
    await output.document({ ...asked, ...createResult(ended) })
  } else if (outputFormat === 'table') {
    if (isDryRun && plan !== undefined) for (const line of formatPlan(name, plan, output)) await output.result(line)
    if (done !== undefined) for (const line of formatDone(name, done)) await output.result(line)
  }
}

function createResult({ plan, done, stoppedBy }: Ended) {
  return {
    plan: plan === undefined ? null : createPlanResult(plan),
    done: done === undefined ? null : Object.fromEntries(outcomeNames.map((name) => [name, done.counts[name]])),
    failures: (done ?? plan)?.failures ?? [],
    warnings: plan?.warnings ?? null,
    error: stoppedBy === undefined ? null : tellFailure(stoppedBy),
  }
}

function createPlanResult(plan: Plan) {
  const { rows, created, updated, unchanged, repeated, refused, published, rowsWithoutId } = plan
  const unpublish = findJobsToUnpublish(plan)
  const counts = { rows, created, updated, unchanged, repeated, unpublished: unpublish.length, refused }
  return { ...counts, published, rowsWithoutId, unpublish, heldBack: findJobsHeldBack(plan) }
}
