import { mistakes } from '../mutation.ts'

const follow = 'packages/sdk/src/follow.test.ts'
const http = 'packages/sdk/src/http.test.ts'
const retry = 'packages/sdk/src/retry.test.ts'
const client = 'packages/sdk/src/client.test.ts'
const clock = 'packages/sdk/src/clock.test.ts'
const jobs = 'packages/sdk/src/resource/jobs.test.ts'
const candidates = 'packages/sdk/src/resource/candidates.test.ts'

/** Limits, defaults, second requests and twins in the SDK, and what its calls leave behind. */
export const sdk = [
  mistakes('packages/sdk/src/follow.ts', follow, {
    'sdk: starts over once only. An id that moves again while the pages are read skips the candidates of its third job.':
      ['linkId !== startedOverFor', 'startedOverFor === undefined'],
    'sdk: starts over whenever candidates are earlier. A job with more than a page of them is read from the start for ever.':
      ['linkId && linkId !== startedOverFor', 'linkId'],
    'follow: pauses of more than a minute. Candidates come hours after an outage.': [
      '{ firstMs: 1_000, maxMs: 60_000 }',
      '{ firstMs: 1_000, maxMs: 6_000_000 }',
    ],
    'follow: ten polls a minute. The board is asked more often than is written down.': [
      'intervalMs: 60_000',
      'intervalMs: 6_000',
    ],
    'follow: the same cursor is saved at each poll. The disk of an idle follower is written to all day.': [
      ' || date === cursor.date',
      '',
    ],
  }),
  mistakes('packages/sdk/src/clock.ts', follow, {
    'follow: Retry-After wins over a longer pause. A board that always asks for a second is asked every second.': [
      'Math.max(ownMs, readRetryAfterMs(error, clock))',
      'readRetryAfterMs(error, clock) || ownMs',
    ],
  }),
  mistakes('packages/sdk/src/answer.ts', http, {
    'sdk: a message quotes JSON. The name and address of an applicant are in the log.': [
      '  if (isJsonLike(text)) return undefined\n',
      '',
    ],
    'sdk: JSON of somebody else counts as the board’s. A sign-in page that answers JSON looks like an empty list.': [
      "body === undefined || !('error' in body)",
      'body === undefined',
    ],
  }),
  mistakes('packages/sdk/src/http.ts', [http, retry], {
    'sdk: the cap of Retry-After itself is refused. A limit of a minute ends a run instead of holding it up.': [
      '> this.#settings.retryAfterMaxMs',
      '>= this.#settings.retryAfterMaxMs',
    ],
    'sdk: listeners stay on the signal of a call. A follower’s memory grows with each poll.': [
      '      stopListening()\n',
      '',
    ],
    'sdk: timers stay after a call. A program that is done goes on for half a minute.': [
      '      clearTimeout(timer)\n',
      '',
    ],
  }),
  mistakes('packages/sdk/src/clock.ts', clock, {
    'sdk clock: listeners stay on the signal of a pause. A follower’s memory grows with each poll.': [
      '        stopListening()\n',
      '',
    ],
    'sdk clock: a pause over 24 days ends at once. A long interval becomes no interval.': [
      'Math.min(ms, TIMER_MAX_MS)',
      'ms',
    ],
    'sdk clock: an abort before the pause is not seen. A follower that was stopped sleeps on.': [
      '  if (signal?.aborted) act()\n',
      '',
    ],
  }),
  mistakes('packages/sdk/src/client.ts', client, {
    'sdk client: allowBrowser: false allows it. A key is shown to everybody who opens the page.': [
      'settings.allowBrowser !== true',
      "!('allowBrowser' in options)",
    ],
  }),
  mistakes('packages/sdk/src/options.ts', client, {
    'sdk client: an address with a query is taken. Each path is put behind the query.': ['[^@?#]+', '[^@#]+'],
    'sdk client: an option that does not exist is passed over. A caller believes in retries that never come.': [
      'if (!Object.hasOwn(defaults, name))',
      'if (name === "")',
    ],
  }),
  mistakes('packages/sdk/src/page.ts', jobs, {
    'sdk list: an empty page is asked for again. A list whose jobs went meanwhile is asked for without an end.': [
      'count === 0 || ',
      '',
    ],
    'sdk list: another default page size. The third page of a list is left out.': [
      'pageSize = limits.pageSizeDefault',
      'pageSize = limits.pageSize',
    ],
  }),
  mistakes('packages/sdk/src/resource/jobs.ts', jobs, {
    'sdk list: options for the first page only. The second page has neither time limit nor signal.': [
      '{ query: page }, options)',
      '{ query: page }, page.page === undefined ? options : {})',
    ],
    'sdk link: options for the first request only. The second request has neither time limit nor signal.': [
      'parts, options).withResponse()',
      'parts, results.length === 0 ? options : {}).withResponse()',
    ],
    'upsertMany: a dry run writes. Asking what would happen makes it happen.': [
      '{ jobs: batch, dryRun, create }',
      '{ jobs: batch, create }',
    ],
    'upsertMany: without the options of the call. A time limit of the caller is not kept.': [
      '{ ...call, signal: ending }',
      '{ signal: ending }',
    ],
  }),
  mistakes('packages/sdk/src/upsert-many.ts', jobs, {
    'upsertMany: an item without a result is no result. The caller gets no answer about the item.': [
      'items.map((item, at) => createResult(item, answers[at]))',
      'items.flatMap((item, at) => (answers[at] === undefined ? [] : [createResult(item, answers[at])]))',
    ],
    'upsertMany: what was read is sent after a stop. A wrong address gets one more batch than it must.': [
      'next && !stop?.aborted &&',
      'next &&',
    ],
    'upsertMany: halves are sent after a stop. A firewall that refuses everything gets a hundred more requests.': [
      'if (refusal || stop?.aborted) throw earlier',
      'if (refusal) throw earlier',
    ],
    'upsertMany: listeners stay on the signal. A feed’s jobs stay in memory after it.': [
      '    stopListening()\n    end',
      '    end',
    ],
  }),
  mistakes('packages/sdk/src/page.ts', 'packages/sdk/src/http.test.ts', {
    'sdk: a list is awaited at once. A program that iterates over it later ends if the board is away.': [
      'answer.catch(() => undefined)',
      '',
    ],
  }),
  mistakes('packages/sdk/src/page.ts', candidates, {
    'sdk candidates: every second page is left out. The candidates of it never come.': [
      'page: page + 1',
      'page: page + 2',
    ],
  }),
  mistakes('packages/sdk/src/resource/candidates.ts', candidates, {
    'sdk candidates: a link that has expired is given up. A CV is lost after a week.': [
      "error.code === 'cv_link_invalid'",
      'false',
    ],
    'sdk candidates: options of list for the first page only. The second page has neither time limit nor signal.': [
      '{ externalJobId, query: page },\n        options,',
      '{ externalJobId, query: page },\n        page.page === undefined ? options : {},',
    ],
    'sdk candidates: options of listAll for the first page only. The second page has neither time limit nor signal.': [
      "'/candidates', { query: page }, options)",
      "'/candidates', { query: page }, page.page === undefined ? options : {})",
    ],
  }),
  mistakes('packages/sdk/src/operation.ts', candidates, {
    'sdk: what is undefined in a query is sent. The board refuses to=undefined.': [
      'if (value !== undefined) search.set',
      'search.set',
    ],
  }),
].flat()
