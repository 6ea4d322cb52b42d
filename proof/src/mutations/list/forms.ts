import { mistakes } from '../mutation.ts'

const test = 'packages/schema/src/forms.test.ts'

/** The limits of what people type into forms. */
export const forms = [
  mistakes('apps/api/src/site/words.ts', 'apps/api/src/site/apply.test.ts', {
    'form: the file comes before the message. Somebody whose CV is too large loses the message.': [
      "'message', 'cv', 'consent'] as const",
      "'cv', 'message', 'consent'] as const",
    ],
  }),
  mistakes('packages/schema/src/application.ts', test, {
    'form: a shorter last name. An applicant is refused for their name.': [
      'lastName: required(100)',
      'lastName: required(99)',
    ],
    'form: a telephone number of one digit more. A short number that is right is refused.': ['{6,}$/', '{7,}$/'],
    'form: a profile on http is refused. An applicant loses the form to a letter.': ['/^https?$/', '/^https$/'],
    'form: a longer message. Candidates have a message that the contract does not allow.': [
      'message: text(5000)',
      'message: text(5001)',
    ],
  }),
  mistakes('packages/schema/src/user.ts', test, {
    'form: signing in takes shorter passwords than choosing one. Somebody chooses a password that is refused ever after.':
      ['.max(200)', '.max(199)'],
    'form: a longer password. The hashing of a password can be made to take long.': ['text(200)', 'text(2000)'],
    'form: a shorter address. Somebody with a long address has no account.': ['.max(254,', '.max(253,'],
  }),
  mistakes('packages/schema/src/field-limits.ts', test, {
    'form: a shorter company name. A company cannot be called what it is called.': [
      'COMPANY_NAME_CHARACTERS_MAX = 200',
      'COMPANY_NAME_CHARACTERS_MAX = 199',
    ],
  }),
  mistakes('packages/schema/src/company.ts', test, {
    'form: a shorter slug. An address of a company that is right is refused.': ['.max(80,', '.max(79,'],
  }),
  mistakes('packages/schema/src/api-key.ts', test, {
    'form: a scope twice. A key has a scope twice in lists and in the audit trail.': [
      '[...new Set(scopes)]',
      '[...scopes]',
    ],
  }),
].flat()
