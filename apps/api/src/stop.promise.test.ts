import { Agent, get } from 'node:http'
import { networkInterfaces } from 'node:os'
import { expect, it, onTestFinished, vi } from 'vitest'
import { requireTime, runWithDeadline } from './deadline.ts'
import { SWEEP } from './feature/cv/service/sweep.ts'
import { DRAIN_MS_MAX } from './server.ts'
import { apply } from './test/form.ts'
import { startTestServer, useServer } from './test/harness.ts'

const other = useServer()

const start = () => startTestServer(other.connection)

/** Sends one request over the connections of an agent. Returns the status and the `connection` header of the answer. */
const ask = (url: string, agent: Agent, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    get(url, { agent, headers }, (res) => {
      res.resume().on('end', () => resolve({ status: res.statusCode, connection: res.headers.connection }))
    }).on('error', reject)
  })

/** Tells a server to stop after `delayMs`, and sends two requests. Returns their answers, or null if the delay was too short. */
async function askStopping(delayMs: number) {
  const server = await start()
  const agent = new Agent({ keepAlive: true })
  expect(await ask(`${server.url}/readyz`, agent)).toStrictEqual({ status: 200, connection: 'keep-alive' })
  const stopped = server.stop(delayMs)
  const both = async () => [await ask(`${server.url}/readyz`, agent), await ask(`${server.url}/api/jobs`, agent)]
  const answers = await both().catch((error) => {
    expect(error.code).toMatch(/^ECONNRE(FUSED|SET)$/)
    return null
  })
  await stopped
  await expect(ask(`${server.url}/healthz`, agent)).rejects.toThrow('ECONNREFUSED')
  agent.destroy()
  return answers
}

it('a server that is told to stop is not ready at once, serves for the delay, and closes its connections', async () => {
  let answers: Awaited<ReturnType<typeof askStopping>> = null
  // On a busy machine the delay may end before the requests arrive. Then a longer one is tried.
  for (let delayMs = 500; answers === null && delayMs < 60_000; delayMs *= 2) answers = await askStopping(delayMs)
  expect(answers).toStrictEqual([
    { status: 503, connection: 'close' },
    { status: 401, connection: 'close' },
  ])
})

it('a server signs links to CVs and sessions with secrets of their own', async () => {
  const secrets = other.connection.db.collection('secrets')
  expect((await secrets.distinct('_id')).map(String).sort()).toEqual(['cvLinks', 'limits', 'sessions'])
})

it('a server that stops stores first that a key was used a moment ago', async () => {
  const { key, keyId } = await other.company()
  const server = await start()
  await (await fetch(`${server.url}/api/jobs`, { headers: { 'x-api-key': key } })).text()
  await server.stop()
  expect((await other.deps.apiKeys.find(keyId))?.lastUsedAt).toBeInstanceOf(Date)
})

it('a server that stops stores first what became of a form that came a moment ago', async () => {
  const { jobId, jobUrl } = await (await other.company()).boardJob()
  const server = await start()
  expect((await apply(`${server.url}${new URL(jobUrl).pathname}`)).status).toBe(201)
  await server.stop()
  const forms = other.connection.db.collection('applicationForms')
  expect(await forms.find({ jobId }).toArray()).toMatchObject([{ outcome: 'accepted' }])
})

