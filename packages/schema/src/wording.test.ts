import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  describeIssues,
  findNearest,
  formatValue,
  list,
  mustBe,
  nonBlankText,
  oneOf,
  summarizeIssues,
  text,
  visibleLine,
  visibleName,
} from './wording.ts'

const describeProblems = (schema: z.ZodType, value: unknown) =>
  describeIssues(schema.safeParse(value).error ?? { issues: [] })
const levels = ['Non défini', 'Niveau BAC', 'BAC', 'BAC +1', 'BAC +1/2', 'BAC +3/4', 'BAC +5', 'BAC +5 et plus']

const texts = [
  'a',
  ' a ',
  '\u0000',
  '\u200b',
  '',
  ' ',
  '\f\v',
  '\u00a0\u3000',
  '\ufeff',
  '\u2028\n',
  '\u202e\u2069',
  '\u2066\u2069',
  '\u00ad\u200b',
  'a\u00ad',
]

describe.each([
  ['nonBlankText', nonBlankText(10)],
  ['visibleLine', visibleLine(10)],
])('the schema %s', (_name, schema) => {
  it.each(texts)('has a pattern in the document that accepts what it accepts: %j', (value) => {
    expect(new RegExp(String(schema.meta()?.pattern), 'u').test(value)).toBe(schema.safeParse(value).success)
  })
})

describe('a line that people see', () => {
  it('makes one line, and takes away what changes the direction of text', { tags: ['visible-names'] }, () => {
    expect(visibleLine(20).parse(' Chef\r\nde\u001b\u202e ra\u00adng\t')).toBe(' Chef de  rang ')
  })
})

describe('a name that people see', () => {
  it.each([
    ['a line feed', 'a\nb', 'U+000A'],
    ['an escape', 'a\u001b[2J', 'U+001B'],
    ['an escape in one character', '\u009b2J', 'U+009B'],
    ['an override of the direction', 'a\u202eb', 'U+202E'],
    ['an isolate', '\u2066a\u2069', 'U+2066'],
  ])('refuses %s, and says which character to remove', (_what, value, code) => {
    const message = `must not have control characters, nor characters that change the direction of text: remove ${code}`
    expect(describeProblems(visibleName(10), value)).toMatchObject([{ message }])
  })

  it('takes away characters that show nothing, and refuses a name of nothing else', () => {
    expect(visibleName(20).parse('At\u00adlas\u200b')).toBe('Atlas')
    expect(describeProblems(visibleName(10), '\u200b')).toMatchObject([{ message: 'must not be blank' }])
  })

  it('takes the marks that Arabic needs', () => {
    expect(visibleName(20).parse('مطور C++\u200f\u200e\u061c')).toBe('مطور C++\u200f\u200e\u061c')
  })
})

describe('the value that was probably meant', () => {
  it.each([
    ['Bac+5', 'BAC +5'],
    ['bac + 5 et plus', 'BAC +5 et plus'],
    ['NON DÉFINI', 'Non défini'],
    ['non defini', 'Non défini'],
    ['Niveu BAC', 'Niveau BAC'],
    ['BAC+1/2', 'BAC +1/2'],
    ['bac', 'BAC'],
  ])('for %j is %j', (value, meant) => {
    expect(findNearest(value, levels)).toBe(meant)
  })

  it.each(['Master', 'x', '', 'BTS', 5, null, undefined, { BAC: 1 }, 'BAC'.repeat(40)])('for %j is none', (value) => {
    expect(findNearest(value, levels)).toBeUndefined()
  })

  it('has at most two typing errors in a long name', () => {
    const names = ['recruitmentProcess']
    expect(findNearest('recrutmentProces', names)).toBe('recruitmentProcess')
    expect(findNearest('recrutmntProces', names)).toBeUndefined()
  })

  it('is none among no names', () => {
    expect(findNearest('x', [])).toBeUndefined()
  })
})

