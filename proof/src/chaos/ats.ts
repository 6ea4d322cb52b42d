import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, describe, isObject, readBody } from './answer.ts'
import type { Company } from './application-log.ts'
import type { HttpClient } from './http-client.ts'
import { createJobLog, type JobLog, type JobWrite } from './job-log.ts'
import type { Random } from './random.ts'
import { formatJobPath, makeHeaders, openClient, receiveItem, type World } from './world.ts'

const JOBS_MAX = 200
const TRIES_MAX = 40
const GIVING_UP = 0.15
const BATCH = 100

/** Creates an ATS that creates, updates and unpublishes jobs, and repeats requests that are not answered. */
export function createAts(world: World, company: Company, name: string, random: Random) {
  const client: HttpClient = openClient(world, random)
  const headers = makeHeaders(company)
  const own: JobLog[] = []
  let version = 0

  /** Makes fields with values that no other write has. */
  function makeChange(): Map<string, unknown> {
    version++
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

  /** Sends a write until it is acknowledged, or gives up. `acknowledges` decides whether an answer acknowledges it. */
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
      job.begin(sent)
      const answer = await send()
      if (answer !== undefined && answer.status < 500) {
        if (!acknowledges(answer, sent.tries)) return false
        job.acknowledge(sent)
        return true
      }
      await sleep(random.between(20, 300))
    }
    return false
  }

  function isResult(job: JobLog, answer: Answer, statuses: number[]): boolean {
    const { jobId, error } = readBody(answer) ?? {}
    const isRight = statuses.includes(answer.status) && typeof jobId === 'number' && error === null
    if (isRight) job.jobIds.add(jobId)
    else world.breaches.add('malformed', `${name}: ${job.externalId} was answered ${describe(answer)}`, job.history)
    return isRight
  }

  async function create(): Promise<void> {
    const job = createJobLog(`${name}/${own.length}`)
    const fields = makeChange()
    if (!fields.has('status')) fields.set('status', 'PUBLISHED')
    own.push(job)
    const body = JSON.stringify({ job: { id: job.externalId, ...Object.fromEntries(fields) } })
    const send = () => client.ask({ operation: 'create', method: 'POST', path: '/api/job', headers, body })
    // A 409 after an unanswered try says that the try was carried out.
    const isDone = (answer: Answer, tries: number) =>
      (answer.status === 409 && tries > 1) || isResult(job, answer, [200])
    if (await write(job, fields, send, isDone)) world.acknowledged['jobs created']++
  }

  async function update(job: JobLog): Promise<void> {
    const fields = makeChange()
    const body = JSON.stringify({ job: Object.fromEntries(fields) })
    const send = () =>
      client.ask({ operation: 'update', method: 'PUT', path: formatJobPath(job.externalId), headers, body })
    const isDone = (answer: Answer) => isResult(job, answer, [200, 201])
    if (await write(job, fields, send, isDone)) world.acknowledged.updates++
  }

  async function unpublish(job: JobLog): Promise<void> {
    const wasThere = job.isAcknowledged
    const send = () =>
      client.ask({ operation: 'unpublish', method: 'DELETE', path: formatJobPath(job.externalId), headers })
    const isDone = (answer: Answer) => (answer.status === 404 && !wasThere ? false : isResult(job, answer, [200]))
    if (await write(job, new Map([['status', 'UNPUBLISHED']]), send, isDone)) world.acknowledged.unpublished++
  }

  async function updateMany(): Promise<void> {
    const jobs = [...new Set(Array.from({ length: BATCH }, () => random.pick(own)))]
    const writes = jobs.map((job) => ({ job, sent: { fields: makeChange(), tries: 1 } }))
    for (const { job, sent } of writes) job.begin(sent)
    const body = JSON.stringify({
      jobs: writes.map(({ job, sent }) => ({ id: job.externalId, ...Object.fromEntries(sent.fields) })),
    })
    const answer = await client.ask({ operation: 'batch', method: 'PUT', path: '/api/jobs', headers, body })
    if (answer === undefined || answer.status >= 500) return
    const { results, error } = readBody(answer) ?? {}
    if (answer.status !== 200 || error !== null || !Array.isArray(results) || results.length !== writes.length)
      return world.breaches.add('malformed', `${name}: a batch was answered ${describe(answer)}`)
    for (const [index, { job, sent }] of writes.entries()) takeItem(job, sent, results[index], answer)
  }

  function takeItem(job: JobLog, sent: JobWrite, item: unknown, answer: Answer): void {
    const isMade = receiveItem(world, name, item, answer)
    if (isMade && isObject(item) && item.id === job.externalId && typeof item.jobId === 'number') {
      job.jobIds.add(item.jobId)
      job.acknowledge(sent)
    } else if (isMade !== undefined)
      world.breaches.add('malformed', `${name}: an item of a batch was answered ${JSON.stringify(item)}`)
  }

  async function step(): Promise<void> {
    const job = random.pick(own)
    const dice = random.next()
    if (dice < 0.1 && own.length < JOBS_MAX) return create()
    if (dice < 0.4) return updateMany()
    if (dice < 0.5) return unpublish(job)
    return update(job)
  }

  return {
    company,
    jobs: own,
    async run(): Promise<void> {
      await create()
      while (world.isOpen()) await step()
      client.close()
    },
  }
}
