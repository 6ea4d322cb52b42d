import type { MailWords } from '../words.ts'

export const en: MailWords = {
  invitation: {
    subject: (company) => `Invitation to the back office of ${company}`,
    text: ({ company, inviter, operator, link }) => [
      `${operator ? 'The board’s operator' : inviter} has invited you to the back office of ${company}, where its jobs and applications are.`,
      `Choose your password here. The link works once, within 7 days:\n${link}`,
      'If you did not expect this invitation, you need not do anything.',
    ],
  },
  password: {
    subject: 'Your new password',
    text: ({ site, accounts }) => [
      `Somebody, probably you, has forgotten the password for the back office of ${site}.`,
      'Choose a new password here. Each link works once and ends the links before it:',
      ...accounts,
      'If it was not you, you need not do anything: your password has not changed.',
    ],
    account: ({ company, link, isInvitation }) =>
      `${company} (within ${isInvitation ? '7 days' : 'one hour'}):\n${link}`,
  },
  confirmation: {
    subject: (title) => `Your application: ${title}`,
    text: ({ name, title, company, reference }) => [
      name === '' ? 'Hello,' : `Hello ${name},`,
      `${company} has received your application for “${title}”.`,
      `Your application’s reference: ${reference}`,
      'If you did not apply, somebody has entered your address by mistake, and you need not do anything.',
    ],
  },
  held: {
    subject: (company) => `Applications that are held back – ${company}`,
    text: ({ company, count, days, link }) => [
      `Applications to ${company} that are held back: ${count}. A field that people do not see was filled in, by a program that sends spam or by an extension of a browser.`,
      `Let in those that people sent, and discard the others:\n${link}`,
      `An application that you do not decide on goes to your ATS after ${days} days. This message comes once a day at most.`,
    ],
  },
  end: (site) => `This message was sent automatically by ${site}`,
}
