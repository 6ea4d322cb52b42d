import type { MutationGroup } from '../mutation.ts'

const withheldBody = 'apps/api/src/test/promise-withheld-body.test.ts'
const movedId = 'apps/api/src/test/promise-moved-id.test.ts'
const updates = 'apps/api/src/test/promise-update.test.ts'
const causalReads = 'apps/api/src/test/promise-causal-reads.test.ts'
const failover = 'apps/api/src/test/promise-failover.test.ts'
const revocation = 'apps/api/src/test/promise-revocation.test.ts'

/** What holds between processes, and while the database changes its primary. */
export const promises: readonly MutationGroup[] = [
  {
    file: 'apps/api/src/trpc/init.ts',
    tests: [withheldBody],
    mutations: [
      {
        name: 'late body: the key is checked before it only',
        find: '    requireActive(ctx.deps, await keyOfHeader(ctx.deps, ctx.apiKey))\n',
        replace: '',
        why: 'A revoked key writes for as long as a body may take.',
      },
      {
        name: 'late body: the key is checked twice before it',
        find: '    await getRawInput()\n    requireActive',
        replace: '    requireActive',
        why: 'A revoked key writes for as long as a body may take.',
      },
    ],
  },
  {
    file: 'apps/api/src/trpc/back-office.ts',
    tests: [withheldBody],
    mutations: [
      {
        name: 'late body: the session is not read again',
        find: '  await ctx.session.reload()\n',
        replace: '',
        why: 'Who signed out elsewhere changes things by a request that was under way.',
      },
      {
        name: 'late body: every request counts as whole',
        find: 'if (ctx.isWhole) return',
        replace: 'if (ctx.isWhole !== undefined) return',
        why: 'Who was removed changes things by a request that was under way.',
      },
    ],
  },
  {
    file: 'apps/api/src/http/session.ts',
    tests: [withheldBody],
    mutations: [
      {
        name: 'late body: a session that ended is still one',
        find: 'hasEnded ||= stored === null || stored === undefined',
        replace: '',
        why: 'Who signed out elsewhere changes things by a request that was under way.',
      },
    ],
  },
  {
    file: 'apps/api/src/site/apply.ts',
    tests: [withheldBody],
    mutations: [
      {
        name: 'late body: the job is the one from before the form came',
        find: 'await submitApplication(deps, job, sent)',
        replace: 'await submitApplication(deps, shown.job, sent)',
        why: 'People apply to a job that was taken down meanwhile.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/api-key/service.ts',
    tests: [revocation],
    mutations: [
      {
        name: 'revocation: answered before every process knows it',
        find: '  // Also for one that somebody else is revoking at this moment.\n  await forgottenEverywhere()\n',
        replace: '',
        why: 'A key works after "revoked" was answered.',
      },
      {
        name: 'revocation: of a roll at once, answered before every process knows it',
        find: '  if (revokeOldInHours === 0) await forgottenEverywhere()\n',
        replace: '',
        why: 'The old key works after "ended at once" was answered.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/job/service/edit.ts',
    tests: [movedId],
    mutations: [
      {
        name: 'moved id: answered before every process knows it',
        find: '  if (read.externalId !== null) await forgottenEverywhere()\n',
        replace: '',
        why: 'A poll by the id names the applicants of the job that had it.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/candidate/service.ts',
    tests: [movedId],
    mutations: [
      {
        name: 'moved id: nobody is told of earlier candidates',
        find: '...(earlierCandidates > 0 && { earlierCandidates })',
        replace: '',
        why: 'A caller never learns of those who applied before the job got its id.',
      },
      {
        name: 'moved id: everybody is told of earlier candidates',
        find: 'linkedAt === null || since >= linkedAt',
        replace: 'linkedAt === undefined',
        why: 'Every caller starts over at each poll.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/job/service/unpublish.ts',
    tests: [updates],
    mutations: [
      {
        name: 'unpublish: unpublished by a reading that may be old',
        find: 'job = await deps.jobs.findLatest(companyId, externalJobId)',
        replace: 'job = await deps.jobs.findByExternalId(companyId, externalJobId)',
        why: 'A new primary says that the job is down, and it is not.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/job/service/update.ts',
    tests: [updates],
    mutations: [
      {
        name: 'update: unchanged by a reading that may be old',
        find: 'const latest = await deps.jobs.findLatest(company.id, externalJobId)',
        replace: 'const latest = await deps.jobs.findByExternalId(company.id, externalJobId)',
        why: 'A change is dropped because a new primary had not seen the one before.',
      },
    ],
  },
  {
    file: 'apps/api/src/db/causal.ts',
    tests: [causalReads],
    mutations: [
      {
        name: 'causal: a session is not told what was seen before',
        find: '    if (latest !== undefined) session.advanceOperationTime(latest)\n',
        replace: '',
        why: 'A poll after a failover skips candidates for good.',
      },
      {
        name: 'causal: what was seen is not kept',
        find: 'if (operationTime !== undefined && (latest === undefined || operationTime.greaterThan(latest)))',
        replace: 'if (operationTime === undefined)',
        why: 'A poll after a failover skips candidates for good.',
      },
    ],
  },
  {
    file: 'apps/api/src/db/persevere.ts',
    tests: [failover],
    testNames: 'PUT /job, which updates it',
    mutations: [
      {
        name: 'failover: one try',
        find: '        if (!mayPass(error)) throw error\n',
        replace: '        throw error\n',
        why: 'Each change of the primary is a 500 to somebody.',
      },
    ],
  },
]
