import { createSandbox, type Sandbox } from '@boardwalk/sandbox'
import { testClock } from '@boardwalk/sandbox/clock'
import { Boardwalk, ConflictError, ConnectionError } from '@boardwalk/sdk'

/* A user's test. The same source runs as ESM and as CommonJS. */

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`failed: ${what}`)
}

async function catchError(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

async function main(): Promise<void> {
  const clock = testClock()
  const sandbox: Sandbox = createSandbox({ now: clock.now })
  const { apiKey, url: baseUrl, fetch } = sandbox
  const { jobs, candidates } = new Boardwalk({ apiKey, baseUrl, fetch, clock })
  sandbox.failNext('answer lost')
  check((await catchError(jobs.create({ id: 'A/B', title: 'Comptable' }))) instanceof ConnectionError, 'a lost answer')
  check((await catchError(jobs.create({ id: 'A/B', title: 'Comptable' }))) instanceof ConflictError, 'a conflict')
  const feed = Array.from({ length: 250 }, (_, at) => ({ id: String(at), title: 'Poste' }))
  for await (const { status } of jobs.upsertMany(feed)) check(status === 'created', 'a feed')
  const { jobId } = await sandbox.addJob({ title: 'Vendeuse' })
  const { results } = await jobs.link([{ platformJobId: jobId, externalJobId: 'linked' }])
  check(results[0]?.status === 'linked', 'a job linked')
  const applied = await sandbox.apply('linked', { firstName: 'Salma', cv: new TextEncoder().encode('%PDF-1.4') })
  sandbox.failNext({ status: 503 })
  const stop = new AbortController()
  for await (const candidate of candidates.follow({ signal: stop.signal })) {
    check(candidate.id === applied.id && candidate.offerId === 'linked', 'the one who applied')
    check((await (await fetch(candidate.cv)).text()) === '%PDF-1.4', 'the CV')
    stop.abort()
  }
  await sandbox.listen()
  const overHttp = new Boardwalk({ apiKey, baseUrl: sandbox.url })
  check((await overHttp.jobs.get('A/B')).job.jobUrl.startsWith('http://127.0.0.1:'), 'an address over HTTP')
  check(sandbox.requests.at(-1)?.path === '/api/job/A%2FB', 'the last request')
  await sandbox.close()
}

main().catch((error: unknown) => {
  process.exitCode = 1
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
})
