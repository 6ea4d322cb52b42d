import type { MutationGroup } from '../mutation.ts'

const cvLink = 'apps/api/src/site/cv-link.test.ts'
const upload = 'apps/api/src/feature/cv/upload.test.ts'
const backOffice = 'apps/api/src/feature/application/back-office.test.ts'
const page = 'apps/api/src/feature/candidate/page.test.ts'
const candidates = 'apps/api/src/feature/candidate/candidates.test.ts'
const companyFilter = 'apps/api/src/test/company-filter.test.ts'

export const applications: readonly MutationGroup[] = [
  {
    file: 'apps/api/src/feature/cv/service/link.ts',
    tests: [cvLink],
    mutations: [
      {
        name: 'cv link: the end is not signed',
        find: '`${companyId}/${applicationId}/${expires}`',
        replace: '`${companyId}/${applicationId}`',
        why: 'Whoever has a link prolongs it.',
      },
      {
        name: 'cv link: the application is not signed',
        find: '`${companyId}/${applicationId}/${expires}`',
        replace: '`${companyId}/${expires}`',
        why: 'One link opens every CV of the company.',
      },
      {
        name: 'cv link: the company is not signed',
        find: '`${companyId}/${applicationId}/${expires}`',
        replace: '`${applicationId}/${expires}`',
        why: 'A link is good under the address of another company.',
      },
      {
        name: 'cv link: any signature of the right length',
        find: 'given.length === expected.length && timingSafeEqual(given, expected)',
        replace: 'given.length === expected.length',
        why: 'Anybody reads any CV.',
      },
      {
        name: 'cv link: works for ever',
        find: '!isSigned || Number(expires) * 1000 < deps.now()',
        replace: '!isSigned',
        why: 'A link that was leaked once opens the CV years later.',
      },
      {
        name: 'cv link: good for a day longer',
        find: 'const VALID_SECONDS = 7 *',
        replace: 'const VALID_SECONDS = 8 *',
        why: 'The limit is not the one that is written down.',
      },
      {
        name: 'cv link: made where there is no CV',
        tests: [candidates],
        find: "if (cvId === null) return ''",
        replace: '',
        why: 'A caller downloads a page of an error as a CV.',
      },
      {
        name: 'cv link: an erased application is as one that never was',
        tests: [backOffice],
        find: "if (application?.erasedAt !== undefined) throw new AppError('application_erased')",
        replace: '',
        why: 'A caller tries again instead of forgetting its copy.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/cv/service/upload.ts',
    tests: [upload],
    mutations: [
      {
        name: 'cv: stored before it is noted',
        find: `  await deps.cvUploads.insert({ ...owner, cvId, fileName: name, until: untilOf(deps) })
  await deps.cvs.save({ companyId: owner.companyId, applicationId: owner.applicationId }, cvId, bytes)`,
        replace: `  await deps.cvs.save({ companyId: owner.companyId, applicationId: owner.applicationId }, cvId, bytes)
  await deps.cvUploads.insert({ ...owner, cvId, fileName: name, until: untilOf(deps) })`,
        why: 'A crash in between leaves a CV of nobody for ever.',
      },
      {
        name: 'cv: kept for an hour only',
        find: 'const KEPT_MS = 24 *',
        replace: 'const KEPT_MS = 1 *',
        why: 'Who corrects the form after lunch sends the file again.',
      },
      {
        name: 'cv: taken without more time',
        find: 'kept !== undefined && (await deps.cvUploads.prolong(kept, untilOf(deps))) ? kept.cvId : undefined',
        replace: 'kept?.cvId',
        why: 'The sweep removes the CV of a form that is just accepted.',
      },
      {
        name: 'cv: those kept for an accepted form stay',
        find: 'for (const kept of await deps.cvUploads.listKept(owner.companyId, owner.applicationId)) await discardCv(deps, kept)',
        replace: '',
        why: 'Old CVs stay for a day after the person replaced them.',
      },
      {
        name: 'cv: the sweep asks for the application first',
        find: `  if (!(await deps.cvUploads.condemn(upload, new Date(deps.now())))) return false
  const application = await acceptedApplication(deps, upload)`,
        replace: `  const application = await acceptedApplication(deps, upload)
  if (!(await deps.cvUploads.condemn(upload, new Date(deps.now())))) return false`,
        why: 'A CV of an application that was accepted between the two would be lost.',
        equivalent:
          'An accept that took this CV gave it 24 hours more first, so that condemn refuses it; only one that takes 24 hours could fall between, and it would be lost in either order.',
      },
      {
        name: 'cv: swept though an application holds it',
        find: 'if (application?.cvId === cvId) {',
        replace: 'if (application?.cvId === undefined) {',
        why: 'The CV of an accepted application is lost.',
      },
      {
        name: 'cv: swept though a form took it since',
        find: 'if (!(await deps.cvUploads.condemn(upload, new Date(deps.now())))) return false',
        replace: 'await deps.cvUploads.condemn(upload, new Date(deps.now()))',
        why: 'The CV of a form that is just accepted is lost.',
      },
      {
        name: 'cv: one that fails ends the sweep',
        find: "deps.log.warn({ err: error }, 'could not remove an abandoned CV')",
        replace: 'throw error',
        why: 'One broken file keeps all the others.',
      },
      {
        name: 'cv: erased but for those on their way',
        tests: [backOffice],
        find: 'for (const cvId of noted) await deps.cvs.remove(cvId)',
        replace: '',
        why: 'A broken upload of an erased person stays.',
      },
      {
        name: 'cv: erased but for the stored ones',
        tests: [backOffice],
        find: 'await deps.cvs.removeAllOf(application)',
        replace: '',
        why: 'The CV of an erased person stays.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/cv/upload-store.ts',
    tests: [companyFilter],
    mutations: [
      {
        name: 'cv: erasure leaves the name of the file',
        tests: [backOffice],
        find: "{ $set: { fileName: '', until: now, isKept: false } }",
        replace: '{ $set: { until: now, isKept: false } }',
        why: 'Files are called after people.',
      },
      {
        name: 'cv: a condemned one is taken',
        tests: ['apps/api/src/feature/cv/upload-store.test.ts'],
        find: '{ _id: cvId, companyId, isCondemned: false },\n        { $set: { until } }',
        replace: '{ _id: cvId, companyId },\n        { $set: { until } }',
        why: 'A form takes a CV whose bytes are being removed.',
      },
      {
        name: 'cv: condemned though it got more time',
        tests: [upload],
        find: '{ _id: cvId, companyId, until: { $lte: now } }',
        replace: '{ _id: cvId, companyId }',
        why: 'The CV of a form that is just accepted is lost.',
      },
      {
        name: 'cv: swept before its time',
        tests: [upload],
        find: '.find({ until: { $lte: now } })',
        replace: '.find({})',
        why: 'A sweep looks at every CV that is on its way.',
        equivalent: 'condemn asks for the time again and refuses each whose time is not over.',
      },
      {
        name: 'cv: one of another company is kept',
        find: '{ _id: cvId, companyId }, { $set: { isKept: true } }',
        replace: '{ _id: cvId }, { $set: { isKept: true } }',
        why: 'A company touches the rows of another.',
      },
      {
        name: 'cv: one kept at another company is listed',
        find: 'const conditions = { companyId, applicationId, isKept: true, isCondemned: false }',
        replace: 'const conditions = { applicationId, isKept: true, isCondemned: false }',
        why: 'A form shows the file of another company’s applicant.',
      },
      {
        name: 'cv: one of another company is forgotten',
        find: 'deleteOne({ _id: cvId, companyId })',
        replace: 'deleteOne({ _id: cvId })',
        why: 'A CV of another company is never swept.',
      },
      {
        name: 'cv: one of another company is condemned',
        find: '{ _id: cvId, companyId, until: { $lte: now } }',
        replace: '{ _id: cvId, until: { $lte: now } }',
        why: 'A company touches the rows of another.',
      },
      {
        name: 'cv: one of another company gets more time',
        find: '{ _id: cvId, companyId, isCondemned: false },\n        { $set: { until } }',
        replace: '{ _id: cvId, isCondemned: false },\n        { $set: { until } }',
        why: 'A company touches the rows of another.',
      },
      {
        name: 'cv: those of another company are abandoned',
        find: 'const ofApplication = { companyId, applicationId }',
        replace: 'const ofApplication = { applicationId }',
        why: 'An erasure removes the CV of another company’s applicant.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/cv/store.ts',
    tests: [companyFilter],
    mutations: [
      {
        name: 'cv: those of another company are erased',
        find: "{ 'metadata.companyId': companyId, 'metadata.applicationId': id }, { _id: 1 }",
        replace: "{ 'metadata.applicationId': id }, { _id: 1 }",
        why: 'An erasure removes the CV of another company’s applicant.',
      },
      {
        name: 'cv: erased without its bytes',
        tests: [backOffice],
        find: 'await chunks.deleteMany({ files_id: { $in: ids } })',
        replace: '',
        why: 'The CV of an erased person stays, and nobody finds it any more.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/application/service/erase.ts',
    tests: [backOffice],
    mutations: [
      {
        name: 'erasure: shut out of the mailbox afterwards',
        find: `  await deps.mailbox.shutOut(companyId, ids)
  for (const each of applications) await erase(deps, actor, each)`,
        replace: `  for (const each of applications) await erase(deps, actor, each)
  await deps.mailbox.shutOut(companyId, ids)`,
        why: 'Broken off in between, the row looks erased while copies wait in the mailbox.',
      },
      {
        name: 'erasure: the named one before the others',
        find: 'allOfPerson ? [...others, application] : [application]',
        replace: 'allOfPerson ? [application, ...others] : [application]',
        why: 'Broken off in between, nothing finds the others any more.',
      },
      {
        name: 'erasure: the row before the CV',
        find: `  await eraseCvs(deps, application)
  await deps.applications.erase(actor.companyId, application.id, new Date(deps.now()))`,
        replace: `  await deps.applications.erase(actor.companyId, application.id, new Date(deps.now()))
  await eraseCvs(deps, application)`,
        why: 'Broken off in between, the row looks erased while the CV is there.',
      },
      {
        name: 'erasure: always of all that the person sent',
        find: 'allOfPerson ? [...others, application] : [application]',
        replace: '[...others, application]',
        why: 'More is erased than was asked for, for good.',
      },
      {
        name: 'erasure: not in the audit trail',
        find: "await noteAudit(deps, actor, 'application_erased', application.id)",
        replace: '',
        why: 'Nobody can show that a request was fulfilled.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/candidate/page.ts',
    tests: [page],
    mutations: [
      {
        name: 'page: the total of the next poll with this page in it',
        find: 'total - applications.length)',
        replace: 'total)',
        why: 'Callers are told of more candidates than there are, and ask on.',
      },
      {
        name: 'page: the total of another range',
        find: 'JSON.stringify([companyId, jobId, date.$gt.getTime()])',
        replace: 'JSON.stringify([companyId, date.$gt.getTime()])',
        why: 'A job shows the total of another.',
      },
      {
        name: 'page: the total of another company',
        find: 'JSON.stringify([companyId, jobId, date.$gt.getTime()])',
        replace: 'JSON.stringify([jobId, date.$gt.getTime()])',
        why: 'A company learns how many applications another has.',
        tests: [candidates],
      },
      {
        name: 'page: the total of an earlier clock',
        find: 'else if (before.throughMs === $lte.getTime()) total = before.total',
        replace: 'else if (before.throughMs <= $lte.getTime()) total = before.total',
        why: 'New candidates are not in the total.',
      },
      {
        name: 'page: the total of a later clock',
        find: 'before === undefined || before.throughMs > $lte.getTime()',
        replace: 'before === undefined',
        why: 'A range that ends earlier has a total of what came later.',
      },
      {
        name: 'page: counted from the known instant on, itself included',
        find: 'date: { $gt: new Date(before.throughMs), $lte }',
        replace: 'date: { $gt: new Date(before.throughMs - 1), $lte }',
        why: 'Who applied at that millisecond counts twice.',
      },
      {
        name: 'page: a part of the range that is not full is taken for the page',
        find: 'if (found.length === pageSize) return found',
        replace: 'if (found.length > 0) return found',
        why: 'A poll is told that there is no more, and skips the rest.',
      },
      {
        name: 'page: the second page in a total of another size',
        find: 'const isPastTheEnd = (page - 1) * pageSize >= total',
        replace: 'const isPastTheEnd = page * pageSize >= total',
        why: 'The last page is empty.',
      },
      {
        name: 'page: a full page is taken for the last one',
        find: 'if (last === undefined || applications.length < pageSize) return',
        replace: 'if (last === undefined || applications.length <= pageSize) return',
        why: 'A poll is told that there is no more, and skips the rest.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/candidate/service.ts',
    tests: [candidates],
    mutations: [
      {
        name: 'poll: from without its own millisecond',
        tests: ['apps/api/src/feature/candidate/dates.test.ts'],
        find: '(from?.getTime() ?? 0) - 1',
        replace: '(from?.getTime() ?? 0)',
        why: 'Who applied at that very instant is missed.',
      },
      {
        name: 'poll: to is forgotten',
        tests: ['apps/api/src/feature/candidate/dates.test.ts'],
        find: 'Math.min(clock.getTime(), Math.max(to?.getTime() ?? Number.POSITIVE_INFINITY, afterMs))',
        replace: 'clock.getTime()',
        why: 'A range has more than was asked for.',
      },
      {
        name: 'poll: reads past the clock',
        tests: ['apps/api/src/feature/application/mailbox.test.ts'],
        find: 'Math.min(clock.getTime(), Math.max(to?.getTime() ?? Number.POSITIVE_INFINITY, afterMs))',
        replace: 'Math.max(to?.getTime() ?? Number.MAX_SAFE_INTEGER / 2, afterMs)',
        why: 'A candidate is shown before those that come in front of it, and these are skipped.',
      },
      {
        name: 'poll: synced through the clock though more follow',
        find: 'last === undefined || isLastPage ? new Date(throughMs) : last.date',
        replace: 'new Date(throughMs)',
        why: 'Who goes on from the header skips the pages after the first.',
      },
      {
        name: 'poll: synced through the last candidate only',
        find: 'last === undefined || isLastPage ? new Date(throughMs) : last.date',
        replace: 'last === undefined ? new Date(throughMs) : last.date',
        why: 'The document says how far the list is whole, and it is further.',
      },
      {
        name: 'poll: nothing new while the newest is there',
        find: 'const isNothingNew = afterMs >= lastDate.getTime()',
        replace: 'const isNothingNew = afterMs >= lastDate.getTime() - 1',
        why: 'The newest candidate is never shown to who asks from the millisecond before.',
      },
      {
        name: 'poll: the last page is told one candidate too early',
        find: '(page - 1) * pageSize + applications.length >= total',
        replace: '(page - 1) * pageSize + applications.length >= total - 1',
        why: 'Who goes on from the header skips the last candidate.',
      },
    ],
  },
]
