import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseSource } from '@boardwalk/local-mongo'
import { runBenchmark } from './benchmark.ts'
import { withClosers } from './closers.ts'
import { guardGoals, KEPT_SHARE, type RecordedGoals, type Verdict } from './guard.ts'
import { listOperations } from './operation.ts'
import { computeThroughputRatio } from './ratio.ts'
import { findReport, readReport } from './report.ts'
import type { Results } from './result.ts'
import { peers } from './service/name.ts'
import { openStage } from './stage.ts'

/** A ratio over this one says how slow the peers are, and no two runs agree on that. */
const RATIO_MAX = 10
const CONNECTIONS = 50

const say = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Fails if Boardwalk is slower, compared with the fastest peer, than in the recorded figures, or if an answer is wrong. Fails
 * also if a goal whose figure is a ratio is further away than it was.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { database: { type: 'string' } } })
  const { recorded, results, goals } = await withClosers(async (closers) => {
    const stage = await openStage(parseSource(values.database ?? process.env.LOCAL_MONGO), closers)
    const path = findReport(stage.database)
    if (!existsSync(path)) throw new Error(`there are no figures in ${path} to compare with: run npm run bench first`)
    const report = await readReport(path)
    const recorded = computeRatios(report)
    const results = await runBenchmark(
      stage,
      {
        operations: listOperations(report.companies).filter(({ name }) => recorded.has(name)),
        services: ['boardwalk', ...peers],
        seconds: 2,
        rounds: 3,
        connections: [CONNECTIONS],
        hasOpenLoop: false,
        hasCommandCounts: false,
        popularApplications: report.popularApplications,
        companies: report.companies,
      },
      closers,
      say,
    )
    // The report is this benchmark's own.
    const goals = await guardGoals(stage, closers, (report.goals ?? {}) as RecordedGoals)
    return { recorded, results, goals }
  })
  const verdicts = [...judgeOperations(results, recorded), ...goals]
  for (const { isLost, line } of verdicts) process.stdout.write(`${isLost ? 'LOST' : 'kept'}  ${line}\n`)
  if (verdicts.some(({ isLost }) => isLost)) process.exitCode = 1
}

function judgeOperations(results: Results, recorded: Map<string, number>): Verdict[] {
  const failures = countFailures(results)
  return [...computeRatios(results)].map(([operation, ratio]) => {
    const before = recorded.get(operation) ?? 0
    const failed = failures.get(operation) ?? 0
    const wrong = failed > 0 ? `${failed} WRONG ANSWERS, ` : ''
    const line = `${operation}: ${wrong}${ratio.toFixed(2)}x the fastest peer, recorded ${before.toFixed(2)}x`
    return { isLost: failed > 0 || ratio < Math.min(before, RATIO_MAX) * KEPT_SHARE, line }
  })
}

/** Counts the wrong answers of all services, by operation. A rate of wrong answers compares nothing. */
function countFailures({ closedLoop }: Results): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { operation, services } of closedLoop) {
    const failed = Object.values(services).reduce((sum, { failures }) => sum + failures, 0)
    counts.set(operation, (counts.get(operation) ?? 0) + failed)
  }
  return counts
}

function computeRatios({ closedLoop }: Results): Map<string, number> {
  const ratios = new Map<string, number>()
  for (const measured of closedLoop) {
    const ratio = measured.connections === CONNECTIONS ? computeThroughputRatio(measured) : undefined
    if (ratio !== undefined) ratios.set(measured.operation, ratio)
  }
  return ratios
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
