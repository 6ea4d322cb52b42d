import { mistakes } from '../mutation.ts'

const model = 'apps/api/src/feature/application/mailbox-model.promise.test.ts'
const mailboxTest = 'apps/api/src/feature/application/mailbox.test.ts'
const backOffice = 'apps/api/src/feature/application/back-office.test.ts'
const candidates = 'apps/api/src/feature/candidate/candidates.test.ts'
const companyFilter = 'apps/api/src/test/company-filter.test.ts'

/** Small worlds of the model checker: seconds, where the whole file takes minutes. */
const smallWorlds = 'by last date.*(in the same millisecond|is ahead|to two processes|a process dies)'

export const mailbox = [
  mistakes(
    'apps/api/src/feature/application/mailbox.ts',
    { files: model, names: smallWorlds },
    {
      'mailbox: out of the inbox before it is stored. A crash in between loses an accepted application.': [
        `  const storedBefore = await applications.insertNew(companyId, accepted)
    await mailboxes.pull(
      companyId,
      accepted.map(({ id }) => id),
    )
    return storedBefore`,
        `  await mailboxes.pull(
      companyId,
      accepted.map(({ id }) => id),
    )
    return applications.insertNew(companyId, accepted)`,
      ],
      'mailbox: a refused push counts as made. The applicant is thanked, and nobody ever sees the application.': [
        'if (fresh === undefined) continue',
        'if (fresh === undefined) return toAcceptances(batch, { fresh: missing.map((one) => ({ ...one, date: dates.now })), acceptedBefore, storedBefore: [] })',
      ],
      'mailbox: read ahead of a clock that is behind. Each poll reads in vain before it writes.': [
        'if (seen === undefined || seen.clock.getTime() < nowMs) return undefined',
        'if (seen === undefined) return undefined',
        'The clock that is read is asked again on the next line, and moved if it is behind: it costs a query.',
      ],
      'mailbox: a poll does not wait for the delivery. A poll is told that it has everything, and the newest is not there.':
        [
          'if (afterMs < lastDate.getTime()) await delivered()',
          'if (afterMs < lastDate.getTime()) void delivered().catch(() => {})',
        ],
      'mailbox: a poll from the newest date on delivers. A poll that can find nothing new writes.': [
        'if (afterMs < lastDate.getTime()) await delivered()',
        'if (afterMs <= lastDate.getTime()) await delivered()',
        'It delivers what the next poll would deliver: nobody but the database notices.',
      ],
    },
  ),
  mistakes('apps/api/src/feature/application/mailbox.ts', mailboxTest, {
    'mailbox: a form that is stored is accepted again. A double click is answered with a date that the application does not have.':
      ['const acceptedBefore = [...inbox, ...stored]', 'const acceptedBefore = [...inbox]'],
    'mailbox: the applications before the inbox. What is delivered in between is in neither, and accepted twice.': [
      `      const { inbox, ...seen } = await lookFrom(companyId, tries)
      const stored = await applications.findByIds(
        companyId,
        wanted.map(({ id }) => id),
      )`,
      `      const stored = await applications.findByIds(
        companyId,
        wanted.map(({ id }) => id),
      )
      const { inbox, ...seen } = await lookFrom(companyId, tries)`,
    ],
    'mailbox: a poll does not move the clock. A later application gets an earlier date, and pollers skip it.': [
      '(await mailboxes.raiseClock(companyId, new Date(nowMs + LEAD_MS)))',
      '(await mailboxes.read(companyId))',
    ],
    'mailbox: a clock that is behind is good enough. A database that was set back makes pollers skip.': [
      'return content.clock.getTime() >= nowMs ? content : undefined',
      'return content',
      'It is read causally after the write that moved it, so it is not behind: the second of two things that guard the same.',
    ],
  }),
  mistakes('apps/api/src/feature/application/mailbox.ts', mailboxTest, {
    'mailbox: aims by what was seen after a refusal too. A push that was refused once is refused for ever.': [
      'tries === 0 ? lastSeen.get(companyId) : undefined',
      'lastSeen.get(companyId)',
    ],
    'mailbox: dates without a bound. With more applications than milliseconds, dates are seconds in the future.': [
      '+ AHEAD_MS_MAX',
      '+ 1_000_000',
    ],
    'mailbox: what others have told does not count. A process whose clock is a little behind refuses every application.':
      ['Math.max(nowMs, toldTime.getTime())', 'nowMs'],
    'mailbox: an old mailbox is enough to refuse. An application is refused although there is a date for it.': [
      'if (missing.length > room && tries === 0) continue',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/application/acceptance.ts', mailboxTest, {
    'mailbox: the CV of the later of two sendings. The answer names a date that the application does not have, and its CV is removed as a copy.':
      [
        'before.get(application.id) ?? pushed.get(application.id)',
        'pushed.get(application.id) ?? before.get(application.id)',
      ],
  }),
  mistakes('apps/api/src/feature/application/mailbox.ts', backOffice, {
    'mailbox: a failed delivery fails the form. The applicant is told of an error and applies again, though accepted.':
      ["log.warn({ err: error }, 'accepted applications wait in the mailbox')\n      return undefined", 'throw error'],
  }),
  mistakes('apps/api/src/feature/application/mailbox.ts', 'apps/api/src/admin/recover.promise.test.ts', {
    'mailbox: recovered without a step ahead. Pollers that were further than the backup skip what comes next.': [
      'Math.max(now() + RECOVERED_AHEAD_MS, newest.getTime())',
      'newest',
    ],
    'mailbox: recovered to the clock alone. What comes next is before an application whose date was ahead, and is skipped.':
      ['Math.max(now() + RECOVERED_AHEAD_MS, newest.getTime())', 'now() + RECOVERED_AHEAD_MS'],
    'mailbox: recovered and not delivered. What was in the mailbox of the backup waits behind the clock.': [
      '    await deliver(companyId, inbox)\n    return recovered',
      '    return recovered',
      'The next poll delivers it: its dates are before the clock, and a poller that is restored asks from before.',
    ],
  }),
  mistakes(
    'apps/api/src/feature/application/mailbox-store.ts',
    'apps/api/src/feature/application/mailbox-store.test.ts',
    {
      'mailbox store: a push does not look at the clock. A later application gets an earlier date, and pollers skip it.':
        ['{ $max: [now, afterClock(1)] }', 'now'],
      'mailbox store: a push does not ask for the last date. Dates run ahead of the clock without a bound.': [
        'clock: { $lte: new Date(lastDateMax.getTime() - applications.length) },',
        '',
      ],
      'mailbox store: texts are read as expressions. A form with a $ is stored with another text, or fails.': [
        '{ $literal: toDocument({ ...application, date: now }) }',
        'toDocument({ ...application, date: now })',
      ],
      'mailbox store: all of a batch at one date. Of two who apply at once one is never delivered.': [
        '{ date: afterClock(index) }',
        "{ date: '$clock' }",
      ],
      'mailbox store: clocks of many raised to the earliest instant. A poll passes applications that get a date before it.':
        ['new Date(Math.max(...raises.map(', 'new Date(Math.min(...raises.map('],
      'mailbox store: mailboxes of many in any order. A company gets the applications of another one.': [
        'return companyIds.map((companyId) => byCompany.get(companyId))',
        'return [...byCompany.values()]',
      ],
      'mailbox store: a push at the date of the clock. Two applications share a date, and a poller skips one.': [
        'afterClock(1)',
        "'$clock'",
      ],
      'mailbox store: a push does not ask for its own ids. A double click is two applications in the inbox.': [
        "'inbox._id': { $nin: ids },",
        '',
      ],
      'mailbox store: a push does not ask what was shut out. A copy of an erased application comes back.': [
        '            shutOuts,\n          },',
        '          },',
      ],
      'mailbox store: the clock stays at the first of a batch. The next application gets a date of the batch.': [
        'clock: last, lastDate: last }',
        'lastDate: last }',
      ],
      'mailbox store: shutting out is not counted. A slow process pushes a copy of what was erased.': [
        ', $inc: { shutOuts: 1 } },',
        ' },',
      ],
      'mailbox store: the clock goes back. A process whose clock is behind sets the mailbox back, and pollers skip.': [
        '{ _id: companyId }, { $max }',
        '{ _id: companyId }, { $set: $max }',
      ],
    },
  ),
  mistakes('apps/api/src/feature/application/store.ts', companyFilter, {
    'applications: those of other companies by id. An administrator reads another company’s applicants.': [
      'rows.find({ _id: { $in: ids }, companyId }, { session })',
      'rows.find({ _id: { $in: ids } }, { session })',
    ],
    'applications: the count of all companies. A company learns how many applications others have.': [
      'rows.countDocuments({ companyId }, { session })',
      'rows.countDocuments({}, { session })',
    ],
    'applications: the newest of all companies. A recovered mailbox has another company’s clock.': [
      'rows.findOne({ companyId }, { projection',
      'rows.findOne({}, { projection',
    ],
    'applications: days of all companies. A company learns how many applications others have.': [
      '{ companyId, date: { $gte: since } }',
      '{ date: { $gte: since } }',
    ],
    'applications: jobs of all companies. A company learns how many applications others have.': [
      '{ companyId, jobId: { $in: jobIds } }',
      '{ jobId: { $in: jobIds } }',
    ],
    'applications: the list of all companies. An administrator reads another company’s applicants.': [
      'filter: { companyId, ...about,',
      'filter: { ...about,',
    ],
    'applications: the status at another company. An administrator rejects another company’s applicant.': [
      'rows.updateOne({ _id: id, companyId }, { $set: { status },',
      'rows.updateOne({ _id: id }, { $set: { status },',
    ],
    'applications: those of the person at other companies. Erasing a person at one company erases their applications at others.':
      ['rows.find({ companyId, email: { $regex', 'rows.find({ email: { $regex'],
    'applications: erased at another company. An administrator erases another company’s applicant.': [
      '{ _id: id, companyId, erasedAt: { $exists: false } }',
      '{ _id: id, erasedAt: { $exists: false } }',
    ],
  }),
  mistakes('apps/api/src/feature/application/store.ts', 'apps/api/src/feature/application/store.test.ts', {
    'applications: a shared reading mixes companies. A poll gets another company’s candidates.': [
      'if (row.companyId !== companyId || ',
      'if (',
    ],
    'applications: a shared reading mixes jobs. A poll of one job gets another’s candidates.': [
      '(jobId !== undefined && row.jobId !== jobId)',
      'jobId === -1',
    ],
    'applications: a duplicate counts as stored, whatever else failed. An accepted application is taken out of the mailbox and stored nowhere.':
      ['if (stored.length < delivered.length) throw error', ''],
  }),
  mistakes('apps/api/src/feature/application/store.ts', candidates, {
    'applications: a shared reading begins at since. A candidate comes twice.': ['ms > afterMs', 'ms >= afterMs'],
    'applications: a shared reading takes a part for the whole. A poll is told that there is no more, and skips the rest.':
      ['page.length === pageSize || found.length < limit', 'true'],
  }),
  mistakes('apps/api/src/feature/application/store.ts', backOffice, {
    'applications: erased again at a later time. The record says that the person waited longer than they did.': [
      '{ _id: id, companyId, erasedAt: { $exists: false } }',
      '{ _id: id, companyId }',
    ],
    'applications: the address to the letter. What the person sent as Zoe@ stays after zoe@ was erased.': [
      "$regex: `^${escapePattern(email)}$`, $options: 'i'",
      '$eq: email',
    ],
    'applications: an address that ends alike. Somebody else is erased too.': [
      '`^${escapePattern(email)}$`',
      '`${escapePattern(email)}$`',
    ],
  }),
  mistakes('apps/api/src/feature/application/application.ts', backOffice, {
    'applications: the link to a profile survives. An erased person is still known.': [
      "linkedinUrl: '',\n  message: '',",
      "message: '',",
    ],
  }),
].flat()
