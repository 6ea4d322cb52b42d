import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issuesOf, list, messageOf, mustBe, nearest, nonBlankText, oneOf, shown, text } from './wording.ts'

const wordsOf = (schema: z.ZodType, value: unknown) => issuesOf(schema.safeParse(value).error ?? { issues: [] })
const levels = ['Non défini', 'Niveau BAC', 'BAC', 'BAC +1', 'BAC +1/2', 'BAC +3/4', 'BAC +5', 'BAC +5 et plus']

describe('nonBlankText', () => {
  it.each(['a', ' a ', '\u0000', '\u200b', '', ' ', '\f\v', '\u00a0\u3000', '\ufeff', '\u2028\n'])(
    'the pattern of the document says of %j what the rule says',
    (value) => {
      const schema = nonBlankText(10)
      expect(new RegExp(String(schema.meta()?.pattern), 'u').test(value)).toBe(schema.safeParse(value).success)
    },
  )
})

describe('nearest', () => {
  it.each([
    ['Bac+5', 'BAC +5'],
    ['bac + 5 et plus', 'BAC +5 et plus'],
    ['NON DÉFINI', 'Non défini'],
    ['non defini', 'Non défini'],
    ['Niveu BAC', 'Niveau BAC'],
    ['BAC+1/2', 'BAC +1/2'],
    ['bac', 'BAC'],
  ])('%j was meant to be %j', (value, meant) => {
    expect(nearest(value, levels)).toBe(meant)
  })

  it.each(['Master', 'x', '', 'BTS', 5, null, undefined, { BAC: 1 }, 'BAC'.repeat(40)])(
    '%j was meant to be none of them',
    (value) => {
      expect(nearest(value, levels)).toBeUndefined()
    },
  )

  it('of no names none is near', () => {
    expect(nearest('x', [])).toBeUndefined()
  })
})

describe('oneOf', () => {
  const status = z.object({ status: oneOf(['PUBLISHED', 'UNPUBLISHED']) })

  it.each([
    ['published', 'status must be one of PUBLISHED, UNPUBLISHED, not "published" (did you mean "PUBLISHED"?)'],
    ['open', 'status must be one of PUBLISHED, UNPUBLISHED, not "open"'],
    [undefined, 'status must be one of PUBLISHED, UNPUBLISHED, not undefined'],
    [['PUBLISHED'], 'status must be one of PUBLISHED, UNPUBLISHED, not a list'],
  ])('%j', (value, message) => {
    expect(wordsOf(status, { status: value })).toStrictEqual([{ path: 'status', message }])
  })
})

describe('text', () => {
  it('counts characters as people do, not units of UTF-16', () => {
    expect(text(3).parse('🙂🙂🙂')).toBe('🙂🙂🙂')
    expect(wordsOf(text(3), '🙂🙂🙂🙂')).toMatchObject([{ message: 'must be at most 3 characters' }])
  })

  it('refuses half a character, with that message alone', () => {
    expect(wordsOf(text(1), 'ab\ud800')).toMatchObject([
      { message: 'must be well-formed Unicode (it holds half a character)' },
    ])
  })
})

describe('issuesOf', () => {
  const form = z.object({ name: text(5), tags: list(text(5), 'a list of texts', 2) }, mustBe('an object'))

  it('names each value by its path, in a sentence', () => {
    expect(wordsOf(form, { name: 5, tags: ['a', 'toolong'] })).toStrictEqual([
      { path: 'name', message: 'name must be a text, not 5' },
      { path: 'tags.1', message: 'tags.1 must be at most 5 characters' },
    ])
    expect(wordsOf(form, { name: null, tags: ['a', 'b', 'c'] })).toStrictEqual([
      { path: 'name', message: 'name is required: it must be a text' },
      { path: 'tags', message: 'tags must have at most 2 items' },
    ])
    expect(wordsOf(form, [])).toStrictEqual([{ path: '', message: 'must be an object, not a list' }])
  })

  it('leaves a message that is a sentence of its own as it is', () => {
    const schema = z.object({ id: z.string({ error: 'Job ID is required' }) })
    expect(wordsOf(schema, {})).toStrictEqual([{ path: 'id', message: 'Job ID is required' }])
    expect(wordsOf(z.object({ links: z.array(schema) }), { links: [{}] })).toStrictEqual([
      { path: 'links.0.id', message: 'links.0.id: Job ID is required' },
    ])
  })

  it('of several kinds says what is wrong for the kind that the value is', () => {
    const either = z.object({
      city: z.union([text(5), list(text(5), 'a list of texts', 2)], mustBe('a text or a list of texts')),
    })
    const messageFor = (city: unknown) => wordsOf(either, { city }).map(({ message }) => message)
    expect(messageFor(5)).toStrictEqual(['city must be a text or a list of texts, not 5'])
    expect(messageFor('toolong')).toStrictEqual(['city must be at most 5 characters'])
    expect(messageFor('\ud800')).toStrictEqual(['city must be well-formed Unicode (it holds half a character)'])
    expect(messageFor(['a', 5])).toStrictEqual(['city.1 must be a text, not 5'])
    expect(messageFor(['a', ['b']])).toStrictEqual(['city.1 must be a text, not a list'])
  })
})

describe('messageOf', () => {
  const issue = (n: number) => ({ path: `f${n}`, message: `f${n} is wrong` })

  it('names five problems and counts the rest', () => {
    expect(messageOf([issue(1)])).toBe('f1 is wrong')
    expect(messageOf([1, 2, 3, 4, 5].map(issue))).toBe(
      'f1 is wrong; f2 is wrong; f3 is wrong; f4 is wrong; f5 is wrong',
    )
    expect(messageOf([1, 2, 3, 4, 5, 6, 7].map(issue))).toMatch(/f5 is wrong; and 2 more$/)
  })
})

describe('shown', () => {
  it.each([
    ['a', '"a"'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [null, 'null'],
    [false, 'false'],
    [[1], 'a list'],
    [{ a: 1 }, 'an object'],
  ])('%j', (value, words) => {
    expect(shown(value)).toBe(words)
  })

  it('is short, whatever the value', () => {
    expect(shown('x'.repeat(1000))).toBe(`"${'x'.repeat(55)}…"`)
  })
})
