import { beforeAll, expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'

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
    ...['"a.b"', '"$set"', '"__proto__"', '"constructor"', '"toJSON"', '""', '"7"', '"~id"', '"a\\u0000b"'],
    ...['"\\ud800"', '"_id"', '"Title"', '" title"'],
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

it('a value of any kind is kept, also when another field changes', async () => {
  const id = newId()
  const values = [
    ...['"\\ud800 \\udc00"', '"\\u0000"', '"e\\u0301"', '[{}, [], "", 0, false]', '[null, {"a": null}]'],
    ...['{"__proto__": {"a": 1}, "$d": {"e.f": {"": 2}}, "constructor": null}', '"<script>go()</script>"'],
    '[0.1, -5e-324, 9007199254740991, 1.7976931348623157e308]',
  ]
  expect((await createText(id, values.map((value, n) => `"ours${n}": ${value}`).join())).status).toBe(200)
  await put(id, { title: 'Another' })
  const job = await stored(id)
  for (const [n, value] of values.entries()) expect(job[`ours${n}`]).toStrictEqual(JSON.parse(value))
})

it('updates merge by name and replace the value as a whole', async () => {
  const id = await jobWith({ kept: 1, changed: { a: 1, b: 2 } })
  await put(id, { changed: { c: 3 }, added: [4] })
  expect(await stored(id)).toMatchObject({ kept: 1, added: [4] })
  expect((await stored(id)).changed).toStrictEqual({ c: 3 })
})

it('the board’s own members win over extra fields of their names', async () => {
  const own = ['jobId', 'jobUrl', 'createdAt', 'updatedAt', 'publishedAt', 'changedBy']
  const job = await stored(await jobWith(Object.fromEntries(own.map((name) => [name, 'mine']))))
  expect(own.filter((name) => job[name] === undefined || job[name] === 'mine')).toEqual([])
})

it('too many levels and a number that JavaScript cannot hold are refused by the name of the field', async () => {
  for (const [value, words] of [
    [`${'['.repeat(33)}${']'.repeat(33)}`, '32 levels'],
    [`${'['.repeat(400_000)}${']'.repeat(400_000)}`, 'more than 100000 values'],
    ['[{"a": -1e400}]', 'job.ours'],
  ] as const) {
    const answer = await createText(newId(), `"ours": ${value}`)
    expect(answer).toMatchObject({ status: 400, body: { jobId: null } })
    expect(answer.body.error.message).toContain(words)
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
