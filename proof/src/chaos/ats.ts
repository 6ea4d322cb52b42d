import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, bodyOf, described, isObject, isServerFailure } from './answer.ts'
import type { Company } from './company.ts'
import type { HttpClient } from './http-client.ts'
import { createJobLog, type JobLog, type JobWrite } from './job-log.ts'
import type { Random } from './random.ts'
import { clientOf, type World } from './world.ts'

const JOBS_MAX = 200
const TRIES_MAX = 40
const GIVING_UP = 0.15
const BATCH = 100

/** An ATS that creates, updates, unpublishes and reads jobs, and sends again what was not answered. */
export interface Ats {
  company: Company
  jobs: JobLog[]
  run(): Promise<void>
}

/** A job that all ATS of a company write, other fields at the same time. */
export interface SharedJob {
  log: JobLog
  meet(): Promise<void>
}

export function createAts(world: World, company: Company, name: string, shared: SharedJob, random: Random): Ats {
  const client: HttpClient = clientOf(world, random)
  const headers = { 'x-api-key': company.key, 'content-type': 'application/json' }
  const own: JobLog[] = []
  let version = 0

  const pathOf = ({ externalId }: JobLog) => `/api/job/${encodeURIComponent(externalId)}`

  /** Fields with values that no other write has. */
  function changeOf(job: JobLog): Map<string, unknown> {
    version++
    // Of the shared job each ATS has one field; their writes must not undo each other.
    if (job === shared.log) return new Map([[`mark ${name}`, { version, 'a.b': [version] }]])
    const all: [string, unknown][] = [
      ['description', `<p>Version ${version}</p>`],
      ['benefits', random.chance(0.2) ? null : [`Benefit ${version}`, '& more']],
      ['city', [`City ${version}`, 'Salé']],
      ['minSalary', version],
      ['minExperience', version % 21],
      ['recruitmentProcess', [`Step ${version}`]],
      ['status', random.pick(['PUBLISHED', 'UNPUBLISHED'])],
      ['$mark.of', { version, by: name }],
    ]
    return new Map([['title', `Job ${version} of ${name}`], ...all.filter(() => random.chance(0.4))])
  }

  /** Sends a write until it is acknowledged, or gives up; `acknowledges` says whether an answer does, or undefined. */
  async function write(
    job: JobLog,
    fields: Map<string, unknown>,
    send: () => Promise<Answer | undefined>,
    acknowledges: (answer: Answer, tries: number) => boolean,
  ): Promise<boolean> {
    const triesMax = random.chance(GIVING_UP) ? 1 : TRIES_MAX
    const sent: JobWrite = { fields, tries: 0 }
    while (sent.tries < triesMax) {
      sent.tries++
      job.begun(sent)
      const answer = await send()
      if (answer !== undefined && answer.status < 500) {
        if (!acknowledges(answer, sent.tries)) return false
        job.acknowledged(sent)
        return true
      }
      await sleep(random.between(20, 300))
    }
    return false
  }

  function isResult(job: JobLog, answer: Answer, statuses: number[]): boolean {
    const { jobId, error } = bodyOf(answer) ?? {}
    const isRight = statuses.includes(answer.status) && typeof jobId === 'number' && error === null
    if (isRight) job.jobIds.add(jobId)
    else world.breaches.add('malformed', `${name}: ${job.externalId} was answered ${described(answer)}`, job.history)
    return isRight
  }

  async function create(): Promise<void> {
    const job = createJobLog(`${name}/${own.length}`)
    const fields = changeOf(job)
    if (!fields.has('status')) fields.set('status', 'PUBLISHED')
    own.push(job)
    const body = JSON.stringify({ job: { id: job.externalId, ...Object.fromEntries(fields) } })
    const send = () => client.ask({ operation: 'create', method: 'POST', path: '/api/job', headers, body })
    // Told that it exists after a try that was not answered, it knows that that one was carried out.
    const isDone = (answer: Answer, tries: number) =>
      (answer.status === 409 && tries > 1) || isResult(job, answer, [200])
    if (await write(job, fields, send, isDone)) world.acknowledged['jobs created']++
  }

  async function update(job: JobLog): Promise<void> {
    const fields = changeOf(job)
    // Another's job may not be there any more, or not yet.
    const title = job === shared.log ? { title: 'Shared' } : {}
    const body = JSON.stringify({ job: { ...title, ...Object.fromEntries(fields) } })
    const send = () => client.ask({ operation: 'update', method: 'PUT', path: pathOf(job), headers, body })
    const isDone = (answer: Answer) => isResult(job, answer, [200, 201])
    if (await write(job, fields, send, isDone)) world.acknowledged.updates++
  }

  async function unpublish(job: JobLog): Promise<void> {
    const wasThere = job.isAcknowledged
    const send = () => client.ask({ operation: 'unpublish', method: 'DELETE', path: pathOf(job), headers })
    const isDone = (answer: Answer) => (answer.status === 404 && !wasThere ? false : isResult(job, answer, [200]))
    if (await write(job, new Map([['status', 'UNPUBLISHED']]), send, isDone)) world.acknowledged.unpublished++
  }

  async function updateMany(): Promise<void> {
    const jobs = [...new Set(Array.from({ length: BATCH }, () => random.pick(own)))]
    const writes = jobs.map((job) => ({ job, sent: { fields: changeOf(job), tries: 1 } }))
    for (const { job, sent } of writes) job.begun(sent)
    const body = JSON.stringify({
      jobs: writes.map(({ job, sent }) => ({ id: job.externalId, ...Object.fromEntries(sent.fields) })),
    })
    const answer = await client.ask({ operation: 'batch', method: 'PUT', path: '/api/jobs', headers, body })
    if (answer === undefined || answer.status >= 500) return
    const { results, error } = bodyOf(answer) ?? {}
    if (answer.status !== 200 || error !== null || !Array.isArray(results) || results.length !== writes.length)
      return world.breaches.add('malformed', `${name}: a batch was answered ${described(answer)}`)
    for (const [index, { job, sent }] of writes.entries()) receiveItem(job, sent, results[index], answer)
  }

  function receiveItem(job: JobLog, sent: JobWrite, result: unknown, { serverErrorBreaks }: Answer): void {
    const item = isObject(result) ? result : {}
    // An item of a batch fails with the database as a call of its own would, and may not where that would not.
    if (isServerFailure(item)) {
      if (serverErrorBreaks !== undefined)
        world.breaches.add(serverErrorBreaks, `${name}: an item of a batch failed: ${JSON.stringify(result)}`)
      return
    }
    const isDone = ['created', 'updated', 'unchanged'].includes(String(item.status))
    if (item.id !== job.externalId || !isDone || typeof item.jobId !== 'number') {
      world.breaches.add('malformed', `${name}: an item of a batch was answered ${JSON.stringify(result)}`)
      return
    }
    job.jobIds.add(item.jobId)
    job.acknowledged(sent)
    world.acknowledged['batch items']++
  }

  /** What it wrote itself it must be able to read, whichever process is asked. */
  async function read(job: JobLog): Promise<void> {
    const wasThere = job.isAcknowledged
    const answer = await client.ask({ operation: 'read', method: 'GET', path: pathOf(job), headers })
    if (answer === undefined || answer.status >= 500) return
    const { job: stored } = bodyOf(answer) ?? {}
    if (answer.status === 404 && !wasThere) return
    if (answer.status !== 200 || !isObject(stored))
      return world.breaches.add('job lost', `${name}: ${job.externalId} was read as ${described(answer)}`, job.history)
    const names = job === shared.log ? [`mark ${name}`] : undefined
    for (const what of job.wrong(stored, names))
      world.breaches.add('job lost', `${name} read ${job.externalId}: ${what}`, job.history)
  }

  /** Looks before and after: what another's write undid, its own next write would cover up. */
  async function updateShared(): Promise<void> {
    await read(shared.log)
    await shared.meet()
    await update(shared.log)
    await read(shared.log)
  }

  async function step(): Promise<void> {
    const job = random.pick(own)
    const dice = random.next()
    if (dice < 0.1 && own.length < JOBS_MAX) return create()
    if (dice < 0.4) return updateMany()
    if (dice < 0.5) return unpublish(job)
    if (dice < 0.65) return read(job)
    if (dice < 0.85) return updateShared()
    return update(job)
  }

  return {
    company,
    jobs: own,
    async run() {
      await create()
      while (world.isOpen()) await step()
      client.close()
    },
  }
}
