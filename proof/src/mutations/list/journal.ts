import { mistakes } from '../mutation.ts'

const journal = 'apps/api/src/feature/journal/journal.test.ts'
const recover = 'apps/api/src/admin/recover.promise.test.ts'

export const journals = [
  mistakes('apps/api/src/feature/application/service/erase.ts', journal, {
    'journal: an erasure is recorded after its first step. A crash in between leaves an erasure that a restore undoes.':
      ['  await record(\n    deps,', '  await deps.mailbox.shutOut(companyId, ids)\n  await record(\n    deps,'],
  }),
  mistakes('apps/api/src/feature/journal/service.ts', journal, {
    'journal: a failure is passed over. A person is erased, and a restored backup brings them back.': [
      "throw new AppError('journal_away', undefined, { cause })",
      '',
    ],
    'journal: a revocation that is not recorded counts as done. Nobody repeats it, and a restore undoes it.': [
      'if (failure !== undefined) throw failure',
      '',
    ],
    'journal: what is urgent waits for its answer. A leaked key works while the journal does not answer.': [
      'await Promise.race([recording, pause(URGENT_WAIT_MS, undefined, { ref: false })])',
      'void [pause, URGENT_WAIT_MS]\n  await recording',
    ],
    'journal: what is urgent waits for it. A leaked key works while the journal is away.': [
      '  await end()\n  const failure = await recording\n  if (failure !== undefined) throw failure',
      '  const failure = await recording\n  if (failure !== undefined) throw failure\n  await end()',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/service.ts', journal, {
    'journal: a removal that is not recorded leaves the person signed in. A colleague who must go stays.': [
      '() => deps.administrators.lockOut(companyId, id))',
      'async () => {})',
    ],
  }),
  mistakes('apps/api/src/admin/recover.ts', recover, {
    'recover: the journal is repeated before the mailboxes. An erased application that waited there is gone without a row.':
      [
        '  const companies = []\n  for await (const { id, slug } of readAllCompanies(deps)) {',
        '  await replayJournal(deps)\n  const companies = []\n  for await (const { id, slug } of readAllCompanies(deps)) {',
      ],
    'recover: the journal is read and not repeated. Erased people and revoked keys are back after a restore.': [
      '    await repeat(deps, entry)\n',
      '    void repeat\n',
    ],
    'recover: sessions go on. A session that was ended works again after a restore.': [
      'sessions: await endAllSessions(deps)',
      'sessions: 0',
    ],
    'recover: links go on. A one-time link that was used works again after a restore.': [
      'links: await endAllLinks(deps)',
      'links: 0',
    ],
  }),
  mistakes('apps/api/src/feature/application/service/erase.ts', recover, {
    'recover: an erasure is repeated only where the row is. The CV of an erased person comes back.': [
      'await eraseCvs(deps, found ?? { companyId, id, cvId: null })',
      'if (found) await eraseCvs(deps, found)',
    ],
    'recover: an application that is held back stays. Of an erased person, a form can be let in again.': [
      '  await deps.heldApplications.remove(companyId, [id])\n',
      '',
    ],
  }),
].flat()
