import { expect, it } from 'vitest'
import { toWarnings } from './job-field.ts'

it('an extra field is warned of if it resembles a documented one, not if it is removed, nor after fifty others', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, index): [string, number] => [`x${index}`, 1])
  expect(toWarnings(new Map([...fields(49), ['Title', 1]]))).toMatchObject({ warnings: [{ path: 'job.Title' }] })
  expect(toWarnings(new Map([...fields(50), ['Title', 1]]))).toEqual({})
  expect(toWarnings(new Map([['Title', null]]))).toEqual({})
})
