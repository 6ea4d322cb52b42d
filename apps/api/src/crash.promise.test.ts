import { randomUUID } from 'node:crypto'
import type { ServerProcess } from '@boardwalk/test-server/server-process'
import { useDatabase } from '@boardwalk/test-server/vitest/database'
import { runBuiltAdmin, startBuiltServer } from '@boardwalk/test-server/vitest/program'
import { expect, test } from 'vitest'
import { apply } from './test/form.ts'

/** Before the first of these few writes have finished; before the second many have. */
const ANSWERS_BEFORE_EACH_KILL = [5, 50]

const settings = useDatabase()
const admin = async (...command: string[]) => JSON.parse((await runBuiltAdmin(settings, ...command, '--json')).stdout)

/** Keeps every worker busy until `answersBefore` answers have arrived, and kills the server while it works on more. */
async function killUnderLoad(
  server: ServerProcess,
  workers: ((url: string) => Promise<void>)[],
  answersBefore: number,
): Promise<void> {
  let answers = 0
  let killed: Promise<void> | undefined
  const untilKilled = async (work: (url: string) => Promise<void>) => {
    for (;;) {
      await work(server.url)
      if (++answers === answersBefore) killed = server.end('SIGKILL')
    }
  }
  // Each worker ends with the error of its connection.
  await Promise.allSettled(workers.map(untilKilled))
  expect(answers).toBeGreaterThanOrEqual(answersBefore)
  await killed
}

test('a server killed under load loses no acknowledged job and no accepted application', async () => {
  await admin('company', 'create', '--name', 'Atlas Talents', '--slug', 'atlas')
  const { key } = await admin('key', 'create', '--company', 'atlas', '--name', 'k')
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const put = (url: string, id: string) =>
    fetch(`${url}/api/job/${id}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ job: { title: `Job ${id}`, mark: id } }),
    })

  let server = await startBuiltServer(settings)
  const { jobUrl } = await (await put(server.url, 'the-job')).json()
  const jobPath = new URL(jobUrl).pathname

  const acknowledgedJobs: string[] = []
  const acceptedForms = new Map<string, string>()
  const unansweredForms = new Set<string>()

  const push = async (url: string) => {
    const id = randomUUID()
    if ((await put(url, id)).ok) acknowledgedJobs.push(id)
  }
  const applyOnce = async (url: string) => {
    const formId = randomUUID()
    unansweredForms.add(formId)
    const { status, body } = await apply(`${url}${jobPath}`, { formId })
    unansweredForms.delete(formId)
    if (status === 201) acceptedForms.set(formId, body.id)
  }
  for (const answers of ANSWERS_BEFORE_EACH_KILL) {
    await killUnderLoad(server, [push, push, applyOnce, applyOnce, applyOnce], answers)
    server = await startBuiltServer(settings)
  }

  // Applicants who saw no answer send the form again. Whether or not the first one arrived, it is one application.
  for (const formId of unansweredForms) {
    const { status, body } = await apply(`${server.url}${jobPath}`, { formId })
    expect(status).toBe(201)
    acceptedForms.set(formId, body.id)
  }

  const delivered: string[] = []
  for (let since = '1970-01-01'; ; ) {
    const res = await fetch(`${server.url}/api/candidates?pageSize=100&since=${since}`, { headers })
    const { candidates } = await res.json()
    if (candidates.length === 0) break
    delivered.push(...candidates.map(({ id }: { id: string }) => id))
    since = candidates.at(-1).date
  }
  expect(delivered.toSorted()).toEqual([...acceptedForms.values()].toSorted())

  for (const id of acknowledgedJobs) {
    const res = await fetch(`${server.url}/api/job/${id}`, { headers })
    expect((await res.json()).job).toMatchObject({ id, title: `Job ${id}`, mark: id })
  }
  await server.end('SIGTERM')
})
