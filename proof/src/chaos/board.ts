import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Db, MongoClient } from 'mongodb'
import { createCompany, createOperator, type Operator } from '../operator.ts'
import { type ApiProcess, createApiProcess } from './api-process.ts'
import type { Company } from './application-log.ts'
import type { Breaches } from './broken-guarantee.ts'
import { givenDatabase, startDatabase } from './database.ts'
import type { Arena, Node } from './fault.ts'
import { type LoadBalancer, startLoadBalancer } from './load-balancer.ts'
import { startMember } from './member.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import type { Traffic } from './traffic.ts'

const PROCESSES = 3
const OPEN_JOBS = 2
const busyCompanies = [
  ['Atlas Talents', 'atlas'],
  ['Rif Conseil', 'rif'],
] as const
/** The time for which a process goes on serving when it is told to stop. The load balancer asks every tenth of a second. */
const STOP_DELAY_SECONDS = '5'

export interface Options {
  /** The time for which faults are injected. Undefined to inject each kind once, one after the other. */
  minutes: number | undefined
  /** Restarts the processes in turn behind a load balancer, instead of faults. */
  isRollingRestart: boolean
  seed: string
  /** The address of a database that was started elsewhere. */
  mongodbUri: string | undefined
}

/** A board of several processes over one database, with a proxy on every way between. */
export interface Board extends Arena {
  /** In front of the processes, if they are restarted in turn. */
  balancer: LoadBalancer | undefined
  companies: Company[]
  /** The database itself, without a proxy. */
  rows: Db
}

/** Opens a board. `opened` takes what must be closed in the end. */
export async function openBoard(
  folder: string,
  { mongodbUri, isRollingRestart }: Options,
  traffic: Traffic,
  breaches: Breaches,
  opened: (close: () => unknown) => void,
): Promise<Board> {
  const database = mongodbUri === undefined ? await startDatabase(join(folder, 'database')) : givenDatabase
  opened(() => database.stop())
  const apis: ApiProcess[] = []
  const front = await startTcpProxy(() => apis.map(({ port }) => port))
  opened(() => front.close())
  const settings = {
    LOG_LEVEL: 'error',
    APPLICATIONS_PER_HOUR: '1000000',
    PUBLIC_URL: `http://127.0.0.1:${front.port}`,
    ...(isRollingRestart && { STOP_DELAY_SECONDS }),
  }
  const name = `chaos_${randomBytes(6).toString('hex')}`
  const nodes: Node[] = []
  for (let number = 1; number <= PROCESSES; number++) {
    // A database that was not started here is used without these proxies.
    const toDatabase = await startTcpProxy(() => [database.port()])
    opened(() => toDatabase.close())
    const member = await startMember(makeUri(toDatabase.port))
    opened(() => member.stop())
    const way = { MONGODB_URI: mongodbUri ?? member.uri, MONGODB_DATABASE: name }
    const api = await createApiProcess({ ...settings, ...way }, join(folder, `api-${number}.log`), (how) =>
      breaches.add('misbehaved', `API process ${number} ${how}`),
    )
    opened(() => api.close())
    nodes.push({ api, member, toDatabase })
  }
  // The first process creates the collections.
  const [first, ...others] = nodes
  await first?.api.start()
  await Promise.all(others.map(({ api }) => api.start()))
  apis.push(...nodes.map(({ api }) => api))
  const balancer = isRollingRestart ? await startLoadBalancer(apis.map(({ port }) => port)) : undefined
  if (balancer !== undefined) {
    opened(() => balancer.close())
    for (const { port } of apis) await balancer.untilReady(port)
  }
  const uri = mongodbUri ?? makeUri(database.port())
  const client = new MongoClient(uri)
  opened(() => client.close())
  const rows = client.db(name)
  if (mongodbUri !== undefined) opened(() => rows.dropDatabase())
  const companies = await makeCompanies(front.port, { MONGODB_URI: uri, MONGODB_DATABASE: name })
  return { nodes, front, balancer, database, traffic, companies, rows }
}

// The connection is direct, because a driver that looks for members of the replica set would go around the proxy.
const makeUri = (port: number) => `mongodb://127.0.0.1:${port}/?directConnection=true`

/** Makes the busy companies, each with some jobs that take applications. */
async function makeCompanies(port: number, way: { MONGODB_URI: string; MONGODB_DATABASE: string }) {
  const operator = createOperator(way)
  const made = await Promise.all(busyCompanies.map(([name, slug]) => createCompany(operator, name, slug)))
  return Promise.all(
    made.map(async (company): Promise<Company> => {
      const openJobs: Company['openJobs'] = []
      for (let number = 1; number <= OPEN_JOBS; number++) {
        const externalId = `open/${number}`
        const answer = await fetch(`http://127.0.0.1:${port}/api/job`, {
          method: 'POST',
          headers: { 'x-api-key': company.key, 'content-type': 'application/json' },
          body: JSON.stringify({ job: { id: externalId, title: `Open ${externalId}` } }),
        })
        const { jobUrl }: { jobUrl: string } = JSON.parse(await answer.text())
        openJobs.push({ externalId, path: new URL(jobUrl).pathname })
      }
      return { ...company, cookie: await signIn(port, operator, company.slug), openJobs }
    }),
  )
}

/** Makes a user of a company, signs them in, and answers their cookie. */
async function signIn(port: number, operator: Operator, slug: string): Promise<string> {
  const email = `user@${slug}.example`
  const { link } = await operator<{ link: string }>('user', 'create', '--company', slug, '--email', email)
  const origin = `http://127.0.0.1:${port}`
  const answer = await fetch(`${origin}/trpc/session.setPassword`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ link: new URL(link, origin).hash.slice(1), password: 'correct horse battery staple' }),
  })
  const [cookie = ''] = answer.headers.getSetCookie()[0]?.split(';', 1) ?? []
  if (cookie === '') throw new Error(`the user of ${slug} could not sign in: ${answer.status}`)
  return cookie
}
