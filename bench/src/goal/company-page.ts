import type { Db } from 'mongodb'
import type { Closers } from '../closers.ts'
import type { Load } from '../load/plan.ts'
import { computeFigures, median, round } from '../result.ts'
import { copyJob, createJobAt, createJobsAt } from '../service/jobs.ts'
import { type Service, startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'
import { createEmployer, type Employer } from './employer.ts'

const FEW = 300
const CONNECTIONS = 10
const ROUNDS = 3
const SECONDS = 2
const WARM_UP_SECONDS = 0.5

/** The callers of the large page while another company polls, and the polls of that company. */
const CROWD = 50
const POLLS_PER_SECOND = 20
const POLL_CONNECTIONS = 10
const POLL_SECONDS = 5

const cities = ['Casablanca', 'Rabat', 'Fès', 'Marrakech', 'Tanger', 'Agadir', 'Oujda', 'Meknès', 'Tétouan', 'Salé']
const occupations = [
  'Comptable',
  'Développeuse',
  'Infirmier',
  'Conductrice de travaux',
  'Juriste',
  'Acheteur',
  'Chimiste',
]
const contractTypes = ['CDI', 'CDD', 'Stage']

interface Publisher extends Employer {
  jobs: number
  /** Paths of the page, by what is asked for. */
  paths: Record<string, string>
}

/**
 * Compares the public page of a company with many published jobs with that of a company with 300, and measures the polls of
 * another company while 50 callers ask for the large page.
 */
export async function measureCompanyPage(stage: Stage, closers: Closers, { published }: { published: number }) {
  const place = stage.newDatabase('company_page')
  const service = await startService('boardwalk', place.database, stage.folder)
  closers.add(() => service.stop())
  const few = await publish(service, place.db, await createEmployer(place, 'few'), FEW)
  const many = await publish(service, place.db, await createEmployer(place, 'many'), published)
  const asked = []
  for (const name of Object.keys(few.paths)) asked.push(await compare(stage, service, name, few, many))
  const { key } = await createEmployer(place, 'polling')
  await createJobAt(service.url, key, { id: 'polled', title: 'Comptable' })
  return {
    jobs: [few.jobs, many.jobs],
    connections: CONNECTIONS,
    asked,
    pollAlone: await poll(stage, service, key, undefined),
    pollBesideCrowd: await poll(stage, service, key, many.paths['the page']),
  }
}

/** Publishes the first jobs through the API, so that they have all that a search needs, and copies them in the database. */
async function publish({ url }: Service, db: Db, employer: Employer, count: number): Promise<Publisher> {
  const { company, key } = employer
  const created = await createJobsAt(
    url,
    key,
    Array.from({ length: FEW }, (_, number) => makePublished(number)),
  )
  for (const [number, jobId] of created.entries()) {
    const copies = Math.ceil((count - number) / FEW) - 1
    await copyJob(db, jobId, copies, (index) => `copy ${number} ${index}`)
  }
  const page = `/fr/companies/${company.slug}`
  return {
    ...employer,
    jobs: count,
    paths: {
      'the page': page,
      'a city': `${page}?city=${encodeURIComponent(cities[0] ?? '')}`,
      'a word': `${page}?q=${encodeURIComponent(occupations[0] ?? '')}`,
    },
  }
}

const pick = (from: string[], number: number) => from[number % from.length]

const makePublished = (number: number) => ({
  id: `job ${number}`,
  title: `${pick(occupations, number)} ${number}`,
  city: [pick(cities, number)],
  country: 'Maroc',
  contractType: pick(contractTypes, number),
  description: `<p>Vous rejoignez l’équipe ${number}, à taille humaine, et prenez en charge ses dossiers de bout en bout.</p>`,
})

async function compare(stage: Stage, service: Service, name: string, few: Publisher, many: Publisher) {
  const loads = new Map<Publisher, Load[]>([
    [few, []],
    [many, []],
  ])
  for (let round = 0; round < ROUNDS; round++)
    for (const [{ paths }, of] of loads)
      of.push(
        await stage.generator.run({
          ...{ url: service.url, keys: [], pids: listPids(stage, service) },
          work: askFor(paths[name]),
          ...{ connections: CONNECTIONS, seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS },
        }),
      )
  const [ofFew, ofMany] = [...loads.values()].map(computeFigures)
  // The time of the page with many jobs, divided by that of the page with few.
  const costRatio = round((ofFew?.perSecond ?? 0) / (ofMany?.perSecond ?? 0))
  return { name, costRatio, few: ofFew, many: ofMany }
}

/** Polls at a fixed rate, so that the time counts which a poll waits for its turn. A crowd asks for the page meanwhile. */
async function poll({ generator }: Stage, service: Service, key: string, page: string | undefined) {
  const to = { url: service.url, pids: [] }
  const pace = { seconds: POLL_SECONDS, warmUpSeconds: WARM_UP_SECONDS }
  const since = new Date().toISOString()
  const work = { kind: 'get' as const, paths: [`/api/job/polled/candidates?since=${since}`], contains: '"total":0' }
  const polls: Load[] = []
  const pages: Load[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const crowd =
      page === undefined
        ? undefined
        : generator.run({ ...to, ...pace, keys: [], work: askFor(page), connections: CROWD })
    const connections = POLL_CONNECTIONS
    polls.push(await generator.run({ ...to, ...pace, keys: [key], work, connections, perSecond: POLLS_PER_SECOND }))
    if (crowd !== undefined) pages.push(await crowd)
  }
  const countFailures = (loads: Load[]) =>
    loads.flatMap(({ failures }) => Object.values(failures)).reduce((sum, count) => sum + count, 0)
  return {
    perSecond: POLLS_PER_SECOND,
    p50: round(median(polls.map(({ p50 }) => p50))),
    p99: round(median(polls.map(({ p99 }) => p99))),
    failures: countFailures(polls) + countFailures(pages),
    ...(pages.length > 0 && { pagesPerSecond: round(median(pages.map(({ perSecond }) => perSecond))) }),
  }
}

const askFor = (path = '') => ({ kind: 'get' as const, paths: [path], contains: '</html>' })

const listPids = ({ database }: Stage, service: Service) =>
  database.pid === undefined ? [service.pid] : [service.pid, database.pid]
