import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Db, MongoClient } from 'mongodb'
import { createCompany, createOperator, signIn } from '../operator.ts'
import { type ApiProcess, createApiProcess } from './api-process.ts'
import type { Breaches } from './broken-guarantee.ts'
import type { AdministeredCompany, AdministeredJob, Company } from './company.ts'
import { givenDatabase, startDatabase } from './database.ts'
import type { Arena, Node } from './fault.ts'
import { createStoredRows, startMember } from './member.ts'
import type { Options } from './options.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import type { Traffic } from './traffic.ts'

const PROCESSES = 3
const OPEN_JOBS = 2
const busyCompanies = [
  ['Atlas Talents', 'atlas'],
  ['Rif Conseil', 'rif'],
] as const
const SMALL_COMPANIES = 30
const MOVING_IDS = 3

/** A board of several processes over one database, with a proxy on every way between. */
export interface Board extends Arena {
  companies: Company[]
  /** Many companies with little traffic each. */
  smallCompanies: Company[]
  administered: AdministeredCompany
  /** The database itself, without a proxy. */
  rows: Db
}

/** Opens a board. `opened` takes what must be closed in the end. */
export async function openBoard(
  folder: string,
  { source, mongodbUri }: Options,
  traffic: Traffic,
  breaches: Breaches,
  opened: (close: () => unknown) => void,
): Promise<Board> {
  const database = mongodbUri === undefined ? await startDatabase(join(folder, 'database'), source) : givenDatabase
  opened(() => database.stop())
  const apis: ApiProcess[] = []
  const front = await startTcpProxy(() => apis.map(({ port }) => port))
  opened(() => front.close())
  const settings = {
    LOG_LEVEL: 'error',
    APPLICATIONS_PER_HOUR: '1000000',
    WRONG_KEYS_PER_MINUTE: '1000000',
    // A slow machine must not look like a breach: a full process refuses with 503 by design.
    REQUESTS_AT_ONCE: '100000',
    PUBLIC_URL: `http://127.0.0.1:${front.port}`,
  }
  const name = `chaos_${randomBytes(6).toString('hex')}`
  const nodes: Node[] = []
  const storedRows = createStoredRows()
  for (let number = 1; number <= PROCESSES; number++) {
    // A database that was not started here is used without these proxies.
    const toDatabase = await startTcpProxy(() => [database.port()])
    opened(() => toDatabase.close())
    const member = await startMember(makeUri(toDatabase.port), storedRows)
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
  const uri = mongodbUri ?? makeUri(database.port())
  const client = new MongoClient(uri)
  opened(() => client.close())
  const rows = client.db(name)
  if (mongodbUri !== undefined) opened(() => rows.dropDatabase())
  const arena = { nodes, front, database, traffic }
  const makers = createMakers(arena, { MONGODB_URI: uri, MONGODB_DATABASE: name })
  const [companies, administered] = await Promise.all([makers.busyCompanies(), makers.administeredCompany()])
  return { ...arena, companies, administered, smallCompanies: await makers.smallCompanies(rows), rows }
}

// The connection is direct, because a driver that looks for members of the replica set would go around the proxy.
const makeUri = (port: number) => `mongodb://127.0.0.1:${port}/?directConnection=true`

function createMakers({ front }: Arena, way: { MONGODB_URI: string; MONGODB_DATABASE: string }) {
  const url = `http://127.0.0.1:${front.port}`
  const operator = createOperator(way)

  const makeCompany = async (name: string, slug: string): Promise<Company> => ({
    ...(await createCompany(operator, name, slug)),
    openJobs: [],
  })

  async function makeJob({ key }: Company, externalId: string): Promise<{ jobId: number; path: string }> {
    const res = await fetch(`${url}/api/job`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ job: { id: externalId, title: `Open ${externalId}` } }),
    })
    const { jobId, jobUrl }: { jobId: number; jobUrl: string } = JSON.parse(await res.text())
    return { jobId, path: new URL(jobUrl).pathname }
  }

  async function openJobs(company: Company, count: number): Promise<void> {
    for (let number = 1; number <= count; number++) {
      const externalId = `open/${number}`
      company.openJobs.push({ externalId, path: (await makeJob(company, externalId)).path })
    }
  }

  async function removeExternalId({ jobId }: AdministeredJob, cookie: string): Promise<void> {
    const answer = await fetch(`${url}/trpc/job.setExternalId`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', cookie },
      body: JSON.stringify({ jobId, revision: 1, externalId: null }),
    })
    if (!answer.ok) throw new Error(`an external id could not be removed: ${answer.status} ${await answer.text()}`)
  }

  return {
    async busyCompanies(): Promise<Company[]> {
      const made = await Promise.all(busyCompanies.map(([name, slug]) => makeCompany(name, slug)))
      for (const company of made) await openJobs(company, OPEN_JOBS)
      return made
    },

    async administeredCompany(): Promise<AdministeredCompany> {
      const company = await makeCompany('Souss Emploi', 'souss')
      const cookie = await signIn(operator, url, company.slug)
      const makeMovingJob = async (externalId: string): Promise<AdministeredJob> => ({
        ...(await makeJob(company, externalId)),
        externalId: null,
      })
      const movingJobs: AdministeredCompany['movingJobs'] = []
      for (let number = 1; number <= MOVING_IDS; number++) {
        const externalId = `moving/${number}`
        const [first, second] = [await makeMovingJob(externalId), await makeMovingJob(`spare/${number}`)]
        await removeExternalId(second, cookie)
        movingJobs.push({ externalId, jobs: [first, second] })
      }
      const withdrawnJob = { ...(await makeJob(company, 'withdrawn')), externalId: 'withdrawn' }
      return { ...company, cookie, movingJobs, withdrawnJob, openJobs: movingJobs.flatMap(({ jobs }) => jobs) }
    },

    /** Makes copies of one company's rows, because an operator's command takes a second. */
    async smallCompanies(rows: Db): Promise<Company[]> {
      const [company, key] = await Promise.all([
        rows.collection<{ _id: string }>('companies').findOne({ slug: busyCompanies[0][1] }),
        rows.collection<{ _id: string }>('apiKeys').findOne({ name: 'proof' }),
      ])
      const made = Array.from({ length: SMALL_COMPANIES }, (_, number): Company => {
        const random = randomBytes(16).toString('hex')
        return { id: `cmp_${random.slice(0, 20)}`, slug: `small-${number + 1}`, key: `bwk_${random}`, openJobs: [] }
      })
      await rows
        .collection<{ _id: string }>('companies')
        .insertMany(made.map(({ id, slug }) => ({ ...company, _id: id, slug, name: slug })))
      await rows.collection<{ _id: string }>('apiKeys').insertMany(
        made.map(({ id, key: text }) => ({
          ...key,
          ...{ _id: createHash('sha256').update(text).digest('hex'), keyId: `key_${text.slice(-20)}`, companyId: id },
        })),
      )
      await Promise.all(made.map((each) => openJobs(each, 1)))
      return made
    },
  }
}
