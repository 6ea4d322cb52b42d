import { describe, expect, test } from 'vitest'
import { createJobLog } from './job-log.ts'

const write = (fields: Record<string, unknown>, tries = 1) => ({ fields: new Map(Object.entries(fields)), tries })

describe('a job that is read', () => {
  test('must hold what was acknowledged last', () => {
    const log = createJobLog('a')
    for (const title of ['one', 'two']) {
      log.begin(write({ title }))
      log.acknowledge(write({ title }))
    }
    expect(log.findWrong({ title: 'two', status: 'PUBLISHED' })).toEqual([])
    expect(log.findWrong({ title: 'one', status: 'PUBLISHED' })).toEqual(['title is "one", and "two" was acknowledged'])
    expect(log.findWrong({ status: 'PUBLISHED' })).toHaveLength(1)
  })

  test('may hold what was never answered, because it may be carried out late', () => {
    const log = createJobLog('a')
    log.begin(write({ title: 'one' }))
    log.begin(write({ title: 'two' }))
    log.acknowledge(write({ title: 'two' }))
    expect(log.findWrong({ title: 'one', status: 'PUBLISHED' })).toEqual([])
  })

  test('may hold what was acknowledged only at a second try, because the first may be carried out late', () => {
    const log = createJobLog('a')
    log.begin(write({ title: 'one' }))
    log.begin(write({ title: 'one' }, 2))
    log.acknowledge(write({ title: 'one' }, 2))
    log.begin(write({ title: 'two' }))
    log.acknowledge(write({ title: 'two' }))
    expect(log.findWrong({ title: 'one', status: 'PUBLISHED' })).toEqual([])
    expect(log.findWrong({ title: 'three', status: 'PUBLISHED' })).toHaveLength(1)
  })

  test('keeps no field that was cleared, and is published unless a write says otherwise', () => {
    const log = createJobLog('a')
    log.begin(write({ benefits: ['car'] }))
    log.acknowledge(write({ benefits: ['car'] }))
    log.begin(write({ benefits: null }))
    log.acknowledge(write({ benefits: null }))
    expect(log.findWrong({ status: 'PUBLISHED' })).toEqual([])
    expect(log.findWrong({ benefits: ['car'], status: 'UNPUBLISHED' })).toHaveLength(2)
  })
})
