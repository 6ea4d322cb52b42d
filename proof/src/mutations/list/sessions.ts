import { mistakes } from '../mutation.ts'

const session = 'apps/api/src/feature/session/session.test.ts'
const signInLimit = 'apps/api/src/feature/session/sign-in-limit.test.ts'
const user = 'apps/api/src/feature/administrator/administrator.test.ts'
const several = 'apps/api/src/feature/session/several-companies.test.ts'
const account = 'apps/api/src/feature/account/account.test.ts'
const cookie = 'apps/api/src/http/session.test.ts'

export const sessions = [
  mistakes('apps/api/src/db/create-once.ts', user, {
    'user: an invitation of a taken address counts as made. A colleague’s account gets a link that nobody can use, or an invitation fails.':
      [
        'return (await rows.findOne(sameId, { projection: { _id: 1 } })) !== null',
        'return (await rows.findOne(sameId, { projection: { _id: 1 } })) === null',
      ],
  }),
  mistakes('apps/api/src/feature/session/store.ts', session, {
    'session: its end in the database never moves. A person at work is signed out 12 hours after signing in.': [
      "{ 'session.seenAtMs': nowMs, expires }",
      "{ 'session.seenAtMs': nowMs }",
    ],
    'session: a use brings an ended one back. Signing out while a request is under way does not sign out.': [
      "{ $set: { 'session.seenAtMs': nowMs, expires } })",
      "{ $set: { 'session.seenAtMs': nowMs, expires } }, { upsert: true })",
    ],
    'session: its use is not noted. Somebody who works is signed out after 12 hours.': [
      "'session.seenAtMs': nowMs, ",
      '',
    ],
  }),
  mistakes('apps/api/src/feature/session/lifetime.ts', session, {
    'session: its id stored in the clear. A reader of the database can sign in as anybody.': [
      "const hashSessionId = (sessionId: string) => createHash('sha256').update(sessionId).digest('hex')",
      'const hashSessionId = (sessionId: string) => sessionId',
    ],
    'session: a busy one never ends. A stolen cookie works for ever.': ['nowMs - startedAtMs >= AGE_MS_MAX || ', ''],
    'session: an idle one never ends. A forgotten computer stays signed in.': [
      ' || nowMs - seenAtMs >= IDLE_MS_MAX',
      '',
    ],
    'session: idle for exactly the limit goes on. The limit is not the one that is written down.': [
      'nowMs - seenAtMs >= IDLE_MS_MAX',
      'nowMs - seenAtMs > IDLE_MS_MAX',
    ],
  }),
  mistakes('apps/api/src/http/session.ts', session, {
    'session: the cookie is not renewed. The browser drops it 12 hours after signing in.': [
      'rolling: true',
      'rolling: false',
    ],
    'session: the id survives the sign-in. An attacker who planted a cookie shares the session (fixation).': [
      'await toPromise((done) => req.session.regenerate(done))',
      '',
    ],
    'session: signing out leaves it in the database. The old cookie still works.': [
      'await toPromise((done) => req.session.destroy(done))',
      '',
    ],
    'session: signing out leaves the cookie. The browser keeps sending what is no session.': [
      'res.clearCookie(name, attributes)',
      '',
    ],
    'session: one for everybody who looks. Every visitor costs a row, and gets a cookie.': [
      'saveUninitialized: false',
      'saveUninitialized: true',
    ],
  }),
  mistakes('apps/api/src/http/session.ts', cookie, {
    'session: the cookie is read by scripts. One script on the page takes the session.': [
      'httpOnly: true',
      'httpOnly: false',
    ],
    'session: the cookie goes along from other sites. Another site acts as the administrator.': [
      "sameSite: 'lax'",
      "sameSite: 'none'",
    ],
    'session: the cookie goes over http. Anybody on the way reads the session.': ['secure: isHttps', 'secure: false'],
    'session: the cookie of another host is taken. A neighbouring host sets the session.': [
      "isHttps ? '__Host-boardwalk' : 'boardwalk'",
      "'boardwalk'",
    ],
  }),
  mistakes('apps/api/src/feature/session/limit-store.ts', signInLimit, {
    'sign-in: eleven tries. The limit is not the one that is written down.': [
      'const TRIES_PER_PAIR_MAX = 10',
      'const TRIES_PER_PAIR_MAX = 11',
    ],
    'sign-in: fifty tries of an account. A few strangers lock a person out of every new place.': [
      'const TRIES_PER_ACCOUNT_MAX = 100',
      'const TRIES_PER_ACCOUNT_MAX = 50',
    ],
    'sign-in: any number of accounts from one address. One password is tried on everybody.': [
      '?? (await takeAndFindWait(addressLimiter, address))',
      '',
    ],
    'sign-in: any number of addresses on one account. Somebody with many addresses tries without end.': [
      'return takeAndFindWait(accountLimiter, account)',
      'return undefined',
    ],
    'sign-in: others lock a person out of a known place. Anybody can keep an administrator out.': [
      ' || (await known.get(pair)) !== null',
      '',
    ],
    'sign-in: a right password counts against the address. A large office locks itself out.': [
      '      await addressLimiter.reward(address)\n      if (!wasKnown)',
      '      if (!wasKnown)',
    ],
    'sign-in: a right password before its code counts against the address. A large office locks itself out.': [
      '      await pairLimiter.reward(pair)\n      await addressLimiter.reward(address)\n',
      '      await pairLimiter.reward(pair)\n',
    ],
    'sign-in: a right password counts against the pair. A user who signs in eleven times in a quarter of an hour is locked out.':
      ['      await pairLimiter.delete(pair)\n', ''],
    'sign-in: a right password counts against the account. A user who signs in from many places is locked out.': [
      'if (!wasKnown) await accountLimiter.reward(account)',
      '',
    ],
    'sign-in: a known place is forgotten after a quarter of an hour. The next morning others can lock the person out.':
      ['await known.set(pair, 1, KNOWN_SECONDS)', 'await known.set(pair, 1, WINDOW_SECONDS)'],
  }),
  mistakes('apps/api/src/feature/session/service.ts', signInLimit, {
    'sign-in: the limit is taken and not asked. Passwords may be tried without end.': [
      'if (retryAfterSeconds !== undefined) {',
      'if (retryAfterSeconds === -1) {',
    ],
  }),
  mistakes('apps/api/src/feature/session/service.ts', user, {
    'sign-in: not in the audit trail. Nobody can see who came.': [
      "await noteAudit(deps, administrator, 'signed_in', administrator.email)",
      '',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/link.ts', user, {
    'link: its secret stored in the clear. A reader of the database chooses the passwords of invited people.': [
      "createHash('sha256').update(secret).digest('hex')",
      'secret',
    ],
    'link: a short secret. It can be guessed sooner.': ['randomBytes(32)', 'randomBytes(16)'],
    'link: its secret where logs have it. Proxies write the secret down.': ['set-password#', 'set-password?'],
  }),
  mistakes('apps/api/src/feature/administrator/link.ts', session, {
    'link: good for a day longer. The limit is not the one that is written down.': [
      'const LINK_MS_MAX = 7 * 24',
      'const LINK_MS_MAX = 8 * 24',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/store.ts', session, {
    'link: good more than once. Somebody who finds the link later takes the account.': [
      'passwordSetAt: now }, $unset: { link: 1 } }',
      'passwordSetAt: now } }',
    ],
    'link: an old one is shown as good. A person types a password for nothing.': [
      "administrators.findOne({ 'link.hash': hash, 'link.expiresAt': { $gt: now } })",
      "administrators.findOne({ 'link.hash': hash })",
    ],
    'link: still good at the instant of its end. The limit is not the one that is written down.': [
      "administrators.findOne({ 'link.hash': hash, 'link.expiresAt': { $gt: now } })",
      "administrators.findOne({ 'link.hash': hash, 'link.expiresAt': { $gte: now } })",
    ],
  }),
  mistakes('apps/api/src/feature/administrator/store.ts', 'apps/api/src/feature/administrator/store.test.ts', {
    'link: an old one chooses a password. A link works for ever.': [
      "findOneAndUpdate(\n        { _id: id, 'link.hash': hash, 'link.expiresAt': { $gt: now } },",
      "findOneAndUpdate(\n        { _id: id, 'link.hash': hash },",
    ],
    'link: whose answer was lost counts for anybody. A link that was used signs the second caller in.': [
      'return administrator?.passwordHash === passwordHash ? administrator : undefined',
      'return administrator',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/store.ts', 'apps/api/src/router/back-office.test.ts', {
    'user: the list is of all companies. An administrator reads the addresses of everybody on the board.': [
      'administrators.find({ companyId })',
      'administrators.find({})',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/store.ts', user, {
    'user: two accounts of one address in one company. Inviting somebody twice makes two accounts.': [
      '{ key: { email: 1, companyId: 1 }, unique: true }',
      '{ key: { email: 1, companyId: 1 } }',
    ],
    'user: one account of an address on the whole board. A company learns who works for others by inviting them.': [
      '{ key: { email: 1, companyId: 1 }, unique: true }',
      '{ key: { email: 1 }, unique: true }',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/store.ts', 'apps/api/src/test/company-filter.test.ts', {
    'user: somebody of another company is removed. An administrator removes the people of another company.': [
      'administrators.deleteOne({ _id: id, companyId })',
      'administrators.deleteOne({ _id: id })',
    ],
    'user: somebody of another company gets a new link. An invitation takes the account of another company’s administrator.':
      [
        'administrators.updateOne({ _id: id, companyId }, { $set: { link } })',
        'administrators.updateOne({ _id: id }, { $set: { link } })',
      ],
  }),
  mistakes('apps/api/src/feature/administrator/service.ts', 'apps/api/src/router/back-office.test.ts', {
    'user: somebody of another company is said to be removed. An administrator learns the addresses of another company.':
      ['if (administrator?.companyId !== actor.companyId) throw', 'if (administrator === undefined) throw'],
  }),
  mistakes('apps/api/src/feature/administrator/password-service.ts', several, {
    'sign-in: a right password without a check. The names of a person’s companies are told to anybody.': [
      'const matches = accounts.filter((_, index) => isRight[index])',
      'const matches = accounts',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/store.ts', several, {
    'sign-in: the company that was chosen is passed over. The person is asked again and again.': [
      '...(companyId !== undefined && { companyId }),',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/session/service.ts', several, {
    'sign-in: the first account is taken. A person with one password in two companies never gets into the second.': [
      'administrator !== undefined && others.length === 0',
      'administrator !== undefined',
    ],
  }),
  mistakes('apps/api/src/feature/session/store.ts', session, {
    'session: one that has expired is noted as used. It works again for whoever asks a second time.': [
      ' || hasExpired({ startedAtMs, seenAtMs }, nowMs)) return done()',
      ') return done()',
    ],
  }),
  mistakes('apps/api/src/feature/session/store.ts', account, {
    'account: any session is ended by its name. A person signs out somebody else.': [
      "sessions.find({ 'session.userId': userId }, { projection: { _id: 1 } })",
      'sessions.find({}, { projection: { _id: 1 } })',
    ],
    'account: signing out everywhere is for everybody. One person signs out the whole board.': [
      "sessions.deleteMany({ 'session.userId': userId })",
      'sessions.deleteMany({})',
    ],
  }),
  mistakes('apps/api/src/feature/session/lifetime.ts', account, {
    'account: a session is named by its stored hash. The list shows what the database stores.': [
      "createHash('sha256').update(`name ${hash}`).digest('hex').slice(0, 20)",
      'hash.slice(0, 20)',
    ],
  }),
  mistakes('apps/api/src/feature/session/service.ts', account, {
    'account: ended sessions are listed. A person is afraid of what cannot harm them.': [
      'session.passwordSetAtMs === passwordSetAtMs && !hasExpired(session, deps.now())',
      'session.passwordSetAtMs === passwordSetAtMs',
    ],
    'account: a wrong current password does not count. A stolen session tries passwords without end.': [
      '  await countTry(deps, email, address)\n  const account =',
      '  const account =',
    ],
    'account: a right current password counts. A person who changes it often is locked out.': [
      '  await deps.signInLimit.forgive(email, address)\n  return account',
      '  return account',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/password-service.ts', account, {
    'account: any current password will do. Who finds an unattended browser takes the account over.': [
      'account?.passwordHash != null && isRight',
      'account?.passwordHash != null',
    ],
    'account: a change of the password is not in the audit trail. Nobody can see when an account was taken over.': [
      "await noteAudit(deps, account, 'password_changed', account.email)",
      '',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/store.ts', account, {
    'account: a change does not look at the former password. Of two changes both are told that theirs is the password.':
      ['{ _id: id, passwordHash: formerHash }', '{ _id: id }'],
    'account: a link outlives a change of the password. Who finds the link later takes the account over.': [
      '{ $set: { passwordHash, passwordSetAt }, $unset: { link: 1 } }',
      '{ $set: { passwordHash, passwordSetAt } }',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/service.ts', user, {
    'link: for oneself. Who finds an unattended browser chooses a new password.': [
      "if (id === actor.administratorId) throw new AppError('own_link')",
      '',
    ],
    'link: for anybody. An administrator takes over an account of another company.': [
      'if (colleague?.companyId !== actor.companyId) throw',
      'if (colleague === undefined) throw',
    ],
    'link: made in the operator’s name. Nobody can see which colleague made it.': [
      'return renewLink(deps, colleague, actor)',
      'return renewLink(deps, colleague)',
    ],
  }),
  mistakes('apps/api/src/db/collection.ts', 'apps/api/src/db/connection.test.ts', {
    'database: an index of an earlier version stays. A board that is updated goes on refusing what it forbade.': [
      '{ name, owner, indexes, former })',
      '{ name, owner, indexes, former: [] })',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/service.ts', user, {
    'user: an invitation gives a colleague’s account a new link. An administrator signs in as a colleague.': [
      ' || there.passwordSetAt !== null) throw',
      ') throw',
    ],
    'user: the last administrator removes themselves. A company is left with nobody.': [
      "if (id === actor.administratorId) throw new AppError('own_account')",
      '',
    ],
    'user: an invitation is not in the audit trail. Nobody can see who let somebody in.': [
      "await noteAudit(deps, actor, 'user_invited', email)\n  return { ...shown, isAgain: !isNew }",
      'return { ...shown, isAgain: !isNew }',
    ],
    'user: a user without a password looks like one with a password. Nobody sees that an invitation was never used.': [
      'hasPassword: passwordSetAt !== null',
      'hasPassword: true',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/password-service.ts', user, {
    'user: who opened an invitation is not noted. An inviter takes the name of somebody else, and nobody can see it.': [
      '{ signedInAs: signedIn.email }',
      '{}',
    ],
    'user: who opened an invitation is named to any company. A company learns the address of another one’s administrator.':
      ['signedIn?.companyId === administrator.companyId', 'signedIn !== undefined'],
    'user: a chosen password is not in the audit trail. Nobody can see when an account was taken over.': [
      "await noteAudit(deps, administrator, 'password_set', administrator.email, details)",
      '',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/service.ts', session, {
    'user: a new password leaves old sessions signed in. An attacker who stole a session keeps it after the password is changed.':
      [
        'return administrator?.passwordSetAt?.getTime() === passwordSetAtMs ? administrator : undefined',
        'return administrator',
      ],
  }),
  mistakes('apps/api/src/feature/session/limit-store.ts', 'apps/api/src/feature/session/sign-in-limit.test.ts', {
    'sign-in: who signs in gets all tries of the address back. With one account, the passwords of all others are tried.':
      [
        'await addressLimiter.reward(address)\n      if (!wasKnown)',
        'await addressLimiter.delete(address)\n      if (!wasKnown)',
      ],
  }),
  mistakes('apps/api/src/http/same-origin.ts', 'apps/api/src/router/back-office.test.ts', {
    'origin: none is as good as ours. A browser that does not say which site sends the request acts for any.': [
      'if (origin === undefined) return false',
      'if (origin === undefined) return true',
    ],
  }),
  mistakes('apps/api/src/http/same-origin.ts', 'apps/api/src/http/same-origin.test.ts', {
    'origin: http is as good as https. An attacker who sits between an http page of the host and the browser acts as the administrator.':
      ['origin === `${protocol}//${host}`', 'origin.endsWith(`//${host}`)'],
  }),
  mistakes(
    'apps/api/src/back-office.ts',
    { files: signInLimit, names: 'after ten wrong tries' },
    {
      'back office: no Retry-After. The page cannot say how long to wait.': [
        "if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds))",
        '',
      ],
    },
  ),
].flat()
