import { runBenchmark } from './benchmark.ts'
import { withClosers } from './closers.ts'
import { type Options, readOptions, usage } from './options.ts'
import { latestReport, writeReport } from './report.ts'
import { tablesOf } from './table.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

async function main({ report = latestReport, ...options }: Options): Promise<void> {
  const results = await withClosers((closers) => runBenchmark({ ...options, hasCommandCounts: true }, closers, say))
  await writeReport(report, results)
  process.stdout.write(`\n${tablesOf(results)}\n\nThe figures are in ${report}\n`)
}

function start(args: string[]): Promise<void> | undefined {
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
