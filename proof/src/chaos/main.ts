import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { optionsOrUsage } from '../options-or-usage.ts'
import { type Options, readOptions, usage } from './options.ts'
import { holds, jsonOf, linesOf } from './report.ts'
import { run } from './run.ts'

/** What comes before and after the faults (starting, draining, comparing) may take as long as they, and this. */
const REST_MS_MAX = 10 * 60_000

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(options: Options): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-chaos-'))
  const closings: (() => unknown)[] = []
  const close = async () => {
    // The last opened first: the processes before their database.
    for (const closing of closings.splice(0).reverse()) await closing()
  }
  const ms = (options.minutes ?? 0) * 2 * 60_000 + REST_MS_MAX
  const cutShort = new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve('stopped'))
    setTimeout(() => resolve(`it did not end in ${Math.round(ms / 1000)} s`), ms).unref()
  })
  let isKept = true
  try {
    const running = run(options, { folder, say, opened: (closing) => closings.push(closing) })
    const report = await Promise.race([running, cutShort])
    if (typeof report === 'string') {
      say(report)
      await close()
      await rm(folder, { recursive: true, force: true })
      // What is still going on has lost its ground.
      process.exit(1)
    }
    for (const line of linesOf(report)) say(line)
    if (options.report !== undefined) await writeFile(options.report, jsonOf(report))
    isKept = !holds(report)
    return holds(report)
  } finally {
    await close()
    if (isKept) say(`what the processes said is in ${folder}`)
    else await rm(folder, { recursive: true, force: true })
  }
}

const options = optionsOrUsage(readOptions, usage)
if (options === undefined) process.exitCode = 2
else {
  const held = await main(options)
  say(held ? 'All of it held.' : 'Something was broken.')
  process.exitCode = held ? 0 : 1
}
