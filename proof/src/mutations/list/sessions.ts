import type { MutationGroup } from '../mutation.ts'

const session = 'apps/api/src/feature/session/session.test.ts'
const user = 'apps/api/src/feature/user/user.test.ts'
const cookie = 'apps/api/src/http/session.test.ts'

export const sessions: readonly MutationGroup[] = [
  {
    file: 'apps/api/src/db/create-once.ts',
    tests: [user],
    mutations: [
      {
        name: 'user: an invitation of a taken address counts as made',
        find: 'return (await model.exists({ _id: row._id })) !== null',
        replace: 'return (await model.exists({ _id: row._id })) === null',
        why: 'A colleague’s account gets a link that nobody can use, or an invitation fails.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/session/store.ts',
    tests: [session],
    mutations: [
      {
        name: 'session: its id stored in the clear',
        find: "const hashOf = (sessionId: string) => createHash('sha256').update(sessionId).digest('hex')",
        replace: 'const hashOf = (sessionId: string) => sessionId',
        why: 'Whoever reads the database is signed in as anybody.',
      },
      {
        name: 'session: a use brings an ended one back',
        find: "{ $set: { 'session.seenAtMs': nowMs, expires } })",
        replace: "{ $set: { 'session.seenAtMs': nowMs, expires } }, { upsert: true })",
        why: 'Signing out while a request is under way does not sign out.',
      },
      {
        name: 'session: its use is not noted',
        find: "'session.seenAtMs': nowMs, ",
        replace: '',
        why: 'Somebody who works is signed out after 12 hours.',
      },
    ],
  },
  {
    file: 'apps/api/src/http/session.ts',
    tests: [session],
    mutations: [
      {
        name: 'session: the id survives the sign-in',
        find: 'await promised((done) => req.session.regenerate(done))',
        replace: '',
        why: 'Who planted a cookie shares the session (fixation).',
      },
      {
        name: 'session: a busy one never ends',
        find: 'now() - startedAtMs >= AGE_MS_MAX || ',
        replace: '',
        why: 'A stolen cookie works for ever.',
      },
      {
        name: 'session: an idle one never ends',
        find: ' || now() - seenAtMs >= IDLE_MS_MAX',
        replace: '',
        why: 'A forgotten computer stays signed in.',
      },
      {
        name: 'session: idle for exactly the limit goes on',
        find: 'now() - seenAtMs >= IDLE_MS_MAX',
        replace: 'now() - seenAtMs > IDLE_MS_MAX',
        why: 'The limit is not the one that is written down.',
      },
      {
        name: 'session: signing out leaves it in the database',
        find: 'await promised((done) => req.session.destroy(done))',
        replace: '',
        why: 'The old cookie still works.',
      },
      {
        name: 'session: signing out leaves the cookie',
        find: 'res.clearCookie(name, attributes)',
        replace: '',
        why: 'The browser keeps sending what is no session.',
      },
      {
        name: 'session: the cookie is read by scripts',
        tests: [cookie],
        find: 'httpOnly: true',
        replace: 'httpOnly: false',
        why: 'One script on the page takes the session.',
      },
      {
        name: 'session: the cookie goes along from other sites',
        tests: [cookie],
        find: "sameSite: 'lax'",
        replace: "sameSite: 'none'",
        why: 'Another site acts as the administrator.',
      },
      {
        name: 'session: the cookie goes over http',
        tests: [cookie],
        find: 'secure: isHttps',
        replace: 'secure: false',
        why: 'Anybody on the way reads the session.',
      },
      {
        name: 'session: the cookie of another host is taken',
        tests: [cookie],
        find: "isHttps ? '__Host-boardwalk' : 'boardwalk'",
        replace: "'boardwalk'",
        why: 'A neighbouring host sets the session.',
      },
      {
        name: 'session: one for everybody who looks',
        tests: [session],
        find: 'saveUninitialized: false',
        replace: 'saveUninitialized: true',
        why: 'Every visitor costs a row, and gets a cookie.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/session/limit-store.ts',
    tests: [session],
    mutations: [
      {
        name: 'sign-in: eleven tries',
        find: 'const TRIES_OF_PAIR_MAX = 10',
        replace: 'const TRIES_OF_PAIR_MAX = 11',
        why: 'The limit is not the one that is written down.',
      },
      {
        name: 'sign-in: any number of accounts from one address',
        find: '?? (await secondsOver(ofAddress, address))',
        replace: '',
        why: 'One password is tried on everybody.',
      },
      {
        name: 'sign-in: any number of addresses on one account',
        find: 'return secondsOver(ofAccount, account)',
        replace: 'return undefined',
        why: 'Somebody with many addresses tries without end.',
      },
      {
        name: 'sign-in: others lock a person out of a known place',
        find: ' || (await known.get(pair)) !== null',
        replace: '',
        why: 'Anybody can keep an administrator out.',
      },
      {
        name: 'sign-in: a right password counts against the address',
        find: '      await ofAddress.reward(address)\n',
        replace: '',
        why: 'A large office locks itself out.',
      },
      {
        name: 'sign-in: a right password counts against the pair',
        find: '      await ofPair.delete(pair)\n',
        replace: '',
        why: 'Who signs in eleven times in a quarter of an hour is locked out.',
      },
      {
        name: 'sign-in: a right password counts against the account',
        find: 'if (!wasKnown) await ofAccount.reward(account)',
        replace: '',
        why: 'Who signs in from many places is locked out.',
      },
      {
        name: 'sign-in: a known place is forgotten after a quarter of an hour',
        find: 'await known.set(pair, 1, KNOWN_SECONDS)',
        replace: 'await known.set(pair, 1, WINDOW_SECONDS)',
        why: 'The next morning others can lock the person out.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/session/service.ts',
    tests: [session],
    mutations: [
      {
        name: 'sign-in: the limit is taken and not asked',
        find: 'if (retryAfterSeconds !== undefined) {',
        replace: 'if (retryAfterSeconds === -1) {',
        why: 'Passwords may be tried without end.',
      },
      {
        name: 'sign-in: not in the audit trail',
        tests: [user],
        find: "await noteAudit(deps, user, 'signed_in', user.email)",
        replace: '',
        why: 'Nobody can see who came.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/user/link.ts',
    tests: [user],
    mutations: [
      {
        name: 'link: its secret stored in the clear',
        find: "createHash('sha256').update(secret).digest('hex')",
        replace: 'secret',
        why: 'Whoever reads the database chooses the passwords of invited people.',
      },
      {
        name: 'link: a short secret',
        find: 'randomBytes(32)',
        replace: 'randomBytes(16)',
        why: 'It can be guessed sooner.',
      },
      {
        name: 'link: its secret where logs have it',
        find: 'set-password#',
        replace: 'set-password?',
        why: 'Proxies write the secret down.',
      },
      {
        name: 'link: good for a day longer',
        tests: [session],
        find: 'const LINK_MS_MAX = 7 * 24',
        replace: 'const LINK_MS_MAX = 8 * 24',
        why: 'The limit is not the one that is written down.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/user/store.ts',
    tests: [session],
    mutations: [
      {
        name: 'link: good more than once',
        find: ', $unset: { link: 1 } }',
        replace: ' }',
        why: 'Whoever finds the link later takes the account.',
      },
      {
        name: 'link: an old one chooses a password',
        find: "findOneAndUpdate(\n          { _id: id, 'link.hash': hash, 'link.expiresAt': { $gt: now } },",
        replace: "findOneAndUpdate(\n          { _id: id, 'link.hash': hash },",
        why: 'A link works for ever.',
        tests: ['apps/api/src/feature/user/store.test.ts'],
      },
      {
        name: 'link: an old one is shown as good',
        find: "users.findOne({ 'link.hash': hash, 'link.expiresAt': { $gt: now } })",
        replace: "users.findOne({ 'link.hash': hash })",
        why: 'A person types a password for nothing.',
      },
      {
        name: 'link: still good at the instant of its end',
        find: "users.findOne({ 'link.hash': hash, 'link.expiresAt': { $gt: now } })",
        replace: "users.findOne({ 'link.hash': hash, 'link.expiresAt': { $gte: now } })",
        why: 'The limit is not the one that is written down.',
      },
      {
        name: 'user: the list is of all companies',
        tests: ['apps/api/src/router/back-office.test.ts'],
        find: 'users.find({ companyId })',
        replace: 'users.find({})',
        why: 'An administrator reads the addresses of everybody on the board.',
      },
      {
        name: 'link: whose answer was lost counts for anybody',
        tests: ['apps/api/src/feature/user/store.test.ts'],
        find: 'return user?.passwordHash === passwordHash ? user : undefined',
        replace: 'return user',
        why: 'A link that was used signs the second caller in.',
      },
      {
        name: 'user: two accounts of one address',
        tests: [user],
        find: 'schema.index({ email: 1 }, { unique: true })',
        replace: 'schema.index({ email: 1 })',
        why: 'An invitation takes somebody’s sign-in over.',
      },
      {
        name: 'user: somebody of another company is removed',
        tests: ['apps/api/src/test/company-filter.test.ts'],
        find: 'users.deleteOne({ _id: id, companyId })',
        replace: 'users.deleteOne({ _id: id })',
        why: 'An administrator removes the people of another company.',
      },
      {
        name: 'user: somebody of another company gets a new link',
        tests: ['apps/api/src/test/company-filter.test.ts'],
        find: 'users.updateOne({ _id: id, companyId }, { $set: { link } })',
        replace: 'users.updateOne({ _id: id }, { $set: { link } })',
        why: 'An invitation takes the account of another company’s administrator.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/user/service.ts',
    tests: [user],
    mutations: [
      {
        name: 'user: somebody of another company is said to be removed',
        tests: ['apps/api/src/router/back-office.test.ts'],
        find: 'if (user?.companyId !== actor.companyId) throw',
        replace: 'if (user === undefined) throw',
        why: 'An administrator learns the addresses of another company.',
      },
      {
        name: 'user: an invitation takes over the account of another company',
        find: 'there?.companyId !== companyId || ',
        replace: '',
        why: 'A company gets the accounts of another.',
        tests: ['apps/api/src/feature/user/user.test.ts'],
      },
      {
        name: 'user: an invitation gives a colleague’s account a new link',
        find: ' || there.passwordSetAt !== null) throw',
        replace: ') throw',
        why: 'An administrator signs in as a colleague.',
      },
      {
        name: 'user: a new password leaves old sessions signed in',
        tests: [session],
        find: 'return user?.passwordSetAt?.getTime() === passwordSetAtMs ? user : undefined',
        replace: 'return user',
        why: 'Who stole a session keeps it after the password is changed.',
      },
      {
        name: 'user: the last administrator removes themselves',
        find: "if (id === actor.userId) throw new AppError('own_account')",
        replace: '',
        why: 'A company is left with nobody.',
      },
      {
        name: 'user: an invitation is not in the audit trail',
        find: "await noteAudit(deps, actor, 'user_invited', email)",
        replace: '',
        why: 'Nobody can see who let somebody in.',
      },
      {
        name: 'user: a chosen password is not in the audit trail',
        find: "await noteAudit(deps, user, 'password_set', user.email)",
        replace: '',
        why: 'Nobody can see when an account was taken over.',
      },
      {
        name: 'user: who has no password yet looks like who has',
        find: 'hasPassword: passwordSetAt !== null',
        replace: 'hasPassword: true',
        why: 'Nobody sees that an invitation was never used.',
      },
    ],
  },
  {
    file: 'apps/api/src/http/same-origin.ts',
    tests: ['apps/api/src/router/back-office.test.ts'],
    mutations: [
      {
        name: 'origin: none is as good as ours',
        find: 'if (origin === undefined) return false',
        replace: 'if (origin === undefined) return true',
        why: 'A browser that does not say which site sends the request acts for any.',
      },
      {
        name: 'origin: http is as good as https',
        find: 'origin === `${protocol}//${host}`',
        replace: 'origin.endsWith(`//${host}`)',
        tests: ['apps/api/src/http/same-origin.test.ts'],
        why: 'Who sits between an http page of the host and the browser acts as the administrator.',
      },
    ],
  },
  {
    file: 'apps/api/src/http/back-office.ts',
    tests: [session],
    mutations: [
      {
        name: 'back office: no Retry-After',
        find: "if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds))",
        replace: '',
        why: 'The page cannot say how long to wait.',
      },
    ],
  },
]
