import { randomUUID } from 'node:crypto'
import { makeJob } from './job-body.ts'
import type { Work } from './load.ts'
import { copyJob } from './service/jobs.ts'
import type { Contender } from './service/stock.ts'

/** What is measured: requests of one kind, sent again and again. */
export interface Operation {
  name: string
  /** Prepares the work of one run. Stores what it uses up. */
  prepare(contender: Contender): Work | Promise<Work>
}

const LINKS_PER_REQUEST = 100
const [UNPUBLISHED_JOBS, LINK_REQUESTS] = [1_000, 20]

const poll = (externalId: string, since: Date) =>
  `/api/job/${encodeURIComponent(externalId)}/candidates?since=${since.toISOString()}`
const beforeMs = (date: Date) => new Date(date.getTime() - 1)
const pick = <Item>(items: Item[], number: number): Item => {
  const item = items[number % items.length]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}

/** The number of the next text. Runs share it, so that no run sends a text that a service has cached. */
let texts = 0

/** Operations that many companies call in turn, each with a key of its own. */
const ofManyCompanies: Operation[] = [
  {
    name: 'poll-nothing-new-of-many-companies',
    prepare: ({ crowd: { keys, externalId, lastDate } }) => ({
      request: (number) => ({ path: poll(externalId, lastDate), key: pick(keys, number) }),
      contains: '"total":0',
    }),
  },
  {
    name: 'poll-1-new-of-many-companies',
    prepare: ({ crowd: { keys, externalId, lastDate } }) => ({
      request: (number) => ({ path: poll(externalId, beforeMs(lastDate)), key: pick(keys, number) }),
      contains: '"total":1',
    }),
  },
  {
    name: 'update-2k-of-many-companies',
    prepare: ({ crowd: { keys, externalId } }) => ({
      request: (number) => ({
        ...{ method: 'PUT', path: `/api/job/${externalId}`, key: pick(keys, number) },
        body: { job: makeJob(2_000, texts++) },
      }),
    }),
  },
]

const ofOneCompany: Operation[] = [
  {
    name: 'poll-nothing-new',
    prepare: ({ key, polled, lastDate }) => ({
      request: (number) => ({ path: poll(pick(polled, number).externalId, lastDate), key }),
      contains: '"total":0',
    }),
  },
  {
    name: 'poll-1-new',
    prepare: ({ key, polled }) => ({
      request(number) {
        const { externalId, lastDate } = pick(polled, number)
        return { path: poll(externalId, beforeMs(lastDate)), key }
      },
      contains: '"total":1',
    }),
  },
  ...[2_000, 20_000].flatMap((bodyBytes): Operation[] => [
    {
      name: `create-${bodyBytes / 1_000}k`,
      prepare: ({ key }) => ({
        request: () => ({
          ...{ method: 'POST', path: '/api/job', key },
          body: { job: { id: randomUUID(), ...makeJob(bodyBytes, texts++) } },
        }),
      }),
    },
    {
      name: `update-${bodyBytes / 1_000}k`,
      prepare: ({ key, updated }) => ({
        request: (number) => ({
          ...{ method: 'PUT', path: `/api/job/${encodeURIComponent(pick(updated, number))}`, key },
          body: { job: makeJob(bodyBytes, texts++) },
        }),
      }),
    },
  ]),
  {
    name: 'unpublish',
    async prepare({ key, templateId, service: { place } }) {
      const run = randomUUID()
      await copyJob(place.db, templateId, UNPUBLISHED_JOBS, (index) => `${run}-${index}`)
      return {
        request: (number) => ({ method: 'DELETE', path: `/api/job/${run}-${number % UNPUBLISHED_JOBS}`, key }),
        amount: UNPUBLISHED_JOBS,
      }
    },
  },
  {
    name: `link-${LINKS_PER_REQUEST}`,
    async prepare({ key, templateId, service: { place } }) {
      // The load generator may ask for a request per connection that it does not send.
      const jobIds = await copyJob(place.db, templateId, 5 * LINK_REQUESTS * LINKS_PER_REQUEST)
      const request = (number: number) => {
        const ids = jobIds.slice(number * LINKS_PER_REQUEST, (number + 1) * LINKS_PER_REQUEST)
        const links = ids.map((platformJobId) => ({ platformJobId, externalJobId: `linked ${platformJobId}` }))
        return { method: 'POST' as const, path: '/api/job/link', key, body: { links } }
      }
      return { request, contains: '"status":"linked"', amount: LINK_REQUESTS }
    },
  },
  {
    name: 'job-page',
    prepare: ({ polled }) => ({
      request: (number) => ({ path: pick(polled, number).pagePath }),
      contains: '</html>',
    }),
  },
]

const operations: Operation[] = [...ofManyCompanies, ...ofOneCompany]

/** Finds the operations whose names begin with one of these; without names, all. Throws if there is none. */
export function findOperations(names: string[] | undefined): Operation[] {
  for (const name of names ?? [])
    if (!operations.some((operation) => operation.name.startsWith(name)))
      throw new Error(`there is no operation "${name}"; there are ${operations.map((known) => known.name).join(', ')}`)
  return operations.filter(({ name }) => names?.some((one) => name.startsWith(one)) ?? true)
}
