import { readMailedSecrets, useMailServer } from '@boardwalk/api/test/mail-server'
import { expect, it } from 'vitest'
import { choosePassword, loaded, useBackOffice } from '../test/back-office.ts'

const smtp = useMailServer()
const backOffice = useBackOffice({ mail: () => smtp.settings })

it('a user who has forgotten the password asks for a mail, and chooses a new password with its link', async () => {
  const email = 'karim@atlas.example'
  const invited = await backOffice.newPage()
  await invited.goto(await backOffice.company.invite(email))
  await choosePassword(invited)

  const page = await backOffice.newPage()
  await backOffice.goTo(page, '/jobs')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Forgotten your password?' }).click()
  await page.getByRole('heading', { name: 'New password' }).and(page.locator(':focus')).waitFor()
  // What was typed on the sign-in form is still there.
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  await page.getByText('If this address belongs to a user').waitFor()

  const mail = await smtp.receiveOne(email)
  // In the language of the page, which need not be the company's.
  expect(mail.subject).toBe('Your new password')
  const [secret] = readMailedSecrets(mail)
  await page.goto(`${backOffice.server.url}/backoffice/set-password#${secret}`)
  await page.getByText(email).waitFor()
  await choosePassword(page)
  // Each browser that was signed in with the old password is signed out.
  await backOffice.goTo(invited, '/jobs')
  await invited.getByRole('heading', { name: 'Sign in' }).waitFor()
})

it('with mail, an invitation says that the person gets the link, and does not show it', async () => {
  const page = await backOffice.open('/settings/users')
  await page.getByText('The invited person gets a link by e-mail.').waitFor()
  await page.getByLabel('E-mail').fill('salma@atlas.example')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const said = page.getByRole('alert').filter({ hasText: 'Invitation sent to salma@atlas.example' })
  await said.and(page.locator(':focus')).waitFor()
  await loaded(page)
  expect(await page.content()).not.toContain('set-password')
  await smtp.receive('salma@atlas.example', 1)
})
