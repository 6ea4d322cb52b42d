import { describeMachine, runBenchmark } from './benchmark.ts'
import { type Closers, createClosers, withClosers } from './closers.ts'
import { goals } from './goal/goal.ts'
import { type Options, readOptions, usage } from './options.ts'
import { addToReport, findReport } from './report.ts'
import type { Results } from './result.ts'
import { openStage, type Stage } from './stage.ts'
import { writeTables } from './table.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

async function main(options: Options): Promise<void> {
  const report = await withClosers(async (closers) => {
    const stage = await openStage(options.source, closers)
    const path = options.report ?? findReport(stage.database)
    if (options.goals.length > 0) await measureGoals(stage, options, path, closers)
    else await compare(stage, options, path, closers)
    return path
  })
  process.stdout.write(`The figures are in ${report}\n`)
}

async function compare(stage: Stage, options: Options, report: string, closers: Closers): Promise<void> {
  // The figures so far are kept in case the database fails before the end.
  const keep = (results: Results) => addToReport(report, results)
  const results = await runBenchmark(stage, { ...options, hasCommandCounts: true }, closers, say, keep)
  await keep(results)
  process.stdout.write(`\n${writeTables(results)}\n`)
}

async function measureGoals(
  stage: Stage,
  { goals: names, sizes }: Options,
  report: string,
  closers: Closers,
): Promise<void> {
  for (const name of names) {
    const own = createClosers()
    closers.add(() => own.close())
    const figures = await goals[name]?.(stage, own, sizes)
    await own.close()
    const measured = {
      at: new Date().toISOString(),
      database: stage.database.label,
      machine: describeMachine(),
      ...figures,
    }
    process.stdout.write(`${name}: ${JSON.stringify(measured, null, 2)}\n`)
    await addToReport(report, { goals: { [name]: measured } })
  }
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
