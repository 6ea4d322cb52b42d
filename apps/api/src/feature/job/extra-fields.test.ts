import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'

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

/** Makes nested lists of a given depth. */
const nested = (depth: number): unknown => (depth === 1 ? [] : [nested(depth - 1)])

describe('works', () => {
  it.each([
    ['a dot', '"a.b"'],
    ['a dollar', '"$c"'],
    ['an operator', '"$set"'],
    ['a prototype', '"__proto__"'],
    ['a constructor', '"constructor"'],
    ['a method', '"toJSON"'],
    ['no character', '""'],
    ['a whole number', '"7"'],
    ['a tilde', '"~id"'],
    ['a null character', '"a\\u0000b"'],
    ['half a character', '"\\ud800"'],
    ['the mark of an id in the database', '"_id"'],
  ])('a name of %s is kept', async (_what, name) => {
    for (const value of ['{"x": 1}', 'false']) {
      const id = newId()
      expect((await createText(id, `${name}: ${value}`)).status).toBe(200)
      const job = await stored(id)
      expect(new Map(Object.entries(job)).get(JSON.parse(name))).toStrictEqual(JSON.parse(value))
      // A name with a special meaning in JavaScript must not get that meaning.
      expect(job.x).toBeUndefined()
    }
  })

  it.each([
    ['half a character', '"\\ud800 \\udc00"'],
    ['a null character', '"\\u0000"'],
    ['a decomposed letter', '"e\\u0301"'],
    ['nothing in it', '[{}, [], "", 0, false]'],
    ['nulls in it', '[null, {"a": null}]'],
    ['names to beware of in it', '{"__proto__": {"a": 1}, "$d": {"e.f": {"": 2}}, "constructor": null}'],
    ['numbers of all kinds', '[0.1, -5e-324, 9007199254740991, 1.7976931348623157e308]'],
    ['markup', '"<script>go()</script>"'],
  ])('a value with %s is kept', async (_what, value) => {
    const id = newId()
    expect((await createText(id, `"ours": ${value}`)).status).toBe(200)
    expect((await stored(id)).ours).toStrictEqual(JSON.parse(value))
    await put(id, { title: 'Another' })
    expect((await stored(id)).ours).toStrictEqual(JSON.parse(value))
  })

  it('updates merge by name and replace the value as a whole', async () => {
    const id = await jobWith({ kept: 1, changed: { a: 1, b: 2 } })
    await put(id, { changed: { c: 3 }, added: [4] })
    expect(await stored(id)).toMatchObject({ kept: 1, added: [4] })
    expect((await stored(id)).changed).toStrictEqual({ c: 3 })
  })

  it('null removes an extra field of any name, and does nothing on create', async () => {
    const id = newId()
    await createText(id, '"a": null, "b": 1, "__proto__": {"x": 1}, "c.d": 1')
    await company.call('PUT', `/job/${id}`, '{"job": {"b": null, "__proto__": null, "c.d": null, "never": null}}')
    expect(Object.keys(await stored(id)).sort()).toStrictEqual(Object.keys(await stored(await jobWith({}))).sort())
  })

  it('32 levels are stored', async () => {
    const id = await jobWith({ deep: nested(32) })
    expect((await stored(id)).deep).toStrictEqual(nested(32))
  })

  it('the board’s own members win over extra fields of their names', async () => {
    const id = await jobWith({ jobId: 'mine', jobUrl: 'mine', createdAt: 'mine', updatedAt: 'mine' })
    const job = await stored(id)
    expect(job.jobId).toEqual(expect.any(Number))
    for (const name of ['jobUrl', 'createdAt', 'updatedAt']) expect(job[name]).not.toBe('mine')
  })

  it('a name that is close to a documented field is an extra field', async () => {
    const id = await jobWith({ Title: 'x', ' title': 'y', minsalary: 'z' })
    expect(await stored(id)).toMatchObject({ title: 'T', Title: 'x', ' title': 'y', minsalary: 'z' })
  })
})

describe('bad input', () => {
  it.each(['list', 'object'])('33 levels of %s are refused, by name', async (kind) => {
    const deep = kind === 'list' ? nested(33) : JSON.parse(`${'{"a":'.repeat(32)}{}${'}'.repeat(32)}`)
    const answer = await company.call('POST', '/job', { job: { id: newId(), title: 'T', deep } })
    expect(answer).toMatchObject({ status: 400, body: { jobId: null, error: { issues: [{ path: 'job.deep' }] } } })
    expect(answer.body.error.message).toContain('32 levels')
  })

  it('extreme depth does no harm', async () => {
    const answer = await createText(newId(), `"deep": ${'['.repeat(400_000)}${']'.repeat(400_000)}`)
    expect(answer).toMatchObject({ status: 400, body: { jobId: null } })
  })

  it('a number that JavaScript cannot hold is refused, not turned into null', async () => {
    for (const value of ['1e400', '[{"a": -1e400}]']) {
      const answer = await createText(newId(), `"ours": ${value}`)
      expect(answer).toMatchObject({ status: 400, body: { jobId: null, error: { issues: [{ path: 'job.ours' }] } } })
    }
  })

  // {"big":"…"} takes ten bytes besides its text.
  const big = (bytes: number) => ({ big: 'x'.repeat(bytes - 10) })

  it('64 KiB are stored and one byte more is refused, on create and on update', async () => {
    const full = await jobWith(big(65_536))
    expect((await stored(full)).big).toHaveLength(65_526)
    const over = { job: { id: newId(), title: 'T', ...big(65_537) } }
    expect(await company.call('POST', '/job', over)).toMatchObject({ status: 400, body: { jobId: null } })
    const answer = await put(full, { ...big(65_537), city: 'Fès' })
    expect(answer).toMatchObject({ status: 400, body: { jobId: null } })
    expect(answer.body.error.message).toContain('must have at most 65536 bytes of extra fields')
    expect(await stored(full)).not.toHaveProperty('city')
  })

  it('bytes are counted, not characters', async () => {
    const answer = await company.call('POST', '/job', { job: { id: newId(), title: 'T', big: 'é'.repeat(32_768) } })
    expect(answer).toMatchObject({ status: 400 })
  })

  it('stored extra fields count until they are removed', async () => {
    const id = await jobWith(big(60_000))
    expect((await put(id, { more: 'x'.repeat(6_000) })).status).toBe(400)
    expect(await stored(id)).not.toHaveProperty('more')
    expect((await put(id, { more: 'x'.repeat(6_000), big: null })).status).toBe(200)
  })

  it('racing updates do not add up to more than the limit', async () => {
    const id = await jobWith({})
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => put(id, { [`part${n}`]: 'x'.repeat(16_000) })),
    )
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 200, 200, 200, 400, 400])
  })
})
