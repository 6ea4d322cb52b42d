import { password, signedInUser, turnOnSecondFactor } from '@boardwalk/api/test/user'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

/** Opens a path in a window that may read the clipboard. */
async function open(path: string, options: { cookie?: string | undefined; clipboard?: 'none' | 'refused' } = {}) {
  const { cookie, clipboard } = options
  const page = await backOffice.newUserPage({ cookie })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: backOffice.server.url })
  // Browsers offer it only to https and local pages.
  if (clipboard === 'none')
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  // As a browser does if the user, or the frame around the page, does not allow it.
  if (clipboard === 'refused')
    await page.addInitScript(() =>
      Object.defineProperty(Clipboard.prototype, 'writeText', {
        value: () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')),
      }),
    )
  await backOffice.goTo(page, path)
  return page
}

/** Presses the button that copies a thing, and expects a text in the clipboard, which another tab reads. */
async function expectCopy(page: Page, thing: string | RegExp, text: string) {
  const reader = await page.context().newPage()
  await reader.goto(`${backOffice.server.url}/healthz`)
  await page.bringToFront()
  const button = page.getByRole('button', { name: thing, exact: true })
  const said = page.getByRole('status').getByText('Copied').first().waitFor()
  await button.click()
  await said
  await reader.bringToFront()
  await expect.poll(() => reader.evaluate(() => navigator.clipboard.readText())).toBe(text)
  await reader.close()
}

it('the id and the address of a job are copied also by a browser that offers the page no clipboard, or refuses it', async () => {
  const { jobId, jobUrl } = await backOffice.company.boardJob('Commis')
  const page = await open(`/jobs/${jobId}`, { clipboard: 'none' })
  await expectCopy(page, 'Copy: Job id', String(jobId))
  const refused = await open(`/jobs/${jobId}`, { clipboard: 'refused' })
  await expectCopy(refused, 'Copy: Public page', jobUrl)
})

it('a new key, a link and recovery codes, which are shown once, are copied whole', async () => {
  const page = await open('/settings/keys/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('copied')
  await page.getByRole('button', { name: 'Generate key' }).click()
  const key = await page.locator('code', { hasText: /^bwk_\w+$/ }).textContent()
  await expectCopy(page, 'Copy: Key', key ?? '')

  const users = await open('/settings/users')
  await users.getByLabel('E-mail address').fill('copied@atlas.example')
  await users.getByRole('button', { name: 'Invite' }).click()
  const link = await users.locator('code', { hasText: 'set-password' }).textContent()
  await expectCopy(users, /^Copy: .*copied@atlas\.example/, link ?? '')

  const user = await signedInUser(backOffice.server, backOffice.company)
  const { recoveryCode } = await turnOnSecondFactor(user.client)
  const account = await open('/settings/account', { cookie: user.cookie })
  await account.getByRole('button', { name: 'New recovery codes' }).click()
  const dialog = account.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('Code', { exact: true }).fill(recoveryCode)
  await dialog.getByRole('button', { name: 'New recovery codes' }).click()
  const codes = account.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  await expectCopy(account, 'Copy: Recovery codes', (await codes.allTextContents()).join('\n'))
})
