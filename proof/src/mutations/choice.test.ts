import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { choose, findProblems } from './choice.ts'
import { mutations } from './list/all.ts'
import type { Mutation } from './mutation.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const here = 'proof/src/mutations/choice.test.ts'
const entry: Mutation = {
  name: 'one',
  file: here,
  find: ['one', 'of a kind'].join(' '),
  replace: '',
  tests: [here],
  why: '',
}
const options = { only: undefined, sample: undefined, seed: '1', atOnce: 1, haveTestsPassed: false, report: undefined }

test('each mistake of the list can be made in the code of today', async () => {
  expect(await findProblems(mutations, root)).toEqual([])
  expect(mutations.length).toBeGreaterThan(300)
})

describe('an entry is refused that', () => {
  // The entry finds these words, which occur only here: one of a kind.
  test.each<[string, Partial<Mutation>, string]>([
    ['does not fit the code', { find: ['nowhere', 'to be found'].join(' ') }, 'has this 0 times, not once'],
    ['fits it twice', { find: 'describe' }, 'times, not once'],
    ['changes nothing', { replace: entry.find }, 'changes nothing'],
    ['names a file that is gone', { file: 'gone.ts' }, 'gone.ts is not there'],
    ['names a test that is gone', { tests: ['gone.test.ts'] }, 'gone.test.ts is not there'],
    ['names no test', { tests: [] }, 'names no tests'],
  ])('%s', async (_, change, problem) => {
    expect(await findProblems([{ ...entry, ...change }], root)).toEqual([expect.stringContaining(problem)])
  })

  test('has the name of another', async () => {
    expect(await findProblems([entry, entry], root)).toEqual(['"one": two have this name'])
  })

  test('has nothing wrong is not one of them', async () => {
    expect(await findProblems([entry], root)).toEqual([])
  })
})

describe('a sample', () => {
  const sample = (seed: string, all = mutations) =>
    choose(all, { ...options, sample: 10, seed }).map(({ name }) => name)

  test('is the same for the same seed, and another for another', () => {
    expect(sample('1')).toHaveLength(10)
    expect(sample('1')).toEqual(sample('1'))
    expect(sample('1')).not.toEqual(sample('2'))
  })

  test('stays but for one when the list gets an entry', () => {
    const longer = sample('1', [...mutations, { ...entry, name: 'new' }])
    expect(sample('1').filter((name) => !longer.includes(name)).length).toBeLessThanOrEqual(1)
  })

  test('is of those whose name or file has the text', () => {
    for (const { name, file } of choose(mutations, { ...options, only: 'mailbox' }))
      expect(name + file).toContain('mailbox')
  })
})
