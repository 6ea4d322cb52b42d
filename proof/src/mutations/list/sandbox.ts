import { mistakes } from '../mutation.ts'

const sandbox = 'packages/sandbox/src/sandbox.test.ts'
const jobStores = 'apps/api/src/feature/job/store/memory.test.ts'
const applicationStores = 'apps/api/src/feature/application/store.test.ts'
const mailboxStores = 'apps/api/src/feature/application/mailbox-store.test.ts'

export const sandboxMistakes = [
  mistakes('apps/api/src/feature/job/store/memory.ts', jobStores, {
    'sandbox: a job that has changed is replaced all the same. A test sees a lost update that no board loses.': [
      'if (row?.revision !== revision) return false',
      'if (row === undefined) return false',
    ],
    'sandbox: an external id of two jobs. A link passes that the board refuses.': [
      "if (externalId !== null && findNamed(row.companyId, externalId) !== undefined) return 'taken'",
      '',
    ],
    'sandbox: an id that was taken away still leads to its job. A test polls the candidates of another job.': [
      'if (row.externalId !== null) ids.delete(formatKey(row.companyId, row.externalId))',
      '',
    ],
    'sandbox: a list begins with the job after which it is asked. A walk through the pages never ends.': [
      'id > afterJobId',
      'id >= afterJobId',
    ],
  }),
  mistakes('apps/api/src/feature/application/memory-store.ts', applicationStores, {
    'sandbox: a range begins with its first instant. A poll repeats a candidate.': ['ms > afterMs', 'ms >= afterMs'],
    'sandbox: erased again at a later time. The date of the erasure is wrong.': [
      'if (rows.get(id)?.erasedAt === undefined) change(',
      'change(',
    ],
    'sandbox: another company’s application. A status is set that the company cannot set.': [
      'if (row?.companyId !== companyId) return false',
      'if (row === undefined) return false',
    ],
  }),
  mistakes('apps/api/src/feature/application/memory-mailbox-store.ts', mailboxStores, {
    'sandbox: a date equal to the clock. A poll skips a candidate.': ['new Date(clock.getTime() + 1)', 'clock'],
    'sandbox: the clock goes back. A poll skips a candidate.': ['(a < b ? b : a)', '(a < b ? b : b)'],
  }),
  mistakes('packages/sandbox/src/exchange.ts', sandbox, {
    'sandbox: a lost answer of a request that never came. A test of a retry finds nothing to repeat.': [
      "if (failure === 'request lost') return",
      "if (failure === 'request lost' || failure === 'answer lost') return",
    ],
    'sandbox: a truncated answer that is whole. A test of half an answer passes for the wrong reason.': [
      'answer.body.length / 2',
      'answer.body.length',
    ],
    'sandbox: an error that was asked for carries the request out. A test of a 503 creates its job.': [
      'method, headers })',
      'method, headers: { ...headers, "x-api-key": _ ?? "" } })',
    ],
  }),
  mistakes('packages/sandbox/src/failure.ts', sandbox, {
    'sandbox: a failure once too often. A test that counts retries is wrong.': [
      '--next.times <= 0',
      'next.times-- <= 0',
    ],
  }),
].flat()
