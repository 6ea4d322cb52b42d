import { expect, test } from 'vitest'
import { createJobLog, type JobLog } from './job-log.ts'

/** Writes fields; answered at this try, or never if it is undefined. */
function write(log: JobLog, fields: Record<string, unknown>, answeredAt: number | undefined): void {
  const sent = { fields: new Map(Object.entries(fields)), tries: 1 }
  log.begin(sent)
  sent.tries = answeredAt ?? 1
  if (answeredAt !== undefined) log.acknowledge(sent)
}

type Sent = [fields: Record<string, unknown>, answeredAt?: number | undefined]

test.each<[what: string, writes: Sent[], read: Record<string, unknown>, isRight: boolean]>([
  ['the last acknowledged value', [[{ title: 'one' }], [{ title: 'two' }]], { title: 'two' }, true],
  ['an earlier value', [[{ title: 'one' }], [{ title: 'two' }]], { title: 'one' }, false],
  ['no value', [[{ title: 'one' }]], {}, false],
  ['a cleared value', [[{ benefits: ['car'] }], [{ benefits: null }]], { benefits: ['car'] }, false],
  ['a status that no write asked for', [[{ title: 'one' }]], { title: 'one', status: 'UNPUBLISHED' }, false],
  // A process that was frozen may carry a write out late.
  ['a value that was never answered', [[{ title: 'one' }, undefined], [{ title: 'two' }]], { title: 'one' }, true],
  ['a value that was answered at a second try', [[{ title: 'one' }, 2], [{ title: 'two' }]], { title: 'one' }, true],
  [
    'a value that was never answered, acknowledged later and then replaced',
    [[{ status: 'UNPUBLISHED' }, undefined], [{ status: 'UNPUBLISHED' }], [{ status: 'PUBLISHED' }]],
    { status: 'UNPUBLISHED' },
    true,
  ],
])('a job that is read with %s: %j then %j is right: %j', (_, writes, read, isRight) => {
  const log = createJobLog('a')
  for (const [fields, ...answeredAt] of writes) write(log, fields, answeredAt.length === 0 ? 1 : answeredAt[0])
  expect(log.findWrong({ status: 'PUBLISHED', ...read })).toHaveLength(isRight ? 0 : 1)
})