it('a server looks again and again whether it is ready, how much space is free, what waits and which CVs are abandoned', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const server = await start()
    const { background } = server.deps
    await background.settled()
    // Each of them once at the start.
    const metrics = await server.deps.metrics.text()
    expect(metrics).toMatch(/^boardwalk_ready 1$/m)
    expect(metrics).toContain(`boardwalk_background_failures_total{work="${SWEEP}"} 0`)
    const begun: string[] = []
    Object.assign(background, { run: (what: string) => begun.push(what) })
    vi.advanceTimersByTime(15 * 60_000)
    const often = (times: number, what: string) => Array.from({ length: times }, () => what)
    const expected = [
      // Every 5 seconds, and twice a minute.
      ...often(180, 'find out whether the process is ready'),
      ...often(30, 'find out how much space is free'),
      ...often(30, 'measure what waits in the mailboxes'),
      SWEEP,
    ]
    expect(begun.toSorted()).toEqual(expected.toSorted())
    await server.stop()
    vi.advanceTimersByTime(15 * 60_000)
    expect(begun).toHaveLength(expected.length)
    // Nor does anything else go on, such as the erasure of old applications.
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

it('a server that stops waits for background work, and for the work that it has started', async () => {
  const server = await start()
  const { background } = server.deps
  const steps: string[] = []
  const gates = ['first', 'second', 'third'].map((name) => {
    let open = () => {}
    const isOpen = new Promise<void>((resolve) => {
      open = resolve
    })
    return { name, open, isOpen }
  })
  const begin = ([gate, ...later]: typeof gates): void => {
    if (gate === undefined) return
    background.run(gate.name, async () => {
      await gate.isOpen
      begin(later)
      steps.push(gate.name)
    })
  }
  begin(gates)
  const { settled } = background
  let waits = () => {}
  const isWaiting = new Promise<void>((resolve) => {
    waits = resolve
  })
  const watched: typeof settled = () => {
    const waiting = settled()
    waits()
    return waiting
  }
  Object.assign(background, { settled: watched })
  const stopped = server.stop().then(() => steps.push('stopped'))
  // A stop that does not wait ends at once.
  await Promise.race([isWaiting, stopped])
  for (const { open } of gates) {
    open()
    // A stop that does not wait for the work that starts now would finish here.
    await new Promise((resolve) => setImmediate(resolve))
  }
  await stopped
  expect(steps).toEqual(['first', 'second', 'third', 'stopped'])
})

it('work in the background goes on when the time of the request that began it is up', async () => {
  const { background } = other.deps
  const deadline = { isPassed: false }
  let isDone = false
  runWithDeadline(deadline, () =>
    background.run('outlive a request', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      // Every call of the database does this.
      requireTime()
      isDone = true
    }),
  )
  deadline.isPassed = true
  await background.settled()
  expect(isDone).toBe(true)
})

/** Sends a request to a server, and waits until the server works on it. The work goes on when `goOn` is called. */
async function beginRequest(server: Awaited<ReturnType<typeof start>>) {
  const company = await other.company()
  const { jobs } = server.deps
  const { list } = jobs
  let begun = () => {}
  const isUnderWay = new Promise<void>((resolve) => {
    begun = resolve
  })
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const slow: typeof list = async (...args) => {
    begun()
    await held
    return list(...args)
  }
  Object.assign(jobs, { list: slow })
  const answer = ask(`${server.url}/api/jobs`, new Agent(), { 'x-api-key': company.key })
  await isUnderWay
  return { company, answer, goOn }
}

it('a request that is under way when a server stops gets its answer, and the stop leaves no timer, which would last longer', async () => {
  const server = await start()
  const set = vi.spyOn(globalThis, 'setTimeout')
  const clear = vi.spyOn(globalThis, 'clearTimeout')
  onTestFinished(() => void vi.restoreAllMocks())
  const { company, answer, goOn } = await beginRequest(server)
  const stopped = server.stop()
  goOn()
  expect((await answer).status).toBe(200)
  await stopped
  const late = set.mock.results[set.mock.calls.findIndex(([, ms]) => ms === DRAIN_MS_MAX)]?.value
  expect(late).toBeDefined()
  expect(clear.mock.calls.flat().includes(late)).toBe(true)
  // The company finds it among its requests.
  const { requests } = await other.deps.requests.list(company.id, {}, 10)
  expect(requests).toMatchObject([{ operation: 'listJobs', status: 200 }])
})

it('a server stops although a request does not end, and the connection of that request is closed', async () => {
  const server = await start()
  const { answer, goOn } = await beginRequest(server)
  const cutOff = expect(answer).rejects.toThrow('socket hang up')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stopped = server.stop()
  vi.advanceTimersByTime(DRAIN_MS_MAX)
  vi.useRealTimers()
  // If the connection were still open, the answer would come now.
  goOn()
  await cutOff
  await stopped
})

// Containers often have no IPv6.
const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some((one) => one.address === '::1'))

it.skipIf(!hasIpv6)('the address of a server on a host of IPv6 has it in brackets', async () => {
  const server = await startTestServer(other.connection, { host: '::1' })
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  await server.stop()
})
