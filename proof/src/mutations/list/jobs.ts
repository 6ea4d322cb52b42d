import { mistakes } from '../mutation.ts'

const update = 'apps/api/src/feature/job/update.test.ts'
const unpublish = 'apps/api/src/feature/job/unpublish.test.ts'
const link = 'apps/api/src/feature/job/link.test.ts'
const backOffice = 'apps/api/src/feature/job/back-office.test.ts'
const upsert = 'apps/api/src/feature/job/upsert.test.ts'
const changeEach = 'apps/api/src/db/change-each.test.ts'
const twoProcesses = 'apps/api/src/test/two-processes.promise.test.ts'
const companyFilter = 'apps/api/src/test/company-filter.test.ts'
const search = 'apps/api/src/feature/job/search.test.ts'

const changes = 'apps/api/src/feature/job/changes.test.ts'
const updateOnly = 'apps/api/src/feature/job/update-only.test.ts'

export const jobs = [
  mistakes('apps/api/src/feature/job/service/update.ts', updateOnly, {
    'update only: a job is created after all. A job whose id was changed on the board is there twice.': [
      '    requireMayCreate(company, last, wanted)\n',
      '',
    ],
    'update only: a dry run says that a job would be created.': ['  requireMayCreate(company, read, wanted)\n', ''],
  }),
  mistakes('apps/api/src/feature/job/routes.ts', updateOnly, {
    'update only: any If-Match counts as *. A caller who names an entity tag believes that it was compared.': [
      "ifMatch.trim() === '*'",
      'true',
    ],
  }),
  mistakes('apps/api/src/feature/job/service/upsert.ts', updateOnly, {
    'upsert: "create": false is passed over, and jobs are created.': [
      'create: mayCreate = true } = options',
      'create = true } = options\n  const mayCreate = create || true',
    ],
  }),
  mistakes('apps/api/src/feature/job/service/edit.ts', changes, {
    'edit: the changes of an administrator look like those of a key.': [
      "replace(read, content, markChange(deps, 'back_office'))",
      "replace(read, content, markChange(deps, 'api'))",
    ],
  }),
  mistakes('apps/api/src/db/changed-through.ts', changes, {
    'changes: the next list goes on from now. A change that is stored at this moment is in no list.': [
      'soundNow() - STORED_WITHIN_MS',
      'soundNow()',
    ],
    'changes: a later page says from when to go on. A job that changed after its page was read is in no list.': [
      ' && page === 1',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/lists.ts', changes, {
    'jobs: changedSince is passed over, and every job is listed.': ['...(changedSince && {', '...(false && {'],
  }),
  mistakes('apps/api/src/db/change-each.ts', changeEach, {
    'change each: of two changes of one row the last is made. The second caller is told that it wrote over the first, from a reading before it.':
      ['changes.toReversed().map(', 'changes.map('],
    'change each: the revision is not asked for. A change made from an old reading is written over a newer one.': [
      'filter: where as mongo.Filter<Row>',
      'filter: { _id: where._id, companyId: where.companyId } as mongo.Filter<Row>',
    ],
    'change each: the time is not noted. A changed job is in no list of changes.': [
      '        $currentDate: { changedAt: true },\n',
      '',
    ],
    'change each: the revision stays. Nobody sees that the row has changed, and changes are lost.': [
      '        $inc: { revision: 1 },\n',
      '',
    ],
    'change each: no id is left in the row. A change whose answer was lost counts as not made, and is made again over a later one.':
      ['        $push: { changeIds: { $each: [id], $slice: -CHANGE_IDS_KEPT } },\n', ''],
    'change each: the ids in a row grow without end. A job that is changed every minute is larger each day.': [
      ', $slice: -CHANGE_IDS_KEPT }',
      ' }',
    ],
    'change each: the oldest ids are kept. After 32 changes no lost answer can be found out any more.': [
      '$slice: -CHANGE_IDS_KEPT',
      '$slice: CHANGE_IDS_KEPT',
    ],
    'change each: what did not match counts as made. A change that was overtaken is acknowledged.': [
      'if (matchedCount === attempts.length) for',
      'for',
    ],
    'change each: another row’s refusal fails all. One external id that is taken refuses those of others.': [
      "if (attempt !== undefined) outcomes.set(attempt.change, isDuplicateKey ? 'taken' : new Error(message))",
      "for (const { change } of attempts) outcomes.set(change, isDuplicateKey ? 'taken' : new Error(message))",
    ],
    'change each: an id of somebody else’s change. A change that was overtaken is acknowledged.': [
      'row?.changeIds?.some((made) => made.equals(id))',
      'row?.changeIds?.some((made) => made !== null)',
    ],
    'change each: a row that has moved on counts as made. A change that was overtaken is acknowledged.': [
      "else if (row.revision !== change.where.revision) outcomes.set(change, 'outdated')",
      "else outcomes.set(change, 'made')",
    ],
    'change each: guesses where the ids are gone. A change that was made long ago counts as not made, and is made again over a later one.':
      ['if (row.revision > change.where.revision + CHANGE_IDS_KEPT)', 'if (row.revision < 0)'],
    'change each: a lost answer is a failure. A change of the primary fails every update that is under way.': [
      'if (failure !== undefined && !isTransient(failure)) {',
      'if (failure !== undefined) {',
    ],
  }),
  mistakes('apps/api/src/feature/job/service/unpublish.ts', twoProcesses, {
    'unpublish: what is remembered as unpublished is believed. A job that another process has published again stays on the site.':
      [
        'let job = deps.jobs.recall(companyId, externalJobId)\n',
        "let job = deps.jobs.recall(companyId, externalJobId)\n  if (job?.status === 'UNPUBLISHED') return { jobId: job.id, error: null }\n",
      ],
  }),
  mistakes('apps/api/src/feature/job/service/unpublish.ts', unpublish, {
    'unpublish: a lost race counts as made. A job stays on the site, and the caller believes that it is gone.': [
      'if (isReplaced) return { jobId: job.id, error: null }',
      'return { jobId: job.id, error: null }',
    ],
    'unpublish: once more is not found. A second call fails though all is as it was asked for.': [
      "if (job.status === 'UNPUBLISHED') return { jobId: job.id, error: null }",
      "if (job.status === 'UNPUBLISHED') throw new AppError('job_not_found', { externalId: externalJobId, companyId })",
    ],
  }),
  mistakes('apps/api/src/feature/job/service/update.ts', update, {
    'update: another id in the body. The caller believes to have renamed the job.': [
      '  requireSameId(job, externalJobId)\n',
      '',
    ],
    'update: the second try from the first reading. Callers that write at once get a 500.': [
      '    last = await deps.jobs.findLatest(company.id, externalId)\n',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/job/service/update.ts', twoProcesses, {
    'update: what is remembered refuses a change. A change that is right is refused by what another process has changed since.':
      ['if (error instanceof AppError) return undefined\n    throw error', 'throw error'],
    'update: what is remembered is called unchanged. A change is dropped that another process has made necessary.': [
      'if (remembered === undefined || content === undefined || isSameContent(remembered, content)) return undefined',
      "if (remembered === undefined || content === undefined) return undefined\n  if (isSameContent(remembered, content)) return toResult(deps, company, 'unchanged', remembered)",
    ],
    'update: a lost race counts as made. A change that is lost is acknowledged.': [
      "return isReplaced ? toResult(deps, company, 'updated', remembered) : undefined",
      "return toResult(deps, company, 'updated', remembered)",
    ],
  }),
  mistakes('apps/api/src/feature/job/service/update.ts', upsert, {
    'plan: the same content is an update. A sync says each day that it will change everything.': [
      "isSameContent(read, content) ? 'unchanged' : 'updated'",
      "'updated'",
    ],
  }),
  mistakes('apps/api/src/feature/job/service/upsert.ts', upsert, {
    'upsert: rows of one id at once. The first row of an id may win over the last.': [
      'const isRepeated = id !== null && before !== undefined && !dryRun',
      'const isRepeated = id === undefined && before !== undefined && !dryRun',
    ],
    'upsert: a repeated row is compared with the job from before the call. A row that takes an earlier row back changes nothing.':
      ['before.then(() => deps.jobs.findLatest(company.id, id))', 'before.then(() => read.get(id))'],
    'upsert: a dry run writes. Asking what would happen makes it happen.': [
      'const { outcome, jobId, jobUrl, warnings } = dryRun\n',
      "const { outcome, jobId, jobUrl, warnings } = dryRun && id === ''\n",
    ],
    'upsert: a failure of ours is not logged. The operator does not learn why jobs are missing.': [
      "    if (error.status >= 500) deps.log.error({ err: cause }, 'one job of a batch failed')\n",
      '',
    ],
    'upsert: one that fails fails all. One wrong row refuses 99 right ones.': [
      '    const error = cause instanceof AppError',
      '    throw cause\n    const error = cause instanceof AppError',
    ],
  }),
  mistakes('apps/api/src/feature/job/service/link.ts', link, {
    'link: two links of one request to one job at once. The last of two links wins instead of the first, or both are said to be set.':
      [
        'const isFirst = !jobs.has(platformJobId) && !externalIds.has(externalJobId)',
        'const isFirst = !externalIds.has(externalJobId)',
        'Of several changes of one row only the first is tried; the other link finds the id when it reads again.',
      ],
    'link: two links of one request to one id at once. Of two jobs it is luck which gets the id.': [
      'const isFirst = !jobs.has(platformJobId) && !externalIds.has(externalJobId)',
      'const isFirst = !jobs.has(platformJobId)',
    ],
    'link: a job that is not there is linked. The caller relies on a link that is not there.': [
      "if (read === undefined) return { ...link, status: 'not_found' }",
      "if (read === undefined) return { ...link, status: 'linked' }",
    ],
    'link: a job that has an id gets another. A job loses the id by which somebody calls it.': [
      'return read?.externalId === null ? [{ link, read }] : []',
      'return read !== undefined ? [{ link, read }] : []',
    ],
    'link: a link that was overtaken counts as refused. A job that was changed in that moment is said to have an id that it does not have.':
      ['if (!outdated.has(link)) results.set(', 'results.set('],
    'link: what was linked is forgotten within the request. A second link to the same job takes the first one’s id away, or never ends.':
      [
        '    held.set(link.platformJobId, { ...read, externalId: link.externalJobId, revision: read.revision + 1 })',
        '    held.set(link.platformJobId, read)',
        'The job has left the revision that is remembered, so the second link is outdated and reads again.',
      ],
  }),
  mistakes('apps/api/src/feature/job/service/edit.ts', backOffice, {
    'edit: from an old page. An administrator writes over what a colleague has just saved.': [
      "if (read.revision !== revision) throw new AppError('job_changed')",
      '',
    ],
    'edit: a publication is not in the audit trail. Nobody can see who put a job on the site.': [
      'if (content.status !== read.status) await notePublication(deps, actor, read.id, content.status)',
      '',
    ],
    'edit: a taken id is not told. The administrator is told to try again, in vain.': [
      "if (outcome === 'taken' && externalId !== null) {",
      "if (outcome === 'taken' && externalId === null) {",
    ],
    'edit: a lost race counts as made. The administrator sees an id that the job does not have.': [
      "if (outcome !== 'made') throw new AppError('job_changed')",
      '',
    ],
    'edit: a second try of an id does not wait. Another process still finds the job by its old id.': [
      '    await waitUntilForgotten()\n    return { revision }',
      '    return { revision }',
    ],
    'edit: an id’s change is not in the audit trail. Nobody can see which id the job had.': [
      "from: read.externalId ?? '',",
      "from: '',",
    ],
  }),
  mistakes('apps/api/src/feature/job/service/publish.ts', changes, {
    'publish: a publication gives up when a colleague was faster. The job stays a draft, for a change that has nothing to do with it.':
      [
        'if (await writeContent(deps, actor, read, { ...read, status })) return { revision: read.revision + 1 }',
        "if (await writeContent(deps, actor, read, { ...read, status })) return { revision: read.revision + 1 }\n    throw new AppError('job_changed')",
      ],
  }),
  mistakes('apps/api/src/feature/job/service/create.ts', backOffice, {
    'create: a board job on the site is not in the audit trail. Nobody can see who put a job on the site.': [
      "if (created?.status === 'PUBLISHED') await notePublication(deps, actor, created.id, created.status)",
      '',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/find-named.ts', 'apps/api/src/feature/job/store/job-store.test.ts', {
    'jobs: a shared reading mixes companies. Of two companies with the same external id one gets the job of the other.':
      ['row.companyId === named.companyId && row[name] === named[name]', 'row[name] === named[name]'],
  }),
  mistakes('apps/api/src/feature/job/store/external-ids.ts', 'apps/api/src/feature/job/store/job-store.test.ts', {
    'jobs: the holder of an id is remembered after a change. A poll by an id that was moved here is answered by the job that had it.':
      ['        })\n      } finally {\n        holders.forget()\n      }', '        })\n      } finally {\n      }'],
    'jobs: the holder of an id is remembered after a link. A poll by an id that was given to another job here is answered by the job that had it.':
      [
        '.map(throwIfError)\n      } finally {\n        holders.forget()\n      }',
        '.map(throwIfError)\n      } finally {\n      }',
      ],
  }),
  mistakes('apps/api/src/feature/job/store/external-ids.ts', companyFilter, {
    'jobs: external ids of all companies. A company learns the ids of another, and links its jobs.': [
      'jobs.find({ _id: { $in: jobIds }, companyId }, { projection,',
      'jobs.find({ _id: { $in: jobIds } }, { projection,',
    ],
    'jobs: linked at another company. A company takes another’s job for its own.': [
      'where: { _id: jobId, companyId, revision }',
      'where: { _id: jobId, revision }',
    ],
    'jobs: renamed at another company. A company changes another’s job.': [
      'where: { _id: id, companyId, revision },\n          set: { externalKey: externalId ?? id',
      'where: { _id: id, revision },\n          set: { externalKey: externalId ?? id',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/external-ids.ts', link, {
    'jobs: linked from an old reading. A job loses the id that another call has just given it.': [
      'where: { _id: jobId, companyId, revision }',
      'where: { _id: jobId, companyId }',
    ],
  }),
  mistakes('apps/api/src/feature/job/service/read.ts', changes, {
    'changes: the instant to go on from is read after the jobs. A change meanwhile is in no list.': [
      'total, error: null }, changedThrough }',
      'total, error: null }, changedThrough: findChangedThrough(deps, range) }',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/read.ts', companyFilter, {
    'jobs: any company’s by external ids. A batch changes another company’s job.': [
      'findJobs(jobs, { companyId, externalKey: { $in: externalIds } }, LATEST)',
      'findJobs(jobs, { externalKey: { $in: externalIds } }, LATEST)',
    ],
    'jobs: any company’s by ids. Titles of another company are shown.': [
      'findJobs(jobs, { _id: { $in: jobIds }, companyId })',
      'findJobs(jobs, { _id: { $in: jobIds } })',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/write.ts', companyFilter, {
    'jobs: replaced at another company. A company changes another’s job.': [
      'where: { _id: read.id, companyId: read.companyId, revision: read.revision }',
      'where: { _id: read.id, revision: read.revision }',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/write.ts', twoProcesses, {
    'jobs: replaced whatever its revision. A field that another process has just changed goes back.': [
      'where: { _id: read.id, companyId: read.companyId, revision: read.revision }',
      'where: { _id: read.id, companyId: read.companyId }',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/write.ts', 'apps/api/src/feature/job/create.test.ts', {
    'jobs: an insert that is refused counts as made. A create is acknowledged, and the job is another one.': [
      'return refusal.isDuplicateKey ? false : new Error(refusal.message)',
      'return refusal.isDuplicateKey ? true : new Error(refusal.message)',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/write.ts', 'apps/api/src/site/job-posting.test.ts', {
    'jobs: published again on its first date. A job that comes back looks as old as it was.': [
      'isPublishing ? mark.updatedAt : read.publishedAt',
      'read.publishedAt ?? mark.updatedAt',
    ],
    'jobs: a change while published makes it new. Correcting a word puts the job on top of every list.': [
      "status === 'PUBLISHED' && read.status !== 'PUBLISHED'",
      "status === 'PUBLISHED'",
    ],
  }),
  mistakes('apps/api/src/feature/job/store/lists.ts', companyFilter, {
    'jobs: the list of all companies. A company reads another’s jobs.': [
      '        companyId,\n        status: { $in: statuses },\n        ...(afterJobId',
      '        status: { $in: statuses },\n        ...(afterJobId',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/look-up.ts', companyFilter, {
    'jobs: the back office’s list of all companies. An administrator reads and counts another company’s jobs.': [
      '  companyId,\n  status: { $in: statuses },\n  ...(externalId',
      '  status: { $in: statuses },\n  ...(externalId',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/search.ts', companyFilter, {
    'jobs: the search of all companies. A company’s page shows another’s jobs.': [
      "{ ...(companyId !== undefined && { companyId }), status: 'PUBLISHED' }",
      "{ status: 'PUBLISHED' }",
    ],
  }),
  mistakes('apps/api/src/feature/job/store/search.ts', 'apps/api/src/site/company-page.test.ts', {
    'jobs: drafts in the search. Everybody reads what is not published.': [
      "{ ...(companyId !== undefined && { companyId }), status: 'PUBLISHED' }",
      '{ ...(companyId !== undefined && { companyId }) }',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/read-range.ts', 'apps/api/src/site/company-page.test.ts', {
    'jobs: a page leaves out the jobs that were published at the same instant. Half of a push is on no page.': [
      '[...atOnce, ...others]',
      '[...others]',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/match-words.ts', search, {
    'search: a job is named and described. A job is on two pages.': ['{ ...exact, $nor: [named] }', 'exact'],
    'search: roots are not looked for. Women find no job whose title is masculine.': [
      '[new RegExp(`^${escapePattern(word)}`), findRoot(word)]',
      '[new RegExp(`^${escapePattern(word)}`)]',
    ],
  }),
  mistakes('apps/api/src/feature/job/searched.ts', search, {
    'search: texts are not read. A job is found by its title only.': [
      'return roots\n      roots.add',
      'return roots\n      if (false) roots.add',
    ],
  }),
  mistakes('apps/api/src/feature/job/inclusive.ts', search, {
    'search: an ending is a word. "ère" finds advisers, and "conseillère" does not.': [
      'return form === undefined',
      'return form !== undefined',
    ],
  }),
  mistakes('apps/api/src/server.ts', search, {
    'search: old rows stay without words. After an update no search finds the jobs of before.': [
      '    await stores.jobs.fillWords()\n',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/published.ts', companyFilter, {
    'jobs: the feed of all companies. A company’s feed has another’s jobs.': [
      '{ companyId, ...matchAfter(afterId) }',
      'matchAfter(afterId)',
    ],
  }),
  mistakes('apps/api/src/feature/job/store/published.ts', 'apps/api/src/site/feed.test.ts', {
    'jobs: drafts in the company’s feed. Portals show what is not published.': [
      '{ companyId, ...matchAfter(afterId) }',
      '{ companyId, _id: { $gt: afterId } }',
    ],
    'jobs: drafts in the sitemap. Search engines are sent to pages that are not there.': [
      '.find(matchAfter(afterId), { projection,',
      '.find({ _id: { $gt: afterId } }, { projection,',
    ],
  }),
].flat()
