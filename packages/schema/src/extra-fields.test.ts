import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { withExtraFields } from './extra-fields.ts'
import { RawNumber, stringifyJson } from './json.ts'

const schema = withExtraFields(z.looseObject({ title: z.string(), city: z.string().nullish() }))
const read = (json: string) => schema.parse(JSON.parse(json))
const issuesFor = (value: unknown) => schema.safeParse(value).error?.issues.map(({ path, message }) => [path, message])

const nestedLists = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

describe('extra fields are accepted', () => {
  it('accepts any number of fields that are to be removed', () => {
    const gone = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`x${n}`, null]))
    expect(schema.parse({ title: 'T', ...gone }).extra.size).toBe(60_000)
  })

  it('accepts each value whose JSON text has as many bytes as the limit allows', () => {
    const size = (value: unknown) => stringifyJson({ x: value }).length
    for (const item of [1, new RawNumber('1.0'), 'ab', null, true, [], {}, [[]], { a: 1 }, { 'a b': [null, 'x'] }]) {
      const count = Math.floor((65_536 - size([])) / (stringifyJson(item).length + 1))
      const list = Array(count).fill(item)
      expect(size(list)).toBeLessThanOrEqual(65_536)
      expect(schema.safeParse({ x: list, title: 'T' }).success).toBe(true)
    }
  })

  it('separates documented fields from extra ones', () => {
    const { known, extra } = read('{"title": "T", "city": null, "ours": {"a": [null]}, "gone": null}')
    expect(known).toStrictEqual({ title: 'T', city: null })
    expect([...extra]).toStrictEqual([
      ['ours', { a: [null] }],
      ['gone', null],
    ])
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '~', '~title', 'a.b', '$c', '0', '\ud800'])(
    'a field of a job may have any name: %j',
    { tags: ['names'] },
    (name) => {
      const { known, extra } = read(`{"title": "T", ${JSON.stringify(name)}: {"polluted": true}}`)
      expect(known).toStrictEqual({ title: 'T' })
      expect([...extra]).toStrictEqual([[name, { polluted: true }]])
      expect({}).not.toHaveProperty('polluted')
    },
  )

  it('accepts 32 levels', () => {
    expect(schema.parse({ title: 'T', deep: nestedLists(32) }).extra.get('deep')).toStrictEqual(nestedLists(32))
  })
})

describe('extra fields are refused', () => {
  it('refuses 33 levels and names the field', () => {
    for (const name of ['deep', '__proto__', '~x']) {
      const value = new Map([[name, nestedLists(33)]])
      const job = Object.fromEntries([['title', 'T'], ...value])
      expect(issuesFor(job)).toStrictEqual([[[name], 'must be nested at most 32 levels deep']])
    }
  })

  it('refuses extreme depth without a stack overflow', () => {
    expect(schema.safeParse({ title: 'T', deep: nestedLists(100_000) }).success).toBe(false)
  })

  it.each([['ab'], [['x']], [{ a: 1 }], [{ 'a b': ['x', { c: 'd' }] }]])(
    'refuses a list of %j whose JSON text has more bytes than the limit',
    (item) => {
      const listOf = (count: number) => ({ x: Array(count).fill(item) })
      const count = Math.ceil((65_537 - JSON.stringify(listOf(0)).length) / (JSON.stringify(item).length + 1)) + 1
      expect(issuesFor({ title: 'T', ...listOf(count) })).toStrictEqual([
        [[], 'must have at most 65536 bytes of extra fields'],
      ])
    },
  )

  it('counts the digits of a number', () => {
    const digits = (count: number) => ({ title: 'T', x: new RawNumber('1'.repeat(count)) })
    expect(schema.safeParse(digits(65_536 - '{"x":}'.length)).success).toBe(true)
    expect(issuesFor(digits(65_537 - '{"x":}'.length))).toHaveLength(1)
  })

  it('counts the names of fields: the longest that fits is accepted, and one character more is refused', () => {
    const named = (length: number) => ({ title: 'T', ['n'.repeat(length)]: '' })
    const longest = 65_536 - '{"":""}'.length
    expect(schema.safeParse(named(longest)).success).toBe(true)
    expect(issuesFor(named(longest + 1))).toStrictEqual([[[], 'must have at most 65536 bytes of extra fields']])
  })

  it('looks at no more of the extra fields than the limit has room for', () => {
    let looks = 0
    const watched = (value: unknown[]) =>
      new Proxy(value, {
        get(target, name) {
          if (typeof name === 'string' && /^\d+$/.test(name)) looks++
          return Reflect.get(target, name)
        },
      })
    const lists = { one: watched(Array(1_000_000).fill([])), other: watched(Array(1_000_000).fill(1)) }
    expect(issuesFor({ title: 'T', ...lists })).toStrictEqual([[[], 'must have at most 65536 bytes of extra fields']])
    expect(looks).toBeLessThan(65_536)
  })

  it('refuses a number that JSON cannot give back, at any depth', () => {
    for (const value of [JSON.parse('1e400'), [1, { a: JSON.parse('-1e400') }]]) {
      expect(issuesFor({ title: 'T', ours: value })).toStrictEqual([[['ours'], 'must have no number over 1.8e308']])
    }
  })

  it.each([null, 5, 'x', []])('refuses %j as a job', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })

  it('reports wrong documented fields as it does without extra fields', () => {
    expect(schema.safeParse({ title: 5, city: 5, ours: 5 }).error?.issues.map(({ path }) => path)).toStrictEqual([
      ['title'],
      ['city'],
    ])
  })
})
