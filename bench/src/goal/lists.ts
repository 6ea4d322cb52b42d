import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Closers, closeAll } from '../closers.ts'
import { makeJob } from '../job-body.ts'
import { round, runLoad } from '../load.ts'
import { createCompany } from '../service/company.ts'
import { createJob } from '../service/jobs.ts'
import { type Service, startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'
import { writeTable } from '../table.ts'

const COMPANIES = 2_000
const CALLERS = 20
const SECONDS = 5
const BATCH = 2_000
const BODY_BYTES = 2_000
const FIRST_ID = 1_000_000

const CITIES = ['Casablanca', 'Rabat', 'Fès', 'Marrakech', 'Tanger', 'Agadir', 'Oujda', 'Safi', 'Settat', 'Kénitra']
/** A city, and the number of the board's jobs that are in it. */
const [RARE_CITY, IN_RARE_CITY] = ['Zagora', 4]
const OCCUPATIONS = ['Comptable', 'Infirmière', 'Soudeur', 'Développeur', 'Téléconseiller', 'Chauffeur', 'Vendeur']
const PLACES = ['confirmé', 'de nuit', 'bilingue', 'de chantier', 'junior', 'itinérant', 'en CDI', 'saisonnier']
const CONTRACTS = ['CDI', 'CDD', 'Stage', 'Freelance']

/** A row of any collection. */
interface Row {
  _id: string | number
  [member: string]: unknown
}

/**
 * Measures what a process needs to hold a large board, and its public pages with 20 callers. The jobs are stored while no process runs, as
 * if they had come over months.
 */
export async function measureLists(stage: Stage, closers: Closers, { jobs }: { jobs: number }) {
  const place = stage.newPlace('lists')
  const storing: Closers = []
  const first = await startService('boardwalk', stage, place, storing)
  const emptyBytes = readMemory(first)
  await storeJobs(first, jobs)
  await closeAll(storing)

  const startedMs = performance.now()
  const service = await startService('boardwalk', stage, place, closers)
  const servesMs = performance.now() - startedMs
  while ((await fetch(`${service.url}/fr`)).status !== 200) await sleep(100)
  const listsMs = performance.now() - startedMs
  const held = [
    ['the API serves after', `${round(servesMs / 1_000)} s`],
    ['lists are served after', `${round(listsMs / 1_000)} s`],
    ['memory of the process, empty', `${round(emptyBytes / 1e6)} MB`],
    ['memory of the process, loaded', `${round(readMemory(service) / 1e6)} MB`],
  ]
  const rows: (string | number)[][] = []
  for (const [name, path] of Object.entries(makePages(jobs))) {
    const work = { request: (number: number) => ({ path: path(number) }), contains: '</html>' }
    await runLoad(service.url, work, { connections: CALLERS, seconds: 1 })
    const { perSecond, p99Ms, wrong } = await runLoad(service.url, work, { connections: CALLERS, seconds: SECONDS })
    rows.push([name, round(perSecond), round(p99Ms), wrong])
  }
  const loadedBytes = readMemory(service)
  held.push(['memory of the process, after these pages', `${round(loadedBytes / 1e6)} MB`])
  return [
    writeTable([`${jobs} public jobs of 2 kB, ${COMPANIES} companies`, ''], held),
    writeTable([`pages, ${CALLERS} callers`, 'a second', 'p99 in ms', 'wrong'], rows),
  ].join('\n\n')
}

/** By name, the paths that are asked for in turn. The parameter that no page reads makes each request another page. */
const makePages = (jobs: number): Record<string, (number: number) => string> => ({
  home: (number) => `/fr?n=${number}`,
  'home, the same page for all': () => '/fr',
  'filter of a rare city': (number) => `/fr?city=${RARE_CITY}&n=${number}`,
  'word of many titles': (number) => `/fr?q=comptable&n=${number}`,
  'word of few titles': (number) => `/fr?q=${makeWord(number % 1_000)}`,
  'word of many texts, in three languages': (number) => `/ar?q=${encodeURIComponent('ممرض')}&n=${number}`,
  'a wrong letter': (number) => `/fr?q=comptible&n=${number}`,
  'two words and two filters': (number) => `/fr?q=comptable+bilingue&city=Rabat&contract=CDI&n=${number}`,
  'page of a company': (number) => `/fr/companies/lists-${number % COMPANIES}`,
  'page of a job': (number) => {
    const index = (number * 7919) % jobs
    return `/fr/companies/lists-${index % COMPANIES}/jobs/poste-${FIRST_ID + index}`
  },
})

/** Reads the memory that a process has in use, in bytes. */
function readMemory({ pid }: Service): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

/** Copies a company and a job in the database. */
async function storeJobs(service: Service, count: number): Promise<void> {
  const { db } = service.place
  const company = await createCompany(service, 'lists')
  const key = await company.createKey()
  const { jobId } = await createJob(service.url, key, { id: 'template', ...makeJob(BODY_BYTES, 0) })
  const collection = (name: string) => db.collection<Row>(name)
  const employer = await collection('companies').findOne({ _id: company.id })
  const job = await collection('jobs').findOne({ _id: jobId })
  await collection('companies').insertMany(
    Array.from({ length: COMPANIES }, (_, index) => ({
      ...employer,
      _id: `${company.id}-${index}`,
      slug: `lists-${index}`,
      name: `Atelier ${index}`,
      nameWords: ['atelier', String(index)],
    })),
    { ordered: false },
  )
  const publishedMs = Date.now() - count * 1_000
  for (let first = 0; first < count; first += BATCH)
    await collection('jobs').insertMany(
      Array.from({ length: Math.min(BATCH, count - first) }, (_, at) => {
        const index = first + at
        const fields = makeJob(BODY_BYTES, index)
        const id = FIRST_ID + index
        return {
          ...job,
          _id: id,
          companyId: `${company.id}-${index % COMPANIES}`,
          externalKey: `REF-${index}`,
          slug: `poste-${id}`,
          publishedAt: new Date(publishedMs + index * 1_000),
          changedAt: new Date(publishedMs + index * 1_000),
          fields: {
            ...fields,
            title: `${pick(OCCUPATIONS, index)} ${pick(PLACES, index >> 3)} ${makeWord(index >> 2)}`,
            city: index % Math.ceil(count / IN_RARE_CITY) === 0 ? RARE_CITY : pick(CITIES, index >> 1),
            contractType: pick(CONTRACTS, index >> 2),
            description: `${fields.description}<p>${makeWord(index)} ${makeWord(index * 7)} ${makeWord(index * 13)}</p>`,
          },
        }
      }),
      { ordered: false },
    )
}

/** Makes a word of seven letters, another one for each number. */
function makeWord(number: number): string {
  let left = (Math.imul(number + 1, 2_654_435_761) >>> 0) + 26 ** 6
  let word = ''
  for (; left > 0; left = Math.floor(left / 26)) word += String.fromCharCode(97 + (left % 26))
  return word
}

const pick = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length]
