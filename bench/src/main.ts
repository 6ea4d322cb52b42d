import { describeMachine, runBenchmark } from './benchmark.ts'
import { type Closers, createClosers, withClosers } from './closers.ts'
import { goals } from './goal/goal.ts'
import { type Options, readOptions, usage } from './options.ts'
import { addToReport, latestReport } from './report.ts'
import type { Results } from './result.ts'
import { openStage } from './stage.ts'
import { writeTables } from './table.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

async function main({ report = latestReport, ...options }: Options): Promise<void> {
  const hasGoals = options.goals.length > 0
  const measured = await withClosers<Partial<Results>>((closers) =>
    hasGoals ? measureGoals(options, closers) : compare(options, report, closers),
  )
  await addToReport(report, measured)
  process.stdout.write(`The figures are in ${report}\n`)
}

async function compare(options: Omit<Options, 'report'>, report: string, closers: Closers): Promise<Results> {
  // The figures so far are kept in case the database fails before the end.
  const keep = (results: Results) => addToReport(report, results)
  const results = await runBenchmark({ ...options, hasCommandCounts: true }, closers, say, keep)
  process.stdout.write(`\n${writeTables(results)}\n\n`)
  return results
}

async function measureGoals(
  { goals: names, sizes, source }: Omit<Options, 'report'>,
  closers: Closers,
): Promise<Pick<Results, 'goals'>> {
  const stage = await openStage(source, closers)
  const measured: Record<string, object> = {}
  for (const name of names) {
    const own = createClosers()
    closers.add(() => own.close())
    const figures = await goals[name]?.(stage, own, sizes)
    await own.close()
    measured[name] = {
      at: new Date().toISOString(),
      database: stage.database.label,
      machine: describeMachine(),
      ...figures,
    }
    process.stdout.write(`${name}: ${JSON.stringify(measured[name], null, 2)}\n`)
  }
  return { goals: measured }
}

function start(args: string[]): Promise<void> | undefined {
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`)
    return undefined
  }
  try {
    return main(readOptions(args))
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exitCode = 2
    return undefined
  }
}

start(process.argv.slice(2))?.catch((error: unknown) => {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
})
