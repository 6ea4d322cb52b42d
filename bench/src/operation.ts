import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeJob } from './job-body.ts'
import { runLoad, type Work } from './load.ts'
import { copyJob } from './service/jobs.ts'
import { PUT_OFF_MS } from './service/service.ts'
import type { Contender, KnownJob, PolledJob } from './service/stock.ts'

/** The requests of an operation to one service. All runs share them, so a run goes on where the last one ended. */
interface Supply extends Work {
  /** Stores what this number of requests uses up. */
  stock?: (requests: number) => Promise<void>
}

/** What is measured: requests of one kind, sent again and again. */
export interface Operation {
  name: string
  open(contender: Contender): Supply
}

const LINKS_PER_REQUEST = 100
const [UNPUBLISHED_JOBS, LINK_REQUESTS] = [1_000, 10]
const STOCKING_CONNECTIONS = 20

const jobPath = (externalId: string) => `/api/job/${encodeURIComponent(externalId)}`
const pollPath = (externalId: string, since: string, more = '') =>
  `${jobPath(externalId)}/candidates?since=${since}${more}`

/** Creates a function that answers one item after the other, and begins again after the last one. */
function inTurn<Item>(items: Item[]): () => Item {
  let next = 0
  return () => {
    const item = items[next++ % items.length]
    if (item === undefined) throw new Error('there is nothing to pick from')
    return item
  }
}

/** The number of the next text. Runs share it, so that no run sends a text that a service has cached. */
let texts = 0

function createJobs(key: () => string, bodyBytes: number, onId?: (externalId: string) => void): Supply {
  return {
    request() {
      const id = randomUUID()
      onId?.(id)
      return { method: 'POST', path: '/api/job', key: key(), body: { job: { id, ...makeJob(bodyBytes, texts++) } } }
    },
  }
}

/** Updates one job after the other. Each number gives another body, so that no update is of what a job has. */
function updateJobs(jobs: KnownJob[], makeBody: (number: number) => object): Supply {
  const next = inTurn(jobs)
  return {
    request() {
      const { key, externalId } = next()
      return { method: 'PUT', path: jobPath(externalId), key, body: { job: makeBody(texts++) } }
    },
  }
}

const makeTexts = (bodyBytes: number) => (number: number) => makeJob(bodyBytes, number)
/** Two numbers, which is what an ATS sends most. */
const makeSalary = (number: number) => ({ minSalary: 18_000 + number, maxSalary: 24_000 + number })

function pollSince(jobs: PolledJob[], findDate: (job: PolledJob) => Date, contains: string): Supply {
  const next = inTurn(jobs)
  return {
    request() {
      const job = next()
      return { path: pollPath(job.externalId, findDate(job).toISOString()), key: job.key }
    },
    contains,
  }
}

/**
 * Polls as a caller does that sends back the `x-synced-through` of its last answer, and declares that with `synced`. A service
 * without this header is polled since the newest application of the company, and ignores `synced`.
 */
function pollOn(jobs: PolledJob[]): Supply {
  const next = inTurn(jobs)
  const cursors = new Map<PolledJob, string>()
  return {
    request() {
      const job = next()
      return {
        path: pollPath(job.externalId, cursors.get(job) ?? job.lastDateOfCompany.toISOString(), '&synced=true'),
        key: job.key,
        onAnswer({ 'x-synced-through': synced }) {
          if (typeof synced === 'string') cursors.set(job, synced)
        },
      }
    },
    contains: '"total":0',
  }
}

type FindJobs<Job> = (contender: Contender) => Job[]

