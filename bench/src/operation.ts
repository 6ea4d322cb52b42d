import type { Work } from './load/plan.ts'
import type { Contender } from './service/contender.ts'

/** An operation that is measured: requests of one kind, sent again and again. */
export interface Operation {
  name: string
  /** More requests a second than any service answers. Given only if each request uses something up. */
  perSecondMax?: number
  /**
   * Prepares the work of one run. Stores what this number of requests uses up; the run's new ids begin with its name.
   */
  work(contender: Contender, run: string, requestsMax: number): Promise<Work>
}

const POLLS_OF_20 = { nothingNew: 18, oneNew: 1, update: 1 }
const LINKS_PER_REQUEST = 100

const bodySizes = [
  { size: '2k', bodyBytes: 2_000 },
  { size: '20k', bodyBytes: 20_000 },
]

const poll = (externalId: string, since: Date) =>
  `/api/job/${encodeURIComponent(externalId)}/candidates?since=${since.toISOString()}`

const beforeMs = (date: Date) => new Date(date.getTime() - 1)

/** Polls since the company's last application. */
function nothingNew({ stock }: Contender): Work {
  return { kind: 'get', paths: stock.polled.map(({ externalId }) => poll(externalId, stock.lastDate)) }
}

function oneNew({ stock }: Contender): Work {
  return { kind: 'get', paths: stock.polled.map(({ externalId, lastDate }) => poll(externalId, beforeMs(lastDate))) }
}

const update = ({ stock }: Contender, bodyBytes: number): Work => ({
  kind: 'update',
  externalIds: stock.updated,
  bodyBytes,
})

export const operations: Operation[] = [
  {
    name: 'poll-nothing-new',
    work: async (contender) => nothingNew(contender),
  },
  {
    name: 'poll-1-new',
    work: async (contender) => oneNew(contender),
  },
  {
    name: 'poll-50-of-many',
    work: async ({ stock }) => ({
      kind: 'get',
      paths: [poll(stock.popular.externalId, beforeMs(stock.popular.firstDate))],
    }),
  },
  {
    name: 'mixed',
    work: async (contender) => ({
      kind: 'mixed',
      parts: [
        { count: POLLS_OF_20.nothingNew, work: nothingNew(contender) },
        { count: POLLS_OF_20.oneNew, work: oneNew(contender) },
        { count: POLLS_OF_20.update, work: update(contender, 2_000) },
      ],
    }),
  },
  ...bodySizes.flatMap(({ size, bodyBytes }): Operation[] => [
    { name: `create-${size}`, work: async (_, run) => ({ kind: 'create', prefix: `${run} `, bodyBytes }) },
    { name: `update-${size}`, work: async (contender) => update(contender, bodyBytes) },
    { name: `upsert-new-${size}`, work: async (_, run) => ({ kind: 'upsert', prefix: `${run} `, bodyBytes }) },
  ]),
  {
    name: 'unpublish',
    perSecondMax: 3_000,
    async work(contender, run, requestsMax) {
      return { kind: 'unpublish', externalIds: await contender.storePublishedJobs(run, requestsMax) }
    },
  },
  {
    name: `link-${LINKS_PER_REQUEST}`,
    perSecondMax: 100,
    async work(contender, run, requestsMax) {
      const jobIds = await contender.storeUnlinkedJobs(requestsMax * LINKS_PER_REQUEST)
      return { kind: 'link', jobIds, prefix: `${run} `, linksPerRequest: LINKS_PER_REQUEST }
    },
  },
  {
    name: 'job-page',
    work: async ({ stock }) => ({ kind: 'get', paths: stock.polled.map(({ pagePath }) => pagePath) }),
  },
]

/** Finds the operations whose names begin with one of these. Throws if there is none. */
export function findOperations(names: string[] | undefined): Operation[] {
  if (names === undefined) return operations
  for (const name of names)
    if (!operations.some((operation) => operation.name.startsWith(name)))
      throw new Error(`there is no operation "${name}"; there are ${operations.map((known) => known.name).join(', ')}`)
  return operations.filter((operation) => names.some((name) => operation.name.startsWith(name)))
}
