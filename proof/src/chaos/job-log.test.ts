import { describe, expect, test } from 'vitest'
import { createJobLog, type JobLog } from './job-log.ts'

const makeWrite = (fields: Record<string, unknown>) => ({ fields: new Map(Object.entries(fields)), tries: 1 })

/** Writes fields, and is answered at this try. */
function answer(log: JobLog, fields: Record<string, unknown>, tries = 1): void {
  const write = makeWrite(fields)
  log.begin(write)
  while (write.tries < tries) {
    write.tries++
    log.begin(write)
  }
  log.acknowledge(write)
}

describe('a job that is read', () => {
  test('must hold what was acknowledged last', () => {
    const log = createJobLog('a')
    for (const title of ['one', 'two']) answer(log, { title })
    expect(log.findWrong({ title: 'two', status: 'PUBLISHED' })).toEqual([])
    expect(log.findWrong({ title: 'one', status: 'PUBLISHED' })).toEqual(['title is "one", and "two" was acknowledged'])
    expect(log.findWrong({ status: 'PUBLISHED' })).toHaveLength(1)
  })

  test('may hold what was never answered, because it may be carried out late', () => {
    const log = createJobLog('a')
    log.begin(makeWrite({ title: 'one' }))
    answer(log, { title: 'two' })
    expect(log.findWrong({ title: 'one', status: 'PUBLISHED' })).toEqual([])
  })

  test('may hold what was never answered, although the same value was acknowledged later and then replaced', () => {
    const log = createJobLog('a')
    log.begin(makeWrite({ status: 'UNPUBLISHED' }))
    answer(log, { status: 'UNPUBLISHED' })
    answer(log, { status: 'PUBLISHED' })
    expect(log.findWrong({ status: 'UNPUBLISHED' })).toEqual([])
  })

  test('may hold what was acknowledged only at a second try, because the first may be carried out late', () => {
    const log = createJobLog('a')
    answer(log, { title: 'one' }, 2)
    answer(log, { title: 'two' })
    expect(log.findWrong({ title: 'one', status: 'PUBLISHED' })).toEqual([])
    expect(log.findWrong({ title: 'three', status: 'PUBLISHED' })).toHaveLength(1)
  })

  test('keeps no field that was cleared, and is published unless a write says otherwise', () => {
    const log = createJobLog('a')
    answer(log, { benefits: ['car'] })
    answer(log, { benefits: null })
    expect(log.findWrong({ status: 'PUBLISHED' })).toEqual([])
    expect(log.findWrong({ benefits: ['car'], status: 'UNPUBLISHED' })).toHaveLength(2)
  })
})
