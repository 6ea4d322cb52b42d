import { mistakes } from './mutation.ts'

/** What the SDK and the command line promise: cursors, retries, and what a sync may unpublish. */
export const programs = [
  mistakes('packages/sdk/src/follow.ts', 'packages/sdk/src/follow.test.ts', {
    'follow: the cursor moves before the candidate is taken. A consumer that dies loses the candidate that it was given.':
      [
        '      yield group.map(({ item }) => item)\n      await cursor.move(group.at(-1)?.cursor)',
        '      await cursor.move(group.at(-1)?.cursor)\n      yield group.map(({ item }) => item)',
      ],
    'follow: one cursor for all companies. Candidates of the second company are skipped.': [
      '`${await findCompanyId()}/${name}`',
      'name',
    ],
  }),
  mistakes('packages/sdk/src/follow-candidates.ts', 'packages/sdk/src/follow.test.ts', {
    'follow: the rest of a long list is not asked for. Candidates beyond the first page are skipped.': [
      'candidates.length < total',
      'false',
    ],
    'sdk: starts over once only. An id that moves again while the pages are read skips the candidates of its third job.':
      ['linkId !== startedOverFor', 'startedOverFor === undefined'],
  }),
  mistakes('packages/sdk/src/follow.ts', 'packages/sdk/src/follow-wait.test.ts', {
    'follow: no pause after a board that waited less than asked. A board that stops gets polls without end.': [
      'entries.length > 0 ? 0 : 1_000',
      '0',
    ],
  }),
  mistakes('packages/sdk/src/follow-candidates.ts', 'packages/sdk/src/follow-changes.test.ts', {
    'follow: changes begin at the cursor of new candidates. An erasure before that cursor is never told.': [
      "name: 'candidate-changes'",
      "name: 'candidates'",
    ],
    'follow: a change is given twice if its candidate is new. A person who was erased before the first poll is told twice.':
      ['given.get(id) !== changedAt', 'true'],
  }),
  mistakes('packages/sdk/src/follow-jobs.ts', 'packages/sdk/src/follow-jobs.test.ts', {
    'followChanges: goes on from the last page’s cursor. Later pages have none, so the list is read from 1970 each time.':
      ['if (afterJobId === undefined) end = changedThrough', 'end = changedThrough'],
  }),
  mistakes('packages/sdk/src/http.ts', ['packages/sdk/src/http.test.ts', 'packages/sdk/src/retry.test.ts'], {
    'sdk: create is retried whatever happened. A create that succeeded ends in a ConflictError.': [
      '/^(GET|PUT|DELETE)$/.test(call.method)',
      'true',
    ],
  }),
  mistakes('packages/sdk/src/send-many.ts', 'packages/sdk/src/resource/jobs.test.ts', {
    'upsertMany: a lost answer counts as failed. A job that is live is called failed.': [
      "isUnconfirmed ? 'unconfirmed' : 'failed'",
      "'failed'",
    ],
  }),
  mistakes('packages/cli/src/command/jobs-sync/plan.ts', 'packages/cli/src/command/jobs-sync/unpublished.test.ts', {
    'sync: --max-unpublish 0 taken for "not given". A user who says "never unpublish" loses up to a fifth of the published jobs.':
      ['if (limit === undefined)', 'if (!limit?.number)'],
  }),
  mistakes('packages/cli/src/command/jobs-sync/sync.ts', 'packages/cli/src/command/jobs-sync/jobs-sync.test.ts', {
    'sync: carried out without --yes. A dry look from a script changes the board.': [
      "if (!isUserThere) throw new UsageFailure('Nothing was changed: add --yes to carry this out')",
      'if (!isUserThere) return',
    ],
  }),
  mistakes('packages/cli/src/command/jobs-sync/plan.ts', 'packages/cli/src/command/jobs-sync/unpublished.test.ts', {
    'sync: the job of a refused row is unpublished. A mistake in one field takes the job down.': [
      'else feedIds.add(outcome.id)',
      "else if (outcome.status !== 'failed') feedIds.add(outcome.id)",
    ],
    'sync: unpublishes while a row has no id. A mistake in an id takes the job down.': [
      'plan.rowsWithoutId > 0 || plan.rest !== undefined || isOverLimit(plan) ? [] : plan.missing',
      'plan.rest !== undefined || isOverLimit(plan) ? [] : plan.missing',
    ],
  }),
  mistakes('packages/cli/src/command/jobs-sync/carry-out.ts', 'packages/cli/src/command/jobs-sync/jobs-sync.test.ts', {
    'sync: unpublishes after a sending that broke off. Old jobs go while the new ones never came.': [
      'if (!sender.isWhole) return { counts, failures, stoppedBy: sender.stoppedBy }',
      '',
    ],
  }),
  mistakes('packages/cli/src/feed/xml.ts', 'packages/cli/src/feed/feed.test.ts', {
    'xml: a feed that ends early is whole. A feed that was cut off unpublishes what it does not hold.': [
      "if (this.#open.length > 0) throw new CutFeed('ends inside an element that is not closed', line)",
      '',
    ],
  }),
  mistakes('packages/cli/src/config.ts', 'packages/cli/src/command/auth/auth.test.ts', {
    'cli: the stored key goes to any address. A wrong address, or a variable that somebody set, takes the key.': [
      'url !== undefined && !isSameOrigin(apiKey.address, url)',
      'url === undefined',
    ],
  }),
  mistakes(
    'packages/cli/src/command/candidates-follow/follow.ts',
    [
      'packages/cli/src/command/candidates-follow/exec.test.ts',
      'packages/cli/src/command/candidates-follow/output.test.ts',
    ],
    {
      'cli follow: the state moves before the output is written. Candidates of a table that was never written are lost.':
        ['heldBack?.store ?? state', 'state'],
    },
  ),
].flat()
