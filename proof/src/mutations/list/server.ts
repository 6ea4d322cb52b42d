import type { MutationGroup } from '../mutation.ts'

const cache = 'apps/api/src/db/cache.test.ts'
const activity = 'apps/api/src/feature/activity/activity.test.ts'
const activityStore = 'apps/api/src/feature/activity/store.test.ts'
const recorder = 'apps/api/src/feature/activity/recorder.test.ts'
const metrics = 'apps/api/src/http/metrics.test.ts'
const stop = 'apps/api/src/stop.test.ts'
const health = 'apps/api/src/http/health.test.ts'
const requestLog = 'apps/api/src/http/request-log.test.ts'
const companyFilter = 'apps/api/src/test/company-filter.test.ts'

export const server: readonly MutationGroup[] = [
  {
    file: 'apps/api/src/db/cache.ts',
    tests: [cache],
    mutations: [
      {
        name: 'cache: nine seconds',
        find: 'const AGE_MS_MAX = 900',
        replace: 'const AGE_MS_MAX = 9_000',
        why: 'A revoked key works for nine seconds on other processes.',
      },
      {
        name: 'cache: as old as the end of its reading',
        find: 'entries.set(JSON.stringify(args), value, { start })',
        replace: 'entries.set(JSON.stringify(args), value)',
        why: 'With a slow database a revoked key works for longer than a second.',
      },
      {
        name: 'cache: a reading that a change overtook is kept',
        find: 'value !== undefined && changes === changesBefore',
        replace: 'value !== undefined',
        why: 'What this process has just changed comes back as it was.',
      },
      {
        name: 'cache: forgets one thing where all were to be forgotten',
        find: 'if (args.length === 0) entries.clear()\n      else entries',
        replace: 'entries',
        why: 'What this process has just changed is answered as it was.',
      },
    ],
  },
  {
    file: 'apps/api/src/db/shared-reading.ts',
    tests: ['apps/api/src/db/shared-reading.test.ts'],
    mutations: [
      {
        name: 'shared reading: one that began before',
        find: 'if (before === undefined) return start()',
        replace: 'if (before === undefined) return start()\n    if (before) return before',
        why: 'A poll is answered by what was there before it asked.',
      },
    ],
  },
  {
    file: 'apps/api/src/db/gathered.ts',
    tests: ['apps/api/src/db/gathered.test.ts'],
    mutations: [
      {
        name: 'gathered: results are remembered',
        find: 'cache: false',
        replace: 'cache: true',
        why: 'A job is answered as it was when it was first read.',
      },
      {
        name: 'gathered: nobody waits for the batch under way',
        find: 'underWay === undefined ? Promise.resolve() : over(underWay)',
        replace: 'Promise.resolve()',
        why: 'A crowd costs as many commands as it has members.',
      },
      {
        name: 'gathered: batches without end',
        find: 'maxBatchSize: TOGETHER_MAX',
        replace: 'maxBatchSize: Number.POSITIVE_INFINITY',
        why: 'One command holds everybody up.',
      },
    ],
  },
  {
    file: 'apps/api/src/db/cursor.ts',
    tests: ['apps/api/src/feature/audit/audit.test.ts'],
    mutations: [
      {
        name: 'cursor: rows of one instant are lost between pages',
        find: '{ _id: { $lt: new mongoose.Types.ObjectId(id) } }',
        replace: '{ at: { $lt: at } }',
        why: 'Events are missing from the trail.',
      },
      {
        name: 'cursor: a malformed one begins anew',
        find: "?? [undefined, '0', '0'.repeat(24)]",
        replace: "?? [undefined, '999999999999999', 'f'.repeat(24)]",
        why: 'A loop over the trail never ends.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/audit/store.ts',
    tests: ['apps/api/src/feature/audit/audit.test.ts'],
    mutations: [
      {
        name: 'audit: the trail of all companies',
        find: '.find({ companyId, ...rowsAfter(cursor) })',
        replace: '.find({ ...rowsAfter(cursor) })',
        why: 'An administrator reads what other companies do.',
        tests: [companyFilter],
      },
      {
        name: 'audit: a page after the last one',
        find: 'found.length > eventsMax && last',
        replace: 'found.length >= eventsMax && last',
        why: 'The list offers a page with nothing on it.',
      },
      {
        name: 'audit: the oldest first',
        find: '.sort({ at: -1, _id: -1 })',
        replace: '.sort({ at: 1, _id: 1 })',
        why: 'Nobody sees what has just happened.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/activity/store.ts',
    tests: [activityStore],
    mutations: [
      {
        name: 'activity: a batch keeps the time of its first request',
        find: 'if (request.at > batch.at) batch.at = request.at',
        replace: '',
        why: 'The newest request is not on the first page.',
      },
      {
        name: 'activity: a batch has the time of its last request',
        find: 'if (request.at > batch.at) batch.at = request.at',
        replace: 'batch.at = request.at',
        why: 'The newest request is not on the first page.',
      },
      {
        name: 'activity: a page leaves its cursor open',
        find: '        await newestFirst.close()\n',
        replace: '',
        why: 'The database keeps up to 800 kB for each page that was looked at.',
      },
      {
        name: 'activity: the requests of all companies',
        tests: [companyFilter],
        find: '          companyId,\n          ...(keyId',
        replace: '          ...(keyId',
        why: 'An administrator reads what other companies do.',
      },
      {
        name: 'activity: the failures of all companies',
        tests: [companyFilter],
        find: '{ $match: { companyId, failed',
        replace: '{ $match: { failed',
        why: 'An administrator is told of failures that are not theirs.',
      },
      {
        name: 'activity: all of a batch where the failed ones are asked for',
        tests: [activity],
        find: ' && (!failedOnly || request.errorMessage !== null)',
        replace: '',
        why: 'Successes are listed as failures.',
      },
      {
        name: 'activity: all of a batch where one request is asked for',
        tests: [activity],
        find: '(requestId === undefined || request.requestId === requestId) && ',
        replace: '',
        why: 'Looking for one request finds a hundred.',
      },
      {
        name: 'activity: a batch of two keys',
        find: 'openOf.get(keyId)',
        replace: '[...openOf.values()].at(-1)',
        why: 'Requests are shown under the wrong key.',
      },
      {
        name: 'activity: kept for ever',
        tests: ['apps/api/src/db/connection.test.ts'],
        find: 'schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })',
        replace: 'schema.index({ at: 1 })',
        why: 'The record grows without end.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/activity/recorder.ts',
    tests: [recorder],
    mutations: [
      {
        name: 'recorder: as many as come wait',
        find: 'if (waiting.length === WAITING_MAX) {',
        replace: 'if (waiting.length === -1) {',
        why: 'A slow database fills the memory.',
      },
      {
        name: 'recorder: batches side by side',
        find: 'writing ??= writeBatch()',
        replace: 'writing = writeBatch()',
        why: 'Batches pile up before a slow database.',
      },
      {
        name: 'recorder: flushing does not wait for the batch under way',
        find: 'if (writing !== undefined) await writing\n',
        replace: '',
        why: 'A stopping server loses what it writes just then.',
      },
    ],
  },
  {
    file: 'apps/api/src/background.ts',
    tests: [stop],
    mutations: [
      {
        name: 'background: stop waits once',
        find: 'while (underWay.size > 0) await',
        replace: 'await',
        why: 'Work that was begun by the last work is cut off.',
      },
      {
        name: 'background: a failure ends the process',
        tests: ['apps/api/src/feature/api-key/service.test.ts'],
        find: '.catch((error: unknown) => log.warn({ err: error }, `could not ${what}`))',
        replace: '',
        why: 'A failed write that nobody waits for ends the process.',
      },
    ],
  },
  {
    file: 'apps/api/src/server.ts',
    tests: [stop],
    mutations: [
      {
        name: 'stop: does not wait for background work',
        find: '      await deps.background.settled()\n',
        replace: '',
        why: 'CVs and uses of keys are cut off.',
      },
      {
        name: 'stop: does not write what the recorder holds',
        tests: [activity],
        find: '      await deps.recorder.flush()\n',
        replace: '',
        why: 'The last second of requests is missing after each restart.',
      },
      {
        name: 'stop: says nothing before it stops',
        find: 'isStopping = true\n',
        replace: '',
        why: 'A load balancer sends requests to a server that is gone.',
      },
    ],
  },
  {
    file: 'apps/api/src/metrics.ts',
    tests: [metrics],
    mutations: [
      {
        name: 'metrics: the age of the youngest that waits',
        find: 'const [oldest] = waiting\n',
        replace: 'const oldest = waiting.at(-1)\n',
        why: 'The graph looks healthy while one application waits for hours.',
      },
      {
        name: 'metrics: the age in milliseconds',
        find: 'Math.max(0, nowMs - oldest.date.getTime()) / 1000',
        replace: 'Math.max(0, nowMs - oldest.date.getTime())',
        why: 'An alarm rings every time.',
      },
      {
        name: 'metrics: requests under way never end',
        find: '      requestsUnderWay.dec()\n',
        replace: '',
        why: 'The gauge says nothing.',
      },
      {
        name: 'metrics: the depth is that of one',
        find: 'mailboxDepth.observe(waiting.length)',
        replace: 'mailboxDepth.observe(Math.min(1, waiting.length))',
        why: 'Nobody sees a mailbox fill up.',
      },
    ],
  },
  {
    file: 'apps/api/src/http/health.ts',
    tests: [health],
    mutations: [
      {
        name: 'health: ready with a clock that is ahead',
        find: 'Math.max(before - localMs, localMs - after, 0)',
        replace: 'Math.max(localMs - after, 0)',
        why: 'Dates from the future stop every feed.',
      },
      {
        name: 'health: ready with a clock that is behind',
        find: 'Math.max(before - localMs, localMs - after, 0)',
        replace: 'Math.max(before - localMs, 0)',
        why: 'A wrong clock goes unnoticed.',
      },
      {
        name: 'health: asked once for ever',
        find: '.finally(() => {\n      asked = undefined\n    })',
        replace: '',
        why: 'A process that was ready once is ready for ever.',
      },
      {
        name: 'health: ready while it stops',
        tests: [stop],
        find: "if (options.isStopping()) return ['the server is stopping']",
        replace: '',
        why: 'A load balancer sends requests to a server that is gone.',
      },
    ],
  },
  {
    file: 'apps/api/src/http/request-log.ts',
    tests: [requestLog],
    mutations: [
      {
        name: 'request log: the query, with a CV link’s signature',
        find: "req.url?.split('?', 1)[0]",
        replace: 'req.url',
        why: 'Whoever reads the log opens CVs.',
      },
      {
        name: 'request log: any request id',
        find: "typeof given === 'string' && REQUEST_ID_FORM.test(given) ? given : randomUUID()",
        replace: "typeof given === 'string' ? given : randomUUID()",
        why: 'A caller writes what it likes into the log.',
      },
      {
        name: 'request log: a status for who was gone before the answer',
        tests: [activity],
        find: 'status: res.headersSent ? res.statusCode : null',
        replace: 'status: res.statusCode',
        why: 'The record says 200 where nothing was answered.',
      },
      {
        name: 'request log: the record has the time of the end',
        tests: [requestLog],
        find: 'at: new Date(at)',
        replace: 'at: new Date(now())',
        why: 'The record is in the order of the answers.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/home/service.ts',
    tests: ['apps/api/src/feature/home/home.test.ts'],
    mutations: [
      {
        name: 'home: revoked keys',
        find: '      .filter(({ revokedAt }) => revokedAt === null)\n',
        replace: '',
        why: 'A revoked key is shown as one in use.',
      },
    ],
  },
]