describe('a value outside its list is refused with the list and the value that was probably meant', () => {
  const status = z.object({ status: oneOf(['PUBLISHED', 'UNPUBLISHED']) })

  it.each([
    ['published', 'status must be one of PUBLISHED, UNPUBLISHED, not "published" (did you mean "PUBLISHED"?)'],
    ['open', 'status must be one of PUBLISHED, UNPUBLISHED, not "open"'],
    [undefined, 'status must be one of PUBLISHED, UNPUBLISHED, not undefined'],
    [['PUBLISHED'], 'status must be one of PUBLISHED, UNPUBLISHED, not a list'],
  ])('%j', (value, message) => {
    expect(describeProblems(status, { status: value })).toStrictEqual([{ path: 'status', message }])
  })
})

describe('the limit of a text', () => {
  it('counts characters as people do, not units of UTF-16', () => {
    expect(text(3).parse('🙂🙂🙂')).toBe('🙂🙂🙂')
    expect(describeProblems(text(3), '🙂🙂🙂🙂')).toMatchObject([{ message: 'must be at most 3 characters' }])
  })

  it('refuses half a character, with one message only', () => {
    expect(describeProblems(text(1), 'ab\ud800')).toMatchObject([
      { message: 'must be well-formed Unicode (it holds half a character)' },
    ])
  })
})

describe('the message about wrong values', () => {
  const form = z.object({ name: text(5), tags: list(text(5), 'a list of texts', 2) }, mustBe('an object'))

  it('names each value by its path, in a sentence', () => {
    expect(describeProblems(form, { name: 5, tags: ['a', 'toolong'] })).toStrictEqual([
      { path: 'name', message: 'name must be a text, not 5' },
      { path: 'tags.1', message: 'tags.1 must be at most 5 characters' },
    ])
    expect(describeProblems(form, { name: null, tags: ['a', 'b', 'c'] })).toStrictEqual([
      { path: 'name', message: 'name is required: it must be a text' },
      { path: 'tags', message: 'tags must have at most 2 items' },
    ])
    expect(describeProblems(form, [])).toStrictEqual([{ path: '', message: 'must be an object, not a list' }])
  })

  it('does not change a message that is a sentence of its own', () => {
    const schema = z.object({ id: z.string({ error: 'Job ID is required' }) })
    expect(describeProblems(schema, {})).toStrictEqual([{ path: 'id', message: 'Job ID is required' }])
    expect(describeProblems(z.object({ links: z.array(schema) }), { links: [{}] })).toStrictEqual([
      { path: 'links.0.id', message: 'links.0.id: Job ID is required' },
    ])
  })

  it('names the wrong item of a list if the field may be a text or a list', () => {
    const either = z.object({
      city: z.union([text(5), list(text(5), 'a list of texts', 2)], mustBe('a text or a list of texts')),
    })
    const messageFor = (city: unknown) => describeProblems(either, { city }).map(({ message }) => message)
    expect(messageFor(5)).toStrictEqual(['city must be a text or a list of texts, not 5'])
    expect(messageFor('toolong')).toStrictEqual(['city must be at most 5 characters'])
    expect(messageFor('\ud800')).toStrictEqual(['city must be well-formed Unicode (it holds half a character)'])
    expect(messageFor(['a', 5])).toStrictEqual(['city.1 must be a text, not 5'])
    expect(messageFor(['a', ['b']])).toStrictEqual(['city.1 must be a text, not a list'])
  })
})

describe('the summary of many wrong values', () => {
  const issue = (n: number) => ({ path: `f${n}`, message: `f${n} is wrong` })

  it('names five problems and gives the number of the others', () => {
    expect(summarizeIssues([issue(1)])).toBe('f1 is wrong')
    expect(summarizeIssues([1, 2, 3, 4, 5].map(issue))).toBe(
      'f1 is wrong; f2 is wrong; f3 is wrong; f4 is wrong; f5 is wrong',
    )
    expect(summarizeIssues([1, 2, 3, 4, 5, 6, 7].map(issue))).toMatch(/f5 is wrong; and 2 more$/)
  })
})

describe('a message shows a wrong value as JSON or by its kind', () => {
  it.each([
    ['a', '"a"'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [null, 'null'],
    [false, 'false'],
    [[1], 'a list'],
    [{ a: 1 }, 'an object'],
  ])('%j', (value, words) => {
    expect(formatValue(value)).toBe(words)
  })

  it('and shortens a long one', () => {
    expect(formatValue('x'.repeat(1000))).toBe(`"${'x'.repeat(55)}…"`)
  })
})
