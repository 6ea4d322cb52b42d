import { describe, expect, test } from 'vitest'
import { createJobLog } from './job-log.ts'

const write = (fields: Record<string, unknown>, tries = 1) => ({ fields: new Map(Object.entries(fields)), tries })

describe('a job that is read', () => {
  test('must hold what was acknowledged last', () => {
    const log = createJobLog('a')
    for (const title of ['one', 'two']) {
      log.begun(write({ title }))
      log.acknowledged(write({ title }))
    }
    expect(log.wrong({ title: 'two', status: 'PUBLISHED' })).toEqual([])
    expect(log.wrong({ title: 'one', status: 'PUBLISHED' })).toEqual(['title is "one", and "two" was acknowledged'])
    expect(log.wrong({ status: 'PUBLISHED' })).toHaveLength(1)
  })

  test('may hold what was never answered, for it may be carried out late', () => {
    const log = createJobLog('a')
    log.begun(write({ title: 'one' }))
    log.begun(write({ title: 'two' }))
    log.acknowledged(write({ title: 'two' }))
    expect(log.wrong({ title: 'one', status: 'PUBLISHED' })).toEqual([])
  })

  test('may hold what was acknowledged at a second try only, for the first may be carried out late', () => {
    const log = createJobLog('a')
    log.begun(write({ title: 'one' }))
    log.begun(write({ title: 'one' }, 2))
    log.acknowledged(write({ title: 'one' }, 2))
    log.begun(write({ title: 'two' }))
    log.acknowledged(write({ title: 'two' }))
    expect(log.wrong({ title: 'one', status: 'PUBLISHED' })).toEqual([])
    expect(log.wrong({ title: 'three', status: 'PUBLISHED' })).toHaveLength(1)
  })

  test('keeps no field that was cleared, and is published where nobody said otherwise', () => {
    const log = createJobLog('a')
    log.begun(write({ benefits: ['car'] }))
    log.acknowledged(write({ benefits: ['car'] }))
    log.begun(write({ benefits: null }))
    log.acknowledged(write({ benefits: null }))
    expect(log.wrong({ status: 'PUBLISHED' })).toEqual([])
    expect(log.wrong({ benefits: ['car'], status: 'UNPUBLISHED' })).toHaveLength(2)
  })
})
