import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseSource } from '@boardwalk/local-mongo'
import { withClosers } from '../closers.ts'
import { openStage } from '../stage.ts'
import { writeTable } from '../table.ts'
import { type Costs, findLosses, findRatio, summariseCosts } from './cost.ts'
import { measureCosts } from './guard.ts'

/* The guard of the benchmark: fails if a request costs more than when its figures were written to the file. */

// The path begins at bench/dist.
const file = fileURLToPath(new URL('../guard.json', import.meta.url))

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { write: { type: 'boolean', default: false } } })
  await withClosers(async (closers) => {
    const stage = await openStage(closers, parseSource(process.env.LOCAL_MONGO))
    const rounds = await measureCosts(stage, closers)
    const costs = summariseCosts(rounds)
    if (values.write) return writeFile(file, `${JSON.stringify(costs, null, 2)}\n`)
    const kept: Costs = JSON.parse(await readFile(file, 'utf8'))
    const lines = Object.entries(costs).map(([row, cost]) => {
      const ratios = rounds[row]?.map(findRatio) ?? []
      const range = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)).join(' to ')
      const before = kept[row]
      return [
        row,
        cost.cpuUs,
        cost.peerCpuUs,
        `${findRatio(cost).toFixed(2)} (${range})`,
        before ? findRatio(before).toFixed(2) : '',
        cost.commands,
        before?.commands ?? '',
      ]
    })
    const columns = ['row', 'CPU in µs', "the peer's", 'ratio', 'before', 'commands', 'before']
    process.stdout.write(`${writeTable(columns, lines)}\n\n`)
    const losses = findLosses(kept, rounds)
    if (losses.length > 0)
      throw new Error(
        `Requests cost more than bench/guard.json says. If they must, run it with --write.\n${losses.join('\n')}`,
      )
    process.stdout.write('Requests cost about as much as bench/guard.json says.\n')
  })
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