/** The operations that are measured with one company and with many. `suffix` ends their names. */
const basicOperations = (suffix: string, polled: FindJobs<PolledJob>, updated: FindJobs<KnownJob>): Operation[] => [
  { name: `poll-nothing-new${suffix}`, open: (contender) => pollOn(polled(contender)) },
  // As a caller does that sends the date of the last candidate that it has.
  {
    name: `poll-by-date${suffix}`,
    open: (contender) => pollSince(polled(contender), ({ lastDate }) => lastDate, '"total":0'),
  },
  {
    name: `poll-1-new${suffix}`,
    open: (contender) => pollSince(polled(contender), ({ lastDate }) => new Date(lastDate.getTime() - 1), '"total":1'),
  },
  {
    name: `create-2k${suffix}`,
    open(contender) {
      const next = inTurn(updated(contender))
      return createJobs(() => next().key, 2_000)
    },
  },
  { name: `update-2k${suffix}`, open: (contender) => updateJobs(updated(contender), makeTexts(2_000)) },
]

/** The operations that many companies call in turn, each with a key of its own. */
function ofCompanies(count: number): Operation[] {
  const find: FindJobs<PolledJob> = ({ crowd }) => crowd.slice(0, count)
  return basicOperations(`-of-${count}-companies`, find, find)
}

const ofOneCompany: Operation[] = [
  ...basicOperations(
    '',
    ({ polled }) => polled,
    ({ updated }) => updated,
  ),
  {
    name: 'unpublish',
    open({ key, service }) {
      const published: string[] = []
      return {
        // The service must know the jobs, as it knows those that a caller has sent, so they come through its API.
        async stock(requests) {
          const work = createJobs(
            () => key,
            2_000,
            (id) => published.push(id),
          )
          const { wrong } = await runLoad(
            service.url,
            { ...work, amount: requests },
            { connections: STOCKING_CONNECTIONS, seconds: 0 },
          )
          if (wrong > 0) throw new Error(`${service.name} did not create ${wrong} jobs`)
          await sleep(PUT_OFF_MS)
        },
        request: () => ({ method: 'DELETE', path: jobPath(published.shift() ?? ''), key }),
        amount: UNPUBLISHED_JOBS,
      }
    },
  },
  { name: 'create-20k', open: ({ key }) => createJobs(() => key, 20_000) },
  { name: 'update-20k', open: ({ updated }) => updateJobs(updated, makeTexts(20_000)) },
  { name: 'update-salary', open: ({ updated }) => updateJobs(updated, makeSalary) },
  {
    name: `link-${LINKS_PER_REQUEST}`,
    open({ key, templateId, service: { place } }) {
      let jobIds: number[] = []
      return {
        async stock(requests) {
          jobIds = await copyJob(place.db, templateId, requests * LINKS_PER_REQUEST)
        },
        request() {
          const ids = jobIds.splice(0, LINKS_PER_REQUEST)
          const links = ids.map((platformJobId) => ({
            platformJobId,
            externalJobId: `linked ${platformJobId}`,
          }))
          return {
            method: 'POST',
            path: '/api/job/link',
            key,
            body: { links },
          }
        },
        contains: '"status":"linked"',
        amount: LINK_REQUESTS,
      }
    },
  },
  {
    name: 'job-page',
    open({ polled }) {
      const next = inTurn(polled)
      return { request: () => ({ path: next().pagePath }), contains: '</html>' }
    },
  },
]

/** How many companies call the second group of operations in turn. */
const SOME_COMPANIES = 50

/** Lists the operations: those of many companies first, because a board has many. */
export const listOperations = (companies: number): Operation[] => [
  ...ofCompanies(companies),
  ...(companies > SOME_COMPANIES ? ofCompanies(SOME_COMPANIES) : []),
  ...ofOneCompany,
]

/** Finds the operations whose names begin with one of these; without names, all. Throws if there is none. */
export function findOperations(names: string[] | undefined, companies: number): Operation[] {
  const operations = listOperations(companies)
  for (const name of names ?? [])
    if (!operations.some((operation) => operation.name.startsWith(name)))
      throw new Error(`there is no operation "${name}"; there are ${operations.map((known) => known.name).join(', ')}`)
  return operations.filter(({ name }) => names?.some((one) => name.startsWith(one)) ?? true)
}
