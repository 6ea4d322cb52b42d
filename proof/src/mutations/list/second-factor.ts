import { mistakes } from '../mutation.ts'

const secondFactor = 'apps/api/src/feature/account/second-factor.test.ts'
const service = 'apps/api/src/feature/administrator/second-factor-service.ts'
const store = 'apps/api/src/feature/administrator/second-factor-store.ts'

export const secondFactors = [
  mistakes('apps/api/src/feature/administrator/totp.ts', 'apps/api/src/feature/administrator/totp.test.ts', {
    'code: good for longer. Who looks over a shoulder has more time.': [
      'const STEPS_AROUND = 1',
      'const STEPS_AROUND = 2',
    ],
    'code: good for this moment only. A telephone whose clock is not exact locks its owner out.': [
      'const STEPS_AROUND = 1',
      'const STEPS_AROUND = 0',
    ],
    'code: always of this step. A code is accepted once for each step around it.': [
      'totp.counter({ timestamp: nowMs }) + distance',
      'totp.counter({ timestamp: nowMs })',
    ],
    'code: a short key. It can be guessed sooner.': ['const KEY_BYTES = 20', 'const KEY_BYTES = 10'],
  }),
  mistakes(store, secondFactor, {
    'code: accepted again. Who reads a code that was typed signs in with it.': [
      "'secondFactor.lastUse.step': { $lt: step } },",
      '},',
    ],
    'code: a step is later than itself. A code is accepted twice.': [
      "'secondFactor.lastUse.step': { $lt: step }",
      "'secondFactor.lastUse.step': { $lte: step }",
    ],
    'recovery code: stays after its use. Who finds the sheet later signs in.': [
      "$pull: { 'secondFactor.recoveryCodes': hash }, ",
      '',
    ],
    'second factor: turned on with any key. An old QR code confirms a new one.': [
      "'enrolment.key': secondFactor.key, ",
      '',
    ],
    'enrolment: in place of a second factor. A stolen session exchanges the telephone.': [
      'updateOne({ _id: id, secondFactor: { $exists: false } }, change)',
      'updateOne({ _id: id }, change)',
    ],
    'enrolment: never ends. A QR code that was left open works for ever.': [
      ", 'enrolment.expiresAt': { $gt: now } }",
      ' }',
    ],
  }),
  mistakes(store, 'apps/api/src/test/company-filter.test.ts', {
    'second factor: turned off at another company. An administrator weakens the accounts of another company.': [
      'updateOne({ _id: id, companyId }, { $unset',
      'updateOne({ _id: id }, { $unset',
    ],
  }),
  mistakes(service, secondFactor, {
    'recovery codes: stored in the clear. A reader of the database has them.': [
      'recoveryCodes: recoveryCodes.map(hashRecoveryCode) }',
      'recoveryCodes }',
    ],
    'code: a wrong one is not in the audit trail. Nobody can see that somebody has the password.': [
      "await noteAudit(deps, account, 'code_refused', email)",
      '',
    ],
    'code: a wrong one will do. The second factor is none.': [
      "throw new AppError('code_wrong')\n}\n\n/** Says",
      'void AppError\n}\n\n/** Says',
    ],
    'enrolment: any code confirms it. A person whose app has no key is locked out.': [
      "if (step === undefined) throw new AppError('code_wrong')",
      'if (step === undefined) return { recoveryCodes: [] }',
    ],
  }),
  mistakes('apps/api/src/feature/session/service.ts', secondFactor, {
    'sign-in: the code is not asked for. The second factor is none.': [
      'administrator.secondFactor !== undefined && code === undefined',
      'false',
    ],
    'sign-in: the code is not checked. Any six digits will do.': [
      'if (code !== undefined) await requireCode(deps, administrator, code)',
      '',
    ],
    'sign-in: the right password forgives wrong codes. Who has the password guesses codes without end.': [
      'await deps.signInLimit.refund(email, address)',
      'await deps.signInLimit.forgive(email, address)',
    ],
    'sign-in: codes are not counted. Who has the password and many addresses guesses codes without end.': [
      'refuseOverLimit(await deps.signInLimit.takeCode(accountId))',
      'await deps.signInLimit.takeCode(accountId)',
    ],
    'sign-in: right codes count. A person who signs in eleven times in an hour is locked out.': [
      '  await forgiveCodes(deps, account.id)\n',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/session/back-office-routes.ts', secondFactor, {
    'link: signs in without the code. A colleague who makes a link gets past the second factor.': [
      'if (secondFactor !== undefined) return',
      'if (secondFactor === null) return',
    ],
  }),
  mistakes('apps/api/src/feature/account/service.ts', secondFactor, {
    'second factor: turned off with the password alone. Who has the password gets rid of it.': [
      '  await requireCode(deps, account, code)\n',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/recovery-code.ts', secondFactor, {
    'recovery code: refused in capitals. Who has lost the telephone and types from the sheet stays outside.': [
      'code.toLowerCase()',
      'code',
    ],
    'recovery code: refused with blanks. Who has lost the telephone and types as on the sheet stays outside.': [
      "replaceAll(/[^a-z0-9]/g, '')",
      "replaceAll('-', '')",
    ],
  }),
  mistakes('apps/api/src/admin/recover.ts', 'apps/api/src/admin/recover.promise.test.ts', {
    'recover: recovery codes that were used work again. Who finds the sheet signs in after a restore.': [
      'await endAllRecoveryCodes(deps)',
      '0',
    ],
  }),
].flat()
