import { mistakes } from '../mutation.ts'

const withheldBody = 'apps/api/src/test/withheld-body.promise.test.ts'
const movedId = 'apps/api/src/test/moved-id.promise.test.ts'
const updates = 'apps/api/src/test/update.promise.test.ts'
const causalReads = 'apps/api/src/test/causal-reads.promise.test.ts'
const failover = 'apps/api/src/test/failover-api.promise.test.ts'
const revocation = 'apps/api/src/test/revocation.promise.test.ts'

/** What holds between processes, and while the database changes its primary. */
export const promises = [
  mistakes('apps/api/src/feature/api-key/with-key.ts', withheldBody, {
    'late body: the key is checked before it only. A revoked key writes for as long as a body may take.': [
      '    requireActive(ctx.deps, await getKeyByHeader(ctx.deps, ctx.apiKey))\n',
      '',
    ],
    'late body: the key is checked twice before it. A revoked key writes for as long as a body may take.': [
      '    noteJob(ctx, await getRawInput())\n    requireActive',
      '    requireActive',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/signed-in.ts', withheldBody, {
    'late body: the session is not read again. A user who signed out elsewhere changes things by a request that was under way.':
      ['  await ctx.session.reload()\n', ''],
    'late body: every request counts as whole. A removed user changes things by a request that was under way.': [
      'if (ctx.isWhole) return',
      'if (ctx.isWhole !== undefined) return',
    ],
  }),
  mistakes('apps/api/src/http/session.ts', withheldBody, {
    'late body: a session that ended is still one. A user who signed out elsewhere changes things by a request that was under way.':
      ['hasEnded ||= stored === null || stored === undefined', ''],
  }),
  mistakes('apps/api/src/site/apply.ts', withheldBody, {
    'late body: the job is the one from before the form came. People apply to a job that was taken down meanwhile.': [
      'await submitApplication(deps, job, sent,',
      'await submitApplication(deps, shown.job, sent,',
    ],
  }),
  mistakes('apps/api/src/feature/api-key/service.ts', revocation, {
    'revocation: answered before every process knows it. A key works after "revoked" was answered.': [
      '    // Waits in every case: another process may be revoking the key at this moment, and the journal may fail.\n    await waitUntilForgotten()\n',
      '',
    ],
    'revocation: of a roll at once, answered before every process knows it. The old key works after "ended at once" was answered.':
      ['  if (revokeOldInHours === 0) await waitUntilForgotten()\n', ''],
  }),
  mistakes('apps/api/src/feature/job/service/edit.ts', movedId, {
    'moved id: answered before every process knows it. A poll by the id names the applicants of the job that had it.': [
      '  if (read.externalId !== null) await waitUntilForgotten()\n  return { revision: revision + 1 }',
      '  return { revision: revision + 1 }',
    ],
  }),
  mistakes('apps/api/src/feature/job/service/link.ts', movedId, {
    'moved id: the instant of a link has no margin. A caller to whom a cache has just answered the former job skips candidates for good.':
      ['clock.getTime() + LINK_MARGIN_MS', 'clock.getTime()'],
  }),
  mistakes('apps/api/src/feature/job/service/link.ts', 'apps/api/src/feature/job/link.test.ts', {
    'moved id: a link that is tried again keeps the instant of its first try. Callers of the job that had the id meanwhile skip candidates for good.':
      [
        '  for (let overtaken = 0; results.size < links.length; ) {\n    // Read for each turn, because an external id may have led polls to another job since the turn before.\n    const linkedAt = await findLinkInstant(deps, companyId)\n',
        '  const linkedAt = await findLinkInstant(deps, companyId)\n  for (let overtaken = 0; results.size < links.length; ) {\n',
      ],
  }),
  mistakes('apps/api/src/feature/candidate/service.ts', movedId, {
    'moved id: nobody is told of earlier candidates. A caller never learns of those who applied before the job got its id.':
      ['return { ...answer, earlier }', 'return answer'],
    'moved id: one name for all links of a job. A caller who is starting over does not notice that the id has moved once more.':
      ['`${jobId}-${linkedAt.getTime()}`', "'link'"],
    'moved id: everybody is told of earlier candidates. Every caller starts over at each poll.': [
      'linkedAt === null || since >= linkedAt',
      'linkedAt === null',
    ],
  }),
  mistakes('apps/api/src/feature/job/service/unpublish.ts', updates, {
    'unpublish: unpublished by a reading that may be old. A new primary says that the job is down, and it is not.': [
      'job = await deps.jobs.findLatest(companyId, externalJobId)',
      'job = await deps.jobs.findByExternalId(companyId, externalJobId)',
    ],
  }),
  mistakes('apps/api/src/feature/job/service/update.ts', updates, {
    'update: unchanged by a reading that may be old. A change is dropped because a new primary had not seen the one before.':
      [
        'const latest = await deps.jobs.findLatest(company.id, externalJobId)',
        'const latest = await deps.jobs.findByExternalId(company.id, externalJobId)',
      ],
  }),
  mistakes('apps/api/src/db/causal.ts', causalReads, {
    'causal: a session is not told what was seen before. A poll after a failover skips candidates for good.': [
      '    if (latest !== undefined) session.advanceOperationTime(latest)\n',
      '',
    ],
    'causal: what was seen is not kept. A poll after a failover skips candidates for good.': [
      'if (operationTime !== undefined && (latest === undefined || operationTime.greaterThan(latest)))',
      'if (operationTime === undefined)',
    ],
  }),
  mistakes(
    'apps/api/src/db/retry.ts',
    { files: failover, names: 'PUT /job, which updates it' },
    {
      'failover: one try. Each change of the primary is a 500 to somebody.': [
        '        if (!mayPass(error)) throw error\n',
        '        throw error\n',
      ],
    },
  ),
].flat()
