import { expect, test } from 'vitest'
import { sourceFile } from '../../../tools/test-server/src/server-process.ts'
import { choose, findProblems, mutations } from './choice.ts'
import type { Mutation } from './mutation.ts'

const root = sourceFile('.')

test('each mistake of the list can be made in the code of today, and the tests that must notice it are there', () => {
  expect(findProblems(mutations, root)).toEqual([])
})

test.each<[string, Partial<Mutation>]>([
  ['has this 0 times, not once', { find: ['nowhere', 'to be found'].join(' ') }],
  ['gone.ts is not there', { file: 'gone.ts' }],
  ['gone.test.ts is not there', { tests: ['gone.test.ts'] }],
])('an entry of the list is refused: it %s', (problem, change) => {
  const [entry] = mutations
  if (entry === undefined) throw new Error('the list is empty')
  expect(findProblems([{ ...entry, ...change }], root)).toEqual([expect.stringContaining(problem)])
})

test('a sample is the same for the same seed, and has only what was asked for', () => {
  const sample = (seed: string) => choose(mutations, { sample: 5, seed, only: 'mailbox' }).map(({ name }) => name)
  expect(sample('1')).toHaveLength(5)
  expect(sample('1')).toEqual(sample('1'))
  expect(sample('1')).not.toEqual(sample('2'))
  for (const name of sample('1')) expect(name).toContain('mailbox')
})
