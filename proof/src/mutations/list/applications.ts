import { mistakes } from '../mutation.ts'

const cvLink = 'apps/api/src/site/cv-link.test.ts'
const upload = 'apps/api/src/feature/cv/upload.test.ts'
const backOffice = 'apps/api/src/feature/application/back-office.test.ts'
const page = 'apps/api/src/feature/application/page.test.ts'
const knownCounts = 'apps/api/src/feature/application/known-counts.test.ts'
const candidates = 'apps/api/src/feature/candidate/candidates.test.ts'
const changes = 'apps/api/src/feature/candidate/changes.test.ts'
const companyFilter = 'apps/api/src/test/company-filter.test.ts'

export const applications = [
  mistakes('apps/api/src/feature/cv/service/link.ts', cvLink, {
    'cv link: only the newest secret is accepted. Replacing it ends all links that an ATS has.': [
      'deps.cvSecrets.some(',
      'deps.cvSecrets.slice(0, 1).some(',
    ],
    'cv link: the end is not signed. Somebody with a link prolongs it.': [
      '`${companyId}/${applicationId}/${expires}`',
      '`${companyId}/${applicationId}`',
    ],
    'cv link: the application is not signed. One link opens every CV of the company.': [
      '`${companyId}/${applicationId}/${expires}`',
      '`${companyId}/${expires}`',
    ],
    'cv link: the company is not signed. A link is good under the address of another company.': [
      '`${companyId}/${applicationId}/${expires}`',
      '`${applicationId}/${expires}`',
    ],
    'cv link: any signature of the right length. Anybody reads any CV.': [
      'given.length === expected.length && timingSafeEqual(given, expected)',
      'given.length === expected.length',
    ],
    'cv link: works for ever. A link that was leaked once opens the CV years later.': [
      '!isSigned || Number(expires) * 1000 < deps.now()',
      '!isSigned',
    ],
    'cv link: good for a day longer. The limit is not the one that is written down.': [
      'const VALID_SECONDS = 7 *',
      'const VALID_SECONDS = 8 *',
    ],
  }),
  mistakes('apps/api/src/feature/cv/service/link.ts', candidates, {
    'cv link: made where there is no CV. A caller downloads a page of an error as a CV.': [
      "if (cvId === null) return ''",
      '',
    ],
  }),
  mistakes('apps/api/src/feature/application/service/cv.ts', backOffice, {
    'cv link: an erased application is as one that never was. A caller tries again instead of forgetting its copy.': [
      "if (application?.erasedAt !== undefined) throw new AppError('application_erased')",
      '',
    ],
  }),
  mistakes('apps/api/src/feature/cv/service/upload.ts', upload, {
    'cv: stored before it is noted. A crash in between leaves a CV of nobody for ever.': [
      `  await deps.cvUploads.insert({ ...owner, cvId, fileName: name, until: calculateExpiry(deps) })
  await deps.cvs.save({ companyId: owner.companyId, applicationId: owner.applicationId }, cvId, open)`,
      `  await deps.cvs.save({ companyId: owner.companyId, applicationId: owner.applicationId }, cvId, open)
  await deps.cvUploads.insert({ ...owner, cvId, fileName: name, until: calculateExpiry(deps) })`,
    ],
    'cv: kept for an hour only. An applicant who corrects the form after lunch sends the file again.': [
      'const KEPT_MS = 24 *',
      'const KEPT_MS = 1 *',
    ],
    'cv: taken without more time. The sweep removes the CV of a form that is just accepted.': [
      'kept !== undefined && (await deps.cvUploads.prolong(kept, calculateExpiry(deps))) ? kept.cvId : undefined',
      'kept?.cvId',
    ],
    'cv: those kept for an accepted form stay. Old CVs stay for a day after the person replaced them.': [
      'for (const kept of await deps.cvUploads.listKept(owner.companyId, owner.applicationId)) await discardCv(deps, kept)',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/cv/service/upload.ts', backOffice, {
    'cv: erased but for those on their way. A broken upload of an erased person stays.': [
      'for (const cvId of noted) await deps.cvs.remove(cvId)',
      '',
    ],
    'cv: erased but for the stored ones. The CV of an erased person stays.': [
      'await deps.cvs.removeAllForApplication(application)',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/cv/service/sweep.ts', upload, {
    'cv: the sweep asks for the application first. A CV of an application that was accepted between the two would be lost.':
      [
        `  if (!(await deps.cvUploads.condemn(upload, new Date(deps.now())))) return false
  if (await isHeld(upload)) {`,
        `  const isKept = await isHeld(upload)
  if (!(await deps.cvUploads.condemn(upload, new Date(deps.now())))) return false
  if (isKept) {`,
        'An accept that took this CV gave it 24 hours more first, so that condemn refuses it; only one that takes 24 hours could fall between, and it would be lost in either order.',
      ],
    'cv: swept though an application holds it. The CV of an accepted application is lost.': [
      'if (await isHeld(upload)) {',
      'if (!(await isHeld(upload))) {',
    ],
    'cv: swept though a form took it since. The CV of a form that is just accepted is lost.': [
      'if (!(await deps.cvUploads.condemn(upload, new Date(deps.now())))) return false',
      'await deps.cvUploads.condemn(upload, new Date(deps.now()))',
    ],
    'cv: one that fails ends the sweep. One broken file keeps all the others.': [
      "deps.log.warn({ err: error }, 'could not remove an abandoned CV; the next sweep tries again')",
      'throw error',
    ],
  }),
  mistakes('apps/api/src/feature/application/service/cv.ts', upload, {
    'cv: held by any CV of the application. A CV that an applicant replaced stays for ever.': [
      '?.cvId === cvId)',
      '?.cvId !== null)',
    ],
  }),
  mistakes('apps/api/src/feature/cv/upload-store.ts', backOffice, {
    'cv: erasure leaves the name of the file. Files are called after people.': [
      "{ $set: { fileName: '', until: now, isKept: false } }",
      '{ $set: { until: now, isKept: false } }',
    ],
  }),
  mistakes('apps/api/src/feature/cv/upload-store.ts', 'apps/api/src/feature/cv/upload-store.test.ts', {
    'cv: a condemned one is taken. A form takes a CV whose bytes are being removed.': [
      '{ _id: cvId, companyId, isCondemned: false },\n        { $set: { until, isTaken: true } }',
      '{ _id: cvId, companyId },\n        { $set: { until, isTaken: true } }',
    ],
  }),
  mistakes('apps/api/src/feature/cv/upload-store.ts', upload, {
    'cv: condemned though it got more time. The CV of a form that is just accepted is lost.': [
      '{ _id: cvId, companyId, until: { $lte: now } }',
      '{ _id: cvId, companyId }',
    ],
    'cv: swept before its time. A sweep looks at every CV that is on its way.': [
      '.find({ until: { $lte: now } })',
      '.find({})',
      'condemn asks for the time again and refuses each whose time is not over.',
    ],
  }),
  mistakes('apps/api/src/feature/cv/upload-store.ts', companyFilter, {
    'cv: one of another company is kept. A company touches the rows of another.': [
      '{ _id: cvId, companyId }, { $set: { isKept: true } }',
      '{ _id: cvId }, { $set: { isKept: true } }',
    ],
    'cv: one kept at another company is listed. A form shows the file of another company’s applicant.': [
      'const conditions = { companyId, applicationId, isKept: true, isCondemned: false }',
      'const conditions = { applicationId, isKept: true, isCondemned: false }',
    ],
    'cv: one of another company is forgotten. A CV of another company is never swept.': [
      'deleteOne({ _id: cvId, companyId })',
      'deleteOne({ _id: cvId })',
    ],
    'cv: one of another company is condemned. A company touches the rows of another.': [
      '{ _id: cvId, companyId, until: { $lte: now } }',
      '{ _id: cvId, until: { $lte: now } }',
    ],
    'cv: one of another company gets more time. A company touches the rows of another.': [
      '{ _id: cvId, companyId, isCondemned: false },\n        { $set: { until, isTaken: true } }',
      '{ _id: cvId, isCondemned: false },\n        { $set: { until, isTaken: true } }',
    ],
    'cv: those of another company are abandoned. An erasure removes the CV of another company’s applicant.': [
      'const ofApplication = { companyId, applicationId }',
      'const ofApplication = { applicationId }',
    ],
  }),
  mistakes('apps/api/src/feature/cv/store.ts', companyFilter, {
    'cv: those of another company are erased. An erasure removes the CV of another company’s applicant.': [
      "{ 'metadata.companyId': companyId, 'metadata.applicationId': id }, { projection",
      "{ 'metadata.applicationId': id }, { projection",
    ],
  }),
  mistakes('apps/api/src/feature/cv/store.ts', backOffice, {
    'cv: erased without its bytes. The CV of an erased person stays, and nobody finds it any more.': [
      'await chunks.deleteMany({ files_id: { $in: ids } })',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/application/service/review.ts', backOffice, {
    'review: erased people are one person. Erasing one of them again erases them all again, in the audit trail too.': [
      '): Promise<Application[]> {\n  if (erasedAt !== undefined) return []\n',
      '): Promise<Application[]> {\n',
    ],
  }),
  mistakes('apps/api/src/feature/application/service/erase.ts', backOffice, {
    'erase: only the named application leaves the mailbox. The others of the person stay in it.': [
      'shutOut(companyId, ids)',
      'shutOut(companyId, [id])',
    ],
    'erasure: shut out of the mailbox afterwards. Broken off in between, the row looks erased while copies wait in the mailbox.':
      [
        `  await deps.mailbox.shutOut(companyId, ids)
  for (const application of applications) {`,
        `  afterEach = ((before) => async (application) => {
    await deps.mailbox.shutOut(companyId, ids)
    await before(application)
  })(afterEach)
  for (const application of applications) {`,
      ],
    'erasure: the named one before the others. Broken off in between, nothing finds the others any more.': [
      'allOfPerson ? [...others, application] : [application]',
      'allOfPerson ? [application, ...others] : [application]',
    ],
    'erasure: the row before the CV. Broken off in between, the row looks erased while the CV is there.': [
      `    await eraseCvs(deps, application)
    await deps.applications.erase(companyId, application.id, new Date(deps.now()))`,
      `    await deps.applications.erase(companyId, application.id, new Date(deps.now()))
    await eraseCvs(deps, application)`,
    ],
    'erasure: always of all that the person sent. More is erased than was asked for, for good.': [
      'allOfPerson ? [...others, application] : [application]',
      '[...others, application]',
    ],
    'erasure: not in the audit trail. Nobody can show that a request was fulfilled.': [
      "noteAudit(deps, actor, 'application_erased', each.id)",
      'Promise.resolve()',
    ],
  }),
  mistakes('apps/api/src/feature/application/page.ts', page, {
    'page: the total of the next poll with this page in it. Callers are told of more candidates than there are, and ask on.':
      ['total: before + applications.length }', 'total: before }'],
    'page: an unknown range in the shared query. Polls of other companies wait for a caller that begins far back.': [
      'return listAlone(filter, pageSize)',
      'return readThrough(throughMs)',
    ],
    'page: a slice of the range that is not full is taken for the page. A poll is told that there is no more, and skips the rest.':
      ['if (found.length === pageSize) return found', 'if (found.length > 0) return found'],
    'page: the second page in a total of another size. The last page is empty.': [
      'const isPastTheEnd = (page - 1) * pageSize >= total',
      'const isPastTheEnd = page * pageSize >= total',
    ],
    'page: a full page is taken for the last one. A poll is told that there is no more, and skips the rest.': [
      'if (last === undefined || applications.length < pageSize)',
      'if (last === undefined || applications.length <= pageSize)',
    ],
    'page: the whole range is read for its first page. A poll from far back makes every other poll wait.': [
      'if (end === undefined || end.throughMs >= throughMs) {',
      'if (known !== undefined) {',
    ],
    'page: a range with a few applications is taken for empty. They are handed over once, and missing when the caller asks again.':
      ['known?.isEmpty ? Math.max(', 'known ? Math.max('],
    'page: a later range is joined to an empty one before it. A candidate who came between the two is never handed over.':
      [' && filter.afterMs <= range.throughMs', ''],
  }),
  mistakes('apps/api/src/feature/application/known-counts.ts', page, {
    'counts: of another job. A job shows the total of another.': [
      'JSON.stringify([companyId, jobId])',
      'JSON.stringify([companyId])',
    ],
    'counts: the marks are one application off. Totals are wrong, and a caller stops one application early.': [
      'place({ throughMs: afterMs + (part + 1) * partMs, total })',
      'place({ throughMs: afterMs + (part + 1) * partMs, total: total - 1 })',
    ],
    'counts: a mark is at the beginning of its part. What came within the part is counted twice.': [
      'throughMs: afterMs + (part + 1) * partMs',
      'throughMs: afterMs + part * partMs',
    ],
    'counts: from the next mark, the wrong way round. A total is larger than there are applications.': [
      'return after.total - (await',
      'return after.total + (await',
    ],
    'counts: a long gap is counted in. A first page waits for a count of all applications between two marks.': [
      ': after.total - before.total <= SPACINGS_IN_GAP * spacing',
      ': true',
    ],
    'counts: what was counted is not stored. A process that starts counts all applications again.': [
      'if (all.length > stored.marks.length) await',
      'if (all.length < stored.marks.length) await',
    ],
    'counts: a process that runs for months leaves no marks. The next one counts these months.': [
      'if (hasFewMarks) await',
      'if (false) await',
    ],
    'counts: callers at the same moment make the same marks. All applications are counted for each of them.': [
      'known.extending ??= runWithoutDeadline',
      'known.extending = runWithoutDeadline',
    ],
  }),
  mistakes('apps/api/src/feature/application/known-counts.ts', knownCounts, {
    'counts: the parts come in the order of time. A database that groups in another order makes wrong totals and pages.':
      ['[...counts].sort(([a], [b]) => a - b)', 'counts'],
    'counts: marks that do not fit are kept. After changes by hand a poll never ends.': [
      'if (after !== undefined && after.total !== found.last.total) {',
      'if (false) {',
    ],
  }),
  mistakes('apps/api/src/feature/application/mark-store.ts', knownCounts, {
    'marks: written over those of another process. Marks that were made meanwhile are lost.': [
      'rows.updateOne({ ...id, revision }',
      'rows.updateOne({ ...id }',
    ],
    'marks: of the company for each job. A job shows the total of the company.': [
      'jobId === undefined ? companyId : `${companyId} ${jobId}`',
      'jobId === undefined ? companyId : companyId',
    ],
  }),
  mistakes('apps/api/src/feature/application/service/recover.ts', 'apps/api/src/admin/recover.promise.test.ts', {
    'recover: the counts stay. After a restore, totals have applications that are gone.': [
      'await deps.marks.removeAll(companyId)',
      'await Promise.resolve()',
    ],
  }),
  mistakes('apps/api/src/feature/application/store.ts', changes, {
    'changes: a new status is in no list.': ['{ $set: { status }, ...MARK_CHANGE }', '{ $set: { status } }'],
    'changes: an erasure is in no list, so the caller keeps what the person sent.': [
      'erasedAt }, ...MARK_CHANGE }',
      'erasedAt } }',
    ],
  }),
  mistakes('apps/api/src/feature/candidate/service.ts', changes, {
    'changes: the candidates of a job with another external id are in no list.': [
      'companyId, changedSince, jobIds, ...range }',
      'companyId, changedSince, jobIds: [], ...range }',
    ],
    'changes: a date beside changedSince is passed over. The caller gets candidates of other dates.': [
      'afterMs: findAfterMs(filter), throughMs:',
      'afterMs: BEFORE_ALL_MS, throughMs:',
    ],
    'changes: the instant to go on from is read after the candidates. A change meanwhile is in no list.': [
      '    changedThrough,\n',
      '    changedThrough: findChangedThrough(deps, { changedSince, ...filter }),\n',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/write.ts', changes, {
    'candidates: the title of a second ago. A poll after the answer to an update names the job by its old title.': [
      'if (read.externalId !== null && fields.title !== read.fields.title) forgetHolder',
      'if (false) forgetHolder',
    ],
  }),
  mistakes('apps/api/src/feature/application/known-counts.ts', candidates, {
    'page: the total of another company. A company learns how many applications another has.': [
      'JSON.stringify([companyId, jobId])',
      'JSON.stringify([jobId])',
    ],
  }),
  mistakes('apps/api/src/feature/candidate/service.ts', 'apps/api/src/feature/candidate/dates.test.ts', {
    'poll: to before since moves the cursor back. The next poll gives candidates a second time.': [
      'Math.max(to?.getTime() ?? Number.POSITIVE_INFINITY, afterMs)',
      'to?.getTime() ?? Number.POSITIVE_INFINITY',
    ],
    'poll: from without its own millisecond. A candidate of that very instant is missed.': [
      '(from?.getTime() ?? 0) - 1',
      '(from?.getTime() ?? 0)',
    ],
    'poll: to is forgotten. A range has more than was asked for.': [
      'Math.min(clock.getTime(), Math.max(to?.getTime() ?? Number.POSITIVE_INFINITY, afterMs))',
      'clock.getTime()',
    ],
  }),
  mistakes('apps/api/src/feature/candidate/service.ts', 'apps/api/src/feature/application/mailbox.test.ts', {
    'poll: reads past the clock. A candidate is shown before those that come in front of it, and these are skipped.': [
      'Math.min(clock.getTime(), Math.max(to?.getTime() ?? Number.POSITIVE_INFINITY, afterMs))',
      'Math.max(to?.getTime() ?? Number.MAX_SAFE_INTEGER / 2, afterMs)',
    ],
  }),
  mistakes('apps/api/src/feature/candidate/service.ts', candidates, {
    'poll: synced through the clock though more follow. A caller who continues from the header skips the pages after the first.':
      ['last === undefined || isLastPage ? new Date(throughMs) : last.date', 'new Date(throughMs)'],
    'poll: synced through the last candidate only. The document says how far the list is whole, and it is further.': [
      'last === undefined || isLastPage ? new Date(throughMs) : last.date',
      'last === undefined ? new Date(throughMs) : last.date',
    ],
    'poll: nothing new while the newest is there. The newest candidate is never shown to a caller who asks from the millisecond before.':
      ['const isNothingNew = afterMs >= lastDate.getTime()', 'const isNothingNew = afterMs >= lastDate.getTime() - 1'],
    'poll: the last page is reported one candidate too early. A caller who continues from the header skips the last candidate.':
      [
        '(page - 1) * pageSize + applications.length >= total',
        '(page - 1) * pageSize + applications.length >= total - 1',
      ],
  }),
].flat()
