import { signedInUser } from '@boardwalk/api/test/user'
import { applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import { describe, expect, it } from 'vitest'
import { choosePassword, hold, useBackOffice } from '../test/back-office.ts'
import { userWords } from './words.ts'

const backOffice = useBackOffice()

describe('users', () => {
  it('another user gets a link for a new password, or is removed after a question, and the old sessions end', async () => {
    const other = await backOffice.server.company()
    const { email, client } = await signedInUser(backOffice.server, other)
    const page = await backOffice.open('/settings/users', { of: other })
    const row = page.getByRole('row', { name: email })
    const dialog = page.getByRole('dialog')
    const refusal = { data: { code: 'sign_in_required' } }
    await row.getByText('Active', { exact: true }).waitFor()
    expect(await page.getByRole('row', { name: 'You' }).getByRole('button').count()).toBe(0)
    await page.getByRole('button', { name: `Password link: ${email}` }).click()
    await dialog.getByText('The current password works until the link is used.').waitFor()
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const link = (await dialog.locator('code', { hasText: 'set-password' }).textContent()) ?? ''
    expect(await client.session.me.query()).toMatchObject({ email })
    const guest = await backOffice.newPage()
    await guest.goto(link)
    await guest.getByText(email).waitFor()
    // Under this name password managers store the password.
    expect(await guest.locator('input[name=username]').inputValue()).toBe(email)
    await choosePassword(guest)
    await expect(client.session.me.query()).rejects.toMatchObject(refusal)

    await backOffice.goTo(page, '/settings/users')
    const remove = page.getByRole('button', { name: `Remove: ${email}` })
    await remove.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await remove.click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText(`${email} has been removed.`).waitFor()
    await row.waitFor({ state: 'detached' })
    await backOffice.goTo(guest, '/jobs')
    await guest.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('a second invitation has another link and the first one no longer works; what is shown once survives a change of language', async () => {
    const page = await backOffice.open('/settings/users')
    await page.getByLabel('E-mail address').fill('imane')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText('Enter an e-mail address, such as').waitFor()
    await page.getByLabel('E-mail address').fill('imane@atlas.example')
    const inviting = await hold(page, 'user.invite')
    await page.getByRole('button', { name: 'Invite' }).click()
    await inviting.hasCome()
    await page.getByLabel('E-mail address').fill('next@atl')
    await inviting.release()
    await page.getByRole('row', { name: 'imane@atlas.example' }).getByText('Invited', { exact: true }).waitFor()
    const link = page.locator('code', { hasText: 'set-password' })
    const first = (await link.textContent()) ?? ''
    await page.getByRole('alert', { name: 'Link for' }).and(page.locator(':focus')).waitFor()
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('next@atl')
    expect(await page.getByText('The link before it no longer works').count()).toBe(0)
    await page.getByRole('button', { name: 'New link: imane@atlas.example' }).click()
    const second = (await link.filter({ hasNotText: first }).textContent()) ?? ''
    await page.getByText('The link before it no longer works').waitFor()
    const guest = await backOffice.newPage()
    await guest.goto(first)
    await guest.getByText('This link has already been used or has expired').waitFor()
    await guest.goto('about:blank')
    await guest.goto(second)
    await guest.getByText('imane@atlas.example').waitFor()

    await page.getByLabel('E-mail address').fill('half@atl')
    await page.getByLabel('Language', { exact: true }).selectOption('ar')
    await page.getByRole('heading', { name: userWords.ar.inviteTitle }).waitFor()
    expect(await page.getByLabel(applyFieldLabels.email.ar).inputValue()).toBe('half@atl')
    expect(await link.textContent()).toBe(second)
  })
})
