import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { styleText } from 'node:util'
import { Boardwalk, type JobCreate } from '@boardwalk/sdk'
import { type OwnServer, startOwnServer } from '@boardwalk/test-server/server-process'
import { type Applicant, applicants, createCv } from './applicants.ts'
import { apply } from './apply.ts'
import { type AtsMachine, startAtsMachine } from './ats-machine.ts'
import { keep } from './keep.ts'

/* The main job of Boardwalk from end to end, over real HTTP: an ATS pushes a feed, people apply, the ATS fetches them. */

const say = (line = '') => process.stdout.write(`${line}\n`)
const step = (title: string) => say(`\n${process.stdout.isTTY ? styleText('bold', title) : title}`)
const detail = (what: string, text: string) => say(`  ${what.padEnd(12)} ${text}`)

/** Tells whether a line is a row of the table of candidates: such a row begins with a date. */
const isCandidate = (line: string) => /^\d{4}-/.test(line)

const feedFile = new URL('../jobs.json', import.meta.url)

async function demo(server: OwnServer): Promise<void> {
  step('A new server with its own database')
  for (const line of server.log) detail('database', line)
  detail('address', server.url)
  detail('reference', `${server.url}/api/docs`)

  step('A company and its key')
  const company = await server.admin<{ id: string; slug: string }>(
    'company',
    'create',
    '--name',
    'Atlas Talents',
    '--slug',
    'atlas-talents',
  )
  detail('company', `Atlas Talents, ${company.id}`)
  const { key: apiKey, scopes } = await server.admin<{ key: string; scopes: string[] }>(
    'key',
    'create',
    '--company',
    company.slug,
    '--name',
    'demo',
  )
  detail('key', `${apiKey.slice(0, 4)}…${apiKey.slice(-4)} (${scopes.join(', ')})`)

  const ats = await startAtsMachine({ BOARDWALK_URL: `${server.url}/api`, BOARDWALK_API_KEY: apiKey }, (line) =>
    say(`  ${line}`),
  )
  try {
    await recruit(server, company.slug, new Boardwalk({ baseUrl: `${server.url}/api`, apiKey }), ats)
  } finally {
    await ats.stop()
  }
}

async function recruit(server: OwnServer, company: string, boardwalk: Boardwalk, ats: AtsMachine): Promise<void> {
  step('The ATS pushes its feed with the command line; one of the jobs has a mistake')
  await ats.boardwalk(['jobs', 'push', 'examples/jobs.json'], 3)
  const jobUrls = new Map<string, string>()
  for await (const { id, jobUrl } of boardwalk.jobs.list({ pageSize: 100 })) jobUrls.set(id ?? '', jobUrl)
  assert.equal(jobUrls.size, 50)

  step('It corrects this job with the SDK, and changes others: jobs.update')
  const { jobs: offers }: { jobs: JobCreate[] } = JSON.parse(await readFile(feedFile, 'utf8'))
  const changes = [
    { ...offers.find(({ id }) => id === 'ATL-2026-0013'), id: 'ATL-2026-0013', educationLevel: 'BAC +5' as const },
    { id: 'ATL-2026-0001', title: 'Conseiller clientèle (Casablanca)', maxSalary: 9_000 },
    { id: 'RH/2026/014', workMode: 'HYBRID' as const },
    { id: '50%-télétravail', benefits: null },
  ]
  for (const job of changes) {
    const { created, jobUrl } = await boardwalk.jobs.update(job.id, job)
    jobUrls.set(job.id, jobUrl)
    detail(created ? 'created' : 'updated', job.id)
  }

  step('It unpublishes a job: jobs.unpublish')
  const unpublished = 'ATL-2026-0002'
  await boardwalk.jobs.unpublish(unpublished)
  const gone = await fetch(jobUrls.get(unpublished) ?? '')
  detail('unpublished', `${unpublished}; its page now answers ${gone.status}`)
  assert.equal(gone.status, 410)

  step('It links its ids to jobs that the board already has: jobs.link')
  const boardJobs = []
  for (const title of ['Responsable de magasin', 'Chauffeur poids lourd']) {
    boardJobs.push(
      await server.admin<{ jobId: number; jobUrl: string }>('job', 'create', '--company', company, '--title', title),
    )
  }
  const links = boardJobs.map(({ jobId }, index) => ({ platformJobId: jobId, externalJobId: `LEGACY-${index + 1}` }))
  const { results } = await boardwalk.jobs.link(links)
  for (const { platformJobId, externalJobId, status } of results)
    detail(status, `job ${platformJobId} as ${externalJobId}`)
  for (const [index, { jobUrl }] of boardJobs.entries()) jobUrls.set(`LEGACY-${index + 1}`, jobUrl)

  const targets = [
    'ATL-2026-0001',
    'RH/2026/014',
    'وظيفة-2026-44',
    'ATL-2026-0045',
    '50%-télétravail',
    'LEGACY-1',
    'ATL-2026-0001',
  ]
  const applyTo = async (people: Applicant[]) => {
    for (const person of people) {
      const target = targets[applicants.indexOf(person)] ?? 'ATL-2026-0001'
      const answers = await apply(jobUrls.get(target) ?? '', person, person === applicants[0] ? 2 : 1)
      assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
    }
  }

  step('Four people apply with their CVs on the public pages, one of them with a double click')
  await applyTo(applicants.slice(0, 4))
  detail('applied', '4 people, 5 clicks')

  const follow = ['candidates', 'follow', '--once', '--state', ats.path('ats.json')]
  step('The ATS fetches its candidates, and stores how far it came')
  assert.equal((await ats.boardwalk(follow)).filter(isCandidate).length, 4)

  step('Three more people apply, and it fetches only the new ones; a second fetch gives none')
  await applyTo(applicants.slice(4))
  assert.equal((await ats.boardwalk(follow)).filter(isCandidate).length, 3)
  assert.equal((await ats.boardwalk(follow)).filter(isCandidate).length, 0)

  step('It downloads a CV from the signed link of a candidate')
  const { candidates } = await boardwalk.candidates.listAll()
  const [candidate] = candidates
  const [applicant] = applicants
  assert(candidate !== undefined && applicant !== undefined)
  const cv = await (await fetch(candidate.cv)).arrayBuffer()
  assert.deepEqual(Buffer.from(cv), Buffer.from(await createCv(applicant).arrayBuffer()))
  detail('CV', `${cv.byteLength} bytes, exactly what ${applicant.firstName} sent`)

  say('\nEverything worked.')
}

const isKept = process.argv.includes('--keep')
const server = await startOwnServer()
process.once('SIGINT', () => server.stop().then(() => process.exit(isKept ? 0 : 130)))
try {
  await demo(server)
  if (isKept) await keep(server, say)
  say(
    'The server stops now, and its data is removed. "npm run demo -- --keep" keeps it running; "npm start" keeps the data.',
  )
} finally {
  await server.stop()
}
