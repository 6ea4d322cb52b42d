import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { withExtraFields } from './extra-fields.ts'

const schema = withExtraFields(z.looseObject({ title: z.string(), city: z.string().nullish() }))
const read = (json: string) => schema.parse(JSON.parse(json))
const issuesFor = (value: unknown) => schema.safeParse(value).error?.issues.map(({ path, message }) => [path, message])

const nestedLists = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

describe('works', () => {
  it('documented fields are apart from the others', () => {
    const { known, extra } = read('{"title": "T", "city": null, "ours": {"a": [null]}, "gone": null}')
    expect(known).toStrictEqual({ title: 'T', city: null })
    expect([...extra]).toStrictEqual([
      ['ours', { a: [null] }],
      ['gone', null],
    ])
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '~', '~title', 'a.b', '$c', '0', '\ud800'])(
    'a field may be called %j',
    (name) => {
      const { known, extra } = read(`{"title": "T", ${JSON.stringify(name)}: {"polluted": true}}`)
      expect(known).toStrictEqual({ title: 'T' })
      expect([...extra]).toStrictEqual([[name, { polluted: true }]])
      expect({}).not.toHaveProperty('polluted')
    },
  )

  it('32 levels are let through', () => {
    expect(schema.parse({ title: 'T', deep: nestedLists(32) }).extra.get('deep')).toStrictEqual(nestedLists(32))
  })
})

describe('bad input', () => {
  it('33 levels are refused, under the field’s own name', () => {
    for (const name of ['deep', '__proto__', '~x']) {
      const value = new Map([[name, nestedLists(33)]])
      const job = Object.fromEntries([['title', 'T'], ...value])
      expect(issuesFor(job)).toStrictEqual([[[name], 'must be nested at most 32 levels deep']])
    }
  })

  it('depth beyond all reason overflows no stack', () => {
    expect(schema.safeParse({ title: 'T', deep: nestedLists(100_000) }).success).toBe(false)
  })

  it('a number that JSON cannot give back is refused, wherever it stands', () => {
    for (const value of [JSON.parse('1e400'), [1, { a: JSON.parse('-1e400') }]]) {
      expect(issuesFor({ title: 'T', ours: value })).toStrictEqual([[['ours'], 'must have no number over 1.8e308']])
    }
  })

  it.each([null, 5, 'x', []])('%j is no job', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })

  it('wrong documented fields are reported as without extra ones', () => {
    expect(schema.safeParse({ title: 5, city: 5, ours: 5 }).error?.issues.map(({ path }) => path)).toStrictEqual([
      ['title'],
      ['city'],
    ])
  })
})
