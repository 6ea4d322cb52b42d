import type { MutationGroup } from '../mutation.ts'

const update = 'apps/api/src/feature/job/update.test.ts'
const unpublish = 'apps/api/src/feature/job/unpublish.test.ts'
const link = 'apps/api/src/feature/job/link.test.ts'
const backOffice = 'apps/api/src/feature/job/back-office.test.ts'
const upsert = 'apps/api/src/feature/job/upsert.test.ts'
const changeEach = 'apps/api/src/db/change-each.test.ts'
const twoProcesses = 'apps/api/src/test/two-processes.test.ts'
const companyFilter = 'apps/api/src/test/company-filter.test.ts'

export const jobs: readonly MutationGroup[] = [
  {
    file: 'apps/api/src/db/change-each.ts',
    tests: [changeEach],
    mutations: [
      {
        name: 'change each: of two changes of one row the last is made',
        find: 'changes.toReversed().map(',
        replace: 'changes.map(',
        why: 'The second caller is told that it wrote over the first, from a reading before it.',
      },
      {
        name: 'change each: the revision is not asked for',
        find: 'filter: where as mongo.Filter<Row>',
        replace: 'filter: { _id: where._id, companyId: where.companyId } as mongo.Filter<Row>',
        why: 'A change made from an old reading is written over a newer one.',
      },
      {
        name: 'change each: the revision stays',
        find: '        $inc: { revision: 1 },\n',
        replace: '',
        why: 'Nobody sees that the row has changed, and changes are lost.',
      },
      {
        name: 'change each: no id is left in the row',
        find: '        $push: { changeIds: { $each: [id], $slice: -CHANGE_IDS_KEPT } },\n',
        replace: '',
        why: 'A change whose answer was lost counts as not made, and is made again over a later one.',
      },
      {
        name: 'change each: the ids in a row grow without end',
        find: ', $slice: -CHANGE_IDS_KEPT }',
        replace: ' }',
        why: 'A job that is changed every minute is larger each day.',
      },
      {
        name: 'change each: the oldest ids are kept',
        find: '$slice: -CHANGE_IDS_KEPT',
        replace: '$slice: CHANGE_IDS_KEPT',
        why: 'After 32 changes no lost answer can be found out any more.',
      },
      {
        name: 'change each: what did not match counts as made',
        find: 'if (matchedCount === attempts.length) for',
        replace: 'for',
        why: 'A change that was overtaken is acknowledged.',
      },
      {
        name: 'change each: another row’s refusal fails all',
        find: "if (attempt !== undefined) outcomes.set(attempt.change, isDuplicateKey ? 'taken' : new Error(message))",
        replace:
          "for (const { change } of attempts) outcomes.set(change, isDuplicateKey ? 'taken' : new Error(message))",
        why: 'One external id that is taken refuses those of others.',
      },
      {
        name: 'change each: an id of somebody else’s change',
        find: 'row?.changeIds?.some((made) => made.equals(id))',
        replace: 'row?.changeIds?.some((made) => made !== null)',
        why: 'A change that was overtaken is acknowledged.',
      },
      {
        name: 'change each: a row that has moved on counts as made',
        find: "else if (row.revision !== change.where.revision) outcomes.set(change, 'outdated')",
        replace: "else outcomes.set(change, 'made')",
        why: 'A change that was overtaken is acknowledged.',
      },
      {
        name: 'change each: guesses where the ids are gone',
        find: 'if (row.revision > change.where.revision + CHANGE_IDS_KEPT)',
        replace: 'if (row.revision < 0)',
        why: 'A change that was made long ago counts as not made, and is made again over a later one.',
      },
      {
        name: 'change each: a lost answer is a failure',
        find: 'if (failure !== undefined && !isTransient(failure)) {',
        replace: 'if (failure !== undefined) {',
        why: 'A change of the primary fails every update that is under way.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/job/service/unpublish.ts',
    tests: [unpublish],
    mutations: [
      {
        name: 'unpublish: what is remembered as unpublished is believed',
        tests: [twoProcesses],
        find: 'let job = deps.jobs.remembered(companyId, externalJobId)\n',
        replace:
          "let job = deps.jobs.remembered(companyId, externalJobId)\n  if (job?.status === 'UNPUBLISHED') return { jobId: job.id, error: null }\n",
        why: 'A job that another process has published again stays on the site.',
      },
      {
        name: 'unpublish: a lost race counts as made',
        find: 'if (isReplaced) return { jobId: job.id, error: null }',
        replace: 'return { jobId: job.id, error: null }',
        why: 'A job stays on the site, and the caller believes that it is gone.',
      },
      {
        name: 'unpublish: once more is not found',
        find: "if (job.status === 'UNPUBLISHED') return { jobId: job.id, error: null }",
        replace:
          "if (job.status === 'UNPUBLISHED') throw new AppError('job_not_found', { externalId: externalJobId, companyId })",
        why: 'A second call fails though all is as it was asked for.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/job/service/update.ts',
    tests: [update],
    mutations: [
      {
        name: 'update: another id in the body',
        find: '  requireSameId(job, externalJobId)\n',
        replace: '',
        why: 'The caller believes to have renamed the job.',
      },
      {
        name: 'update: what is remembered refuses a change',
        tests: [twoProcesses],
        find: 'if (error instanceof AppError) return undefined\n    throw error',
        replace: 'throw error',
        why: 'A change that is right is refused by what another process has changed since.',
      },
      {
        name: 'update: what is remembered is called unchanged',
        tests: [twoProcesses],
        find: 'if (remembered === undefined || content === undefined || isSameContent(remembered, content)) return undefined',
        replace:
          "if (remembered === undefined || content === undefined) return undefined\n  if (isSameContent(remembered, content)) return resultOf(deps, company, 'unchanged', remembered)",
        why: 'A change is dropped that another process has made necessary.',
      },
      {
        name: 'update: a lost race counts as made',
        tests: [twoProcesses],
        find: "return isReplaced ? resultOf(deps, company, 'updated', remembered) : undefined",
        replace: "return resultOf(deps, company, 'updated', remembered)",
        why: 'A change that is lost is acknowledged.',
      },
      {
        name: 'update: the second try from the first reading',
        tests: [update],
        find: '    last = await deps.jobs.findLatest(company.id, externalId)\n',
        replace: '',
        why: 'Callers that write at once get a 500.',
      },
      {
        name: 'plan: the same content is an update',
        tests: [upsert],
        find: "isSameContent(read, content) ? 'unchanged' : 'updated'",
        replace: "'updated'",
        why: 'A sync says each day that it will change everything.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/job/service/upsert.ts',
    tests: [upsert],
    mutations: [
      {
        name: 'upsert: rows of one id at once',
        find: 'const isRepeated = id !== null && before !== undefined && !dryRun',
        replace: 'const isRepeated = id === undefined && before !== undefined && !dryRun',
        why: 'The first row of an id may win over the last.',
      },
      {
        name: 'upsert: a dry run writes',
        find: 'const { outcome, jobId, jobUrl } = dryRun\n',
        replace: "const { outcome, jobId, jobUrl } = dryRun && id === ''\n",
        why: 'Asking what would happen makes it happen.',
      },
      {
        name: 'upsert: one that fails fails all',
        find: '    const error = cause instanceof AppError',
        replace: '    throw cause\n    const error = cause instanceof AppError',
        why: 'One wrong row refuses 99 right ones.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/job/service/link.ts',
    tests: [link],
    mutations: [
      {
        name: 'link: two links of one request to one job at once',
        find: 'const isFirst = !jobs.has(platformJobId) && !externalIds.has(externalJobId)',
        replace: 'const isFirst = !externalIds.has(externalJobId)',
        why: 'The last of two links wins instead of the first, or both are said to be set.',
        equivalent:
          'Of several changes of one row only the first is tried; the other link finds the id when it reads again.',
      },
      {
        name: 'link: two links of one request to one id at once',
        find: 'const isFirst = !jobs.has(platformJobId) && !externalIds.has(externalJobId)',
        replace: 'const isFirst = !jobs.has(platformJobId)',
        why: 'Of two jobs it is luck which gets the id.',
      },
      {
        name: 'link: a job that is not there is linked',
        find: "if (read === undefined) return { ...link, status: 'not_found' }",
        replace: "if (read === undefined) return { ...link, status: 'linked' }",
        why: 'The caller relies on a link that is not there.',
      },
      {
        name: 'link: a job that has an id gets another',
        find: 'return read?.externalId === null ? [{ link, read }] : []',
        replace: 'return read !== undefined ? [{ link, read }] : []',
        why: 'A job loses the id by which somebody calls it.',
      },
      {
        name: 'link: a link that was overtaken counts as refused',
        find: 'if (!outdated.has(link)) results.set(',
        replace: 'results.set(',
        why: 'A job that was changed in that moment is said to have an id that it does not have.',
      },
      {
        name: 'link: what was linked is forgotten within the request',
        find: '    held.set(link.platformJobId, { externalId: link.externalJobId, revision: read.revision + 1 })',
        replace: '    held.set(link.platformJobId, read)',
        why: 'A second link to the same job takes the first one’s id away, or never ends.',
        equivalent: 'The job has left the revision that is remembered, so the second link is outdated and reads again.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/job/service/edit.ts',
    tests: [backOffice],
    mutations: [
      {
        name: 'edit: from an old page',
        find: "if (read.revision !== revision) throw new AppError('job_changed')",
        replace: '',
        why: 'An administrator writes over what a colleague has just saved.',
      },
      {
        name: 'edit: a publication is not in the audit trail',
        find: 'if (content.status !== read.status) await notePublication(deps, actor, read.id, content.status)',
        replace: '',
        why: 'Nobody can see who put a job on the site.',
      },
      {
        name: 'edit: a taken id is not told',
        find: "if (outcome === 'taken' && externalId !== null) {",
        replace: "if (outcome === 'taken' && externalId === null) {",
        why: 'The administrator is told to try again, in vain.',
      },
      {
        name: 'edit: a lost race counts as made',
        find: "if (outcome !== 'made') throw new AppError('job_changed')",
        replace: '',
        why: 'The administrator sees an id that the job does not have.',
      },
      {
        name: 'edit: an id’s change is not in the audit trail',
        find: "from: read.externalId ?? '',",
        replace: "from: '',",
        why: 'Nobody can see which id the job had.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/job/service/create.ts',
    tests: [backOffice],
    mutations: [
      {
        name: 'create: a board job on the site is not in the audit trail',
        find: "if (created.status === 'PUBLISHED') await notePublication(deps, actor, created.id, created.status)",
        replace: '',
        why: 'Nobody can see who put a job on the site.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/job/store.ts',
    tests: [companyFilter],
    mutations: [
      {
        name: 'jobs: a shared reading mixes companies',
        tests: ['apps/api/src/feature/job/store.test.ts'],
        find: 'row.companyId === named.companyId && row[name] === named[name]',
        replace: 'row[name] === named[name]',
        why: 'Of two companies with the same external id one gets the job of the other.',
      },
      {
        name: 'jobs: external ids of all companies',
        find: 'rows.find({ _id: { $in: jobIds }, companyId }, { projection,',
        replace: 'rows.find({ _id: { $in: jobIds } }, { projection,',
        why: 'A company learns the ids of another, and links its jobs.',
      },
      {
        name: 'jobs: any company’s by external ids',
        find: 'rows.find({ companyId, externalKey: { $in: externalIds } }, LATEST)',
        replace: 'rows.find({ externalKey: { $in: externalIds } }, LATEST)',
        why: 'A batch changes another company’s job.',
      },
      {
        name: 'jobs: any company’s by ids',
        find: '(await rows.find({ _id: { $in: jobIds }, companyId }).toArray()).map(plain)',
        replace: '(await rows.find({ _id: { $in: jobIds } }).toArray()).map(plain)',
        why: 'Titles of another company are shown.',
      },
      {
        name: 'jobs: replaced at another company',
        find: 'where: { _id: read.id, companyId: read.companyId, revision: read.revision }',
        replace: 'where: { _id: read.id, revision: read.revision }',
        why: 'A company changes another’s job.',
      },
      {
        name: 'jobs: replaced whatever its revision',
        tests: [twoProcesses],
        find: 'where: { _id: read.id, companyId: read.companyId, revision: read.revision }',
        replace: 'where: { _id: read.id, companyId: read.companyId }',
        why: 'A field that another process has just changed goes back.',
      },
      {
        name: 'jobs: linked at another company',
        find: 'where: { _id: jobId, companyId, revision }',
        replace: 'where: { _id: jobId, revision }',
        why: 'A company takes another’s job for its own.',
      },
      {
        name: 'jobs: linked from an old reading',
        tests: [link],
        find: 'where: { _id: jobId, companyId, revision }',
        replace: 'where: { _id: jobId, companyId }',
        why: 'A job loses the id that another call has just given it.',
      },
      {
        name: 'jobs: renamed at another company',
        find: 'where: { _id: id, companyId, revision },\n          set: { externalKey: externalId ?? id',
        replace: 'where: { _id: id, revision },\n          set: { externalKey: externalId ?? id',
        why: 'A company changes another’s job.',
      },
      {
        name: 'jobs: the holder of an id is remembered after a change',
        tests: ['apps/api/src/feature/job/store.test.ts'],
        find: '      } finally {\n        holders.forget()\n      }\n    },\n\n    /** One page of the published',
        replace: '      } finally {\n      }\n    },\n\n    /** One page of the published',
        why: 'A poll by an id that was moved here is answered by the job that had it.',
      },
      {
        name: 'jobs: the holder of an id is remembered after a link',
        tests: ['apps/api/src/feature/job/store.test.ts'],
        find: 'return outcomes.map(throwIfError)\n      } finally {\n        holders.forget()\n      }',
        replace: 'return outcomes.map(throwIfError)\n      } finally {\n      }',
        why: 'A poll by an id that was given to another job here is answered by the job that had it.',
      },
      {
        name: 'jobs: an insert that is refused counts as made',
        tests: ['apps/api/src/feature/job/create.test.ts'],
        find: 'return refusal.isDuplicateKey ? false : new Error(refusal.message)',
        replace: 'return refusal.isDuplicateKey ? true : new Error(refusal.message)',
        why: 'A create is acknowledged, and the job is another one.',
      },
      {
        name: 'jobs: the count of all companies',
        find: 'jobs.countDocuments({ companyId, status })',
        replace: 'jobs.countDocuments({ status })',
        why: 'A company learns how many jobs others have.',
      },
      {
        name: 'jobs: the search of all companies',
        find: "const conditions = { companyId, status: 'PUBLISHED' }\n  const held",
        replace: "const conditions = { status: 'PUBLISHED' }\n  const held",
        why: 'A company’s page shows another’s jobs.',
      },
      {
        name: 'jobs: drafts in the search',
        tests: ['apps/api/src/site/company-page.test.ts'],
        find: "const conditions = { companyId, status: 'PUBLISHED' }\n  const held",
        replace: 'const conditions = { companyId }\n  const held',
        why: 'Everybody reads what is not published.',
      },
      {
        name: 'jobs: the list of all companies',
        find: 'const filter = { companyId, status: { $in: statuses }, ...later }',
        replace: 'const filter = { status: { $in: statuses }, ...later }',
        why: 'A company reads another’s jobs.',
      },
      {
        name: 'jobs: the feed of all companies',
        find: "const conditions = { companyId, status: 'PUBLISHED', _id: { $gt: jobId } } as const",
        replace: "const conditions = { status: 'PUBLISHED', _id: { $gt: jobId } } as const",
        why: 'A company’s feed has another’s jobs.',
      },
      {
        name: 'jobs: drafts in the company’s feed',
        tests: ['apps/api/src/site/feed.test.ts'],
        find: "const conditions = { companyId, status: 'PUBLISHED', _id: { $gt: jobId } } as const",
        replace: 'const conditions = { companyId, _id: { $gt: jobId } }',
        why: 'Portals show what is not published.',
      },
      {
        name: 'jobs: drafts in the sitemap',
        tests: ['apps/api/src/site/feed.test.ts'],
        find: ".find({ status: 'PUBLISHED', _id: { $gt: jobId } }, { companyId: 1",
        replace: '.find({ _id: { $gt: jobId } }, { companyId: 1',
        why: 'Search engines are sent to pages that are not there.',
      },
      {
        name: 'jobs: the back office’s list of all companies',
        find: '      const filter = {\n        companyId,\n        status: { $in: statuses },',
        replace: '      const filter = {\n        status: { $in: statuses },',
        why: 'An administrator reads another company’s jobs.',
      },
      {
        name: 'jobs: published again on its first date',
        tests: ['apps/api/src/site/job-posting.test.ts'],
        find: 'isPublishing ? updatedAt : read.publishedAt',
        replace: 'read.publishedAt ?? updatedAt',
        why: 'A job that comes back looks as old as it was.',
      },
      {
        name: 'jobs: a change while published makes it new',
        tests: ['apps/api/src/site/job-posting.test.ts'],
        find: "status === 'PUBLISHED' && read.status !== 'PUBLISHED'",
        replace: "status === 'PUBLISHED'",
        why: 'Correcting a word puts the job on top of every list.',
      },
    ],
  },
]
