import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { mailWords } from './words.ts'

/** Every mail of a language, as its reader gets it. */
function write({ invitation, password, confirmation, held, end }: (typeof mailWords)['en']): string {
  const invited = { company: 'COMPANY', inviter: 'INVITER', link: 'LINK' }
  const account = { company: 'COMPANY', link: 'LINK' }
  const accounts = [true, false].map((isInvitation) => password.account({ ...account, isInvitation }))
  const applied = { title: 'TITLE', company: 'COMPANY', reference: 'REFERENCE' }
  const [byOperator = ''] = invitation.text({ ...invited, operator: true })
  const [toNobody = ''] = confirmation.text({ ...applied, name: '' })
  return [
    invitation.subject('COMPANY'),
    ...invitation.text({
      ...invited,
      operator: false,
    }),
    byOperator,
    password.subject,
    ...password.text({
      site: 'SITE',
      accounts,
    }),
    confirmation.subject('TITLE'),
    ...confirmation.text({
      ...applied,
      name: 'NAME',
    }),
    toNobody,
    held.subject('COMPANY'),
    ...held.text({
      company: 'COMPANY',
      count: 2,
      days: 7,
      link: 'LINK',
    }),
    end({
      board: null,
      site: 'SITE',
    }),
    end({
      board: 'BOARD',
      site: 'SITE',
    }),
  ].join('\n')
}

test.each(['en', 'fr', 'ar'] as const)('the mails have these texts in the language %s', async (locale) => {
  const expected = await readFile(new URL(`fixture/mails.${locale}.txt`, import.meta.url), 'utf8')
  expect(`${write(mailWords[locale])}\n`).toBe(expected)
})
