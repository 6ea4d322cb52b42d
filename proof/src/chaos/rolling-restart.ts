import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { openDatabase } from '@boardwalk/test-server/database'
import { encodeForm, fillForm } from '../application-form.ts'
import { createCompany, createJob, createOperator } from '../operator.ts'
import { conclude } from '../report.ts'
import { type ApiProcess, createApiProcess } from './api-process.ts'
import { startLoadBalancer } from './load-balancer.ts'

/* npm run proof:rolling-restart: restarts three processes in turn, over and over; no request may fail. */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    report: { type: 'string' },
  },
})
const requestsMax = Number(values.requests)
const CLIENTS = 20
const TOLD_EVERY_MS = 10_000
const PROCESSES = [1, 2, 3]
/** The time for which a process goes on serving when it is told to stop. The load balancer asks ten times in it. */
const STOP_DELAY_SECONDS = '1'

const opened: (() => unknown)[] = []
const closeAll = async () => {
  for (const close of opened.splice(0).reverse()) await close()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void closeAll().finally(() => process.exit(130)))

const problems: string[] = []
try {
  await conclude({ figures: await run(), problems }, values.report)
} finally {
  await closeAll()
}

async function run(): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-rolling-'))
  opened.push(() => rm(folder, { recursive: true, force: true }))
  const { uri, stop } = await openDatabase()
  opened.push(stop)
  const settings = {
    MONGODB_URI: uri,
    MONGODB_DATABASE: `rolling_${process.pid}`,
    LOG_LEVEL: 'error',
    // Every form comes from one address.
    APPLICATIONS_PER_HOUR: '1000000',
    STOP_DELAY_SECONDS,
  }
  const processes: ApiProcess[] = []
  for (const number of PROCESSES) {
    const api = await createApiProcess(settings, join(folder, `api-${number}.log`), (how) => problems.push(how))
    opened.push(() => api.close())
    await api.start()
    processes.push(api)
  }
  const operator = createOperator(settings)
  const { key, slug } = await createCompany(operator, 'Atlas Talents', 'atlas')
  const jobPath = await createJob(operator, slug)
  const balancer = await startLoadBalancer(processes.map(({ port }) => port))
  opened.push(() => balancer.close())
  for (const { port } of processes) await balancer.until(port, true)

  let served = 0
  let failed = 0
  const isOver = () => served + failed >= requestsMax
  const agent = new Agent({ keepAlive: true })
  opened.push(() => agent.destroy())
  const client = async (number: number) => {
    for (let turn = 0; !isOver(); turn++) {
      const { status, body } = await ask(balancer.port, agent, makeRequest(number, turn, key, jobPath))
      if (status < 400) served++
      else if (++failed <= 20) problems.push(`${status} ${body.slice(0, 200)}`)
    }
  }
  let restarts = 0
  const restarting = async () => {
    for (let turn = 0; !isOver() || restarts < PROCESSES.length; turn++) {
      const api = processes[turn % processes.length]
      if (api === undefined) throw new Error('there is no process')
      await api.stop()
      await api.start()
      await balancer.until(api.port, true)
      restarts++
    }
  }
  const startedMs = performance.now()
  const telling = setInterval(
    () => process.stderr.write(`${served} served, ${failed} failed, ${restarts} restarts\n`),
    TOLD_EVERY_MS,
  )
  opened.push(() => clearInterval(telling))
  await Promise.all([restarting(), ...Array.from({ length: CLIENTS }, (_, number) => client(number))])
  return { served, failed, restarts, seconds: Math.round((performance.now() - startedMs) / 1000) }
}

interface Ask {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Makes a request: mostly a poll, or an update of a job, a page, or an application. */
function makeRequest(client: number, turn: number, key: string, jobPath: string): Ask {
  const headers = { 'x-api-key': key }
  switch (turn % 10) {
    case 0:
      return {
        method: 'PUT',
        path: `/api/job/${client}`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ job: { title: `Job ${client}, edition ${turn}` } }),
      }
    case 1:
      return { method: 'GET', path: jobPath }
    case 2: {
      const { type, body } = encodeForm(fillForm({ email: `zoe-${client}-${turn}@example.com` }))
      return {
        method: 'POST',
        path: `${jobPath}/apply`,
        headers: { 'content-type': type, accept: 'application/json' },
        body,
      }
    }
    default:
      return { method: 'GET', path: `/api/candidates?since=${encodeURIComponent(new Date().toISOString())}`, headers }
  }
}

function ask(port: number, agent: Agent, { method, path, headers = {}, body }: Ask) {
  return new Promise<{ status: number; body: string }>((resolve) => {
    const lost = (error: Error) => resolve({ status: 599, body: error.message })
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 599, body }), lost)
    })
    sent.on('error', lost)
    sent.end(body)
  })
}
