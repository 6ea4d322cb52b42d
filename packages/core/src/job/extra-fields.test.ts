import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { beforeAll, expect, it } from 'vitest'

/* packages/schema has the table of names and limits. Here is what is stored and shown. */

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

let ids = 0
const newId = () => `extra-${++ids}`

/** Sends a job as JSON text, for members that no JavaScript object can hold or `JSON.stringify` would change. */
const createText = (id: string, members: string) =>
  company.call('POST', '/job', `{"job": {"id": "${id}", "title": "T", ${members}}}`)
const put = (id: string, job: object) => company.call('PUT', `/job/${id}`, { job })
const stored = async (id: string) => (await company.call('GET', `/job/${id}`)).body.job

async function jobWith(extra: object) {
  const id = newId()
  expect((await company.call('POST', '/job', { job: { id, title: 'T', ...extra } })).status).toBe(200)
  return id
}

it('a field of any name is kept, and null removes it', async () => {
  const names = [
    '"a.b"',
    '"$set"',
    '"__proto__"',
    '"constructor"',
    '"toJSON"',
    '""',
    '"7"',
    '"~id"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"_id"',
    '"Title"',
    '" title"',
  ]
  const id = newId()
  await createText(id, names.map((name) => `${name}: {"x": 1}`).join())
  const job = await stored(id)
  for (const name of names)
    expect([name, new Map(Object.entries(job)).get(JSON.parse(name))]).toStrictEqual([name, { x: 1 }])
  // A name with a special meaning in JavaScript must not get that meaning.
  expect(job.x).toBeUndefined()
  const cleared = [...names, '"never"'].map((name) => `${name}: null`).join()
  await company.call('PUT', `/job/${id}`, `{"job": {${cleared}}}`)
  expect(Object.keys(await stored(id))).toStrictEqual(Object.keys(await stored(await jobWith({ absent: null }))))
})

it('the board’s own members win over extra fields of their names', async () => {
  const own = ['closed', 'suspended', 'jobId', 'jobUrl', 'createdAt', 'updatedAt', 'publishedAt', 'changedBy']
  const job = await stored(await jobWith(Object.fromEntries(own.map((name) => [name, 'mine']))))
  expect(own.filter((name) => job[name] === undefined || job[name] === 'mine')).toEqual([])
})

it('numbers keep their digits, also in the back office, and a documented field takes a number however it is written', async () => {
  const id = newId()
  const members = '"n": {"a": [9007199254740993, 1e400, 1.10]}, "minSalary": 12000.50, "maxExperience": 5.0'
  const { jobId } = (await createText(id, members)).body
  const { client } = await signedInUser(server, company)
  const job = await client.job.get.query({ jobId })
  expect(job.extra).toBe('{"n":{"a":[9007199254740993,1e400,1.10]}}')
  expect(job.fields).toMatchObject({ minSalary: 12000.5, maxExperience: 5 })
  for (const [member, words] of [
    ['"maxSalary": 1e400', 'job.maxSalary must be a number from 0, not 1e400'],
    ['"title": 1.10', 'job.title must be a text, not 1.10'],
  ]) {
    const { status, body } = await company.call('PUT', `/job/${id}`, `{"job": {${member}}}`)
    expect([status, body.error.message]).toStrictEqual([400, words])
  }
})

it('64 KiB are stored and one byte more is refused, with what is stored already, also if updates race', async () => {
  // {"big":"…"} takes ten bytes besides its text. A character of two bytes counts twice.
  const big = (bytes: number) => ({ big: 'é'.repeat((bytes - 10) / 2) })
  const full = await jobWith(big(65_536))
  expect((await stored(full)).big).toHaveLength(32_763)
  const refused = await put(full, { more: 1, city: 'Fès' })
  expect(refused).toMatchObject({ status: 400, body: { jobId: null } })
  expect(refused.body.error.message).toContain('must have at most 65536 bytes of extra fields')
  expect(await stored(full)).not.toHaveProperty('city')
  expect((await put(full, { more: 1, big: null })).status).toBe(200)
  const racing = Array.from({ length: 6 }, (_, n) => put(full, { [`part${n}`]: 'x'.repeat(16_000) }))
  const statuses = (await Promise.all(racing)).map(({ status }) => status)
  expect(statuses.sort()).toStrictEqual([200, 200, 200, 200, 400, 400])
})
