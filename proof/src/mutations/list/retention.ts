import { mistakes } from '../mutation.ts'

const retention = 'apps/api/src/feature/retention/retention.test.ts'

export const retentions = [
  mistakes('apps/api/src/feature/retention/run.ts', retention, {
    'retention: any clock erases. A machine whose clock is a year ahead erases a year too much.': [
      'if (skewMs <= CLOCK_SKEW_MS_MAX) return',
      'return',
    ],
    'retention: what a dead process has begun is forgotten. The report lacks what it erased.': [
      'claim.batch ?? (await beginBatch(deps, claim, nowMs))',
      'await beginBatch(deps, claim, nowMs)',
    ],
    'retention: a batch is in the trail twice. The report counts what was erased once more.': [', batch.id)', ')'],
  }),
  mistakes('apps/api/src/feature/retention/store.ts', retention, {
    'retention: a new setting keeps the failures of the former one. It is off, and its page says for good that it fails.':
      ['{ months, dueAt, failures: 0,', '{ months, dueAt,'],
    'retention: a new setting leaves the company to the process that works on it. It erases what the company has just decided to keep.':
      ['change: { id, before } }, $inc: { attempts: 1 } }', 'change: { id, before } } }'],
    'retention: a slow process overwrites the work of the next one. A setting that was turned off comes back.': [
      '{ _id: companyId, attempts },\n',
      '{ _id: companyId },\n',
    ],
  }),
  mistakes(
    'apps/api/src/feature/retention/store.ts',
    { files: 'apps/api/src/test/failover-back-office.promise.test.ts', names: 'how long applications are kept' },
    {
      'retention: a repetition takes its own change for the former setting. The audit trail does not say who set it.': [
        'if (found.change?.id === id) return found.change.before',
        'if (found.change?.id === id) return found.months',
      ],
    },
  ),
  mistakes('apps/api/src/feature/application/service/expired.ts', retention, {
    'retention: what waits in the mailbox is passed over. It stays for good.': [
      `await deps.mailbox.synchronise(companyId)
  const found`,
      'const found',
    ],
  }),
  mistakes('apps/api/src/feature/application/service/erase.ts', retention, {
    'retention: a server that stops goes on erasing. It is killed in the middle.': [
      'async () => signal.throwIfAborted()',
      'async () => {}',
    ],
  }),
  mistakes(
    'apps/api/src/feature/retention/run.ts',
    { files: 'apps/api/src/feature/retention/retention.test.ts', names: 'is tried again after a minute' },
    {
      'retention: each wait is twice the one before. After ten failures nothing is erased for weeks.': [
        'Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** claim.failures)',
        'FIRST_WAIT_MS * 2 ** claim.failures',
      ],
      'retention: a failure is not logged. Nobody learns why people are not erased.': [
        'deps.log.warn({ err: error, failures, waitMs }',
        'void ({ err: error, failures, waitMs }',
      ],
    },
  ),
].flat()
