import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../chaos/random.ts'
import { optionsOrUsage } from '../options-or-usage.ts'
import { type OwnBoard, withOwnBoard } from '../own-board.ts'
import { conclude, type Report } from '../report.ts'
import { type ClientCompany, createClientCompany } from './client-company.ts'
import { tryJobsCommand, tryWithoutWay } from './command-jobs.ts'
import { tryFollowCommand, tryFollowSdk } from './following.ts'
import { type ProxyFault, proxyFaults, startFlakyProxy } from './proxy.ts'
import { createRounds, type Rounds } from './rounds.ts'
import { trySdkJobs } from './sdk-jobs.ts'

/* npm run proof:flaky: what the SDK and the command say over a bad connection is true, and their work gets done. */

const usage = `npm run proof:flaky -- [options]
  --minutes <n>    the time for which the programs work (default 5); then each finishes its work
  --quick          works for 3 rounds instead, and the command meets no hanging request, which takes it 30 seconds
  --seed <text>    chooses faults and work (default: a new one, which is printed)
  --share <n>      the share of requests with a fault, from 0 to 0.9 (default 0.4)
  --report <path>  writes the figures there as JSON`

interface Options {
  minutes: number
  isQuick: boolean
  seed: string
  share: number
  report: string | undefined
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '5' },
      quick: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
      share: { type: 'string', default: '0.4' },
      report: { type: 'string' },
    },
  })
  const [minutes, share] = [Number(values.minutes), Number(values.share)]
  if (!(minutes > 0)) throw new Error(`--minutes must be a number above 0; got "${values.minutes}"`)
  if (!(share >= 0 && share <= 0.9)) throw new Error(`--share must be a number from 0 to 0.9; got "${values.share}"`)
  return { minutes, isQuick: values.quick, seed: values.seed, share, report: values.report }
}

interface Program {
  who: string
  work: (company: ClientCompany, folder: string, rounds: Rounds) => Promise<void>
  isCommand: boolean
}

async function tryPrograms(board: OwnBoard, root: string, { isQuick, minutes, seed, share }: Options): Promise<Report> {
  const rounds = createRounds(isQuick ? { rounds: 3 } : { minutes })
  const commandFaults = proxyFaults.filter((fault) => !isQuick || fault !== 'hang')
  const programs: Program[] = [
    { who: 'SDK jobs', work: (company, _, all) => trySdkJobs(company, all), isCommand: false },
    { who: 'SDK follow', work: tryFollowSdk, isCommand: false },
    { who: 'push', work: (...args) => tryJobsCommand('push', ...args), isCommand: true },
    { who: 'sync', work: (...args) => tryJobsCommand('sync', ...args), isCommand: true },
    { who: 'follow', work: tryFollowCommand, isCommand: true },
    {
      who: 'push without a way',
      work: (company, folder, all) => tryWithoutWay(company, folder, commandFaults, all),
      isCommand: true,
    },
  ]
  const hits = new Map<ProxyFault, number>()
  await Promise.all(
    programs.map(async ({ who, work, isCommand }) => {
      const random = createRandom(`${seed}/${who}`)
      const faults = isCommand ? commandFaults : proxyFaults
      const proxy = await startFlakyProxy({ board: board.url, random: random.fork('proxy'), faults, share })
      const folder = join(root, who.replaceAll(' ', '-'))
      await mkdir(folder)
      try {
        await work(await createClientCompany(who, { board, proxy, random }), folder, rounds)
      } finally {
        for (const [fault, count] of proxy.hits) hits.set(fault, (hits.get(fault) ?? 0) + count)
        proxy.close()
      }
    }),
  )
  const faults = proxyFaults.map((fault) => [`fault ${fault}`, hits.get(fault) ?? 0] as const)
  return { figures: { seed, ...rounds.figures, ...Object.fromEntries(faults) }, problems: rounds.problems }
}

const options = optionsOrUsage(readOptions, usage)
if (options === undefined) process.exitCode = 2
else {
  process.stdout.write(`Seed ${options.seed}\n`)
  const root = await mkdtemp(join(tmpdir(), 'boardwalk-flaky-'))
  try {
    await conclude(await withOwnBoard((board) => tryPrograms(board, root, options)), options.report)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
