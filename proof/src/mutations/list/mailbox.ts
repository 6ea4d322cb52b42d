import type { MutationGroup } from '../mutation.ts'

const model = 'apps/api/src/feature/application/mailbox-model.test.ts'
const mailboxTest = 'apps/api/src/feature/application/mailbox.test.ts'
const backOffice = 'apps/api/src/feature/application/back-office.test.ts'
const candidates = 'apps/api/src/feature/candidate/candidates.test.ts'
const companyFilter = 'apps/api/src/test/company-filter.test.ts'

/** Small worlds of the model checker: seconds, where the whole file takes minutes. */
const smallWorlds = 'by last date.*(in the same millisecond|is ahead|to two processes|a process dies)'

export const mailbox: readonly MutationGroup[] = [
  {
    file: 'apps/api/src/feature/application/mailbox.ts',
    tests: [model],
    testNames: smallWorlds,
    mutations: [
      {
        name: 'mailbox: out of the inbox before it is stored',
        find: `  const storedBefore = await applications.insertNew(companyId, accepted)
    await mailboxes.pull(
      companyId,
      accepted.map(({ id }) => id),
    )
    return storedBefore`,
        replace: `  await mailboxes.pull(
      companyId,
      accepted.map(({ id }) => id),
    )
    return applications.insertNew(companyId, accepted)`,
        why: 'A crash in between loses an accepted application.',
      },
      {
        name: 'mailbox: a date equal to the clock',
        find: 'Math.max(now(), clock.getTime() + 1)',
        replace: 'Math.max(now(), clock.getTime())',
        why: 'Each push to a mailbox whose clock is ahead is refused for ever.',
      },
      {
        name: 'mailbox: a refused push counts as made',
        find: 'if (fresh.length > 0 && !(await mailboxes.push(companyId, fresh, shutOuts))) continue',
        replace: 'if (fresh.length > 0) await mailboxes.push(companyId, fresh, shutOuts)',
        why: 'The applicant is thanked, and nobody ever sees the application.',
      },
      {
        name: 'mailbox: aims by what was seen after a refusal too',
        find: 'tries === 0 ? lastSeen.get(companyId) : undefined',
        replace: 'lastSeen.get(companyId)',
        why: 'A push that was refused once is refused for ever.',
      },
      {
        name: 'mailbox: all of a batch at one date',
        tests: [candidates],
        testNames: undefined,
        find: 'new Date(firstMs + index)',
        replace: 'new Date(firstMs)',
        why: 'Of two who apply at once one is never delivered.',
      },
      {
        name: 'mailbox: a form that is stored is accepted again',
        tests: [mailboxTest],
        testNames: undefined,
        find: 'const acceptedBefore = [...inbox, ...stored]',
        replace: 'const acceptedBefore = [...inbox]',
        why: 'A double click is answered with a date that the application does not have.',
      },
      {
        name: 'mailbox: the applications before the inbox',
        tests: [mailboxTest],
        testNames: undefined,
        find: `      const { clock, shutOuts, inbox } = await lookFrom(companyId, tries)
      const stored = await applications.findByIds(
        companyId,
        wanted.map(({ id }) => id),
      )`,
        replace: `      const stored = await applications.findByIds(
        companyId,
        wanted.map(({ id }) => id),
      )
      const { clock, shutOuts, inbox } = await lookFrom(companyId, tries)`,
        why: 'What is delivered in between is in neither, and accepted twice.',
      },
      {
        name: 'mailbox: a poll does not move the clock',
        tests: [mailboxTest],
        testNames: undefined,
        find: '(await mailboxes.raiseClock(companyId, new Date(nowMs + LEAD_MS)))',
        replace: '(await mailboxes.read(companyId))',
        why: 'A later application gets an earlier date, and pollers skip it.',
      },
      {
        name: 'mailbox: a clock that is behind is good enough',
        find: 'return content.clock.getTime() >= nowMs ? content : undefined',
        replace: 'return content',
        why: 'A database that was set back makes pollers skip.',
        tests: [mailboxTest],
        testNames: undefined,
        equivalent:
          'It is read causally after the write that moved it, so it is not behind: the second of two things that guard the same.',
      },
      {
        name: 'mailbox: read ahead of a clock that is behind',
        find: 'if (seen === undefined || seen.clock.getTime() < nowMs) return undefined',
        replace: 'if (seen === undefined) return undefined',
        why: 'Each poll reads in vain before it writes.',
        equivalent:
          'The clock that is read is asked again on the next line, and moved if it is behind: it costs a query.',
      },
      {
        name: 'mailbox: a poll does not wait for the delivery',
        find: 'if (afterMs < lastDate.getTime()) await delivered()',
        replace: 'if (afterMs < lastDate.getTime()) void delivered().catch(() => {})',
        why: 'A poll is told that it has everything, and the newest is not there.',
      },
      {
        name: 'mailbox: a poll from the newest date on delivers',
        find: 'if (afterMs < lastDate.getTime()) await delivered()',
        replace: 'if (afterMs <= lastDate.getTime()) await delivered()',
        why: 'A poll that can find nothing new writes.',
        equivalent: 'It delivers what the next poll would deliver: nobody but the database notices.',
      },
      {
        name: 'mailbox: a failed delivery fails the form',
        tests: [backOffice],
        testNames: undefined,
        find: "log.warn({ err: error }, 'accepted applications wait in the mailbox')\n      return undefined",
        replace: 'throw error',
        why: 'The applicant is told of an error and applies again, though accepted.',
      },
      {
        name: 'mailbox: the CV of the later of two sendings',
        tests: [mailboxTest],
        testNames: undefined,
        find: 'before.get(application.id) ?? pushed.get(application.id)',
        replace: 'pushed.get(application.id) ?? before.get(application.id)',
        why: 'The answer names a date that the application does not have, and its CV is removed as a copy.',
      },
      {
        name: 'mailbox: recovered without a step ahead',
        tests: ['apps/api/src/admin/recover.test.ts'],
        testNames: undefined,
        find: 'Math.max(now() + RECOVERED_AHEAD_MS, newest.getTime())',
        replace: 'newest',
        why: 'Pollers that were further than the backup skip what comes next.',
      },
      {
        name: 'mailbox: recovered and not delivered',
        tests: ['apps/api/src/admin/recover.test.ts'],
        testNames: undefined,
        find: '    await deliver(companyId, inbox)\n    return recovered',
        replace: '    return recovered',
        why: 'What was in the mailbox of the backup waits behind the clock.',
        equivalent:
          'The next poll delivers it: its dates are before the clock, and a poller that is restored asks from before.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/application/mailbox-store.ts',
    tests: ['apps/api/src/feature/application/mailbox-store.test.ts'],
    mutations: [
      {
        name: 'mailbox store: a push does not ask for the clock',
        find: '{ _id: companyId, clock: { $lt: first.date }, ',
        replace: '{ _id: companyId, ',
        why: 'A later application gets an earlier date, and pollers skip it.',
      },
      {
        name: 'mailbox store: a push at the date of the clock',
        find: 'clock: { $lt: first.date }',
        replace: 'clock: { $lte: first.date }',
        why: 'Two applications share a date, and a poller skips one.',
      },
      {
        name: 'mailbox store: a push does not ask for its own ids',
        find: "'inbox._id': { $nin: ids }, ",
        replace: '',
        why: 'A double click is two applications in the inbox.',
      },
      {
        name: 'mailbox store: a push does not ask what was shut out',
        find: '{ $nin: ids }, shutOuts }',
        replace: '{ $nin: ids } }',
        why: 'A copy of an erased application comes back.',
      },
      {
        name: 'mailbox store: the clock stays at the first of a batch',
        find: '$set: { clock: last.date, lastDate: last.date }',
        replace: '$set: { clock: first.date, lastDate: first.date }',
        why: 'The next application gets a date of the batch.',
      },
      {
        name: 'mailbox store: shutting out is not counted',
        find: ', $inc: { shutOuts: 1 } },',
        replace: ' },',
        why: 'A slow process pushes a copy of what was erased.',
      },
      {
        name: 'mailbox store: the clock goes back',
        find: '{ $max: instants }',
        replace: '{ $set: instants }',
        why: 'A process whose clock is behind sets the mailbox back, and pollers skip.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/application/store.ts',
    tests: [companyFilter],
    mutations: [
      {
        name: 'applications: those of other companies by id',
        find: 'rows.find({ _id: { $in: ids }, companyId }, { session })',
        replace: 'rows.find({ _id: { $in: ids } }, { session })',
        why: 'An administrator reads another company’s applicants.',
      },
      {
        name: 'applications: a shared reading mixes companies',
        tests: ['apps/api/src/feature/application/store.test.ts'],
        find: 'if (row.companyId !== companyId || ',
        replace: 'if (',
        why: 'A poll gets another company’s candidates.',
      },
      {
        name: 'applications: a shared reading mixes jobs',
        tests: ['apps/api/src/feature/application/store.test.ts'],
        find: '(jobId !== undefined && row.jobId !== jobId)',
        replace: 'jobId === -1',
        why: 'A poll of one job gets another’s candidates.',
      },
      {
        name: 'applications: a shared reading begins at since',
        tests: [candidates],
        find: 'row.date > date.$gt',
        replace: 'row.date >= date.$gt',
        why: 'A candidate comes twice.',
      },
      {
        name: 'applications: a shared reading takes a part for the whole',
        tests: [candidates],
        find: 'page.length === pageSize || found.length < limit',
        replace: 'true',
        why: 'A poll is told that there is no more, and skips the rest.',
      },
      {
        name: 'applications: the count of all companies',
        find: 'rows.countDocuments({ companyId }, { session })',
        replace: 'rows.countDocuments({}, { session })',
        why: 'A company learns how many applications others have.',
      },
      {
        name: 'applications: the newest of all companies',
        find: 'rows.findOne({ companyId }, { projection',
        replace: 'rows.findOne({}, { projection',
        why: 'A recovered mailbox has another company’s clock.',
      },
      {
        name: 'applications: days of all companies',
        find: '{ companyId, date: { $gte: since } }',
        replace: '{ date: { $gte: since } }',
        why: 'A company learns how many applications others have.',
      },
      {
        name: 'applications: jobs of all companies',
        find: '{ companyId, jobId: { $in: jobIds } }',
        replace: '{ jobId: { $in: jobIds } }',
        why: 'A company learns how many applications others have.',
      },
      {
        name: 'applications: the list of all companies',
        find: '      const filter = {\n        companyId,\n        ...(jobId',
        replace: '      const filter = {\n        ...(jobId',
        why: 'An administrator reads another company’s applicants.',
      },
      {
        name: 'applications: the status at another company',
        find: 'rows.updateOne({ _id: id, companyId }, { $set: { status } }',
        replace: 'rows.updateOne({ _id: id }, { $set: { status } }',
        why: 'An administrator rejects another company’s applicant.',
      },
      {
        name: 'applications: those of the person at other companies',
        find: 'rows.find({ companyId, email: {',
        replace: 'rows.find({ email: {',
        why: 'Erasing a person at one company erases their applications at others.',
      },
      {
        name: 'applications: erased at another company',
        find: '{ _id: id, companyId, erasedAt: { $exists: false } }',
        replace: '{ _id: id, erasedAt: { $exists: false } }',
        why: 'An administrator erases another company’s applicant.',
      },
      {
        name: 'applications: erased again at a later time',
        tests: [backOffice],
        find: '{ _id: id, companyId, erasedAt: { $exists: false } }',
        replace: '{ _id: id, companyId }',
        why: 'The record says that the person waited longer than they did.',
      },
      {
        name: 'applications: the address to the letter',
        tests: [backOffice],
        find: "$regex: `^${escaped(email)}$`, $options: 'i'",
        replace: '$eq: email',
        why: 'What the person sent as Zoe@ stays after zoe@ was erased.',
      },
      {
        name: 'applications: an address that ends alike',
        tests: [backOffice],
        find: '`^${escaped(email)}$`',
        replace: '`${escaped(email)}$`',
        why: 'Somebody else is erased too.',
      },
      {
        name: 'applications: the link to a profile survives',
        tests: [backOffice],
        find: "phone: '', linkedinUrl: '', message: '', cvId: null }",
        replace: "phone: '', message: '', cvId: null }",
        why: 'An erased person is still known.',
      },
      {
        name: 'applications: a duplicate counts as stored, whatever else failed',
        tests: ['apps/api/src/feature/application/store.test.ts'],
        find: 'if (stored.length < delivered.length) throw error',
        replace: '',
        why: 'An accepted application is taken out of the mailbox and stored nowhere.',
      },
    ],
  },
]
