import { findProblems } from '@boardwalk/api/test/axe'
import { openBackOffice, password, readCode, signedInUser } from '@boardwalk/api/test/user'
import type { Locator } from 'playwright-core'
import { QRCodeSVG } from 'qrcode.react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { signIn, useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

/** Opens the account page of a new user. */
async function openAccount(options = {}) {
  const { email, client, cookie } = await signedInUser(backOffice.server, await backOffice.server.company())
  return { email, client, page: await backOffice.open('/settings/account', { cookie, ...options }) }
}

/** Signs in from one more browser. */
async function signInElsewhere(email: string, tried = password) {
  const { client } = openBackOffice(backOffice.server.url)
  await client.session.signIn.mutate({ email, password: tried })
  return client
}

describe('the page of the account', () => {
  it('changes the password after asking for the current one, and other browsers are signed out', async () => {
    const { email, page } = await openAccount()
    const elsewhere = await signInElsewhere(email)
    await page.reload()
    const others = page.getByRole('button', { name: /^Sign out: / })
    await others.waitFor()
    const submit = page.getByRole('button', { name: 'Change the password' })
    const form = page.getByRole('region', { name: 'Change the password' })
    // Under this name password managers store the new password.
    expect(await form.locator('input[name=username]').inputValue()).toBe(email)
    await form.getByLabel('Current password').fill('not my password')
    await page.getByLabel('New password', { exact: true }).fill('short')
    await submit.click()
    await page.getByText('7 more characters needed').waitFor()
    await page.getByLabel('New password', { exact: true }).fill('twelve chars')
    await submit.click()
    await page.getByRole('alert').getByText('The password is wrong.').waitFor()
    await form.getByLabel('Current password').fill(password)
    await submit.click()
    await page.getByText('The password has been changed.').waitFor()
    // Another user of the computer finds no password in the form.
    for (const field of [form.getByLabel('Current password'), page.getByLabel('New password', { exact: true })])
      expect(await field.inputValue()).toBe('')
    await others.waitFor({ state: 'detached' })
    await expect(elsewhere.session.me.query()).rejects.toMatchObject({ data: { code: 'sign_in_required' } })
    await signInElsewhere(email, 'twelve chars')
  })

  it('says when each session began and was last used, and signs out one other browser, or all and this one too', async () => {
    const { email, page, client } = await openAccount({ viewport: { width: 1600, height: 800 } })
    const lost = await signInElsewhere(email)
    const sessions = backOffice.server.connection.db.collection('sessions')
    await sessions.updateMany({}, { $set: { 'session.startedAtMs': Date.now() - 7_200_000 } })
    await page.reload()
    // This browser is the first, and the navigation signs out of it.
    const own = page.getByRole('row').nth(1)
    await own.getByText('This browser').waitFor()
    const [started = '', used = ''] = await own
      .locator('time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
    expect(Date.parse(used) - Date.parse(started)).toBeGreaterThan(3_600_000)
    expect(await own.getByRole('button').count()).toBe(0)
    const others = page.getByRole('row').getByRole('button', { name: /^Sign out: Unknown browser/ })
    await others.click()
    await page.getByText('That browser has been signed out.').waitFor()
    await others.waitFor({ state: 'detached' })
    await expect(lost.session.me.query()).rejects.toMatchObject({ data: { code: 'sign_in_required' } })
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // The next user begins at home, with nothing of this one.
    await page.getByText('Sign in to continue').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('')
    expect(new URL(page.url()).pathname).toMatch(/^\/backoffice\/?$/)
    await expect(client.session.me.query()).rejects.toMatchObject({ data: { code: 'sign_in_required' } })
  })
})

/** The shapes of a QR code on a page, and those that a text has as one. */
const readPaths = (code: Locator) =>
  code.locator('path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')))
const drawPaths = (value: string) =>
  [...renderToStaticMarkup(createElement(QRCodeSVG, { value, marginSize: 4 })).matchAll(/ d="([^"]+)"/g)].map(
    ([, d]) => d,
  )

describe('the second step at sign-in', () => {
  it('is set up with a QR code or the key in text, and works from the next sign-in on', async () => {
    const { email, page } = await openAccount()
    await page.getByRole('region', { name: 'Two-step verification' }).getByLabel('Current password').fill(password)
    const enrolling = page.waitForResponse(/account\.enrolSecondFactor/)
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const [{ result }] = await (await enrolling).json()
    const code = page.getByRole('img', { name: 'QR code for your authenticator app' })
    expect(await findProblems(page)).toEqual([])
    // Apps read the address from it, which also names the account.
    expect(await readPaths(code)).toEqual(drawPaths(result.data.address))
    const key = ((await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '')
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('alert').getByText('The code is wrong').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(readCode(key))
    await page.getByRole('button', { name: 'Turn on' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    const advice = page.getByRole('alert').filter({ hasText: 'Store these recovery codes now' })
    await advice.and(page.locator(':focus')).waitFor()
    const [recoveryCode = ''] = await codes.allTextContents()
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('dialog').getByText('Leave without storing the recovery codes?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    const signOut = page.getByRole('dialog', { name: 'Sign out everywhere' })
    await signOut.getByRole('button', { name: 'Sign out everywhere' }).click()
    const leave = page.getByRole('dialog', { name: 'Leave without storing the recovery codes?' })
    await leave.getByRole('button', { name: 'Cancel' }).click()
    await leave.waitFor({ state: 'detached' })
    await signOut.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'I have stored them' }).click()
    await page.getByText('10 recovery codes left').waitFor()
    expect(await findProblems(page)).toEqual([])

    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await signIn(page, email, password)
    const field = page.getByLabel('Code', { exact: true })
    await field.and(page.locator(':focus')).waitFor()
    expect(await findProblems(page)).toEqual([])
    await field.fill('000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('The code is wrong').waitFor()
    // The code of the next step: that of this one was used to turn the second step on.
    await field.fill(readCode(key, Date.now() + 30_000))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()

    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await signIn(page, email, password)
    await field.fill(recoveryCode)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await backOffice.goTo(page, '/settings/account')
    await page.getByText('9 recovery codes left').waitFor()
  })
})
