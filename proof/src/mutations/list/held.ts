import { mistakes } from '../mutation.ts'

const test = (name: string) => `apps/api/src/feature/application/${name}.test.ts`

/** What is held back, where an application is, and what a company has of one person. */
export const held = [
  mistakes('apps/api/src/feature/application/held-store.ts', test('held'), {
    'held: listed for ever. People are listed whose time is over, and letting them in fails.': [
      'const filter = { companyId, heldAt: { $gt: after } }\n      const total',
      'const filter = { companyId }\n      const total',
    ],
    'held: the oldest first. Today’s applications are on the last page.': [
      'sort: { heldAt: -1, _id: 1 }',
      'sort: { heldAt: 1, _id: 1 }',
    ],
    'held: every page is the first. What is on the second page is never seen.': [
      'const skip = (page - 1) * pageSize',
      'const skip = 0 * page',
    ],
    'held: the other decision does not matter. Somebody discards what another lets in.': [
      '{ ...filter, ...undecided }',
      '{ ...filter }',
    ],
  }),
  mistakes('apps/api/src/feature/application/held-store.ts', test('find'), {
    'held: found after its 30 days. An application is called held back that nobody can let in.': [
      '_id: { $in: ids }, heldAt: { $gt: after } }',
      '_id: { $in: ids } }',
    ],
    'held: a time is without its last millisecond. A search for one instant finds nothing.': [
      '$gt: new Date(afterMs), $lte: until',
      '$gt: new Date(afterMs), $lt: until',
    ],
    'held: a time is without its first millisecond. A search for one instant finds nothing.': [
      'const afterMs = since.getTime() - 1',
      'const afterMs = since.getTime()',
    ],
  }),
  mistakes('apps/api/src/feature/application/held-store.ts', test('export'), {
    'held: the case of letters matters. The file of a person lacks what is held back.': [
      "}$`, $options: 'i' }",
      '}$` }',
    ],
  }),
  mistakes('apps/api/src/feature/application/service/hold.ts', test('held'), {
    'held: its CV ends with it. The sweep removes a CV that is just being let in.': [
      'heldAt.getTime() + HELD_MS + LONGER_MS',
      'heldAt.getTime() + HELD_MS + 0 * LONGER_MS',
    ],
    'held: a discard is not in the audit trail. Nobody can tell who threw an application away.': [
      "  await noteAudit(deps, actor, 'application_discarded', id)\n",
      '',
    ],
    'held: the row goes before the audit event. After a failure nobody can tell who let somebody in.': [
      "  await noteAudit(deps, actor, 'application_let_in', id)\n  // Last: after a crash before this, somebody lets it in again, and the audit trail has it.\n  await deps.heldApplications.remove(companyId, [id])\n",
      "  await deps.heldApplications.remove(companyId, [id])\n  await noteAudit(deps, actor, 'application_let_in', id)\n",
    ],
    'held: a repeated form leaves its CV. A file stays that belongs to no application.': [
      'stored.cvId !== cvId)',
      'stored.cvId === undefined)',
    ],
  }),
  mistakes('apps/api/src/feature/application/service/find.ts', test('find'), {
    'find: 50 are not all. Somebody looks for more where there are none.': [
      'each.length <= FOUND_MAX',
      'each.length < FOUND_MAX',
    ],
    'find: the last millisecond is not of the time. What waits in the mailbox is not found.': [
      'date >= since && date <= until',
      'date >= since && date < until',
    ],
    'find: the first millisecond is not of the time. What waits in the mailbox is not found.': [
      'date >= since && date <= until',
      'date > since && date <= until',
    ],
    'find: stored ones begin a millisecond late. A candidate who is there is not found.': [
      'afterMs: since.getTime() - 1',
      'afterMs: since.getTime()',
    ],
    'find: until now by this clock. What a process with a faster clock accepted is not found.': [
      'deps.now() + AHEAD_MS',
      'deps.now()',
    ],
    'find: what is held back has no time. The list is out of order.': [
      'first?.at ?? heldAt ?? date',
      'first?.at ?? date',
    ],
    'find: refused if one form was. A discarded application counts as refused.': [
      "records.every(({ outcome }) => outcome === 'refused')",
      "records.some(({ outcome }) => outcome === 'refused')",
    ],
  }),
  mistakes('apps/api/src/feature/application/service/export.ts', test('export'), {
    'export: the board is an administrator. The person believes that somebody erased by hand.': [
      "['operator', 'retention']",
      "['operator']",
    ],
    'export: the operator is an administrator. The person believes that the company did it.': [
      "['operator', 'retention']",
      "['retention']",
    ],
    'export: the trail counts what is not held back. It says that an export was empty.': [
      '{ count: String(ids.length) }',
      '{ count: String(applications.length) }',
    ],
    'export: what waits is not in the file. The file of a person is not complete.': [
      '  await deps.mailbox.synchronise(actor.companyId)\n',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/application/service/submit.ts', 'apps/api/src/site/apply.test.ts', {
    'submit: the case of the form’s id matters. One form becomes two applications.': [
      '${formId.toLowerCase()}',
      '${formId}',
    ],
  }),
  mistakes('apps/api/src/feature/activity/service.ts', test('find'), {
    'find: a revoked key looks like one that works. Somebody waits for a poll that cannot come.': [
      'isRevoked: revokedAt !== null',
      'isRevoked: false',
    ],
    'find: the end of a key is another text. Nobody can tell which key polled.': [
      'keyEnding: last4, isRevoked',
      'keyEnding: name, isRevoked',
    ],
  }),
].flat()
