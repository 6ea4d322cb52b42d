import { expect, it } from 'vitest'
import { parts } from './parts.ts'
import { apply } from './test/form.ts'
import { useServer } from './test/harness.ts'
import { signedInUser } from './test/user.ts'

const KEY = 'key-of-this-test'
const partSettings = { 'search-engine': { INDEXNOW_KEY: KEY, send: async () => new Response() } }
const whole = useServer({ partSettings })
const bare = useServer({ partSettings, parts: [] })

const isAnswered = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  )

/** Opens what each part adds to the board. Returns which of them is there. */
async function findParts(server: typeof whole) {
  const employer = await server.company()
  const { jobUrl } = await employer.boardJob()
  const asking = { id: 'Q', title: 'Q', boardwalk: { questions: [{ id: 'q', label: 'Q', type: 'text' }] } }
  const asked = (await employer.call('POST', '/job', { job: asking })).body.jobUrl
  const page = await (await fetch(jobUrl)).text()
  const list = await (await fetch(`${server.url}/fr`)).text()
  const { client } = await signedInUser(server, employer)
  return {
    reply: await isAnswered(client.replyRules.get.query()),
    alert: list.includes('/jobs.rss"') || (await fetch(`${server.url}/fr/jobs.rss`)).ok,
    digest: await isAnswered(client.digest.get.query()),
    export: (await fetch(`${server.url}/backoffice/export/jobs.csv`)).status === 401,
    'not-pushed': await isAnswered(client.pushRule.get.query()),
    watch: await isAnswered(client.watch.get.query()),
    view: page.includes('data-begun=') && (await fetch(`${jobUrl}/begun`, { method: 'POST' })).status === 403,
    question: (await (await fetch(asked)).text()).includes('name="answer.q"'),
    report: page.includes('/report"') && (await fetch(`${jobUrl}/report`)).ok,
    'search-engine': (await fetch(`${server.url}/${KEY}.txt`)).ok,
    'share-picture': page.includes('"og:image"') && (await fetch(`${jobUrl}/share.png`)).ok,
  }
}

it('a board without parts publishes jobs, takes applications and is polled, and has nothing of the parts', async () => {
  expect(await findParts(whole)).toEqual(Object.fromEntries(parts.map(({ name }) => [name, true])))
  expect(await findParts(bare)).toEqual(Object.fromEntries(parts.map(({ name }) => [name, false])))
  const employer = await bare.company()
  const { body } = await employer.call('POST', '/job', { job: { id: 'A', title: 'Comptable' } })
  expect((await apply(body.jobUrl)).status).toBe(201)
  expect((await employer.call('PUT', '/job/A', { job: { title: 'Comptable' } })).status).toBe(200)
  expect((await employer.call('GET', '/candidates')).body.candidates).toMatchObject([{ firstName: 'Salma' }])
})
