import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../chaos/random.ts'
import { createCompany } from '../operator.ts'
import { type OwnBoard, withOwnBoard } from '../own-board.ts'
import { conclude, type Report } from '../report.ts'
import type { ClientCompany } from './client-company.ts'
import { tryFollow } from './following.ts'
import { tryPush, tryUpsertMany } from './jobs.ts'
import { type ProxyFault, proxyFaults, startFlakyProxy } from './proxy.ts'

/* npm run proof:flaky: what the SDK and the command say over a bad connection is true, and their work gets done. */

const { values } = parseArgs({
  options: {
    /** The time for which the programs work. Then each finishes its work. */
    minutes: { type: 'string', default: '5' },
    /** Works for 5 rounds instead, and the command meets no hanging request, which takes it 30 seconds. */
    quick: { type: 'boolean', default: false },
    /** Chooses faults and work. */
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
})
const ROUNDS = 5

const programs: Record<string, (company: ClientCompany) => Promise<void>> = {
  upsertMany: tryUpsertMany,
  push: tryPush,
  follow: tryFollow,
}

async function tryPrograms(board: OwnBoard, root: string): Promise<Report> {
  const report: Report = { figures: { seed: values.seed }, problems: [] }
  const count = (figure: string, more = 1) => {
    report.figures[figure] = Number(report.figures[figure] ?? 0) + more
  }
  const endMs = performance.now() + Number(values.minutes) * 60_000
  const next = (round: number) => (values.quick ? round <= ROUNDS : performance.now() < endMs)
  const hits = new Map<ProxyFault, number>()
  await Promise.all(
    Object.entries(programs).map(async ([who, work]) => {
      const random = createRandom(`${values.seed}/${who}`)
      const isShort = values.quick && who !== 'upsertMany'
      const faults = proxyFaults.filter((fault) => !isShort || fault !== 'hang')
      const proxy = await startFlakyProxy({ board: board.url, random: random.fork('proxy'), faults, hits })
      const folder = join(root, who)
      await mkdir(folder)
      try {
        const { key, slug } = await createCompany(board.operator, who, who.toLowerCase())
        const { problems } = report
        await work({ who, key, slug, board, proxy, random, folder, next, count, problems })
      } finally {
        proxy.close()
      }
    }),
  )
  for (const fault of proxyFaults) count(`fault ${fault}`, hits.get(fault) ?? 0)
  return report
}

const root = await mkdtemp(join(tmpdir(), 'boardwalk-flaky-'))
try {
  conclude(await withOwnBoard((board) => tryPrograms(board, root)))
} finally {
  await rm(root, { recursive: true, force: true })
}
