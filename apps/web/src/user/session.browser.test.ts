import { apply } from '@boardwalk/api/test/form'
import { signedInUser, turnOnSecondFactor, password as usersPassword } from '@boardwalk/api/test/user'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { errorWords } from '../part/error-words.ts'
import { choosePassword, noteRequests, signIn, useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

async function namedCompany(name: string) {
  const company = await backOffice.server.company()
  await backOffice.server.deps.companies.updateTexts(company.id, 0, { name }, 'operator')
  return company
}

/** Ends the session of a page. An answer that is on its way may bring the cookie back, so the server forgets the session too. */
async function endSession(page: Page): Promise<void> {
  await backOffice.server.connection.db.collection('sessions').deleteMany({})
  await page.context().clearCookies()
}

/** Comes back to a page from another tab, which asks again who the user is. */
async function comeBack(page: Page): Promise<void> {
  const asked = page.waitForResponse(/session\.me/)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await asked
}

const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true })

describe('session', () => {
  it('when a session ends, the page asks to sign in again and keeps everything that was typed', async () => {
    const page = await backOffice.newPage()
    await page.goto(await backOffice.company.invite('karim@atlas.example'))
    await choosePassword(page)
    await backOffice.goTo(page, '/jobs/new')
    await page.getByLabel('Title').fill('Half a job')
    await endSession(page)
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await page.getByText('Sign in to continue where you were').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe('karim@atlas.example')
    // Another user of the computer does not read the page, also when the server refuses to say who the user is.
    const refusal = { message: 'Try later', code: -32029, data: { code: 'too_many_requests', httpStatus: 429 } }
    await page.route('**/trpc/session.me*', (route) => route.fulfill({ status: 429, json: [{ error: refusal }] }))
    await comeBack(page)
    await page.unroute('**/trpc/session.me*')
    await page.getByText('Sign in to continue where you were').waitFor()
    expect(await page.locator('input[value="Half a job"]').isVisible()).toBe(false)

    await signIn(page, 'karim@atlas.example', 'wrong horse battery')
    const wrong = page.getByRole('alert').filter({ hasText: 'The e-mail address or the password is wrong' })
    await wrong.and(page.locator(':focus')).waitFor()
    // The same user, who begins the address with a capital this time.
    await signIn(page, 'Karim@Atlas.example')
    await page.getByRole('heading', { name: 'New job' }).waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Half a job')
    // No message that asks to sign in is left over. The user has to know that the form was not saved.
    await page.getByText('Sign in', { exact: true }).waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([errorWords.en.byCode.sign_in_required])
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await page.getByRole('heading', { name: 'Half a job' }).waitFor()

    // A dialog is part of the page.
    await backOffice.company.createKey('nightly', ['read'])
    await backOffice.goTo(page, '/settings/keys')
    await page.getByRole('button', { name: 'Revoke: nightly' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type the key’s name').fill('nightly')
    await endSession(page)
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Sign in to continue where you were').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    // The keys of the keyboard do not reach what is hidden.
    for (const key of ['Escape', '?', 'Control+k']) await page.keyboard.press(key)
    await signIn(page, 'karim@atlas.example')
    await dialog.waitFor()
    expect(await dialog.getByLabel('Type the key’s name').inputValue()).toBe('nightly')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.waitFor({ state: 'detached' })

    // So is the palette.
    await page.keyboard.press('Control+k')
    await dialog.getByRole('textbox').waitFor()
    await endSession(page)
    await dialog.getByRole('textbox').fill('half')
    await page.getByText('Sign in to continue where you were').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await signIn(page, 'karim@atlas.example')
    await dialog.getByRole('button', { name: /^Half a job/ }).waitFor()
  })

  it('a page that is left open asks for nothing, because that would keep its session for ever', async () => {
    const of = await backOffice.server.company()
    const { jobUrl } = await of.boardJob('Serveuse')
    const { id } = (await apply(jobUrl)).body
    const page = await backOffice.newUserPage({ of })
    await page.clock.install()
    const noted = noteRequests(page)
    await backOffice.goTo(page, `/applications/${id}`)
    // The page shows what others change as long as its user moves.
    const isAsked = async () => (await noted.read()).some((url) => url.includes('application.getState'))
    for (const start of [10, 200]) {
      let x = start
      const moveOn = async () => {
        await page.mouse.move(x++, 10)
        await page.clock.runFor(10_000)
        return isAsked()
      }
      await expect.poll(moveOn).toBe(true)
      await page.clock.runFor(70_000)
    }
    /** Lets ten minutes pass in the page, and reads what it asked for in them. */
    const leaveOpen = async () => {
      await noted.read()
      await page.clock.runFor(10 * 60_000)
      return noted.read()
    }
    expect(await leaveOpen()).toEqual([])
    await backOffice.goTo(page, '/settings/keys/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('nightly')
    await page.getByRole('button', { name: 'Generate key' }).click()
    const key = (await page.locator('code', { hasText: /^bwk_\w+$/ }).textContent()) ?? ''
    await of.call('GET', '/me', undefined, { 'x-api-key': key })
    await page.getByText('First request received').waitFor()
    expect(await leaveOpen()).toEqual([])
    await page.getByLabel('I have stored this key').check()
    // An erasure that failed, and that is tried again in a few minutes.
    const failed = { through: new Date(0), batch: null, erased: 0, lastRun: null, failures: 1, attempts: 1 }
    const retentions = backOffice.server.connection.db.collection<{ _id: string; [field: string]: unknown }>(
      'retentions',
    )
    await retentions.insertOne({ _id: of.id, months: 12, dueAt: new Date(Date.now() + 4 * 60_000), ...failed })
    await backOffice.goTo(page, '/settings/company')
    await page.getByText('The last attempt failed').waitFor()
    expect(await leaveOpen()).toEqual([])
  })

  it('the next user who signs in on a browser sees nothing of the user before', { tags: ['next-person'] }, async () => {
    const other = await backOffice.server.company()
    const link = await other.invite('other@example.com')
    const { jobUrl } = await backOffice.company.boardJob('Secret of Atlas')
    await apply(jobUrl)
    const page = await backOffice.open('/jobs')
    await page.getByText('Secret of Atlas').waitFor()
    await mainLink(page, 'Applications').click()
    await page.getByRole('link', { name: 'Salma' }).click()
    // A message that stays until it is closed.
    await page.route('**/trpc/application.setStatus*', (route) => route.abort())
    await page.getByRole('button', { name: /^Rejected/ }).click()
    const message = page.getByRole('alert').getByText('The server cannot be reached')
    await message.first().waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await message.first().waitFor({ state: 'detached' })
    // The next user begins at home.
    await page.waitForURL(/\/backoffice\/?$/)
    await page.goto(link)
    await choosePassword(page)
    await mainLink(page, 'Jobs').click()
    await page.getByText('No jobs yet').waitFor()
    expect(await page.content()).not.toContain('Secret of Atlas')
  })

  it('another user who signs in after a session has ended sees nothing of the user before', async () => {
    const { email } = await signedInUser(backOffice.server, await backOffice.server.company())
    await backOffice.company.boardJob('Serveur')
    const page = await backOffice.open('/jobs')
    await page.getByRole('row', { name: 'Serveur' }).waitFor()
    await endSession(page)
    await mainLink(page, 'Activity').click()
    await page.getByText('Sign in to continue where you were').waitFor()
    await signIn(page, email, usersPassword)
    await page.getByText('No requests yet').waitFor()
    // The list has no answer yet, and shows no older one.
    await page.route('**/trpc/job.list*', () => {})
    await mainLink(page, 'Jobs').click()
    await page.locator('.mantine-Skeleton-root').first().waitFor()
    expect(await page.getByText('Serveur').count()).toBe(0)
  })

  it('a user whose password is right in two companies is asked which, and then for the code of that one', async () => {
    const email = 'twice@atlas.example'
    await signedInUser(backOffice.server, await namedCompany('Maison 0'), email)
    const { client } = await signedInUser(backOffice.server, await namedCompany('Maison 1'), email)
    const { recoveryCode } = await turnOnSecondFactor(client)
    const page = await backOffice.newPage()
    await backOffice.goTo(page, '')
    await signIn(page, email, usersPassword)
    // The question shows that the first sign-in was answered, so the route breaks the next one.
    const question = page.getByText('You are a user of several companies. Choose where to sign in.')
    await question.and(page.locator(':focus')).waitFor()
    await page.route('**/trpc/session.signIn*', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Maison 0' }).click()
    // After a failure the user begins again.
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor()
    await signIn(page, email, usersPassword)
    await page.getByRole('button', { name: 'Maison 1' }).click()
    await page.getByLabel('Code', { exact: true }).fill(recoveryCode)
    // The user has been in the app that shows the codes.
    await comeBack(page)
    expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe(recoveryCode)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('banner').getByText('Maison 1').waitFor()
    expect(await page.getByText('Maison 0').count()).toBe(0)
  })
})
