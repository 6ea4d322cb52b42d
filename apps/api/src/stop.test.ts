import { Agent, get } from 'node:http'
import { expect, it } from 'vitest'
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
  await isWaiting
  for (const { open } of gates) {
    open()
    // A stop that does not wait for the work that starts now would finish here.
    await new Promise((resolve) => setImmediate(resolve))
  }
  await stopped
  expect(steps).toEqual(['first', 'second', 'third', 'stopped'])
})

it('a request that is under way when a server stops gets its answer', async () => {
  const server = await start()
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
  const stopped = server.stop()
  goOn()
  expect((await answer).status).toBe(200)
  await stopped
})
