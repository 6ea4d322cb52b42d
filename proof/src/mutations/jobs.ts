import { mistakes } from './mutation.ts'

/** What becomes of a job: writes at the same time, external ids, failovers, HTML, and the dates of a query. */
export const jobs = [
  mistakes('packages/core/src/db/change-each.ts', 'packages/core/src/db/change-each.test.ts', {
    'change each: the revision is not asked for. A change made from an old reading is written over a newer one.': [
      'filter: where as mongo.Filter<Row>',
      'filter: { _id: where._id, companyId: where.companyId } as mongo.Filter<Row>',
    ],
    'change each: what did not match counts as made. A change that was overtaken is acknowledged.': [
      'if (matchedCount === attempts.length) for',
      'for',
    ],
  }),
  mistakes('packages/core/src/job/update.ts', 'apps/api/src/test/update.promise.test.ts', {
    'update: unchanged by a reading that may be old. A change is dropped because a new primary had not seen the one before.':
      [
        'const latest = await deps.jobs.findLatest(companyId, request.externalId)',
        'const latest = await deps.jobs.findByExternalId(companyId, request.externalId)',
      ],
  }),
  mistakes('packages/core/src/job/store/read.ts', 'apps/api/src/test/update.promise.test.ts', {
    'update: unchanged by a revision that may be old. A change is dropped because a new primary had not seen the one before.':
      [
        "findEach(jobs, 'externalKey', keys, { projection: REVISION, ...LATEST })",
        "findEach(jobs, 'externalKey', keys, { projection: REVISION })",
      ],
    'upsert: unchanged by revisions that may be old. A change of a batch is dropped in the same way.': [
      'jobs.find({ companyId, externalKey }, { projection: REVISION, ...LATEST })',
      'jobs.find({ companyId, externalKey }, { projection: REVISION })',
    ],
  }),
  mistakes('packages/core/src/job/publish.ts', 'apps/api/src/test/update.promise.test.ts', {
    'unpublish: a lost race counts as made. A job stays on the site, and the caller believes that it is gone.': [
      'if (!unpublished.isOutdated) return',
      'return',
    ],
  }),
  mistakes('packages/core/src/db/change-each.ts', 'apps/api/src/test/update.promise.test.ts', {
    'unpublish: a command that arrives late is carried out. A job that was published again leaves the site.': [
      'const isOpen = { $and: [condition, { $not: [{ $in: [id, ids] }] }] }',
      'const isOpen = condition',
    ],
  }),
  mistakes('packages/core/src/job/edit.ts', 'packages/core/src/job/back-office.test.ts', {
    'edit: from an old page. A user writes over what another user has just saved.': [
      "if (read.revision !== revision) throw new AppError('job_changed')",
      '',
    ],
  }),
  mistakes('packages/schema/src/job-content.ts', 'packages/core/src/job/update.test.ts', {
    'content: null leaves a field as it is. A salary that was taken back stays public.': [
      'if (value === null) after.delete(name)\n    else if (value !== undefined)',
      'if (value !== undefined && value !== null)',
    ],
    'content: a draft is published by any change. Correcting a title brings an unpublished job back.': [
      "status ?? stored?.status ?? 'PUBLISHED'",
      "status ?? 'PUBLISHED'",
    ],
    'content: stored without sanitising. A job’s script runs on our page.': [
      "if (typeof html === 'string') safe[name] = await sanitise(html)",
      '',
    ],
  }),
  mistakes('packages/core/src/job/upsert.ts', 'packages/core/src/job/upsert.test.ts', {
    'upsert: a dry run writes. Asking what would happen makes it happen.': [
      'const { outcome, ...result } = dryRun\n',
      "const { outcome, ...result } = dryRun && id === ''\n",
    ],
    'upsert: one that fails fails all. One wrong row refuses 99 right ones.': [
      '    const error = toAppError(cause)',
      '    throw cause\n    const error = toAppError(cause)',
    ],
  }),
  mistakes('packages/core/src/job/link.ts', 'packages/core/src/job/link.test.ts', {
    'link: a job that has an id gets another. A job loses the id by which somebody calls it.': [
      'return read?.externalId === null ? [{ link, read }] : []',
      'return read !== undefined ? [{ link, read }] : []',
    ],
  }),
  mistakes('packages/core/src/job/update.ts', 'packages/core/src/job/update-only.test.ts', {
    'update only: a job is created after all. A job whose id was changed on the board is there twice.': [
      '    requireMayCreate(companyId, last, request)\n',
      '',
    ],
  }),
  mistakes('packages/core/src/job/edit.ts', 'apps/api/src/test/moved-id.promise.test.ts', {
    'moved id: answered before every process knows it. A poll by the id names the applicants of the job that had it.': [
      '  if (read.externalId !== null) await deps.waitUntilForgotten()\n  return { revision: revision + 1 }',
      '  return { revision: revision + 1 }',
    ],
  }),
  mistakes('packages/core/src/intake/poll.ts', 'apps/api/src/test/moved-id.promise.test.ts', {
    'moved id: nobody is told of earlier candidates. A caller never learns of those who applied before the job got its id.':
      [
        '      answer.earlier = await countEarlier(deps, { companyId, jobId, linkedAt }, cursor.afterMs)\n',
        '      answer.earlier = undefined\n',
      ],
    'moved id: one name for all links of a job. A caller who is starting over does not notice that the id has moved once more.':
      ['`${jobId}-${linkedAt.getTime()}`', "'link'"],
  }),
  mistakes('apps/api/src/site/apply.ts', 'apps/api/src/test/withheld-body.promise.test.ts', {
    'late body: the job is the one from before the form came. People apply to a job that was taken down meanwhile.': [
      'job = await getJobBySlug(deps, company, page.job.slug)',
      'job = page.job',
    ],
  }),
  mistakes('packages/core/src/db/retry.ts', 'apps/api/src/test/failover.promise.test.ts', {
    'failover: one try. Each change of the primary is a 500 to somebody.': [
      '        if (!mayPass(error)) throw error\n',
      '        throw error\n',
    ],
  }),
  mistakes('packages/core/src/db/causal.ts', 'apps/api/src/test/causal-reads.promise.test.ts', {
    'causal: a session is not told what was seen before. A poll after a failover skips candidates for good.': [
      '    if (latest !== undefined) session.advanceOperationTime(latest)\n',
      '',
    ],
  }),
  mistakes('packages/schema/src/text/address.ts', 'packages/core/src/text/html.test.ts', {
    'html: links that run. A job’s link runs a script on our page.': [
      "'mailto', 'tel'] as const",
      "'mailto', 'tel', 'javascript'] as const",
    ],
  }),
  mistakes('apps/api/src/site/job-posting.ts', 'apps/api/src/site/job-page.test.ts', {
    'job posting: a text that ends its script. A job’s title runs a script on our page.': [
      ".replaceAll('<', '\\\\u003c')",
      '',
    ],
  }),
  mistakes('packages/schema/src/iso-date.ts', 'packages/schema/src/iso-date.test.ts', {
    'date: the last day ends at its first instant. A range to Friday has nobody of Friday.': [
      '(dayEnd ? DAY_MS - 1 : 0)',
      '0',
    ],
  }),
].flat()
