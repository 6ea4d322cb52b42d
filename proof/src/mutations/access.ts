import { mistakes } from './mutation.ts'

/** Who may do what: keys, scopes, companies, sign-in and the second factor. */
export const access = [
  mistakes('packages/core/src/key/service.ts', 'apps/api/src/test/two-processes.promise.test.ts', {
    'revocation: answered before every process knows it. A key works after "revoked" was answered.': [
      `    // Also if the key was revoked already: another process may have done so just now.
    await deps.waitUntilForgotten()
`,
      '',
    ],
  }),
  mistakes('packages/core/src/key/service.ts', 'packages/core/src/key/service.test.ts', {
    'api-key: a revoked one still works. Revoking a leaked key changes nothing.': [
      "if (isRefused(deps, key)) throw new AppError('api_key_invalid')",
      '',
    ],
    'api-key: stored in the clear. A reader of the database or of a backup has every key.': [
      "const hashKey = (key: string) => hash('sha256', key)",
      'const hashKey = (key: string) => key',
    ],
  }),
  mistakes('packages/core/src/router/key-procedure.ts', 'apps/api/src/test/withheld-body.promise.test.ts', {
    'late body: the key is checked before it only. A revoked key writes for as long as a body may take.': [
      'const key = await checkKeyAgain(deps, keyHash)',
      'const key = await getKeyByHash(deps, keyHash)',
    ],
  }),
  mistakes('apps/api/src/router/back-office-procedure.ts', 'apps/api/src/test/withheld-body.promise.test.ts', {
    'late body: every request counts as whole. A removed user changes things by a request that was under way.': [
      'if (!ctx.isWhole) {',
      'if (ctx.isWhole === undefined) {',
    ],
  }),
  mistakes('packages/core/src/router/key-procedure.ts', 'packages/core/src/key/rights.test.ts', {
    'transport: the scope is not asked for. A key that may only read writes.': [
      '  requireScope(actor, meta.scope)\n',
      '',
    ],
  }),
  mistakes('packages/core/src/key/service.ts', 'apps/api/src/router/back-office.test.ts', {
    'api-key: one of another company is found. A user sees and revokes the keys of another company.': [
      'await apiKeys.find(id, companyId)',
      'await apiKeys.find(id)',
    ],
  }),
  mistakes('packages/core/src/intake/list-query.ts', 'apps/api/src/test/company-filter.test.ts', {
    'applications: the list of all companies. A user reads another company’s applicants.': [
      'filter: { companyId, ...about,',
      'filter: { ...about,',
    ],
  }),
  mistakes('apps/api/src/feature/desk/attention.ts', 'apps/api/src/router/home.test.ts', {
    'attention: an ATS is not asked for. Home tells of erasures that no ATS can confirm.': [
      '(await hasFetched(deps, companyId)) ? {',
      'true ? {',
    ],
  }),
  mistakes('apps/api/src/feature/user/visit.ts', 'apps/api/src/router/home.test.ts', {
    'visit: it ends with each request. A page that is loaded again says that nothing is new.': [
      'pauseMs > PAUSE_MS_MAX',
      'pauseMs > 0',
    ],
  }),
  mistakes('packages/core/src/job/store/change.ts', 'apps/api/src/test/company-filter.test.ts', {
    'jobs: replaced at another company. A company changes another’s job.': [
      'where: { _id: read.id, companyId: read.companyId, revision: read.revision }',
      'where: { _id: read.id, revision: read.revision }',
    ],
  }),
  mistakes('apps/api/src/router/back-office-procedure.ts', 'apps/api/src/router/back-office.test.ts', {
    'back office: another site changes things. Another site acts as the user.': [
      "if (type === 'mutation' && !ctx.isSameOrigin) throw new AppError('origin_refused')",
      '',
    ],
  }),
  mistakes('apps/api/src/feature/user/password.ts', 'apps/api/src/feature/user/sign-in-limit.test.ts', {
    'sign-in: the limit is taken and not asked. Passwords may be tried without end.': [
      'requireNoWait(await deps.signInLimit.take(email, address))',
      'await deps.signInLimit.take(email, address)',
    ],
  }),
  mistakes('apps/api/src/http/session.ts', 'apps/api/src/feature/user/session.test.ts', {
    'session: the id survives the sign-in. An attacker who planted a cookie shares the session (fixation).': [
      'await toPromise((done) => req.session.regenerate(done))',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/user/session.ts', 'apps/api/src/feature/user/session.test.ts', {
    'user: a new password leaves old sessions signed in. An attacker who stole a session keeps it after the password is changed.':
      ['user?.passwordSetAt?.getTime() !== signedIn.passwordSetAtMs', 'user === undefined'],
  }),
  mistakes('apps/api/src/feature/user/store.ts', 'apps/api/src/feature/user/session.test.ts', {
    'link: good more than once. Somebody who finds the link later takes the account.': [
      'passwordSetAt: now }, $unset: { link: 1 } }',
      'passwordSetAt: now } }',
    ],
  }),
  mistakes('apps/api/src/feature/user/second-factor-store.ts', 'apps/api/src/feature/user/second-factor.test.ts', {
    'code: accepted again. Who reads a code that was typed signs in with it.': [
      "'secondFactor.lastUse.step': { $lt: step } },",
      '},',
    ],
    'recovery code: stays after its use. Who finds the sheet later signs in.': [
      "$pull: { 'secondFactor.recoveryCodes': hash }, ",
      '',
    ],
  }),
  mistakes('apps/api/src/feature/user/session.ts', 'apps/api/src/feature/user/second-factor.test.ts', {
    'sign-in: the code is not asked for. The second factor is none.': [
      'user.secondFactor !== undefined && code === undefined',
      'false',
    ],
  }),
  mistakes('apps/api/src/feature/user/second-factor.ts', 'apps/api/src/feature/user/second-factor.test.ts', {
    'sign-in: codes are not counted. Who has the password and many addresses guesses codes without end.': [
      'requireNoWait(await deps.signInLimit.takeCode(userId))',
      'await deps.signInLimit.takeCode(userId)',
    ],
  }),
].flat()
