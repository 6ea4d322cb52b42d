import { mistakes } from '../mutation.ts'

const service = 'apps/api/src/feature/api-key/service.test.ts'
const backOffice = 'apps/api/src/feature/api-key/back-office.test.ts'
const limit = 'apps/api/src/feature/limit/limit.test.ts'

export const apiKeys = [
  mistakes('apps/api/src/admin.ts', 'apps/api/src/admin/admin.test.ts', {
    'admin: lines as the data has them. A company names its key so that the operator’s terminal shows a row that is not there.':
      ['lines.map(makeLinePrintable)', 'lines'],
    'admin: errors as the data has them. A slug that the operator pastes clears the terminal.': [
      'process.stderr.write(`${makePrintable(text)}\\n`)',
      'process.stderr.write(`${text}\\n`)',
    ],
  }),
  mistakes('apps/api/src/admin/program.ts', 'apps/api/src/admin/admin.test.ts', {
    'admin: --json confirms. A company is removed by a command that only asked for JSON.': [
      'if (!yes) await confirmByTyping',
      'if (!yes && !options.json) await confirmByTyping',
    ],
    'admin: usage errors as they were typed. An option that the operator pastes clears the terminal.': [
      'process.stderr.write(makePrintable(text))',
      'process.stderr.write(text)',
    ],
  }),
  mistakes('apps/api/src/feature/api-key/service.ts', service, {
    'api-key: stored in the clear. A reader of the database or of a backup has every key.': [
      "const hashKey = (key: string) => createHash('sha256').update(key).digest('hex')",
      'const hashKey = (key: string) => key',
    ],
    'api-key: a short secret. A key can be guessed sooner.': [
      'const SECRET_CHARACTERS = 32',
      'const SECRET_CHARACTERS = 12',
    ],
    'api-key: more of it kept than four characters. Most of the key is shown in lists.': [
      'key.slice(-4)',
      'key.slice(-24)',
    ],
    'api-key: its form is not checked before the look-up. Any garbage costs a query.': [
      'KEY_FORM.test(key) ? await deps.apiKeys.findByHash(hashKey(key)) : undefined',
      'await deps.apiKeys.findByHash(hashKey(key))',
    ],
    'api-key: a revoked one still works. Revoking a leaked key changes nothing.': [
      "if (isRefused(deps, key)) throw new AppError('api_key_invalid')",
      '',
    ],
    'api-key: revocation asks the clock of the process. A process whose clock is behind takes a revoked key for a while.':
      ['return revokedAt !== null || (', 'return (revokedAt !== null && revokedAt.getTime() <= now()) || ('],
    'api-key: the last use is noted with every request. Every request writes to the database.': [
      '<= USE_NOTED_EVERY_MS',
      '< 0',
    ],
    'api-key: its use is not noted. The list of keys says that a key in use was never used, and somebody revokes it.': [
      'deps.keyUses.note({ companyId: key.companyId, id: key.id, fields, at: new Date(nowMs) })',
      '',
    ],
    'api-key: revoked twice is twice in the audit trail. The trail names somebody who changed nothing.': [
      'if (key.revokedAt === null) {',
      'if (key.id !== "") {',
    ],
    'api-key: rolled at once only by the clock of the process. On a process whose clock is behind the old key goes on working after "at once".':
      ['if (revokeOldInHours === 0) await deps.apiKeys.revoke(actor.companyId, id, endsAt)\n  else await', 'await'],
  }),
  mistakes('apps/api/src/feature/api-key/service.ts', backOffice, {
    'api-key: a rolled key is not named by the new one. The list does not say which key replaced it.': [
      'insertKey(deps, actor, old, id)',
      'insertKey(deps, actor, old)',
    ],
    'api-key: one whose end has come is rolled. A key that has ended comes back under a new secret.': [
      "if (isRefused(deps, old)) throw new AppError('key_revoked')",
      "if (old.revokedAt !== null) throw new AppError('key_revoked')",
    ],
    'api-key: a poll within a minute of a push is not noted. The back office says that nobody polls.': [
      'if (fields.every((field) =>',
      'if (fields.some((field) =>',
    ],
    'api-key: made for another name in the audit trail. The audit trail does not say which key.': [
      "await noteAudit(deps, actor, 'key_created', made.name,",
      "await noteAudit(deps, actor, 'key_created', made.id,",
    ],
    'api-key: revocation without the key in the audit trail. Of two keys of one name nobody knows which was revoked.': [
      "await noteAudit(deps, actor, 'key_revoked', key.name, { keyId: id })",
      "await noteAudit(deps, actor, 'key_revoked', key.name, {})",
    ],
    'api-key: any name confirms a revocation. The wrong key is revoked by a slip.': [
      'if (name !== undefined && name !== key.name)',
      'if (name === undefined && name !== key.name)',
    ],
    'api-key: one that has ended is rolled. A revoked key comes back under a new secret.': [
      "if (isRefused(deps, old)) throw new AppError('key_revoked')",
      '',
    ],
    'api-key: rolled away at once though hours were given. The old key ends while the caller still uses it.': [
      'if (revokeOldInHours === 0) await deps.apiKeys.revoke(',
      'if (revokeOldInHours >= 0) await deps.apiKeys.revoke(',
    ],
    'api-key: rolled with the end in minutes. The old key ends 60 times too early.': [
      'deps.now() + revokeOldInHours * HOUR_MS',
      'deps.now() + revokeOldInHours * (HOUR_MS / 60)',
    ],
    'api-key: still works at the instant of its end. The end is a millisecond later than shown.': [
      'revokesAt.getTime() <= now()',
      'revokesAt.getTime() < now()',
    ],
    'api-key: a push is not noted as one. The back office says that jobs are not pushed any more.': [
      "push: ['lastUsedAt', 'lastPushAt']",
      "push: ['lastUsedAt', 'lastPollAt']",
    ],
  }),
  mistakes('apps/api/src/feature/api-key/service.ts', 'apps/api/src/router/back-office.test.ts', {
    'api-key: one of another company is found. An administrator sees and revokes the keys of another company.': [
      'await apiKeys.find(id, companyId)',
      'await apiKeys.find(id)',
    ],
  }),
  mistakes('apps/api/src/feature/api-key/service.ts', 'apps/api/src/feature/api-key/rights.test.ts', {
    'api-key: scopes are not asked for. A key that may only read writes.': [
      "if (scope !== 'any' && !scopes.includes(scope)) throw missesScope(scope, scopes)",
      '',
    ],
  }),
  mistakes('apps/api/src/feature/api-key/store.ts', 'apps/api/src/feature/api-key/store.test.ts', {
    'api-key: a revoked one is remembered. A revoked key works on where it was revoked.': [
      '{ $min: { revokedAt: at } })\n    byHash.forget()',
      '{ $min: { revokedAt: at } })',
    ],
    'api-key: a rolled one is remembered without its end. A key works past its end on the process that rolled it.': [
      '{ $min: { revokesAt: at } })\n      byHash.forget()',
      '{ $min: { revokesAt: at } })',
    ],
    'api-key: a later revocation moves the first. Two administrators who revoke at once: the trail and the list differ.':
      ['{ $min: { revokedAt: at } }', '{ $set: { revokedAt: at } }'],
    'api-key: an older use replaces a newer one. The last use goes back in time.': [
      '{ $max: Object.fromEntries(',
      '{ $set: Object.fromEntries(',
    ],
  }),
  mistakes('apps/api/src/feature/api-key/store.ts', backOffice, {
    'api-key: a later roll moves an earlier end. A key that was to end in an hour lives a day.': [
      '{ $min: { revokesAt: at } }',
      '{ $set: { revokesAt: at } }',
    ],
  }),
  mistakes('apps/api/src/feature/api-key/store.ts', 'apps/api/src/test/company-filter.test.ts', {
    'api-key: the list is of all companies. An administrator reads the names of all keys of the board.': [
      '.find(companyId === undefined ? {} : { companyId })',
      '.find({})',
    ],
  }),
  mistakes('apps/api/src/db/limiter.ts', limit, {
    'limiter: none while the database is away. Requests fail because they cannot be counted.': [
      '        return count(alone)\n',
      '        throw error\n',
    ],
    'limiter: callers in the clear. Addresses of people, and who tries to sign in, are in the database.': [
      "createHmac('sha256', getSettings().secret).update(String(caller)).digest('base64url')",
      'String(caller)',
    ],
    'limiter: over the limit is a failure of the database. A caller over the limit is counted anew by the process, and let in.':
      ['if (error instanceof RateLimiterRes) throw error', ''],
  }),
  mistakes('apps/api/src/db/limiter.ts', 'apps/api/src/db/limiter.test.ts', {
    'limiter: the pause may be 0 seconds. A caller that waits as told is refused again.': [
      'Math.max(1, Math.ceil(result.msBeforeNext / 1000))',
      'Math.floor(result.msBeforeNext / 1000)',
    ],
    'limiter: a failure counts as over the limit. An unforeseen failure is answered with a limit of NaN seconds.': [
      'if (!(refused instanceof RateLimiterRes)) throw refused\n      return { isOver: true, result: refused }',
      'return { isOver: refused instanceof RateLimiterRes, result: refused as RateLimiterRes }',
    ],
  }),
  mistakes('apps/api/src/db/limiter.ts', 'apps/api/src/feature/session/sign-in-limit.test.ts', {
    'limiter: nobody is over. Passwords may be tried without end.': [
      'return isOver ? seconds : undefined',
      'return undefined',
    ],
  }),
  mistakes('apps/api/src/feature/limit/service.ts', limit, {
    'limit: a limit of 0 refuses everybody. 0 means any number.': ['if (points === 0) return async () => {}', ''],
    'limit: passed without a refusal. The limit is a header and nothing else.': [
      "if (isOver) throw new AppError('rate_limited', { seconds }, { retryAfterSeconds: seconds })",
      '',
    ],
    'limit: no Retry-After. Callers do not know when to come back.': [
      '{ seconds }, { retryAfterSeconds: seconds }',
      '{ seconds }',
    ],
    'limit: the second policy replaces the first. A caller under two limits is told of one.': [
      'headers[name] === undefined ? value : `${headers[name]}, ${value}`',
      'value',
    ],
  }),
].flat()
