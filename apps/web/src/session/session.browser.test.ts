import {
  password as administratorsPassword,
  signedInAdministrator,
  turnOnSecondFactor,
} from '@boardwalk/api/test/administrator'
import { describe, expect, it } from 'vitest'
import { choosePassword, loaded, locales, password, useBackOffice } from '../test/back-office.ts'
import { en } from '../words/en.ts'

const backOffice = useBackOffice()

async function namedCompany(name: string) {
  const company = await backOffice.server.company()
  await backOffice.server.deps.companies.updateTexts(company.id, 0, { name }, 'operator')
  return company
}

it('over https, the browser keeps the chosen language for a year in a cookie that no other host can set', async () => {
  const page = await backOffice.newPage()
  const board = 'https://jobs.example.com'
  // To the browser this is a board with https. The test's server answers its requests.
  await page.route(`${board}/**`, async (route) => {
    const url = route.request().url().replace(board, backOffice.server.url)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.goto(`${board}/backoffice`)
  await page.getByLabel('Language', { exact: true }).selectOption('ar')
  await page.locator('html[lang=ar]').waitFor()
  const cookies = await page.context().cookies(board)
  expect(cookies).toMatchObject([{ name: '__Host-boardwalk-locale', value: 'ar', secure: true }])
  const days = ((cookies[0]?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(Math.round(days)).toBe(365)
})

describe('session', () => {
  it('when a session ends, the page asks to sign in again and keeps everything that was typed', async () => {
    const page = await backOffice.newPage()
    await page.goto(await backOffice.company.invite('karim@atlas.example'))
    await choosePassword(page)
    await backOffice.goTo(page, '/jobs/new')
    await page.getByLabel('Title').fill('Half a job')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await page.getByText('Sign in to continue where you were').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe('karim@atlas.example')
    // Nobody who comes to the computer meanwhile reads the page.
    expect(await page.locator('input[value="Half a job"]').isVisible()).toBe(false)

    await page.getByLabel('Password', { exact: true }).fill('wrong horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const wrong = page.getByRole('alert').filter({ hasText: 'The e-mail address or the password is wrong' })
    await wrong.and(page.locator(':focus')).waitFor()
    // The same person, who begins the address with a capital this time.
    await page.getByLabel('E-mail').fill('Karim@Atlas.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'New job' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByLabel('Title').inputValue()).toBe('Half a job')
    // No message that asks to sign in is left over. The person has to know that the form was not saved.
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([en.errors.byCode.sign_in_required])
    expect(await page.getByText('Sign in').count()).toBe(0)
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await page.getByRole('heading', { name: 'Half a job' }).waitFor()
  })

  it('a page that is left open asks for nothing unless it waits for something, because that would keep its session for ever', async () => {
    const of = await backOffice.server.company()
    const page = await backOffice.administratorsPage({ of })
    await page.clock.install()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    /** Lets ten minutes pass in the page, and answers what it asked for in them. */
    const leaveOpen = async () => {
      asked.length = 0
      await page.clock.runFor(10 * 60_000)
      return asked
    }
    await backOffice.goTo(page, '/settings/keys/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('nightly')
    await page.getByRole('button', { name: 'Generate key' }).click()
    const key = (await page.locator('code', { hasText: /^bwk_\w+$/ }).textContent()) ?? ''
    await of.call('GET', '/me', undefined, { 'x-api-key': key })
    await page.getByText('First request received').waitFor()
    expect(await leaveOpen()).toEqual([])
    await page.getByLabel('I have stored this key').check()
    await backOffice.goTo(page, '/settings/company')
    expect(await leaveOpen()).toEqual([])
    // An erasure that failed, and that is tried again in a few minutes.
    const failed = { through: new Date(0), batch: null, erased: 0, lastRun: null, failures: 1, attempts: 1 }
    const retentions = backOffice.server.connection.db.collection<{ _id: string; [field: string]: unknown }>(
      'retentions',
    )
    await retentions.insertOne({ _id: of.id, months: 12, dueAt: new Date(Date.now() + 4 * 60_000), ...failed })
    await backOffice.goTo(page, '/settings/company')
    await page.getByText('The last attempt failed').waitFor()
    expect(await leaveOpen()).toEqual([])
    await retentions.updateOne({ _id: of.id }, { $set: { failures: 0, erased: 7 } })
    await backOffice.goTo(page, '/settings/company')
    await page.getByText('Erasing… 7 applications so far.').waitFor()
  })

  it('the next person who signs in on a browser sees nothing of the person before', async () => {
    const other = await backOffice.server.company()
    const link = await other.invite('other@example.com')
    await backOffice.company.boardJob('Secret of Atlas')
    const page = await backOffice.open('/jobs')
    await page.getByText('Secret of Atlas').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // The next person begins at home.
    expect(new URL(page.url()).pathname).toMatch(/^\/backoffice\/?$/)
    await page.goto(link)
    await choosePassword(page)
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Jobs' }).click()
    await page.getByText('No jobs yet').waitFor()
    expect(await page.content()).not.toContain('Secret of Atlas')
  })

  it('a page that is opened after the session has ended asks to sign in, and another person sees nothing of the one before', async () => {
    const { email } = await signedInAdministrator(backOffice.server, await backOffice.server.company())
    await backOffice.company.boardJob('Serveur')
    const page = await backOffice.open('/jobs')
    await page.getByRole('row', { name: 'Serveur' }).waitFor()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Activity', exact: true }).click()
    await page.getByText('Sign in to continue where you were').waitFor()
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(administratorsPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('No requests yet').waitFor()
    // The list has no answer yet, and shows no older one.
    await page.route('**/trpc/job.list*', () => {})
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.locator('.mantine-Skeleton-root').first().waitFor()
    expect(await page.getByText('Serveur').count()).toBe(0)
  })

  it('whose password is right in two companies is asked which, and then for the code of that one', async () => {
    const email = 'twice@atlas.example'
    await signedInAdministrator(backOffice.server, await namedCompany('Maison 0'), email)
    const { client } = await signedInAdministrator(backOffice.server, await namedCompany('Maison 1'), email)
    const { recoveryCode } = await turnOnSecondFactor(client)
    const page = await backOffice.newPage()
    await backOffice.goTo(page, '')
    const fillIn = async () => {
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(administratorsPassword)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await fillIn()
    // Who could not be signed in begins again.
    await page.route('**/trpc/session.signIn*', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Maison 0' }).click()
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor()
    await fillIn()
    await page.getByRole('button', { name: 'Maison 1' }).click()
    await page.getByLabel('Code', { exact: true }).fill(recoveryCode)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('banner').getByText('Maison 1').waitFor()
  })

  it.each(locales)('whose password is right in two companies is asked which, in %s', async (locale) => {
    const email = `both-${locale}@atlas.example`
    for (const name of ['Maison 0', 'Maison 1']) {
      const { invite } = await namedCompany(name)
      const guest = await backOffice.newPage()
      await guest.goto(await invite(email))
      await choosePassword(guest)
    }
    const page = await backOffice.newPage({ locale })
    await backOffice.goTo(page, '/jobs')
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[type=password]').fill(password)
    await page.locator('button[type=submit]').click()
    const question = {
      en: 'You have an account in several companies. Choose where to sign in.',
      fr: 'Vous avez un compte dans plusieurs entreprises. Choisissez où vous connecter.',
      ar: 'لديك حساب في عدة شركات. اختر الشركة التي تريد الدخول إليها.',
    }[locale]
    await page.getByText(question).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(question)
    await page.getByRole('button', { name: 'Maison 0' }).waitFor()
    await page.getByRole('button', { name: 'Maison 1' }).click()
    await page.getByRole('navigation').first().waitFor()
    await loaded(page)
    await page.getByText('Maison 1').first().waitFor()
    expect(await page.getByText('Maison 0').count()).toBe(0)
  })

  it('whoever chooses a password sees their own company, not that of somebody who is signed in on the same browser', async () => {
    const other = await namedCompany('Rif Conseil')
    const page = await backOffice.administratorsPage()
    await page.goto(await other.invite('next@rif.example'))
    await page.getByRole('link', { name: 'I already have a password' }).click()
    const company = page.getByRole('banner')
    await company.getByText('Atlas Talents').waitFor()
    await page.goBack()
    await choosePassword(page)
    await company.getByText('Rif Conseil').waitFor()
    expect(await page.getByText('Atlas Talents').count()).toBe(0)
  })

  it('a used link says that it was used', async () => {
    const page = await backOffice.newPage()
    await page.goto(`${backOffice.server.url}/backoffice/set-password#used-up`)
    await page.getByText('This link has already been used or has expired').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    // So does an address without its secret.
    await page.goto('about:blank')
    await page.goto(`${backOffice.server.url}/backoffice/set-password`)
    await page.getByText('This link has already been used or has expired').waitFor()
  })
})
