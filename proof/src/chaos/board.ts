import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type ApiProcess, createApiProcess } from './api-process.ts'
import type { Breaches } from './broken-guarantee.ts'
import type { Company } from './company.ts'
import { startDatabase } from './database.ts'
import type { Arena } from './fault.ts'
import type { Options } from './options.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import type { Traffic } from './traffic.ts'

const PROCESSES = 3
const OPEN_JOBS = 2
const companies = [
  ['Atlas Talents', 'atlas'],
  ['Rif Conseil', 'rif'],
] as const

const admin = fileURLToPath(new URL('../../../apps/api/dist/admin.js', import.meta.url))

/** A board of several processes over one database, with proxies of ours on every way between. */
export interface Board extends Arena {
  companies: Company[]
}

/** `opened` gets what must be closed, as soon as it is there. */
export async function openBoard(
  folder: string,
  { rung }: Options,
  traffic: Traffic,
  breaches: Breaches,
  opened: (close: () => unknown) => void,
): Promise<Board> {
  const database = await startDatabase(join(folder, 'database'), rung)
  opened(() => database.stop())
  const apis: ApiProcess[] = []
  const front = await startTcpProxy(() => apis.map(({ port }) => port))
  opened(() => front.close())
  const settings = {
    LOG_LEVEL: 'error',
    APPLICATIONS_PER_HOUR: '1000000',
    PUBLIC_URL: `http://127.0.0.1:${front.port}`,
  }
  const nodes = []
  for (let number = 1; number <= PROCESSES; number++) {
    const toDatabase = await startTcpProxy(() => [database.port()])
    opened(() => toDatabase.close())
    const way = { MONGODB_URI: uriOf(toDatabase.port), MONGODB_DATABASE: 'chaos' }
    const api = await createApiProcess({ ...settings, ...way }, join(folder, `api-${number}.log`), (how) =>
      breaches.add('misbehaved', `API process ${number} ${how}`),
    )
    opened(() => api.close())
    await api.start()
    apis.push(api)
    nodes.push({ api, toDatabase })
  }
  const board = { nodes, front, database, traffic }
  return { ...board, companies: await makeCompanies(board) }
}

// Direct: a driver that looks for the members of the replica set would find the database's own port, past our proxy.
const uriOf = (port: number) => `mongodb://127.0.0.1:${port}/?directConnection=true`

async function makeCompanies({ database, front }: Arena): Promise<Company[]> {
  const env = { ...process.env, MONGODB_URI: uriOf(database.port()), MONGODB_DATABASE: 'chaos' }
  const run = async (...command: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [admin, ...command, '--json'], { env })
    return JSON.parse(stdout)
  }
  const made: Company[] = []
  for (const [name, slug] of companies) {
    const { id } = await run('company', 'create', '--name', name, '--slug', slug)
    const { key } = await run('key', 'create', '--company', slug, '--name', 'chaos')
    const company: Company = { id, slug, key, openJobs: [] }
    for (let number = 1; number <= OPEN_JOBS; number++) {
      const externalId = `open/${number}`
      const res = await fetch(`http://127.0.0.1:${front.port}/api/job`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ job: { id: externalId, title: `Open ${number}` } }),
      })
      const { jobUrl }: { jobUrl: string } = JSON.parse(await res.text())
      company.openJobs.push({ externalId, path: new URL(jobUrl).pathname })
    }
    made.push(company)
  }
  return made
}
