import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { optionsOrUsage } from '../options-or-usage.ts'
import { type Options, readOptions, usage } from './options.ts'
import { holds, toJson, toLines } from './report.ts'
import { run } from './run.ts'

/** The time for starting, draining and comparing, besides once more the time of the faults. */
const REST_MS_MAX = 10 * 60_000

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(options: Options): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-chaos-'))
  const closings: (() => unknown)[] = []
  const close = async () => {
    // What was opened last is closed first: the processes before their database.
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
      // Some of the run may still be working; its processes are gone.
      process.exit(1)
    }
    for (const line of toLines(report)) say(line)
    if (options.report !== undefined) await writeFile(options.report, toJson(report))
    isKept = !holds(report)
    return holds(report)
  } finally {
    await close()
    if (isKept) say(`the logs of the processes are in ${folder}`)
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
