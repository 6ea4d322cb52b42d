import type { MutationGroup } from '../mutation.ts'

const http = 'packages/sdk/src/http.test.ts'
const follow = 'packages/sdk/src/follow.test.ts'
const upserts = 'packages/sdk/src/resource/jobs.test.ts'
const sync = 'packages/cli/src/command/jobs-sync/jobs-sync.test.ts'
const feed = 'packages/cli/src/feed/feed.test.ts'

export const packages: readonly MutationGroup[] = [
  {
    file: 'packages/sdk/src/http.ts',
    tests: [http],
    mutations: [
      {
        name: 'sdk: create is retried',
        find: "name === 'createJob' ? 0 : (options.retriesMax ?? this.#settings.retriesMax)",
        replace: 'options.retriesMax ?? this.#settings.retriesMax',
        why: 'A create that succeeded ends in a ConflictError.',
      },
      {
        name: 'sdk: create is retried where the call says so',
        find: "name === 'createJob' ? 0 : (options.retriesMax ?? this.#settings.retriesMax)",
        replace: "options.retriesMax ?? (name === 'createJob' ? 0 : this.#settings.retriesMax)",
        why: 'A create that succeeded ends in a ConflictError.',
      },
      {
        name: 'sdk: no retries of a call taken for "not given"',
        find: '(options.retriesMax ?? this.#settings.retriesMax)',
        replace: '(options.retriesMax || this.#settings.retriesMax)',
        why: 'A caller that wants an answer at once waits.',
      },
      {
        name: 'sdk: a time limit of 0 taken for "not given"',
        find: 'timeoutMs: options.timeoutMs ?? settings.timeoutMs',
        replace: 'timeoutMs: options.timeoutMs || settings.timeoutMs',
        why: 'A caller that has no time left waits for a minute.',
      },
      {
        name: 'sdk: one retry more',
        find: 'failures < retriesMax',
        replace: 'failures <= retriesMax',
        why: 'A board that is down is asked more often than agreed.',
      },
      {
        name: 'sdk: 429 is final',
        find: '[408, 429, 500,',
        replace: '[408, 500,',
        why: 'A busy minute fails a whole run.',
      },
      {
        name: 'sdk: 409 passes',
        find: '[408, 429, 500,',
        replace: '[408, 409, 429, 500,',
        why: 'A conflict is sent again and again.',
      },
      {
        name: 'sdk: redirects are followed',
        find: "redirect: 'manual'",
        replace: "redirect: 'follow'",
        why: 'The key goes wherever the answer points.',
      },
      {
        name: 'sdk: the call brings another key',
        find: "    headers.set('x-api-key', settings.apiKey)\n",
        replace: "    if (!headers.has('x-api-key')) headers.set('x-api-key', settings.apiKey)\n",
        why: 'A header of the caller’s own request replaces the key.',
      },
      {
        name: 'sdk: the client’s headers win over the call’s',
        find: '...settings.headers, ...options.headers }',
        replace: '...options.headers, ...settings.headers }',
        why: 'What one call sends is what all calls send.',
      },
      {
        name: 'sdk: no content type',
        find: "if (body !== undefined) headers.set('content-type', 'application/json')",
        replace: '',
        why: 'A proxy that checks bodies refuses every update.',
      },
      {
        name: 'sdk: a shorter pause than Retry-After asks',
        find: 'Math.max(askedMs, pauseMs)',
        replace: 'pauseMs',
        why: 'A board that asks for time is not given it.',
      },
      {
        name: 'sdk: waits however long Retry-After asks',
        find: 'askedMs > this.#settings.retryAfterMaxMs ? undefined : Math.max(askedMs, pauseMs)',
        replace: 'Math.max(askedMs, pauseMs)',
        why: 'A call hangs for an hour.',
      },
      {
        name: 'sdk: the pause over Retry-After has no jitter of its own',
        find: 'Math.max(askedMs, pauseMs)',
        replace: 'askedMs',
        why: 'A board that asks for 0 seconds is asked without a pause.',
      },
      {
        name: 'sdk: the key is masked once',
        find: 'error.message.replaceAll(this.#settings.apiKey',
        replace: 'error.message.replace(this.#settings.apiKey',
        why: 'A proxy’s page that repeats the headers twice puts the key into the caller’s log.',
      },
      {
        name: 'sdk: the key is not masked',
        find: 'throw this.#withoutKey(error)',
        replace: 'throw error',
        why: 'A proxy’s page that repeats the headers puts the key into the caller’s log.',
      },
      {
        name: 'sdk: the log has the address with its query',
        tests: ['packages/sdk/src/client.test.ts'],
        find: 'this.#settings.logger?.warn(`${call.title} failed',
        replace: 'this.#settings.logger?.warn(`${call.url} failed',
        why: 'What was asked for stands in logs.',
      },
      {
        name: 'sdk: a time limit over 24 days ends every call at once',
        find: 'Math.min(timeoutMs, TIMER_MAX_MS)',
        replace: 'timeoutMs',
        why: 'Infinity means no time at all.',
      },
      {
        name: 'sdk: an abort is a failed connection',
        find: 'if (signal?.aborted) throw new AbortedError(`${title} was aborted`, { cause: signal.reason })\n      if (isTimeUp)',
        replace: 'if (isTimeUp)',
        why: 'What the caller has ended is tried again.',
      },
      {
        name: 'sdk: the time limit is over with the headers',
        find: 'const response = await this.#settings.fetch(url, { ...init, signal: controller.signal })\n',
        replace:
          'const response = await this.#settings.fetch(url, { ...init, signal: controller.signal })\n      clearTimeout(timer)\n',
        why: 'A body that never ends hangs the caller.',
      },
    ],
  },
  {
    file: 'packages/sdk/src/client.ts',
    tests: [http],
    mutations: [
      {
        name: 'sdk client: no retries taken for "not given"',
        find: 'options.retriesMax ?? 2',
        replace: 'options.retriesMax || 2',
        why: 'A caller that tries again itself tries nine times.',
      },
      {
        name: 'sdk client: no time taken for "not given"',
        find: 'options.timeoutMs ?? 30_000',
        replace: 'options.timeoutMs || 30_000',
        why: 'A caller that has no time left waits for half a minute.',
      },
      {
        name: 'sdk client: no wait taken for "not given"',
        find: 'options.retryAfterMaxMs ?? 60_000',
        replace: 'options.retryAfterMaxMs || 60_000',
        why: 'A caller that never waits waits for a minute.',
      },
    ],
  },
  {
    file: 'packages/sdk/src/clock.ts',
    tests: [http],
    mutations: [
      {
        name: 'sdk: Retry-After by a date with the wrong sign',
        find: 'Math.max(0, atMs - clock.now())',
        replace: 'Math.max(0, clock.now() - atMs)',
        why: 'A board that asks for time is not given it.',
      },
      {
        name: 'sdk: Retry-After in milliseconds',
        find: 'return Number(value) * 1000',
        replace: 'return Number(value)',
        why: 'A board that asks for time is not given it.',
      },
      {
        name: 'sdk: pauses that do not grow',
        find: 'firstMs * 2 ** (failures - 1)',
        replace: 'firstMs',
        why: 'A board that is down is asked all the time.',
      },
      {
        name: 'sdk: pauses without an end',
        find: 'Math.min(mostMs, firstMs * 2 ** (failures - 1))',
        replace: 'firstMs * 2 ** (failures - 1)',
        why: 'A follower sleeps for a day after an outage.',
      },
    ],
  },
  {
    file: 'packages/sdk/src/file-state.ts',
    tests: [follow],
    mutations: [
      {
        name: 'file state: saves race',
        find: 'saved.then(() => write(path, JSON.stringify(Object.fromEntries(all), null, 2)))',
        replace: 'write(path, JSON.stringify(Object.fromEntries(all), null, 2))',
        why: 'The cursor goes back, and candidates come twice.',
      },
      {
        name: 'file state: a failed save ends all later ones',
        find: 'saved = saving.catch(() => undefined)',
        replace: 'saved = saving',
        why: 'A full disk for a moment stops the cursor for ever.',
      },
      {
        name: 'file state: a damaged file begins anew',
        find: 'if (cursors === undefined)\n    throw new Error',
        replace: 'if (cursors === undefined) return new Map()\n  if (text === "never")\n    throw new Error',
        why: 'Everybody comes again, without a word.',
      },
      {
        name: 'file state: a file that cannot be read begins anew',
        find: "if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()\n    throw error",
        replace: 'return new Map()',
        why: 'Everybody comes again, without a word.',
      },
      {
        name: 'file state: readable by others',
        find: "'w', 0o600",
        replace: "'w', 0o644",
        why: 'Others on the machine see when whose job was applied to.',
      },
      {
        name: 'file state: written in its place',
        find: 'const temporary = `${path}.${randomUUID()}.tmp`',
        replace: 'const temporary = path',
        why: 'A crash leaves half a file.',
      },
    ],
  },
  {
    file: 'packages/sdk/src/follow.ts',
    tests: [follow],
    mutations: [
      {
        name: 'follow: the cursor moves before the candidate is taken',
        find: '      yield candidate\n      await moveTo(candidate.date)',
        replace: '      await moveTo(candidate.date)\n      yield candidate',
        why: 'A consumer that dies loses the candidate that it was given.',
      },
      {
        name: 'follow: the rest of a long list is not asked for',
        find: 'if (found.candidates.length < found.total) continue',
        replace: '',
        why: 'Candidates beyond the first page are skipped.',
      },
      {
        name: 'follow: since wins over the state',
        find: '(await state.load(key)) ?? since',
        replace: 'since ?? (await state.load(key))',
        why: 'Every restart begins at since again, and everybody comes twice.',
      },
      {
        name: 'follow: the cursor goes past what was aborted',
        find: '      if (signal?.aborted) return\n      yield candidate',
        replace: '      if (signal?.aborted) break\n      yield candidate',
        why: 'Stopping the program skips the rest of the page.',
      },
      {
        name: 'follow: an interval of 0 taken for "not given"',
        find: 'Math.max(0, intervalMs - passedMs)',
        replace: 'Math.max(0, (intervalMs || 60_000) - passedMs)',
        why: 'A caller that wants no pause waits a minute.',
      },
      {
        name: 'follow: a clock that was set back makes the wait longer',
        find: 'Math.max(0, clock.now() - found.startedMs)',
        replace: 'clock.now() - found.startedMs',
        why: 'A follower sleeps for hours after the clock was corrected.',
      },
    ],
  },
  {
    file: 'packages/sdk/src/upsert-many.ts',
    tests: [upserts],
    mutations: [
      {
        name: 'upsertMany: an item that cannot be sent does not count',
        find: 'const item = { index: index++, job }\n    let bytes: number\n    try {\n      bytes = jsonBytesOf(job)',
        replace:
          'const item = { index, job }\n    let bytes: number\n    try {\n      bytes = jsonBytesOf(job)\n      index++',
        why: 'Results name the wrong items.',
      },
      {
        name: 'upsertMany: two batches with one id at once',
        find: ' && !sharesId(waiting, running.keys())',
        replace: '',
        why: 'The first row of an id may win over the last.',
      },
      {
        name: 'upsertMany: more at once than agreed',
        find: 'running.size < concurrency',
        replace: 'running.size <= concurrency',
        why: 'The board is asked more at once than agreed.',
      },
      {
        name: 'upsertMany: a batch that is too large fails as a whole',
        find: 'if (!mayBeOneItem || items.length === 1) {',
        replace: 'if (items.length > 0) {',
        why: 'One long item fails 99 others.',
      },
      {
        name: 'upsertMany: a refused key fails each item',
        find: 'if (isRefusalOfKey(thrown)) throw thrown',
        replace: '',
        why: 'A wrong key sends the whole feed.',
      },
      {
        name: 'upsertMany: a proxy’s 403 ends it all',
        find: ' && thrown.code !== undefined)',
        replace: ')',
        why: 'One text that a firewall dislikes stops the whole feed.',
      },
      {
        name: 'upsertMany: what was sent is not told when the input breaks off',
        find: 'yield (await Promise.all(running.values())).flatMap(({ results }) => results)\n      throw',
        replace: 'throw',
        why: 'Jobs are on the board, and nobody is told.',
      },
    ],
  },
  {
    file: 'packages/cli/src/command/jobs-sync/sync.ts',
    tests: [sync],
    mutations: [
      {
        name: 'sync: --max-unpublish 0 taken for "not given"',
        find: '(unpublishMax ?? Math.floor(plan.published / 5))',
        replace: '(unpublishMax || Math.floor(plan.published / 5))',
        why: 'Who says "never unpublish" loses up to a fifth of the published jobs.',
      },
      {
        name: 'sync: a fifth and one',
        find: 'Math.floor(plan.published / 5)',
        replace: 'Math.ceil((plan.published + 1) / 5)',
        why: 'The limit is not the one that is written down.',
      },
      {
        name: 'sync: carried out without --yes',
        find: "if (!canAsk) throw new Failure('Nothing was changed: add --yes to carry this out', exitCode.usage)",
        replace: 'if (!canAsk) return',
        why: 'A dry look from a script changes the board.',
      },
      {
        name: 'sync: Enter is yes',
        find: 'if (answer !== true)',
        replace: 'if (answer === undefined)',
        why: 'A slip unpublishes jobs.',
      },
      {
        name: 'sync: a plan with refused rows ends well',
        find: 'done?.counts.failed ?? plan?.refused ?? 0',
        replace: 'done?.counts.failed ?? 0',
        why: 'A script goes on with a feed that is wrong.',
      },
    ],
  },
  {
    file: 'packages/cli/src/command/jobs-sync/plan.ts',
    tests: [sync],
    mutations: [
      {
        name: 'sync: the job of a refused row is unpublished',
        find: 'else held.add(outcome.id)',
        replace: "else if (outcome.status !== 'failed') held.add(outcome.id)",
        why: 'A mistake in one field takes the job down.',
      },
      {
        name: 'sync: unpublishes while a row has no id',
        find: '(rowsWithoutId > 0 ? [] : missing)',
        replace: 'missing',
        why: 'A mistake in an id takes the job down.',
      },
      {
        name: 'sync: the jobs of the second page are not looked at',
        find: 'if (page.jobs.length < pageSize) break',
        replace: 'if (page.jobs.length <= pageSize) break',
        why: 'Jobs that left the feed stay published.',
      },
      {
        name: 'sync: board jobs count as the feed’s',
        find: '      if (id === null) continue\n      published++\n',
        replace: '      published++\n      if (id === null) continue\n',
        why: 'The fifth is one of more jobs than the feed’s.',
      },
      {
        name: 'sync: a job that comes back stays unpublished',
        find: "{ ...row, job: { ...row.job, status: 'PUBLISHED' } }",
        replace: 'row',
        why: 'The feed says that it is live, and it is not.',
      },
    ],
  },
  {
    file: 'packages/cli/src/command/jobs-sync/carry-out.ts',
    tests: [sync],
    mutations: [
      {
        name: 'sync: unpublishes after a sending that broke off',
        find: 'if (!sending.isWhole) return { counts, failures, stoppedBy: sending.stoppedBy }',
        replace: '',
        why: 'Old jobs go while the new ones never came.',
      },
    ],
  },
  {
    file: 'packages/cli/src/feed/csv.ts',
    tests: [feed],
    mutations: [
      {
        name: 'csv: delimiters inside quoted column names count',
        find: `.replaceAll(/"[^"]*"/g, 'x')`,
        replace: '',
        why: 'A column called "Salary; min; max" makes the feed unreadable.',
      },
      {
        name: 'csv: the first line is taken for the header',
        find: `return header?.includes('"') ? undefined : header`,
        replace: 'return header',
        why: 'A column name with a line break makes the feed unreadable, depending on how it arrives.',
      },
      {
        name: 'csv: no limit to a record',
        find: '    max_record_size: recordBytesMax,\n',
        replace: '',
        why: 'A quote that is never closed fills the memory.',
      },
      {
        name: 'csv: rows after a swallowed part are read',
        find: 'if ((skipped.end?.line ?? line) < line) break',
        replace: '',
        why: 'Texts inside a broken quote become jobs.',
        equivalent:
          'The source ends as soon as the parser has met such a quote, and what the parser still holds is that one record.',
      },
      {
        name: 'csv: cells without a column name are dropped',
        find: 'if (tooMany !== -1) {',
        replace: 'if (tooMany === -2) {',
        why: 'Half of a text with a delimiter in it is lost, without a word.',
      },
      {
        name: 'csv: two columns of one name',
        find: 'if (repeated !== undefined) throw',
        replace: 'if (repeated === "") throw',
        why: 'One of two values wins, and nobody is told.',
      },
    ],
  },
  {
    file: 'packages/cli/src/feed/xml.ts',
    tests: [feed],
    mutations: [
      {
        name: 'xml: entities beside elements turn into markup',
        find: 'field.hasMarkup && isMarkup ? escaped(text) : text',
        replace: 'text',
        why: 'A text about <b> becomes bold.',
      },
      {
        name: 'xml: a feed that ends early is whole',
        find: "if (this.#depth > 0) throw new BrokenFeed('ends before its elements do', this.#parser.line)",
        replace: '',
        why: 'A feed that was cut off unpublishes what it does not hold.',
      },
    ],
  },
  {
    file: 'packages/cli/src/whole-file.ts',
    tests: ['packages/cli/src/command/auth/auth.test.ts'],
    mutations: [
      {
        name: 'cli: keys and CVs readable by others',
        find: "'w', 0o600",
        replace: "'w', 0o644",
        why: 'Others on the machine take the key.',
      },
    ],
  },
  {
    file: 'packages/cli/src/command/candidates-follow/follow.ts',
    tests: ['packages/cli/src/command/candidates-follow/candidates-follow.test.ts'],
    mutations: [
      {
        name: 'cli follow: the state moves before the output is written',
        find: 'isTakenAtEnd && state !== undefined ? heldBack(state) : state',
        replace: 'state',
        why: 'Candidates of a table that was never written are lost.',
      },
      {
        name: 'cli follow: goes on after a command that failed',
        find: 'if (!(await consumer.take(candidate))) return',
        replace: 'await consumer.take(candidate)',
        why: 'The state moves past a candidate that nobody took.',
      },
    ],
  },
  {
    file: 'packages/schema/src/iso-date.ts',
    tests: ['packages/schema/src/iso-date.test.ts'],
    mutations: [
      {
        name: 'date: the last day ends at its first instant',
        find: '(dayEnd ? DAY_MS - 1 : 0)',
        replace: '0',
        why: 'A range to Friday has nobody of Friday.',
      },
      {
        name: 'date: rounding up looks at one digit only',
        find: '/\\.\\d{3}\\d*[1-9]/',
        replace: '/\\.\\d{3}[1-9]/',
        why: 'Somebody comes twice.',
      },
      {
        name: 'date: local time where no zone is said',
        find: '`${dateTime}Z`',
        replace: 'dateTime',
        why: 'A range begins hours off on a server of another zone.',
      },
    ],
  },
  {
    file: 'packages/schema/src/wording.ts',
    tests: ['packages/schema/src/wording.test.ts'],
    mutations: [
      {
        name: 'text: limits count units of UTF-16',
        find: 'text.length <= charactersMax || [...text].length <= charactersMax',
        replace: 'text.length <= charactersMax',
        why: 'A text that the document allows is refused.',
      },
    ],
  },
  {
    file: 'packages/schema/src/extra-fields.ts',
    tests: ['packages/schema/src/extra-fields.test.ts'],
    mutations: [
      {
        name: 'extra fields: one level too many',
        find: 'if (levels === 0)',
        replace: 'if (levels < 0)',
        why: 'The limit is not the one that is written down.',
      },
      {
        name: 'extra fields: numbers that JSON cannot hold',
        find: 'if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)',
        replace: 'if (value === Number.POSITIVE_INFINITY)',
        why: 'What was sent is stored as null.',
      },
    ],
  },
]
