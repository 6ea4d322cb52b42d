import { describe, expect, it } from 'vitest'
import { ExternalId } from './job.ts'
import { RawNumber } from './json.ts'

const messageFor = (value: unknown) => ExternalId.safeParse(value).error?.issues.map(({ message }) => message)

describe('an external id', () => {
  it.each([' a ', 'A/B', '50%', 'é', 'e\u0301', '🙂', 'وظيفة', '...', '\u200b', '🙂'.repeat(255)])(
    'is taken to the letter: %j',
    (id) => {
      expect(ExternalId.parse(id)).toBe(id)
    },
  )
})

describe('a wrong external id is refused, and the message says what is wrong', () => {
  it.each([undefined, null, ''])('a missing id is named as such: %j', (value) => {
    expect(messageFor(value)).toStrictEqual(['Job ID is required'])
  })

  it.each([
    [5, 'must be a text, not 5: put it in quotes'],
    [{ a: 1 }, 'must be a text, not an object'],
    [['a'], 'must be a text, not a list'],
    [' \u3000', 'must not be blank'],
    ['.', 'must not be "." or ".."'],
    ['..', 'must not be "." or ".."'],
    ['a\ud800', 'must be well-formed Unicode (it holds half a character)'],
    ['\udc00\ud800', 'must be well-formed Unicode (it holds half a character)'],
    ['a\tb', 'must not have control characters'],
    ['a\u007f', 'must not have control characters'],
    ['\u0080a', 'must not have control characters'],
    ['x'.repeat(256), 'must be at most 255 characters'],
    ['🙂'.repeat(256), 'must be at most 255 characters'],
  ])('%j', (value, message) => {
    expect(messageFor(value)).toStrictEqual([message])
  })

  it('a number is named with the digits that were sent', () => {
    const message = 'must be a text, not 7111222333444555666: put it in quotes'
    expect(messageFor(new RawNumber('7111222333444555666'))).toStrictEqual([message])
  })
})

it.each([
  ' a ',
  'A/B',
  '...',
  '\u200b',
  '🙂'.repeat(255),
  '',
  ' \u3000',
  '\ufeff',
  '.',
  '..',
  '.\n',
  'a\tb',
  'a\u007f',
  '\u0080a',
])('the pattern of the OpenAPI document and the rule agree: %j', (id) => {
  expect(new RegExp(String(ExternalId.meta()?.pattern), 'u').test(id)).toBe(ExternalId.safeParse(id).success)
})
