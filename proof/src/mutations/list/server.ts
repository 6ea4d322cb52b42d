import { mistakes } from '../mutation.ts'

const cache = 'apps/api/src/db/cache.test.ts'
const activity = 'apps/api/src/feature/activity/activity.test.ts'
const activityStore = 'apps/api/src/feature/activity/store.test.ts'
const recorder = 'apps/api/src/recorder.test.ts'
const metrics = 'apps/api/src/http/metrics.test.ts'
const stop = 'apps/api/src/stop.promise.test.ts'
const health = 'apps/api/src/http/health.test.ts'
const requestLog = 'apps/api/src/http/request-log.test.ts'
const companyFilter = 'apps/api/src/test/company-filter.test.ts'

export const server = [
  mistakes('apps/api/src/feature/administrator/password-service.ts', 'apps/api/src/feature/audit/noted.test.ts', {
    'audit: a wrong password is not noted. A company does not see that somebody guesses.': [
      'for (const account of accounts)\n    deps.background',
      'for (const account of matches)\n    deps.background',
    ],
  }),
  mistakes('apps/api/src/feature/application/service/cv.ts', 'apps/api/src/feature/audit/noted.test.ts', {
    'audit: a CV is shown although nobody could note it. Who wants to read unseen breaks the record first.': [
      '    cv.content.destroy()\n    throw error',
      '    void error',
    ],
  }),
  mistakes('apps/api/src/main.ts', 'apps/api/src/known-servers.promise.test.ts', {
    'known server: its folder is listed as it was given. A command in another folder looks for the database there.': [
      'realpathSync(dataDir)',
      'dataDir',
    ],
  }),
  mistakes('apps/api/src/site/form-note.ts', 'apps/api/src/feature/application/find.test.ts', {
    'form note: the kept CV is no field of the form. Nobody sees why the form was refused.': [
      "'formId', 'keptCv']",
      "'formId']",
    ],
  }),
  mistakes('apps/api/src/http/server.ts', 'apps/api/src/http/server.test.ts', {
    'time limit: the body has only the time of the headers. A CV on a slow line never arrives.': [
      'requestTimeout: requestMs',
      'requestTimeout: headersMs',
    ],
    'refusal: the next byte closes the connection. A client loses the answers that it has not read yet.': [
      "if (refused.has(socket)) return\n        if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()",
      "if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()\n        if (refused.has(socket)) return",
    ],
  }),
  mistakes('apps/api/src/app.ts', 'apps/api/src/http/server.test.ts', {
    'hosts: the first of two counts. A proxy that takes the last one lets through what it should refuse.': [
      'if (!refuseManyHosts(req, res)) void',
      'void',
    ],
  }),
  mistakes('apps/api/src/http/subscriber.ts', 'apps/api/src/http/subscriber.test.ts', {
    'subscriber: with its port. Behind a proxy that adds the port, nobody’s wrong sign-ins are limited.': [
      'withoutPort(address).split(',
      'address.split(',
    ],
  }),
  mistakes('apps/api/src/db/cache.ts', cache, {
    'cache: nine seconds. A revoked key works for nine seconds on other processes.': [
      'const AGE_MS_MAX = 900',
      'const AGE_MS_MAX = 9_000',
    ],
    'cache: as old as the end of its reading. With a slow database a revoked key works for longer than a second.': [
      'entries.set(JSON.stringify(args), value, { start })',
      'entries.set(JSON.stringify(args), value)',
    ],
    'cache: a reading that a change overtook is kept. What this process has just changed comes back as it was.': [
      'value !== undefined && changes === changesBefore',
      'value !== undefined',
    ],
    'cache: forgets nothing. What this process has just changed is answered as it was.': [
      '      changes++\n      entries.clear()',
      '      changes++',
    ],
  }),
  mistakes('apps/api/src/db/share-reads.ts', 'apps/api/src/db/share-reads.test.ts', {
    'shared reading: one that began before. A poll is answered by what was there before it asked.': [
      'if (before === undefined) return start()',
      'if (before === undefined) return start()\n    if (before) return before',
    ],
  }),
  mistakes('apps/api/src/db/batch.ts', 'apps/api/src/db/batch.test.ts', {
    'batch: results are remembered. A job is answered as it was when it was first read.': [
      'cache: false',
      'cache: true',
    ],
    'batch: nobody waits for the batch under way. A crowd costs as many commands as it has members.': [
      'underWay === undefined ? Promise.resolve() : waitForEnd(underWay)',
      'Promise.resolve()',
    ],
    'batch: batches without end. One command holds everybody up.': [
      'maxBatchSize: BATCH_MAX',
      'maxBatchSize: Number.POSITIVE_INFINITY',
    ],
  }),
  mistakes('apps/api/src/db/cursor.ts', 'apps/api/src/feature/audit/audit.test.ts', {
    'cursor: rows of one instant are lost between pages. Events are missing from the trail.': [
      '{ _id: { $lt: new mongo.ObjectId(id) } }',
      '{ at: { $lt: at } }',
    ],
    'cursor: a malformed one begins anew. A loop over the trail never ends.': [
      "?? [undefined, '0', '0'.repeat(24)]",
      "?? [undefined, '999999999999999', 'f'.repeat(24)]",
    ],
  }),
  mistakes('apps/api/src/feature/audit/store.ts', companyFilter, {
    'audit: the trail of all companies. An administrator reads what other companies do.': [
      '.find({ companyId, ...matchAfterCursor(cursor) })',
      '.find({ ...matchAfterCursor(cursor) })',
    ],
  }),
  mistakes('apps/api/src/feature/audit/store.ts', 'apps/api/src/feature/audit/audit.test.ts', {
    'audit: a page after the last one. The list offers a page with nothing on it.': [
      'found.length > eventsMax && last',
      'found.length >= eventsMax && last',
    ],
    'audit: the oldest first. Nobody sees what has just happened.': [
      '.sort({ at: -1, _id: -1 })',
      '.sort({ at: 1, _id: 1 })',
    ],
  }),
  mistakes('apps/api/src/feature/activity/store.ts', activityStore, {
    'activity: a batch keeps the time of its first request. The newest request is not on the first page.': [
      'if (request.at > batch.at) batch.at = request.at',
      '',
    ],
    'activity: a batch has the time of its last request. The newest request is not on the first page.': [
      'if (request.at > batch.at) batch.at = request.at',
      'batch.at = request.at',
    ],
    'activity: a poll before the application is never the one that answered it. The back office says that nobody got an application.':
      ['new Date(date.getTime() - POLL_MS_MAX)', 'date'],
    'activity: a batch of two keys. Requests are shown under the wrong key.': [
      'currentBatches.get(keyId)',
      '[...currentBatches.values()].at(-1)',
    ],
  }),
  mistakes('apps/api/src/feature/activity/store.ts', companyFilter, {
    'activity: the requests of all companies. An administrator reads what other companies do.': [
      '        companyId,\n        ...(keyId',
      '        ...(keyId',
    ],
    'activity: the failures of all companies. An administrator is told of failures that are not theirs.': [
      '{ $match: { companyId, failed',
      '{ $match: { failed',
    ],
  }),
  mistakes('apps/api/src/feature/activity/store.ts', activity, {
    'activity: all of a batch where the failed ones are asked for. Successes are listed as failures.': [
      ' && (!failedOnly || request.errorMessage !== null)',
      '',
    ],
    'activity: all of a batch where one request is asked for. Looking for one request finds a hundred.': [
      '(requestId === undefined || request.requestId === requestId) && ',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/activity/store.ts', 'apps/api/src/db/connection.test.ts', {
    'activity: kept for ever. The record grows without end.': [
      '{ key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS }',
      '{ key: { at: 1 } }',
    ],
  }),
  mistakes('apps/api/src/recorder.ts', recorder, {
    'recorder: as many as come wait. A slow database fills the memory.': [
      'if (waiting.length === WAITING_MAX) {',
      'if (waiting.length === -1) {',
    ],
    'recorder: batches side by side. Batches pile up before a slow database.': [
      'writing ??= runWithoutDeadline(writeBatch)',
      'writing = runWithoutDeadline(writeBatch)',
    ],
    'recorder: flushing does not wait for the batch under way. A stopping server loses what it writes just then.': [
      'if (writing !== undefined) await writing\n',
      '',
    ],
  }),
  mistakes('apps/api/src/background.ts', stop, {
    'background: stop waits once. Work that was begun by the last work is cut off.': [
      'while (underWay.size > 0) await',
      'await',
    ],
  }),
  mistakes('apps/api/src/background.ts', 'apps/api/src/http/metrics.test.ts', {
    'background: a failure ends the process. A failed write that nobody waits for ends the process.': [
      '.catch((error: unknown) => noteFailure(what, error))',
      '',
    ],
  }),
  mistakes('apps/api/src/background.ts', 'apps/api/src/http/metrics.test.ts', {
    'background: failures are not counted. Nobody is told of work that fails for days.': [
      '    metrics.workFailed(what)\n',
      '',
    ],
  }),
  mistakes('apps/api/src/http/rest.ts', 'apps/api/src/http/admission.test.ts', {
    'metrics: a refused request has no operation. In an overload nobody sees what fails.': [
      'getNotes(req).operation = route?.procedure',
      'getNotes(req).operation ??= undefined',
    ],
  }),
  mistakes('apps/api/src/db/limiter.ts', 'apps/api/src/feature/limit/limit.test.ts', {
    'metrics: refusals by a limit are not counted. Somebody who guesses keys is not noticed.': [
      '          getSettings().metrics.refused(options.keyPrefix)\n',
      '',
    ],
  }),
  mistakes('apps/api/src/server.ts', stop, {
    'stop: does not wait for background work. The removal of CVs is cut off.': [
      '      await deps.background.settled()\n',
      '',
    ],
    'stop: says nothing before it stops. A load balancer sends requests to a server that is gone.': [
      'isStopping = true\n',
      '',
    ],
  }),
  mistakes('apps/api/src/server.ts', activity, {
    'stop: does not write what the recorder holds. The last second of requests is missing after each restart.': [
      '      await deps.recorder.flush()\n',
      '',
    ],
    'stop: does not write the uses of keys. A key that was used just before a restart looks unused.': [
      '      await deps.keyUses.flush()\n',
      '',
    ],
  }),
  mistakes('apps/api/src/log-output.ts', 'apps/api/src/log-output.promise.test.ts', {
    'log: what could not be written is forgotten. After a full disk, the log has half a line that no program can read.':
      ['batch = batch.subarray(written)', 'batch = batch.subarray(error === null ? written : batch.length)'],
    'log: the lines that were dropped since are told again and again. Nobody knows how many are missing.': [
      '    dropped = 0\n',
      '',
    ],
  }),
  mistakes('apps/api/src/metrics.ts', metrics, {
    'metrics: the age of the youngest that waits. The graph looks healthy while one application waits for hours.': [
      'const [oldest] = waiting\n',
      'const oldest = waiting.at(-1)\n',
    ],
    'metrics: the age in milliseconds. An alarm rings every time.': [
      'Math.max(0, nowMs - oldest.date.getTime()) / 1000',
      'Math.max(0, nowMs - oldest.date.getTime())',
    ],
    'metrics: requests under way never end. The gauge says nothing.': ['      requestsUnderWay.dec()\n', ''],
    'metrics: the depth is that of one. Nobody sees a mailbox fill up.': [
      'mailboxDepth.observe(waiting.length)',
      'mailboxDepth.observe(Math.min(1, waiting.length))',
    ],
  }),
  mistakes('apps/api/src/env.ts', 'apps/api/src/env.test.ts', {
    'settings: an empty variable is a value. A blank line of .env makes the server listen on any port.': [
      ".filter(([, value]) => value !== '')",
      '',
    ],
    'settings: the public address keeps its last slash. Every link of the site has two of them.': [
      ".transform((url) => url.replace(/\\/+$/, ''))",
      '',
    ],
    'settings: a production server makes itself a database. A mistake in a name gives an empty board.': [
      "given.NODE_ENV === 'production' && ",
      'false && ',
    ],
    'settings: the metrics may have the port of the board. The server ends with a riddle.': [
      'METRICS_PORT === PORT && PORT !== 0',
      'METRICS_PORT === 0 && PORT === 0',
    ],
    'settings: a name near a setting that is given is called misspelt. Nobody reads the warnings any more.': [
      'settingNames.filter((name) => !(name in given))',
      'settingNames',
    ],
    'settings: the limit of keys for that of addresses. An operator sets one limit, and another holds.': [
      'addressRequestsPerMinute: env.ADDRESS_REQUESTS_PER_MINUTE',
      'addressRequestsPerMinute: env.KEY_REQUESTS_PER_MINUTE',
    ],
  }),
  mistakes('apps/api/src/trpc/error.ts', 'apps/api/src/http/admission.test.ts', {
    'error: a busy database without Retry-After. Callers do not know when to come back, and come at once.': [
      '{ cause: thrown, retryAfterSeconds: 1 }',
      '{ cause: thrown }',
    ],
  }),
  mistakes('apps/api/src/db/clock-watch.ts', health, {
    'health: ready with a clock that is ahead. All later dates are in the future too.': [
      'aheadAtStart > 0 ? aheadAtStart : ',
      '',
    ],
    'health: ready with a clock that is 50 seconds off. Polls skip what has a date from the future.': [
      'CLOCK_SKEW_MS_MAX = 5_000',
      'CLOCK_SKEW_MS_MAX = 50_000',
    ],
    'health: ready with a clock that is behind. A wrong clock goes unnoticed.': ['Math.min(aheadAtEnd, 0)', '0'],
  }),
  mistakes('apps/api/src/readiness.ts', health, {
    'health: asked once for ever. A process that was ready once is ready for ever.': [
      '.finally(() => {\n        asking = undefined\n      })',
      '',
    ],
  }),
  mistakes('apps/api/src/http/health.ts', stop, {
    'health: ready while it stops. A load balancer sends requests to a server that is gone.': [
      "isStopping() ? ['the server is stopping'] : await readiness.check()",
      'await readiness.check()',
    ],
  }),
  mistakes('apps/api/src/http/request-log.ts', requestLog, {
    'request log: the query, with a CV link’s signature. A reader of the log opens CVs.': [
      "req.url?.split('?', 1)[0]",
      'req.url',
    ],
    'request log: any request id. A caller writes what it likes into the log.': [
      "typeof given === 'string' && REQUEST_ID_FORM.test(given) ? given : randomUUID()",
      "typeof given === 'string' ? given : randomUUID()",
    ],
    'request log: the record has the time of the end. The record is in the order of the answers.': [
      'at: new Date(at)',
      'at: new Date(now())',
    ],
  }),
  mistakes('apps/api/src/http/request-log.ts', activity, {
    'request log: a status for who was gone before the answer. The record says 200 where nothing was answered.': [
      'status: isAnswered ? status : null',
      'status',
    ],
  }),
  mistakes('apps/api/src/db/remember-briefly.ts', 'apps/api/src/feature/activity/store.test.ts', {
    'activity: a large count of failures is made again. The first page takes the database a second for each caller.': [
      'isKept: ({ count }) => count >= REMEMBERED_MIN',
      'isKept: () => false',
    ],
    'activity: a small count of failures is kept. Home shows no new error for ten seconds.': [
      'isKept: ({ count }) => count >= REMEMBERED_MIN',
      'isKept: () => true',
    ],
  }),
  mistakes('apps/api/src/feature/activity/service.ts', 'apps/api/src/feature/home/home.test.ts', {
    'activity: failures since the very millisecond. Everybody who asks counts them alone.': [
      'Math.floor((deps.now() - DAY_MS) / MINUTE_MS) * MINUTE_MS',
      'deps.now() - DAY_MS',
    ],
  }),
  mistakes('apps/api/src/feature/activity/store.ts', 'apps/api/src/feature/home/home.test.ts', {
    'activity: of a batch one failure counts. Home says 1 where a hundred calls failed.': [
      'batch.failed = (batch.failed ?? 0) + 1',
      'batch.failed = 1',
    ],
  }),
  mistakes('apps/api/src/feature/home/service.ts', 'apps/api/src/feature/home/home.test.ts', {
    'home: revoked keys. A revoked key is shown as one in use.': [
      '      .filter(({ revokedAt }) => revokedAt === null)\n',
      '',
    ],
  }),
].flat()
