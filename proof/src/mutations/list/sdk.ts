import { mistakes } from '../mutation.ts'

const follow = 'packages/sdk/src/follow.test.ts'
const http = 'packages/sdk/src/http.test.ts'
const client = 'packages/sdk/src/client.test.ts'
const clock = 'packages/sdk/src/clock.test.ts'
const jobs = 'packages/sdk/src/resource/jobs.test.ts'
const candidates = 'packages/sdk/src/resource/candidates.test.ts'

/** Limits, defaults, second requests and twins in the SDK, and what its calls leave behind. */
export const sdk = [
  mistakes('packages/sdk/src/follow.ts', follow, {
    'follow: no pause where Retry-After asks for none. A board that is down is asked in a loop.': [
      'return Math.max(askedMs ?? 0, calculatePauseMs(failures, growth, clock))',
      'return askedMs ?? calculatePauseMs(failures, growth, clock)',
    ],
    'follow: pauses of more than a minute. Candidates come hours after an outage.': [
      '{ firstMs: 1_000, maxMs: 60_000 }',
      '{ firstMs: 1_000, maxMs: 6_000_000 }',
    ],
    'follow: ten polls a minute. The board is asked more often than is written down.': [
      'intervalMs = 60_000',
      'intervalMs = 6_000',
    ],
    'follow: the same cursor is saved at each poll. The disk of an idle follower is written to all day.': [
      ' || date === cursor',
      '',
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
  mistakes('packages/sdk/src/http.ts', http, {
    'sdk: the cap of Retry-After itself is refused. A limit of a minute ends a run instead of holding it up.': [
      'askedMs > this.#settings.retryAfterMaxMs',
      'askedMs >= this.#settings.retryAfterMaxMs',
    ],
    'sdk: listeners stay on the signal of a call. A follower’s memory grows with each poll.': [
      "      signal?.removeEventListener('abort', abort)\n",
      '',
    ],
    'sdk: timers stay after a call. A program that is done goes on for half a minute.': [
      '      clearTimeout(timer)\n',
      '',
    ],
  }),
  mistakes('packages/sdk/src/clock.ts', clock, {
    'sdk clock: listeners stay on the signal of a pause. A follower’s memory grows with each poll.': [
      "        signal?.removeEventListener('abort', end)\n",
      '',
    ],
    'sdk clock: a pause over 24 days ends at once. A long interval becomes no interval.': [
      'Math.min(ms, TIMER_MAX_MS)',
      'ms',
    ],
    'sdk clock: an abort before the pause is not seen. A follower that was stopped sleeps on.': [
      '      if (signal?.aborted) return resolve()\n',
      '',
    ],
  }),
  mistakes('packages/sdk/src/client.ts', client, {
    'sdk client: allowBrowser: false allows it. A key is shown to everybody who opens the page.': [
      'options.allowBrowser !== true',
      "!('allowBrowser' in options)",
    ],
    'sdk client: the environment’s key wins. A program with two companies sends all to one.': [
      "options.apiKey ?? readEnvironment('BOARDWALK_API_KEY')",
      "readEnvironment('BOARDWALK_API_KEY') ?? options.apiKey",
    ],
    'sdk client: the environment’s address wins. A test sends its jobs to the real board.': [
      "options.baseUrl ?? readEnvironment('BOARDWALK_URL')",
      "readEnvironment('BOARDWALK_URL') ?? options.baseUrl",
    ],
    'sdk client: an address with a query is taken. Each path is put behind the query.': ['parsed?.search || ', ''],
  }),
  mistakes('packages/sdk/src/page.ts', jobs, {
    'sdk list: an empty page is asked for again. A list whose jobs went meanwhile is asked for without an end.': [
      'items > 0 && before',
      'before',
    ],
    'sdk list: another default page size. The third page of a list is left out.': [
      'query.pageSize ?? limits.pageSizeDefault',
      'query.pageSize ?? limits.pageSize',
    ],
  }),
  mistakes('packages/sdk/src/resource/jobs.ts', jobs, {
    'sdk list: options for the first page only. The second page has neither time limit nor signal.': [
      'this.list({ ...query, page: (query.page ?? 1) + 1 }, options)',
      'this.list({ ...query, page: (query.page ?? 1) + 1 })',
    ],
    'sdk link: options for the first request only. The second request has neither time limit nor signal.': [
      '{ links } }, options).withResponse()',
      '{ links } }).withResponse()',
    ],
    'upsertMany: a dry run writes. Asking what would happen makes it happen.': [
      '...(dryRun !== undefined && { dryRun })',
      '',
    ],
    'upsertMany: without the options of the call. A time limit of the caller is not kept.': [
      '{ ...options, signal: ending }',
      '{ signal: ending }',
    ],
  }),
  mistakes('packages/sdk/src/upsert-many.ts', jobs, {
    'upsertMany: an item without a result is no result. The caller gets no answer about the item.': [
      "answer === undefined ? createFailure(item, 'The board gave no result') : { ...answer, index: item.index }",
      '...(answer === undefined ? [] : [{ ...answer, index: item.index }])',
    ],
    'upsertMany: an abort before the first item is not seen. What was stopped is sent.': [
      '  if (signal?.aborted) abort()\n',
      '',
    ],
    'upsertMany: listeners stay on the signal. A feed’s jobs stay in memory after it.': [
      "    signal?.removeEventListener('abort', abort)\n    stop",
      '    stop',
    ],
  }),
  mistakes('packages/sdk/src/resource/candidates.ts', candidates, {
    'sdk candidates: the first page again. Nobody beyond the first page ever comes.': [
      '(query.page ?? 1) + 1',
      '(query.page ?? 0) + 1',
    ],
    'sdk candidates: options of list for the first page only. The second page has neither time limit nor signal.': [
      'this.list(externalJobId, next, options)',
      'this.list(externalJobId, next)',
    ],
    'sdk candidates: options of listAll for the first page only. The second page has neither time limit nor signal.': [
      'this.listAll(next, options)',
      'this.listAll(next)',
    ],
  }),
  mistakes('packages/sdk/src/operation.ts', candidates, {
    'sdk: what is undefined in a query is sent. The board refuses to=undefined.': [
      'if (value !== undefined) search.set',
      'search.set',
    ],
  }),
].flat()
