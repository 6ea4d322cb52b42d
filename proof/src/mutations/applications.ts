import { mistakes } from './mutation.ts'

/** What becomes of an application: the mailbox, polls, the form, CVs, erasure, the journal and retention. */
export const applications = [
  mistakes('packages/core/src/intake/mailbox.ts', 'packages/core/src/intake/mailbox-model.promise.test.ts', {
    'mailbox: out of the inbox before it is stored. A crash in between loses an accepted application.': [
      `  const storedBefore = await applications.insertNew(companyId, accepted)
    await mailboxes.pull(companyId, listIds(accepted))
    return storedBefore`,
      `  await mailboxes.pull(companyId, listIds(accepted))
    return applications.insertNew(companyId, accepted)`,
    ],
    'mailbox: a refused push counts as made. The applicant is thanked, and nobody ever sees the application.': [
      'if (fresh === undefined) continue',
      'if (fresh === undefined) return toAcceptances(batch, missing.map((one) => ({ ...one, date: dates.now })), acceptedBefore)',
    ],
  }),
  mistakes('packages/core/src/intake/mailbox.ts', 'packages/core/src/intake/mailbox.test.ts', {
    'mailbox: a form that is stored is accepted again. A double click is answered with a date that the application does not have.':
      ['const acceptedBefore = [...inbox, ...stored]', 'const acceptedBefore = [...inbox]'],
    'mailbox: a poll does not raise the watermark. A later application gets an earlier date, and pollers skip it.': [
      '(await mailboxes.raiseWatermark(companyId, new Date(nowMs + LEAD_MS)))',
      '(await mailboxes.read(companyId))',
    ],
    'mailbox: a process keeps its snapshot when it accepts an application. A caller that polls at once does not get it.':
      ['    snapshots.delete(companyId)\n    waiters.wake(companyId)', '    waiters.wake(companyId)'],
    'mailbox: a snapshot is used for as long as its watermark is ahead. A poll shows what another process has accepted seconds later.':
      ['last.startedMs <= nowMs && nowMs <= last.startedMs + LEAD_MS', 'true'],
    'mailbox: a snapshot is used for any cursor. A poll by the cursor of another process is sent back, and gets an application twice.':
      ['watermarkMs >= afterMs && (isSynced', '(isSynced'],
    'mailbox: a poll by any cursor raises no watermark. A caller by its own clock skips an application that was under way.':
      ['(isSynced || watermarkMs >= nowMs)', 'true'],
  }),
  mistakes('packages/core/src/intake/mailbox.ts', 'apps/api/src/admin/recover.promise.test.ts', {
    'mailbox: recovered without a step ahead. Pollers that were further than the backup skip what comes next.': [
      'Math.max(now() + RECOVERED_AHEAD_MS, storedMs)',
      'storedMs',
    ],
  }),
  mistakes('packages/core/src/intake/mailbox-store.ts', 'packages/core/src/intake/mailbox-store.test.ts', {
    'mailbox store: a push does not compare with the watermark. A later application gets an earlier date, and pollers skip it.':
      ['const first = { $max: [now, afterWatermark(1)] }', 'const first = now'],
    'mailbox store: all of a batch at one date. Of two who apply at once one is never delivered.': [
      '{ date: afterWatermark(index) }',
      "{ date: '$watermark' }",
    ],
    'mailbox store: a push does not ask for its own ids. A double click is two applications in the inbox.': [
      "'inbox._id': { $nin: ids },",
      '',
    ],
    'mailbox store: a push does not check the fencing token. A copy of an erased application comes back.': [
      '            fencingToken,\n          },',
      '          },',
    ],
  }),
  mistakes('packages/core/src/intake/store.ts', 'packages/core/src/intake/store.test.ts', {
    'applications: a duplicate counts as stored, whatever else failed. An accepted application is taken out of the mailbox and stored nowhere.':
      ['if (stored.length < delivered.length) throw error', ''],
  }),
  mistakes('packages/core/src/intake/poll.ts', 'packages/core/src/intake/mailbox.test.ts', {
    'poll: reads past the watermark. A candidate is shown before those that come in front of it, and these are skipped.':
      [
        'Math.min(watermark.getTime(), Math.max(to?.getTime() ?? Number.POSITIVE_INFINITY, afterMs))',
        'Math.max(to?.getTime() ?? Number.MAX_SAFE_INTEGER / 2, afterMs)',
      ],
  }),
  mistakes('packages/core/src/intake/poll.ts', 'packages/core/src/intake/poll.test.ts', {
    'poll: synced through the watermark though more follow. A caller who continues from the header skips the pages after the first.':
      ['last === undefined || isLastPage ? new Date(throughMs) : last.date', 'new Date(throughMs)'],
  }),
  mistakes('packages/core/src/intake/page.ts', 'packages/core/src/intake/page.test.ts', {
    'page: a full page is taken for the last one. A poll is told that there is no more, and skips the rest.': [
      'if (last === undefined || found.length < pageSize)',
      'if (last === undefined || found.length <= pageSize)',
    ],
  }),
  mistakes('apps/api/src/site/job-page.tsx', 'apps/api/src/site/job-page.test.ts', {
    'rendered page: one form for all visitors. The second person’s application is taken for the first one’s sent again.':
      ['page.replaceAll(formPlace, randomUUID())', 'page'],
  }),
  mistakes('packages/core/src/cv/upload.ts', 'packages/core/src/cv/upload.test.ts', {
    'cv: swept though an application holds it. The CV of an accepted application is lost.': [
      'if (await isHeld(upload)) {',
      'if (!(await isHeld(upload))) {',
    ],
  }),
  mistakes('packages/core/src/http/arriving-bodies.ts', 'apps/api/src/site/arriving-forms.test.ts', {
    'bodies: held without end. Clients that stall in large bodies end the process.': [
      'if (heldBytes > uploadLimits.bodyBytes) endOne([...arriving.values()], ({ bytes }) => bytes, SHARE_BYTES)',
      '',
    ],
  }),
  mistakes('packages/core/src/cv/link.ts', 'apps/api/src/site/cv-link.test.ts', {
    'cv link: the end is not signed. Somebody with a link prolongs it.': [
      '`${companyId}/${applicationId}/${expires}`',
      '`${companyId}/${applicationId}`',
    ],
    'cv link: the application is not signed. One link opens every CV of the company.': [
      '`${companyId}/${applicationId}/${expires}`',
      '`${companyId}/${expires}`',
    ],
    'cv link: works for ever. A link that was leaked once opens the CV years later.': [
      '!isSigned || Number(expires) * 1000 < deps.now()',
      '!isSigned',
    ],
  }),
  mistakes('packages/core/src/intake/erase.ts', 'apps/api/src/feature/desk/back-office.test.ts', {
    'erasure: the mailbox is fenced afterwards. Broken off in between, the row looks erased while copies wait in the mailbox.':
      [
        '  await deps.mailbox.fence(companyId, ids)\n  for (const application of applications) {',
        `  afterEach = ((before) => async (application) => {
    await deps.mailbox.fence(companyId, ids)
    await before(application)
  })(afterEach)
  for (const application of applications) {`,
      ],
    'erasure: the row before the CV. Broken off in between, the row looks erased while the CV is there.': [
      '    await eraseCvs(deps, application)\n    await eraseRow(deps, companyId, application.id, new Date(deps.now()))',
      '    await eraseRow(deps, companyId, application.id, new Date(deps.now()))\n    await eraseCvs(deps, application)',
    ],
  }),
  mistakes('packages/core/src/cv/upload.ts', 'apps/api/src/feature/desk/back-office.test.ts', {
    'cv: erased but for the stored ones. The CV of an erased person stays.': [
      'await deps.cvs.removeAllForApplication(application)',
      '',
    ],
  }),
  mistakes('packages/core/src/journal/service.ts', 'apps/api/src/test/journal.test.ts', {
    'journal: a failure is passed over. A person is erased, and a restored backup brings them back.': [
      "throw new AppError('unavailable', { reason: 'journal_away' }, { cause })",
      '',
    ],
  }),
  mistakes('apps/api/src/admin/recover.ts', 'apps/api/src/admin/recover.promise.test.ts', {
    'recover: the journal is read and not repeated. Erased people and revoked keys are back after a restore.': [
      '    await repeat(deps, entry)\n',
      '    void repeat\n',
    ],
  }),
  mistakes('packages/core/src/retention/run.ts', 'packages/core/src/retention/retention.test.ts', {
    'retention: any clock erases. A machine whose clock is a year ahead erases a year too much.': [
      'if (skewMs <= CLOCK_SKEW_MS_MAX) return',
      'return',
    ],
  }),
  mistakes('packages/core/src/intake/read.ts', 'packages/core/src/retention/retention.test.ts', {
    'retention: what waits in the mailbox is passed over. It stays for good.': [
      'await deps.mailbox.synchronise(companyId)\n  const found',
      'const found',
    ],
  }),
  mistakes('apps/api/src/part/question/answers.ts', 'apps/api/src/part/question/question.test.ts', {
    'questions: an answer comes with the question of the moment. A yes to one question is read as a yes to another.': [
      'const label = labels?.get(id) ?? findText(question.label, locale)',
      'const label = findText(question.label, locale)',
    ],
    'questions: an answer to a question that was removed is dropped. The person answered it, and the company never reads it.':
      ['      ...gone.flatMap(([id, label]) => keepGone(fields, id, label)),\n', ''],
    'questions: the labels do not count for the bound. A row gets larger than the mailbox of a company expects.': [
      'Buffer.byteLength(id + label + value)',
      'Buffer.byteLength(value)',
    ],
  }),
  mistakes('apps/api/src/part/question/read-labels.ts', 'apps/api/src/part/question/question.test.ts', {
    'questions: labels that the board did not sign are believed. An applicant writes what the company asked.': [
      'signature.length === expected.length && timingSafeEqual(signature, expected)',
      'signature.length === expected.length',
    ],
  }),
  mistakes('packages/core/src/intake/application.ts', 'apps/api/src/part/question/question.test.ts', {
    'questions: answers are not among what a person typed. An erasure leaves them, and another answer is taken for the same form.':
      ['  answers: [],\n', ''],
  }),
  mistakes('packages/core/src/intake/list-query.ts', 'apps/api/src/part/question/question.test.ts', {
    'questions: one of several options is not found. A user who filters by it misses people who chose two.': [
      "$options: 'm'",
      "$options: ''",
    ],
  }),
].flat()
