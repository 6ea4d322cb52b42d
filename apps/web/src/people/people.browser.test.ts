import { signedInAdministrator } from '@boardwalk/api/test/administrator'
import { describe, expect, it } from 'vitest'
import { choosePassword, useBackOffice } from '../test/back-office.ts'
import { ar } from '../words/ar.ts'

const backOffice = useBackOffice()

describe('people', () => {
  it('an administrator removes a colleague after a question, and cannot remove themselves', async () => {
    const other = await backOffice.server.company()
    const { email, client } = await signedInAdministrator(backOffice.server, other)
    const page = await backOffice.open('/settings/people', { of: other })
    await page.getByRole('row', { name: email }).getByText('Active', { exact: true }).waitFor()
    await page.getByRole('row', { name: email }).getByText('Invited by the board’s operator').waitFor()
    expect(await page.getByRole('row', { name: 'You' }).getByRole('button').count()).toBe(0)
    const theirs = page.getByRole('button', { name: `Remove: ${email}` })
    const dialog = page.getByRole('dialog')
    await theirs.click()
    await dialog.getByText(`Remove ${email}?`).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await client.session.me.query()).toMatchObject({ email })
    await theirs.click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText(`${email} has been removed.`).waitFor()
    await page.getByRole('row', { name: email }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
    await expect(client.session.me.query()).rejects.toMatchObject({ data: { code: 'sign_in_required' } })
  })

  it('a colleague who has forgotten the password gets a link, chooses a new one, and the old one no longer works', async () => {
    const other = await backOffice.server.company()
    const { email, client } = await signedInAdministrator(backOffice.server, other)
    const page = await backOffice.open('/settings/people', { of: other })
    await page.getByRole('button', { name: `Password link: ${email}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The current password works until the link is used.').waitFor()
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const link = (await dialog.locator('code', { hasText: 'set-password' }).textContent()) ?? ''
    const until = Date.parse((await dialog.locator('time').getAttribute('datetime')) ?? '')
    expect((until - Date.now()) / 86_400_000).toBeCloseTo(7, 0)
    expect(await client.session.me.query()).toMatchObject({ email })
    const guest = await backOffice.newPage()
    await guest.goto(link)
    await guest.getByText(email).waitFor()
    // Under this name password managers store the password.
    expect(await guest.locator('input[name=username]').inputValue()).toBe(email)
    await choosePassword(guest)
    await expect(client.session.me.query()).rejects.toMatchObject({ data: { code: 'sign_in_required' } })
  })

  it('a second invitation has another link and the first one no longer works; what is shown once survives a change of language', async () => {
    const page = await backOffice.open('/settings/people')
    await page.getByLabel('E-mail address').fill('imane')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText('Enter an e-mail address, such as').waitFor()
    await page.getByLabel('E-mail address').fill('imane@atlas.example')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('row', { name: 'imane@atlas.example' }).getByText('Invited', { exact: true }).waitFor()
    const link = page.locator('code', { hasText: 'set-password' })
    const first = (await link.textContent()) ?? ''
    await page.getByRole('alert', { name: 'Link for' }).and(page.locator(':focus')).waitFor()
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
    await page.getByRole('heading', { name: ar.people.inviteTitle }).waitFor()
    expect(await page.getByLabel(ar.email).inputValue()).toBe('half@atl')
    expect(await link.textContent()).toBe(second)
  })
})
