import { mistakes } from '../mutation.ts'

const sync = 'packages/cli/src/command/jobs-sync/jobs-sync.test.ts'
const feed = 'packages/cli/src/feed/feed.test.ts'
const auth = 'packages/cli/src/command/auth/auth.test.ts'

/** Limits, empty values, both parts of a condition and the exit status of the command line. */
export const cli = [
  mistakes('packages/cli/src/board-failure.ts', 'packages/cli/src/board-failure.test.ts', {
    'cli: the board’s own outages are failures of a row. A script takes an outage for a wrong feed.': [
      'boardStatuses.get(code) ?? ',
      '',
    ],
    'cli: 429 is no outage. A script takes a busy minute for a wrong feed.': [
      ' || status === 429 || status === 408',
      ' || status === 408',
    ],
  }),
  mistakes('packages/cli/src/profile.ts', auth, {
    'cli: a profile that the group may read is private. Colleagues on the machine use the key.': [
      '0o077) === 0',
      '0o007) === 0',
    ],
    'cli: a profile that all others may read is private. Everybody on the machine uses the key.': [
      '0o077) === 0',
      '0o070) === 0',
    ],
  }),
  mistakes('packages/cli/src/config.ts', auth, {
    'cli: an empty variable is a setting. A script with an unset secret does not use the profile.': [
      "value !== undefined && value !== ''",
      'value !== undefined',
    ],
    'cli: the stored key goes to any address. A wrong address, or a variable that somebody set, takes the key.': [
      'url !== undefined && !isSameOrigin(apiKey.address, url)',
      'url === undefined',
    ],
    'cli: the stored key is for a host name, whatever its port and protocol. Another program of the machine takes the key.':
      ['new URL(stored).origin === new URL(url).origin', 'new URL(stored).hostname === new URL(url).hostname'],
    'cli: a stored key without an address is for all. A file that was edited gives the key to any address.': [
      'stored !== undefined && URL.canParse(stored) &&',
      'stored === undefined || URL.canParse(stored) &&',
    ],
    'cli: an empty key on standard input is none given. A script whose secret is missing acts with another key.': [
      'keyFromInput === undefined\n',
      '!keyFromInput\n',
    ],
  }),
  mistakes('packages/cli/src/plain-http.ts', auth, {
    'cli: every name that begins with 127. is this machine. The key goes unencrypted to a host of such a name, without a word.':
      ["(isIPv4(host) && host.startsWith('127.'))", "host.startsWith('127.')"],
  }),
  mistakes('packages/cli/src/connection.ts', auth, {
    'cli: plain http over a network without a word. Others on the network read the key.': [
      '  warnOfPlainHttp(output, url)\n',
      '',
    ],
  }),
  mistakes('packages/cli/src/output.ts', 'packages/cli/src/program.test.ts', {
    'cli: messages as the data has them. A feed of others renames the window, or hides what the command says.': [
      'const printable = makePrintable(line)',
      'const printable = line',
    ],
  }),
  mistakes('packages/cli/src/records.ts', 'packages/cli/src/command/candidates-list.test.ts', {
    'cli: formulas in CSV. A spreadsheet runs what an applicant wrote, and sends the list of applicants away.': [
      "format === 'csv' ? escapeFormulas",
      "format === 'table' ? escapeFormulas",
    ],
    'cli: raw CSV with quotes. A program that reads it has telephone numbers that begin with a quote.': [
      "format === 'csv' ? escapeFormulas",
      "format !== 'table' ? escapeFormulas",
    ],
  }),
  mistakes('packages/cli/src/feed/formula.ts', 'packages/cli/src/feed/formula.test.ts', {
    'csv: a formula after a semicolon. A spreadsheet in French runs what an applicant wrote.': [
      '(?<=[;\\t\\r\\n])(?=',
      '(?<=[\\t\\r\\n])(?=',
    ],
    'csv: a quote of the text itself is not counted. A title that begins with a quote comes back without it.': [
      "const formulaStarts = /^(?='*[",
      'const formulaStarts = /^(?=[',
    ],
  }),
  mistakes('packages/cli/src/feed/csv.ts', 'packages/cli/src/command/job-commands.test.ts', {
    'csv: the quote of -o csv is read as a part of the text. A list that is pushed back creates each such job a second time.':
      ['[[name, unescapeFormulas(cell)]]', '[[name, cell]]'],
  }),
  mistakes('packages/cli/src/feed/csv.ts', feed, {
    'cli: two columns without a name have one name. A table with two empty columns is refused.': [
      "name !== '' && columns.indexOf",
      'columns.indexOf',
    ],
    'csv: a cell of blanks is a value. A blank city goes over the one that the board has.': [
      "return cell.trim() === '' ? []",
      "return cell === '' ? []",
    ],
    'csv: lines are counted without Excel’s first. The wrong row is mended.': [
      'const linesBefore = excel === null ? 0 : 1',
      'const linesBefore = 0',
    ],
    'csv: lines of unreadable rows are counted without Excel’s first. The wrong row is mended.': [
      'const line = this.#linesBefore + findLine(error)',
      'const line = findLine(error)',
    ],
  }),
  mistakes('packages/cli/src/feed/xml.ts', feed, {
    'xml: an empty element is a value. An empty city goes over the one that the board has.': [
      "  if (read === '') return\n",
      '',
    ],
    'xml: blanks around a text are part of it. An id with a line break is another job.': [
      ': whole.trim()\n',
      ': whole\n',
    ],
  }),
  mistakes('packages/cli/src/feed/field-map.ts', feed, {
    'xml: the reference number replaces the id. Jobs are stored under the wrong id.': [
      'name === idName && !hasId',
      'name === idName',
    ],
  }),
  mistakes('packages/cli/src/feed/text-source.ts', feed, {
    'feed: UTF-16 of the other byte order is not known. The feed is refused as no text.': [
      "  if (first === 0xfe && second === 0xff) return 'utf-16be'\n",
      '',
    ],
  }),
  mistakes('packages/schema/src/extra-fields.ts', feed, {
    'feed: the limit of extra fields itself is refused. A row that the board takes is not sent.': [
      'encode(text).length > limits',
      'encode(text).length >= limits',
    ],
  }),
  mistakes('packages/cli/src/command/jobs-sync/sync.ts', sync, {
    'sync: a quarter may go. More jobs are unpublished than is written down.': [
      'Math.floor(plan.published / 5)',
      'Math.floor(plan.published / 4)',
    ],
    'sync: a part of a job counts as one. More jobs are unpublished than is written down.': [
      'Math.floor(plan.published / 5)',
      'Math.ceil(plan.published / 5)',
    ],
    'sync: a fifth itself is too many. A sync that is allowed is refused.': [
      'if (length > (unpublishMax',
      'if (length >= (unpublishMax',
    ],
    'sync: unpublishes without a question if that is all. A look from a script takes jobs off the site.': [
      'plan.created + plan.updated + length === 0',
      'plan.created + plan.updated === 0',
    ],
    'sync: updates without a question if that is all. A look from a script changes jobs.': [
      'plan.created + plan.updated + length === 0',
      'plan.created + length === 0',
    ],
    'sync: what stops the unpublishing is not the end. A refused key ends like a wrong row.': [
      '  stoppedBy ??= done?.stoppedBy\n',
      '',
    ],
  }),
  mistakes('packages/cli/src/feed/address.ts', 'packages/cli/src/feed/address.test.ts', {
    'cli: a slow reader is a silent server. A large feed for a slow board is never read to its end.': [
      `watch.end()
        yield chunk`,
      'yield chunk',
    ],
  }),
  mistakes('packages/cli/src/command/jobs-push/command.ts', 'packages/cli/src/feed/address.test.ts', {
    'push: a dry run keeps the version of the feed. The next dry run says that nothing has changed, and checks nothing.':
      ['if (!isDryRun) await files.end(code)', 'await files.end(code)'],
  }),
  mistakes('packages/cli/src/command/jobs-sync/carry-out.ts', sync, {
    'sync: rows that fail late are not counted. It says that none failed, and ends with 0.': [
      'counts.failed += plan.refused',
      'counts.failed = plan.refused',
    ],
    'sync: rows that are unchanged late are not counted. The counts are of fewer rows than the feed has.': [
      'counts.unchanged += plan.unchanged',
      'counts.unchanged = plan.unchanged',
    ],
    'sync: the rows that the plan refused are not named. Nobody knows which rows to mend.': [
      '  failures.unshift(...plan.failures)\n',
      '',
    ],
    'sync: a job that could not be unpublished is not named. Nobody knows which job is still live.': [
      '      failures.push(outcome)\n      complain',
      '      complain',
    ],
  }),
  mistakes('packages/cli/src/command/doctor/address.ts', 'packages/cli/src/command/doctor/doctor.test.ts', {
    'doctor: 429 is no Boardwalk. Somebody changes an address that is right.': [
      'status === 429 || status >= 500',
      'status >= 500',
    ],
  }),
  mistakes(
    'packages/cli/src/command/candidates-follow/exec.ts',
    'packages/cli/src/command/candidates-follow/exec.test.ts',
    {
      'exec: no link to the CV. The CV of each candidate is missing in the ATS.': [
        '  BOARDWALK_CANDIDATE_CV: cv,\n',
        '',
      ],
      'exec: what cannot be run is run again. Nobody is told that the follow stands still.': ['[126, 127]', '[127]'],
      'exec: only the shell is ended. What it has started goes on, and the next start gives the candidate again.': [
        'hasGroups ? -child.pid : child.pid',
        'child.pid',
      ],
    },
  ),
  mistakes(
    'packages/cli/src/command/candidates-download-cv/download.ts',
    'packages/cli/src/command/candidates-download-cv/candidates-download-cv.test.ts',
    {
      'download-cv: what is there is fetched again. Each run fetches all CVs, and writes over what somebody has changed.':
        ['if (found !== undefined) return', "if (found === '') return"],
    },
  ),
  mistakes(
    'packages/cli/src/command/candidates-download-cv/file-name.ts',
    'packages/cli/src/command/candidates-download-cv/candidates-download-cv.test.ts',
    {
      'download-cv: any text is a date. A hostile board writes files beside the folder of the CVs.': [
        'if (day === undefined) throw new Error(`the board gave ${formatValue(date)} as its date`)\n  return `${day}_',
        'return `${day ?? date.slice(0, 10)}_',
      ],
      'download-cv: an id as it comes. A hostile board writes files beside the folder of the CVs.': [
        'encodeURIComponent(id)',
        'id',
      ],
    },
  ),
  mistakes('packages/cli/src/feed-flags.ts', 'packages/cli/src/feed/address.test.ts', {
    'feed: the key on standard input does not count. Of two companies with one feed, the second is told that it has not changed.':
      ['const keys = [sources.keyFromInput, BOARDWALK_API_KEY, profile]', 'const keys = [BOARDWALK_API_KEY, profile]'],
  }),
  mistakes(
    'packages/cli/src/command/jobs-sync/plan.ts',
    { files: 'packages/cli/src/command/between.test.ts', names: 'a sync goes on after a page' },
    {
      'sync: jobs without an external id do not move the cursor. A company with 100 of them waits for ever.': [
        '      afterJobId = jobId\n      // A job without an external id was created on the board, and no feed has it.\n      if (id === null) continue\n',
        '      // A job without an external id was created on the board, and no feed has it.\n      if (id === null) continue\n      afterJobId = jobId\n',
      ],
    },
  ),
  mistakes('packages/cli/src/feed-flags.ts', 'packages/cli/src/program.test.ts', {
    'flags: 32 requests at once are too many. The number that the help names is refused.': [
      'number >= 1 && number <= 32',
      'number >= 1 && number < 32',
    ],
    'flags: 33 requests at once. The help says 32.': ['number >= 1 && number <= 32', 'number >= 1 && number <= 33'],
  }),
  mistakes(
    'packages/cli/src/command/candidates-follow/command.ts',
    { files: 'packages/cli/src/command/candidates-follow/candidates-follow.test.ts', names: 'usage' },
    {
      'flags: an interval of a day is too long. The number that the help names is refused.': [
        'number <= 86_400',
        'number < 86_400',
      ],
      'flags: an interval of more than a day. The help says a day.': ['number <= 86_400', 'number <= 86_401'],
    },
  ),
  mistakes(
    'packages/cli/src/sending/sending.ts',
    { files: 'packages/cli/src/program.test.ts', names: 'names the first 20 bad rows' },
    {
      'sending: 21 bad rows are named. The last of them is counted a second time.': [
        'if (this.#complaints++ >= complaintsMax) return',
        'if (this.#complaints++ > complaintsMax) return',
      ],
      'sending: one failure too many is kept. The result has 101 where 100 are promised.': [
        'this.failures.length < failuresKeptMax',
        'this.failures.length <= failuresKeptMax',
      ],
      'sending: 20 bad rows and 0 more. Somebody looks for rows that are not there.': [
        'if (this.#complaints > complaintsMax)',
        'if (this.#complaints >= complaintsMax)',
      ],
    },
  ),
  mistakes(
    'packages/cli/src/sending/sending.ts',
    { files: 'packages/cli/src/command/between.test.ts', names: 'an address without /api' },
    {
      'sending: the id of the request is lost. Nobody can find in the log why a push ended.': [
        'new Failure(message, end, { code, requestId })',
        'new Failure(message, end, { code })',
      ],
    },
  ),
  mistakes(
    'packages/cli/src/sending/sending.ts',
    { files: 'packages/cli/src/command/between.test.ts', names: 'a push ends at the first answer' },
    {
      'sending: an unconfirmed row is no failure. With --fail-fast a push goes on although it does not know what it did.':
        [
          'if (this.#options.failFast) this.#stop()',
          "if (this.#options.failFast && outcome.status === 'failed') this.#stop()",
        ],
    },
  ),
  mistakes(
    'packages/cli/src/command/jobs-push/push.ts',
    { files: 'packages/cli/src/command/between.test.ts', names: 'a push ends at the first answer' },
    {
      'push: an unconfirmed row is no failure. A script takes a push for a whole one.': [
        'return failed + unconfirmed > 0',
        'return failed > 0',
      ],
    },
  ),
  mistakes(
    'packages/cli/src/command/jobs-publish.ts',
    { files: 'packages/cli/src/command/job-commands.test.ts', names: 'an option of jobs' },
    {
      'publish: no flag chooses the board. Jobs of the wrong company change.': [
        'connect(shell.world, flags, output)',
        'connect(shell.world, {}, output)',
      ],
      'publish: the key on standard input is not read. A script changes the jobs of the company that the environment names.':
        ['connect(shell.world, flags, output)', 'connect(shell.world, { ...flags, apiKeyStdin: undefined }, output)'],
      'publish: no flag sets the time limit. A script waits half a minute for each job on a board that does not answer.':
        ['connect(shell.world, flags, output)', 'connect(shell.world, { ...flags, timeout: undefined }, output)'],
      'publish: --verbose says nothing. Nobody sees which request takes long.': [
        'connect(shell.world, flags, output)',
        'connect(shell.world, { ...flags, verbose: undefined }, output)',
      ],
      'publish: --quiet is ignored. A script’s log has lines that nobody asked for.': [
        'shell.run(flags, async',
        'shell.run({ ...flags, quiet: undefined }, async',
      ],
      'publish: always a table. A program cannot read the result.': [
        '          output,\n          format,\n',
        "          output,\n          'table',\n",
      ],
    },
  ),
  mistakes('packages/cli/src/lock.ts', 'packages/cli/src/lock.test.ts', {
    'lock: gives up at once. Of two logins at the same moment one fails.': [
      'performance.now() > endMs',
      'performance.now() <= endMs',
    ],
    'lock: never gives up. A login beside a process that hangs hangs as well.': [
      ' || performance.now() > endMs) return lock',
      ') return lock',
    ],
  }),
  mistakes(
    'packages/cli/src/lock.ts',
    { files: 'packages/cli/src/command/auth/auth.test.ts', names: 'waits 10 seconds' },
    {
      'lock: nobody waits unless told to. Of two logins at the same moment one fails.': [
        'waitMs = 10_000',
        'waitMs = 0',
      ],
    },
  ),
  mistakes(
    'packages/cli/src/profile.ts',
    { files: 'packages/cli/src/command/auth/auth.test.ts', names: 'waits 10 seconds' },
    {
      'cli: a profile file is written although another process has it. One of two logins is lost.': [
        "    if (typeof lock === 'string') throw new Error(`it is in use by ${lock}`)\n",
        "    if (typeof lock === 'string') return\n",
      ],
    },
  ),
  mistakes('packages/cli/src/command/links-set/command.ts', 'packages/cli/src/command/links-set/links-set.test.ts', {
    'links: a refused key is any failure. A script does not ask for another key.': [
      'return linking.stoppedBy.exitCode',
      'return exitCode.failure',
    ],
    'links: Ctrl-C is no reason of its own. A script takes a part of the links for all of them.': [
      '    if (interruption.stop.aborted) return exitCode.interrupted\n',
      '',
    ],
  }),
  mistakes('packages/cli/src/command/links-set/linking.ts', 'packages/cli/src/command/links-set/links-set.test.ts', {
    'links: goes on with a refused key. Each hundred links ask in vain, and the board refuses the address.': [
      'if (this.stoppedBy !== undefined || this.#interruption.stop.aborted) return',
      'if (this.#interruption.stop.aborted) return',
    ],
    'links: goes on after Ctrl-C. Somebody who sees a mistake in a file can end only the command, and not what it does.':
      [
        'if (this.stoppedBy !== undefined || this.#interruption.stop.aborted) return',
        'if (this.stoppedBy !== undefined) return',
      ],
    'links: the rows that were read are sent after Ctrl-C. Jobs get ids that somebody wanted to keep back.': [
      'if (this.#interruption.stop.aborted)\n',
      'if (false)\n',
    ],
    'links: 101 links in one request. A slow board does not answer in time.': [
      'waiting.length < linksMax',
      'waiting.length <= linksMax',
    ],
    'links: 99 links in one request. A file of exactly 100 links needs two.': [
      'waiting.length < linksMax',
      'waiting.length < linksMax - 1',
    ],
  }),
].flat()
