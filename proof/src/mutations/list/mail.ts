import { mistakes } from '../mutation.ts'

const test = (name: string) => `apps/api/src/feature/mail/${name}.test.ts`

export const mails = [
  mistakes('apps/api/src/feature/administrator/service.ts', test('invitation'), {
    'mail: the inviter gets the link too. Somebody opens an invitation for somebody else.': [
      'if (!deps.settings.sendsMail) return inviteAdministrator',
      'if (deps.now() > 0) return inviteAdministrator',
    ],
    'mail: an address is invited without end. An administrator’s browser is a mail cannon.': [
      '  await countInvitation(deps, email)\n',
      '',
    ],
    'mail: a removed person is still in the outbox. The row outlives the account.': [
      '  await cancelMails(deps, companyId, [id])\n',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/mailed-link.ts', test('password'), {
    'mail: the times of links are exchanged. A link for a forgotten password works for a week.': [
      'isInvitation ? LINK_MS_MAX : ASKED_LINK_MS_MAX',
      'isInvitation ? ASKED_LINK_MS_MAX : LINK_MS_MAX',
    ],
  }),
  mistakes('apps/api/src/db/claim.ts', test('sender'), {
    'mail: a claim ends at once. Two processes send the same mail.': [
      '{ $set: { dueAt: until }',
      '{ $set: { dueAt: now }',
    ],
  }),
  mistakes('apps/api/src/feature/outbox/store.ts', test('sender'), {
    'mail: a claim that is over ends the next one. A mail that another process is sending is lost.': [
      'updateOne({ _id: id, attempts }, { $set: { target',
      'updateOne({ _id: id }, { $set: { target',
    ],
  }),
  mistakes('apps/api/src/feature/outbox/store.ts', test('password'), {
    'mail: the address stays in the outbox. The board keeps whatever addresses strangers typed.': [
      "$set: { target: '' }, $unset: { dueAt: 1 }",
      '$unset: { dueAt: 1 }',
    ],
  }),
  mistakes('apps/api/src/feature/outbox/limit-store.ts', test('confirmation'), {
    'mail: every +tag is an inbox of its own. The form sends somebody as many mails as a program likes.': [
      "local.replace(/\\+.*$/, '')",
      'local',
    ],
  }),
  mistakes('apps/api/src/feature/outbox/limit-store.ts', test('password'), {
    'mail: one caller asks for any number of addresses. A program sends mails to a whole list.': [
      '(await takeAndFindWait(callers, caller)) ?? ',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/outbox/service.ts', test('sender'), {
    'mail: tried for ever. A mail that ends every process ends them again and again.': [
      'attempts > ATTEMPTS_MAX || ',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/outbox/service.ts', test('confirmation'), {
    'mail: each form is confirmed. A double click sends two mails.': ['id: `mail_${applicationId}`', 'id: makeId()'],
  }),
  mistakes('apps/api/src/feature/mail/transport.ts', test('tls'), {
    'mail: any certificate will do. Somebody on the way reads the links.': [
      'rejectUnauthorized: true',
      'rejectUnauthorized: false',
    ],
  }),
  mistakes('apps/api/src/feature/mail/transport.ts', test('sender'), {
    'mail: STARTTLS only if it is offered. Somebody on the way takes the offer out, and reads the password.': [
      "requireTLS: encryption === 'starttls'",
      'requireTLS: false',
    ],
    'mail: the log repeats the mail server. It names the recipients.': [
      "return { code: read('code'), reply,",
      "return { code: read('message'), reply,",
    ],
    'mail: refused means come again. A wrong address is tried for two days.': [
      "typeof reply === 'number' && reply >= 500",
      'false',
    ],
  }),
  mistakes('apps/api/src/feature/mail/compose.ts', test('confirmation'), {
    'mail: the first name as it was typed. A stranger’s advertisement comes from the board.': [
      "return isName && name.length <= NAME_CHARACTERS_MAX ? name : ''",
      'return name',
    ],
  }),
  mistakes('apps/api/src/feature/application/service/erase.ts', test('confirmation'), {
    'mail: an erased person’s mail stays in the outbox. Somebody who asked to be forgotten is still listed.': [
      '  await cancelMails(deps, companyId, ids)\n',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/administrator/mailed-link.ts', test('password'), {
    'mail: asking for a link ends the password. A stranger locks an administrator out.': [
      'await deps.administrators.replaceLink(account.companyId, account.id, stored)',
      'await Object.assign(deps.administrators).lockOut(account.companyId, account.id)',
    ],
  }),
].flat()
