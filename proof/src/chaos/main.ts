import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { toJson, toLines } from './report.ts'
import { run } from './run.ts'

/*
 * npm run proof:chaos: the consistency checker of docs/proof.md. If MONGODB_URI is set, it uses a new database "chaos_…" on that
 * server, and leaves out the faults that need a database of its own.
 */

const { values } = parseArgs({
  options: {
    /** The time for which faults are injected. */
    minutes: { type: 'string', default: '10' },
    /** Injects each fault once instead, one after the other. */
    quick: { type: 'boolean', default: false },
    /** Injects no faults, and restarts the processes in turn: every request must be answered. */
    'rolling-restart': { type: 'boolean', default: false },
    /** The same seed plans the same faults and the same work. */
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    /** The file for the figures as JSON. */
    report: { type: 'string' },
  },
})
/** The time for starting, draining and comparing, besides once more the time of the faults. */
const REST_MS_MAX = 10 * 60_000

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(minutes: number): Promise<boolean> {
  if (!(minutes > 0)) throw new Error(`--minutes must be a number above 0; got "${values.minutes}"`)
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-chaos-'))
  const closings: (() => unknown)[] = []
  const close = async () => {
    // What was opened last is closed first: the processes before their database.
    for (const closing of closings.splice(0).reverse()) await closing()
  }
  const ms = (values.quick ? 0 : minutes) * 2 * 60_000 + REST_MS_MAX
  const cutShort = new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve('stopped'))
    setTimeout(() => resolve(`it did not end in ${Math.round(ms / 1000)} s`), ms).unref()
  })
  let isKept = true
  try {
    const options = {
      minutes: values.quick ? undefined : minutes,
      isRollingRestart: values['rolling-restart'],
      seed: values.seed,
      mongodbUri: process.env.MONGODB_URI || undefined,
    }
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
    if (values.report !== undefined) await writeFile(values.report, toJson(report))
    isKept = report.breaches.total() > 0
    return !isKept
  } finally {
    await close()
    if (isKept) say(`the logs of the processes are in ${folder}`)
    else await rm(folder, { recursive: true, force: true })
  }
}

const held = await main(Number(values.minutes))
say(held ? 'All of it held.' : 'Something was broken.')
process.exitCode = held ? 0 : 1
