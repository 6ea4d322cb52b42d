import { password, signedInAdministrator, turnOnSecondFactor } from '@boardwalk/api/test/administrator'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

/** Opens a path in a window that may read the clipboard. */
async function open(path: string, cookie?: string): Promise<Page> {
  const page = await backOffice.administratorsPage({ cookie })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: backOffice.server.url })
  await backOffice.goTo(page, path)
  return page
}

/** Presses the button that copies a thing, and reads the clipboard in another tab. */
async function copy(page: Page, thing: string): Promise<string> {
  await page.getByRole('button', { name: `Copy: ${thing}`, exact: true }).click()
  await page.getByRole('status').getByText('Copied').first().waitFor()
  const reader = await page.context().newPage()
  await reader.goto(`${backOffice.server.url}/healthz`)
  const copied = await reader.evaluate(() => navigator.clipboard.readText())
  await reader.close()
  return copied
}

it.each([true, false])('the id and the address of a job are copied if the browser has a clipboard: %s', async (has) => {
  const { jobId, jobUrl } = await backOffice.company.boardJob('Commis')
  const page = await open('')
  // Browsers offer it only to https and local pages.
  if (!has) await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await backOffice.goTo(page, `/jobs/${jobId}`)
  expect(await copy(page, 'Job id')).toBe(String(jobId))
  expect(await copy(page, 'Public page')).toBe(jobUrl)
})

it('a new key, a link and recovery codes, which are shown once, are copied whole', async () => {
  const page = await open('/settings/keys/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('copied')
  await page.getByRole('button', { name: 'Generate key' }).click()
  const key = await page.locator('code', { hasText: /^bwk_\w+$/ }).textContent()
  expect(await copy(page, 'Key')).toBe(key)

  const people = await open('/settings/people')
  await people.getByLabel('E-mail address').fill('copied@atlas.example')
  await people.getByRole('button', { name: 'Invite' }).click()
  const link = await people.locator('code', { hasText: 'set-password' }).textContent()
  const button = people.getByRole('button', { name: /^Copy: .*copied@atlas\.example/ })
  const label = (await button.getAttribute('aria-label')) ?? ''
  expect(await copy(people, label.replace('Copy: ', ''))).toBe(link)

  const { client, cookie } = await signedInAdministrator(backOffice.server, backOffice.company)
  const { recoveryCode } = await turnOnSecondFactor(client)
  const account = await open('/settings/account', cookie)
  await account.getByRole('button', { name: 'New recovery codes' }).click()
  const dialog = account.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('Code', { exact: true }).fill(recoveryCode)
  await dialog.getByRole('button', { name: 'New recovery codes' }).click()
  const codes = account.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  expect((await copy(account, 'Recovery codes')).split('\n')).toEqual(await codes.allTextContents())
})
