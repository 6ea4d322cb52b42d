import { mistakes } from '../mutation.ts'

const http = ['packages/sdk/src/http.test.ts', 'packages/sdk/src/retry.test.ts']
const follow = 'packages/sdk/src/follow.test.ts'
const upserts = 'packages/sdk/src/resource/jobs.test.ts'
const sync = 'packages/cli/src/command/jobs-sync/jobs-sync.test.ts'
const feed = 'packages/cli/src/feed/feed.test.ts'

export const packages = [
  mistakes('packages/sdk/src/http.ts', http, {
    'sdk: create is retried whatever happened. A create that succeeded ends in a ConflictError.': [
      '/^(GET|PUT|DELETE)$/.test(call.method)',
      'true',
    ],
    'sdk: create is never retried. A busy minute of the board loses a job.': [
      '(isRepeatable || !error.isUnconfirmed)',
      'isRepeatable',
    ],
    'sdk: a request that reached nobody is unconfirmed. A caller looks for what was never sent.': [
      'error.isUnconfirmed = !isNeverSent(error)',
      'error.isUnconfirmed = true',
    ],
    'sdk: a later refusal hides a lost answer. A job that is live is called failed.': [
      '        error.isUnconfirmed = isUnconfirmed\n',
      '',
    ],
    'sdk: no retries of a call taken for "not given". A caller that wants an answer at once waits.': [
      'retry >= options.retriesMax',
      'retry >= (options.retriesMax || 2)',
    ],
    'sdk: one retry more. A board that is down is asked more often than agreed.': [
      'retry >= options.retriesMax',
      'retry > options.retriesMax',
    ],
    'sdk: 429 is final. A busy minute fails a whole run.': ['[408, 429, 500,', '[408, 500,'],
    'sdk: 409 is retryable. A conflict is sent again and again.': ['[408, 429, 500,', '[408, 409, 429, 500,'],
    'sdk: redirects are followed. The key goes wherever the answer points.': [
      "redirect: 'manual'",
      "redirect: 'follow'",
    ],
    'sdk: the call brings another key. A header of the caller’s own request replaces the key.': [
      'if (url === undefined) headers',
      "if (url === undefined && !headers.has('x-api-key')) headers",
    ],
    'sdk: the client’s headers win over the call’s. What one call sends is what all calls send.': [
      'headersOfCaller, headers])',
      'headersOfCaller, headers].reverse())',
    ],
    'sdk: no content type. A proxy that checks bodies refuses every update.': [
      "    if (body !== undefined) all.set('content-type', 'application/json')\n",
      '',
    ],
    'sdk: waits however long Retry-After asks. A call hangs for an hour.': [' || isTooLong', ''],
    'sdk: the key is masked once. A proxy’s page that repeats the headers twice puts the key into the caller’s log.': [
      "error.message.replaceAll(headers.get('x-api-key') ?? '[key]'",
      "error.message.replace(headers.get('x-api-key') ?? '[key]'",
    ],
    'sdk: the key is not masked. A proxy’s page that repeats the headers puts the key into the caller’s log.': [
      "error.message.replaceAll(headers.get('x-api-key') ?? '[key]', '[key]')",
      'error.message',
    ],
    'sdk: a time limit over 24 days ends every call at once. Infinity means no time at all.': [
      'Math.min(timeoutMs, TIMER_MAX_MS)',
      'timeoutMs',
    ],
    'sdk: an abort is a failed connection. What the caller has ended is tried again.': [
      '      if (signal?.aborted) throw Object.assign(createAborted(), { isUnconfirmed: true })\n',
      '',
    ],
    'sdk: the time limit ends with the headers. A body that never ends hangs the caller.': [
      '      const bytes = new Uint8Array(',
      '      clearTimeout(timer)\n      const bytes = new Uint8Array(',
    ],
  }),
  mistakes('packages/sdk/src/http.ts', 'packages/sdk/src/client.test.ts', {
    'sdk: the log has the address with its query. Logs show what was asked for.': [
      'logger?.[level](`${method} ${path} ${line}`',
      'logger?.[level](`${method} ${path}${more.status} ${line}`',
    ],
  }),
  mistakes('packages/sdk/src/options.ts', http, {
    'sdk: the defaults win over the options. No option has an effect.': [
      '{ ...defaults, ...Object.fromEntries(given) }',
      '{ ...Object.fromEntries(given), ...defaults }',
    ],
  }),
  mistakes('packages/sdk/src/resource/jobs.ts', http, {
    'sdk link: never retried. A busy moment of the board fails thousands of links.': [', isRepeatable: true }', ' }'],
  }),
  mistakes('packages/sdk/src/http.ts', 'packages/sdk/src/resource/candidates.test.ts', {
    'sdk: the key goes to the host of a CV. A host that a link names gets the key of the company.': [
      '    if (url === undefined) headers.set',
      '    headers.set',
    ],
  }),
  mistakes('packages/sdk/src/answer.ts', http, {
    'sdk: a wrong address means that the job is gone. A program deletes its jobs because of a typing error.': [
      "[undefined, 'page_not_found', 'route_not_found'].includes(code)",
      'false',
    ],
  }),
  mistakes('packages/sdk/src/clock.ts', http, {
    'sdk: a shorter pause than Retry-After asks. A board that asks for time is not given it.': [
      'Math.max(ownMs, readRetryAfterMs(error, clock))',
      'ownMs',
    ],
    'sdk: no pause of its own. A board that is down and does not say for how long is asked in a loop.': [
      'Math.max(ownMs, readRetryAfterMs(error, clock))',
      'readRetryAfterMs(error, clock)',
    ],
    'sdk: Retry-After by a date with the wrong sign. A board that asks for time is not given it.': [
      'Date.parse(value) - clock.now()',
      'clock.now() - Date.parse(value)',
    ],
    'sdk: Retry-After in milliseconds. A board that asks for time is not given it.': [
      'Number(value) * 1000',
      'Number(value)',
    ],
    'sdk: pauses that do not grow. A board that is down is asked all the time.': [
      'firstMs * 2 ** (failures - 1)',
      'firstMs',
    ],
    'sdk: pauses without an end. A follower sleeps for a day after an outage.': [
      'Math.min(maxMs, firstMs * 2 ** (failures - 1))',
      'firstMs * 2 ** (failures - 1)',
    ],
  }),
  mistakes('packages/sdk/src/file-state.ts', follow, {
    'file state: saves race. The cursor goes back, and candidates come twice.': [
      'lastSave.then(() => replaceFile(path, JSON.stringify(Object.fromEntries(all), null, 2)))',
      'replaceFile(path, JSON.stringify(Object.fromEntries(all), null, 2))',
    ],
    'file state: a failed save ends all later ones. A full disk for a moment stops the cursor for ever.': [
      'lastSave = save.catch(() => undefined)',
      'lastSave = save',
    ],
    'file state: a damaged file starts over silently. Every candidate comes again.': [
      'if (cursors === undefined)\n    throw new Error',
      'if (cursors === undefined) return new Map()\n  if (text === "never")\n    throw new Error',
    ],
    'file state: a file that cannot be read starts over silently. Every candidate comes again.': [
      "if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()\n    throw error",
      'return new Map()',
    ],
    'file state: readable by others. Others on the machine see when whose job was applied to.': [
      "'w', 0o600",
      "'w', 0o644",
    ],
    'file state: written in its place. A crash leaves half a file.': [
      'const temporary = `${path}.${randomUUID()}.tmp`',
      'const temporary = path',
    ],
  }),
  mistakes('packages/sdk/src/follow.ts', follow, {
    'follow: the cursor moves before the candidate is taken. A consumer that dies loses the candidate that it was given.':
      [
        '      yield group\n      await cursor.move(group.at(-1)?.date)',
        '      await cursor.move(group.at(-1)?.date)\n      yield group',
      ],
    'follow: the rest of a long list is not asked for. Candidates beyond the first page are skipped.': [
      'if (candidates.length < total) continue',
      '',
    ],
    'follow: since wins over the state. Every restart begins at since again, and everybody comes twice.': [
      '(await state.load(key)) ?? cursor.date',
      'cursor.date ?? (await state.load(key))',
    ],
    'follow: the cursor goes past what was aborted. Stopping the program skips the rest of the page.': [
      '      if (signal?.aborted) return\n      const group',
      '      if (signal?.aborted) break\n      const group',
    ],
    'follow: an interval of 0 taken for "not given". A caller that wants no pause waits a minute.': [
      'Math.max(0, intervalMs - passedMs)',
      'Math.max(0, (intervalMs || 60_000) - passedMs)',
    ],
    'follow: a clock that was set back makes the wait longer. A follower sleeps for hours after the clock was corrected.':
      ['Math.max(0, clock.now() - startedMs)', 'clock.now() - startedMs'],
    'follow: one cursor for all companies. Candidates of the second company are skipped.': [
      '`${await findCompanyId()}/candidates${job}`',
      '`candidates${job}`',
    ],
  }),
  mistakes('packages/sdk/src/batch.ts', upserts, {
    'upsertMany: an item that cannot be sent does not count. Results name the wrong items.': [
      '      refuse(item, error)\n',
      '      refuse(item, error)\n      index--\n',
    ],
  }),
  mistakes('packages/sdk/src/upsert-many.ts', upserts, {
    'upsertMany: two batches with one id at once. The first row of an id may win over the last.': [
      ' && !hasSharedId(next, running.keys())',
      '',
    ],
    'upsertMany: more at once than agreed. The board is asked more at once than agreed.': [
      'running.size < concurrency',
      'running.size <= concurrency',
    ],
    'upsertMany: a batch that is too large fails as a whole. One long item fails 99 others.': [
      'items.length > 1 && mayBeOneItem(thrown)',
      'items.length > 1_000',
    ],
    'upsertMany: a lost answer counts as failed. A job that is live is called failed.': [
      "isUnconfirmed ? 'unconfirmed' : 'failed'",
      "'failed'",
    ],
    'upsertMany: halves forget a lost answer. A job that is live is called failed.': [
      'wasUnconfirmed || (thrown',
      '(thrown',
    ],
    'upsertMany: a refused key fails each item. A wrong key sends the whole feed.': [
      'if (isKeyRefused(thrown)) refuse(thrown)\n    else if (',
      'if (!isKeyRefused(thrown) && ',
    ],
    'upsertMany: a proxy’s 403 ends it all. One text that a firewall dislikes stops the whole feed.': [
      ' && error.code !== undefined)',
      ')',
    ],
    'upsertMany: results of sent batches are lost when the input fails. Jobs are on the board, and the caller does not know it.':
      ['    await Promise.allSettled(running.values())\n    yield* results\n', ''],
  }),
  mistakes('packages/cli/src/command/jobs-sync/sync.ts', sync, {
    'sync: --max-unpublish 0 taken for "not given". A user who says "never unpublish" loses up to a fifth of the published jobs.':
      ['(unpublishMax ?? Math.floor(plan.published / 5))', '(unpublishMax || Math.floor(plan.published / 5))'],
    'sync: a fifth and one. The limit is not the one that is written down.': [
      'Math.floor(plan.published / 5)',
      'Math.ceil((plan.published + 1) / 5)',
    ],
    'sync: carried out without --yes. A dry look from a script changes the board.': [
      "if (!canAsk) throw new Failure('Nothing was changed: add --yes to carry this out', exitCode.usage)",
      'if (!canAsk) return',
    ],
    'sync: Enter is yes. A slip unpublishes jobs.': ['if (answer !== true)', 'if (answer === undefined)'],
    'sync: a plan with refused rows ends well. A script goes on with a feed that is wrong.': [
      '{ failed: plan?.refused ?? 0, unconfirmed: 0 }',
      '{ failed: 0, unconfirmed: 0 }',
    ],
  }),
  mistakes('packages/cli/src/command/jobs-sync/plan.ts', sync, {
    'sync: the job of a refused row is unpublished. A mistake in one field takes the job down.': [
      'else held.add(outcome.id)',
      "else if (outcome.status !== 'failed') held.add(outcome.id)",
    ],
    'sync: unpublishes while a row has no id. A mistake in an id takes the job down.': [
      'rowsWithoutId > 0 ? [] : missing',
      'missing',
    ],
    'sync: the jobs of the second page are not looked at. Jobs that left the feed stay published.': [
      'if (page.jobs.length < pageSize) break',
      'if (page.jobs.length <= pageSize) break',
    ],
    'sync: board jobs count as the feed’s. The fifth is one of more jobs than the feed’s.': [
      '      if (id === null) continue\n      published++\n',
      '      published++\n      if (id === null) continue\n',
    ],
    'sync: a job that comes back stays unpublished. The feed says that it is live, and it is not.': [
      "{ ...row, job: { ...row.job, status: 'PUBLISHED' } }",
      'row',
    ],
  }),
  mistakes('packages/cli/src/command/jobs-sync/carry-out.ts', sync, {
    'sync: unpublishes after a sending that broke off. Old jobs go while the new ones never came.': [
      'if (!sending.isWhole) return { counts, failures, stoppedBy: sending.stoppedBy }',
      '',
    ],
  }),
  mistakes('packages/cli/src/feed/csv.ts', feed, {
    'csv: delimiters inside quoted column names count. A column called "Salary; min; max" makes the feed unreadable.': [
      `.replaceAll(/"[^"]*"/g, 'x')`,
      '',
    ],
    'csv: the first line is taken for the header. A column name with a line break makes the feed unreadable, depending on how it arrives.':
      [`return header?.includes('"') ? undefined : header`, 'return header'],
    'csv: no limit to a record. A quote that is never closed fills the memory.': [
      '    max_record_size: recordBytesMax,\n',
      '',
    ],
    'csv: rows after a swallowed part are read. Texts inside a broken quote become jobs.': [
      'if ((skipped.end?.line ?? line) < line) break',
      '',
      'The source ends as soon as the parser has met such a quote, and what the parser still holds is that one record.',
    ],
    'csv: cells without a column name are dropped. Half of a text with a delimiter in it is lost silently.': [
      'if (tooMany !== -1) {',
      'if (tooMany === -2) {',
    ],
    'csv: two columns of one name. One of two values wins silently.': [
      'if (repeated !== undefined) throw',
      'if (repeated === "") throw',
    ],
  }),
  mistakes('packages/cli/src/feed/xml.ts', feed, {
    'xml: entities beside elements turn into markup. A text about <b> becomes bold.': [
      'isMarkup ? escapeText(text) : text',
      'text',
    ],
    'xml: a feed that ends early is whole. A feed that was cut off unpublishes what it does not hold.': [
      "if (this.#depth > 0) throw new BrokenFeed('ends inside an element that is not closed', this.#parser.line)",
      '',
    ],
  }),
  mistakes('packages/cli/src/whole-file.ts', 'packages/cli/src/command/auth/auth.test.ts', {
    'cli: keys and CVs readable by others. Others on the machine take the key.': ["'w', 0o600", "'w', 0o644"],
  }),
  mistakes(
    'packages/cli/src/command/candidates-follow/follow.ts',
    [
      'packages/cli/src/command/candidates-follow/exec.test.ts',
      'packages/cli/src/command/candidates-follow/output.test.ts',
    ],
    {
      'cli follow: the state moves before the output is written. Candidates of a table that was never written are lost.':
        ['heldBack?.store ?? state', 'state'],
      'cli follow: goes on after a command that failed. The state moves past a candidate that nobody took.': [
        'if (!(await consumer.take(candidate))) return',
        'await consumer.take(candidate)',
      ],
    },
  ),
  mistakes('packages/schema/src/iso-date.ts', 'packages/schema/src/iso-date.test.ts', {
    'date: the last day ends at its first instant. A range to Friday has nobody of Friday.': [
      '(dayEnd ? DAY_MS - 1 : 0)',
      '0',
    ],
    'date: rounding up looks at one digit only. Somebody comes twice.': ['/\\.\\d{3}\\d*[1-9]/', '/\\.\\d{3}[1-9]/'],
    'date: local time if a date has no zone. A range begins hours off on a server of another zone.': [
      '`${dateTime}Z`',
      'dateTime',
    ],
  }),
  mistakes('packages/schema/src/wording.ts', 'packages/schema/src/wording.test.ts', {
    'text: limits count units of UTF-16. A text that the document allows is refused.': [
      'text.length <= charactersMax || [...text].length <= charactersMax',
      'text.length <= charactersMax',
    ],
  }),
  mistakes('packages/schema/src/wording.ts', 'packages/schema/src/wording.test.ts', {
    'name: any character. The name of a key clears the operator’s terminal, or looks like another row.': [
      'const character = findUnprintable(value)',
      "const character = findUnprintable('')",
    ],
    'title: control characters are kept. A title clears the terminal of whoever reads the answers of the API there.': [
      '    .overwrite(removeUnprintable)\n',
      '',
    ],
  }),
  mistakes('packages/schema/src/printable.ts', 'packages/schema/src/printable.test.ts', {
    'printable: only the older control characters. A terminal obeys an escape sequence in one character.': [
      'unprintable = /[\\p{Cc}',
      'unprintable = /[\\x00-\\x1f',
    ],
    'printable: overrides of the direction are kept. What a terminal shows is not what it says.': [
      'unprintable = /[\\p{Cc}\\u202a-\\u202e',
      'unprintable = /[\\p{Cc}',
    ],
  }),
  mistakes('packages/schema/src/extra-fields.ts', 'packages/schema/src/extra-fields.test.ts', {
    'extra fields: one level too many. The limit is not the one that is written down.': [
      'if (levels === 0)',
      'if (levels < 0)',
    ],
    'extra fields: walked through to their end. A body of a megabyte stops the server for a quarter of a second.': [
      'if (isTooLarge()) return undefined',
      '',
    ],
    'extra fields: numbers that JSON cannot hold. What was sent is stored as null.': [
      'value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY',
      'value === Number.POSITIVE_INFINITY',
    ],
  }),
].flat()
