import { Agent, get } from 'node:http'
import { expect, it } from 'vitest'
import { startServer } from './server.ts'
import { useServer } from './test/harness.ts'
import { testSettings } from './test/settings.ts'

const other = useServer()

const start = () =>
  startServer({
    ...{ connection: other.connection, settings: testSettings, host: '127.0.0.1', port: 0 },
    log: other.deps.log,
  })

/** The status of one request over the connections of an agent, and what the answer says of the connection. */
const ask = (url: string, agent: Agent) =>
  new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    get(url, { agent }, (res) => {
      res.resume().on('end', () => resolve({ status: res.statusCode, connection: res.headers.connection }))
    }).on('error', reject)
  })

it('a server that is told to stop says so, serves on until it is noticed, and lets connections go', async () => {
  const server = await start()
  const agent = new Agent({ keepAlive: true })
  expect(await ask(`${server.url}/readyz`, agent)).toStrictEqual({ status: 200, connection: 'keep-alive' })
  const stopped = server.stop(3_000)
  expect(await ask(`${server.url}/readyz`, agent)).toStrictEqual({ status: 503, connection: 'close' })
  expect(await ask(`${server.url}/api/jobs`, agent)).toStrictEqual({ status: 401, connection: 'close' })
  await stopped
  await expect(ask(`${server.url}/healthz`, agent)).rejects.toThrow('ECONNREFUSED')
  agent.destroy()
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
  const answer = fetch(`${server.url}/api/jobs`, { headers: { 'x-api-key': company.key } })
  await isUnderWay
  const stopped = server.stop()
  goOn()
  expect((await answer).status).toBe(200)
  await stopped
})
