import { Agent, get, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { createGate } from '@boardwalk/mongo-proxy'
import { expect, inject, it } from 'vitest'
import { queueDueAlerts } from './part/alert/alert.ts'
import { alerting } from './part/alert/state.ts'
import { captureLog } from './test/capture-log.ts'
import { whileReplaced } from './test/failing-store.ts'
import { apply, encodeForm, makePdf } from './test/form.ts'
import { startTestServer, useServer } from './test/harness.ts'
import { readSample } from './test/read-sample.ts'

/* How a server stops, in this process: a test holds what it waits for. start.promise.test.ts stops processes. */

const other = useServer()

const start = () => startTestServer(other.connection)
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

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

it('a server that stops stores first that a key was used, and what became of a form, a moment ago', async () => {
  const company = await other.company()
  const { jobId, jobUrl } = await company.boardJob()
  const server = await start()
  await (await fetch(`${server.url}/api/jobs`, { headers: { 'x-api-key': company.key } })).text()
  expect((await apply(`${server.url}${new URL(jobUrl).pathname}`)).status).toBe(201)
  await server.stop()
  expect((await other.deps.apiKeys.find(company.keyId))?.lastUsedAt).toBeInstanceOf(Date)
  const forms = other.connection.db.collection('applicationForms')
  expect(await forms.find({ jobId }).toArray()).toMatchObject([{ outcome: 'accepted' }])
})

it('a server that stops waits for background work, and for the work that it has started', async () => {
  const server = await start()
  const { background } = server.deps
  const steps: string[] = []
  const gates = ['first', 'second', 'third'].map((name) => ({ name, ...createGate() }))
  const begin = ([gate, ...later]: typeof gates): void => {
    if (gate === undefined) return
    background.run(gate.name, async () => {
      await gate.opened
      begin(later)
      steps.push(gate.name)
    })
  }
  begin(gates)
  const { settled } = background
  const isWaiting = createGate()
  const watched: typeof settled = () => {
    const waiting = settled()
    isWaiting.open()
    return waiting
  }
  Object.assign(background, { settled: watched })
  const stopped = server.stop().then(() => steps.push('stopped'))
  // A stop that does not wait ends at once.
  await Promise.race([isWaiting.opened, stopped])
  for (const { open } of gates) {
    open()
    // A stop that does not wait for the work that starts now would finish here.
    await nextTurn()
  }
  await stopped
  expect(steps).toEqual(['first', 'second', 'third', 'stopped'])
})

it('a server that stops ends its work on due alerts at the next row, and the rest stay due', async () => {
  const rows = other.connection.db.collection<{ _id: string }>('alerts')
  const dueAt = new Date(0)
  const search = { words: [] }
  const alert = { companyId: null, email: 'a@example.com', locale: 'fr', page: '/fr', search, through: dueAt }
  const due = { ...alert, dueAt, confirmedAt: dueAt, secretHashes: [] }
  await rows.insertMany(Array.from({ length: 1_500 }, (_, index) => ({ _id: `alert_${index}`, ...due })))
  const server = await start()
  const { background } = server.deps
  const { alerts } = alerting(server.deps)
  const { postpone } = alerts
  const [isUnderWay, goOn] = [createGate(), createGate()]
  let calls = 0
  const slow: typeof postpone = async (...args) => {
    calls++
    if (calls === 3) isUnderWay.open()
    if (calls >= 3) await goOn.opened
    return postpone(...args)
  }
  await whileReplaced(alerts, { postpone: slow }, async () => {
    background.run('due alerts', () => queueDueAlerts(server.deps, background.stopping))
    await isUnderWay.opened
    const stopped = server.stop()
    goOn.open()
    await stopped
  })
  expect(calls).toBe(3)
  expect(await rows.countDocuments({ dueAt })).toBe(1_497)
  expect(await other.connection.db.collection('mails').countDocuments({ kind: 'alert' })).toBe(3)
  await rows.deleteMany({})
})

/** Sends a request to a server that works on it until `goOn` is called, and runs a check meanwhile. */
async function whileAnswering(
  server: Awaited<ReturnType<typeof start>>,
  check: (answer: ReturnType<typeof ask>, goOn: () => void) => Promise<void>,
): Promise<string> {
  const company = await other.company()
  const { jobs } = server.deps
  const { list } = jobs
  const [isUnderWay, goOn] = [createGate(), createGate()]
  const slow: typeof list = async (...args) => {
    isUnderWay.open()
    await goOn.opened
    return list(...args)
  }
  await whileReplaced(jobs, { list: slow }, async () => {
    const answer = ask(`${server.url}/api/jobs`, new Agent(), { 'x-api-key': company.key })
    await isUnderWay.opened
    await check(answer, goOn.open)
  })
  return company.id
}

it('a request that is under way when a server stops gets its answer, and the company finds it among its requests', async () => {
  const server = await start()
  const companyId = await whileAnswering(server, async (answer, goOn) => {
    const stopped = server.stop()
    goOn()
    expect((await answer).status).toBe(200)
    await stopped
  })
  const { requests } = await other.deps.requests.list(companyId, {}, 10)
  expect(requests).toMatchObject([{ operation: 'listJobs', status: 200 }])
})

it('a server that stops answers polls that wait at once', async () => {
  const { key } = await other.company()
  const server = await start()
  const answering = fetch(`${server.url}/api/candidates?wait=20`, { headers: { 'x-api-key': key } })
  const countWaiting = async () => readSample(await server.deps.metrics.text(), 'boardwalk_polls_waiting')
  await expect.poll(countWaiting, { timeout: inject('waitMsMax') }).toBe(1)
  const stopped = server.stop()
  const { status, headers } = await answering
  expect([status, Number(headers.get('x-waited')) < 20]).toEqual([200, true])
  await stopped
})

it('a server stops although a request does not end, and the connection of that request is closed', async () => {
  const server = await start()
  await whileAnswering(server, async (answer, goOn) => {
    const cutOff = expect(answer).rejects.toThrow('socket hang up')
    const stopped = server.stop()
    await cutOff
    goOn()
    await stopped
  })
})

/** Begins to send a form to a job. Its sender decides when the rest is sent. */
async function beginForm(jobUrl: string) {
  const whole = new Response(encodeForm({}, makePdf(100_000)))
  const body = Buffer.from(await whole.arrayBuffer())
  const headers = { accept: 'application/json', 'content-type': whole.headers.get('content-type') ?? '' }
  const req = request(`${jobUrl}/apply`, { method: 'POST', headers: { ...headers, 'content-length': body.length } })
  const answered = new Promise<{ status: number | undefined; code: unknown }>((resolve, reject) => {
    req.on('response', async (res) => {
      // The cast holds because a program gets the JSON of an error or of an application.
      const { error } = (await json(res)) as { error?: { code: string } }
      resolve({ status: res.statusCode, code: error?.code })
    })
    req.on('error', reject)
  })
  let sentBytes = 0
  const send = (bytes = body.length) => {
    req.write(body.subarray(sentBytes, sentBytes + bytes))
    sentBytes = Math.min(sentBytes + bytes, body.length)
  }
  return { send, answered }
}

it('a server that stops lets a form arrive, ends one that stalls with 503, and files this as ended by itself', async () => {
  const { log, read } = captureLog('info')
  const server = await startTestServer(other.connection, { log })
  const { jobId, jobUrl } = await (await other.company()).boardJob()
  const begin = () => beginForm(`${server.url}${new URL(jobUrl).pathname}`)
  const [moving, stalled] = [await begin(), await begin()]
  for (const { send } of [moving, stalled]) send(1_000)
  const readArrived = async () => readSample(await server.deps.metrics.text(), 'boardwalk_body_bytes')
  await expect.poll(readArrived, { timeout: inject('waitMsMax') }).toBe(2_000)
  const stopped = server.stop()
  moving.send()
  expect(await moving.answered).toEqual({ status: 201, code: undefined })
  expect(await stalled.answered).toEqual({ status: 503, code: 'unavailable' })
  await stopped
  const forms = await other.connection.db.collection('applicationForms').find({ jobId }).toArray()
  const ended = forms.filter(({ outcome }) => outcome === 'refused')
  expect([forms.length, ended]).toMatchObject([2, [{ reason: 'overloaded', fields: [] }]])
  const logged = read().filter(({ msg }) => msg === 'a body was still arriving and was ended, because the server stops')
  expect(logged).toMatchObject([{ requestId: ended[0]?.requestId }])
})
