import type { Work } from './load/plan.ts'
import type { Contender } from './service/contender.ts'
import type { Crowd } from './service/crowd.ts'

/** An operation that is measured: requests of one kind, sent again and again. */
export interface Operation {
  name: string
  /** More requests a second than any service answers. Given only if each request uses something up. */
  perSecondMax?: number
  /** How many companies call it in turn. Undefined: one, which has many jobs. */
  companies?: number
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

/** What the answer to a poll has if nobody or one person applied since. */
const [nobody, one] = ['"total":0', '"total":1']

const poll = (externalId: string, since: Date) =>
  `/api/job/${encodeURIComponent(externalId)}/candidates?since=${since.toISOString()}`

const beforeMs = (date: Date) => new Date(date.getTime() - 1)

/** Polls since the company's last application, as a caller does that goes on from x-synced-through. */
function nothingNew({ stock }: Contender): Work {
  return {
    kind: 'get',
    paths: stock.polled.map(({ externalId }) => poll(externalId, stock.lastDate)),
    contains: nobody,
  }
}

/** Polls since the job's last application, as a caller does that goes on from the largest date that it has seen. */
function nothingNewByDate({ stock }: Contender): Work {
  return {
    kind: 'get',
    paths: stock.polled.map(({ externalId, lastDate }) => poll(externalId, lastDate)),
    contains: nobody,
  }
}

function oneNew({ stock }: Contender): Work {
  const paths = stock.polled.map(({ externalId, lastDate }) => poll(externalId, beforeMs(lastDate)))
  return { kind: 'get', paths, contains: one }
}

const update = ({ stock }: Contender, bodyBytes: number): Work => ({
  kind: 'update',
  externalIds: stock.updated,
  bodyBytes,
})

const ofOneCompany: Operation[] = [
  {
    name: 'poll-nothing-new',
    work: async (contender) => nothingNew(contender),
  },
  {
    name: 'poll-nothing-new-by-date',
    work: async (contender) => nothingNewByDate(contender),
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
      contains: '"total":',
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
    work: async ({ stock }) => ({
      kind: 'get',
      paths: stock.polled.map(({ pagePath }) => pagePath),
      contains: '</html>',
    }),
  },
]

/** Finds the keys of the companies that call an operation. */
export const findKeys = ({ key, crowd }: Contender, { companies }: Operation): string[] =>
  companies === undefined ? [key] : crowd.keys.slice(0, companies)

/** Operations that many companies call in turn. */
const ofManyCompanies = (companies: number): Operation[] => {
  const name = (operation: string) => `${operation}-of-${companies}`
  const pollSince = (since: (crowd: Crowd) => Date, contains: string): Operation['work'] => {
    return async ({ crowd }) => ({ kind: 'get', paths: [poll(crowd.polled, since(crowd))], contains })
  }
  return [
    {
      name: name('poll-nothing-new'),
      companies,
      work: pollSince(({ lastDateOfCompany }) => lastDateOfCompany, nobody),
    },
    { name: name('poll-nothing-new-by-date'), companies, work: pollSince(({ lastDate }) => lastDate, nobody) },
    { name: name('poll-1-new'), companies, work: pollSince(({ lastDate }) => beforeMs(lastDate), one) },
    {
      name: name('update-2k'),
      companies,
      work: async ({ crowd }) => ({ kind: 'update', externalIds: [crowd.polled], bodyBytes: 2_000 }),
    },
    {
      name: name('create-2k'),
      companies,
      work: async (_, run) => ({ kind: 'create', prefix: `${run} `, bodyBytes: 2_000 }),
    },
  ]
}

/** Lists the operations: those of many companies first, because a board has many. */
export const listOperations = (companies: number[]): Operation[] => [
  ...companies.toSorted((a, b) => b - a).flatMap(ofManyCompanies),
  ...ofOneCompany,
]

/** Finds the operations whose names begin with one of these. Throws if there is none. */
export function findOperations(names: string[] | undefined, companies: number[]): Operation[] {
  const operations = listOperations(companies)
  if (names === undefined) return operations
  for (const name of names)
    if (!operations.some((operation) => operation.name.startsWith(name)))
      throw new Error(`there is no operation "${name}"; there are ${operations.map((known) => known.name).join(', ')}`)
  return operations.filter((operation) => names.some((name) => operation.name.startsWith(name)))
}
