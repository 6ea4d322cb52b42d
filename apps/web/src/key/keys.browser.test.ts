import { signedInUser } from '@boardwalk/api/test/user'
import { Boardwalk, PermissionDeniedError } from '@boardwalk/sdk'
import { describe, expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

describe('keys', () => {
  it('a new key is shown with examples that work, tells its first request, is renamed, and is revoked for good', async () => {
    const page = await backOffice.open('/settings/keys/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('nightly')
    await page.getByRole('button', { name: 'Generate key' }).click()
    await page.getByText('Waiting for the first request').waitFor()
    const apiKey = (await page.locator('code', { hasText: /^bwk_/ }).textContent()) ?? ''
    const baseUrl = `${backOffice.server.url}/api`
    for (const [tab, example] of [
      ['curl', `curl '${baseUrl}/jobs' -H 'x-api-key: ${apiKey}'`],
      ['SDK', `apiKey: '${apiKey}'`],
      ['CLI', `boardwalk auth login --url ${baseUrl}`],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tabpanel').getByText(example).waitFor()
    }
    const boardwalk = new Boardwalk({ apiKey, baseUrl })
    const put = (jobs: object[]) => backOffice.server.call(apiKey, 'PUT', '/jobs', { jobs })
    await put([])
    const box = page.getByRole('status').filter({ hasText: 'Received, but refused:' })
    await box.getByText('jobs must be a list of 1 to 100 jobs').waitFor()
    await put([{ id: 'A-1' }])
    await box.getByText('200 · 1 of 1 refused').waitFor()
    await boardwalk.jobs.create({ id: 'A-1', title: 'Comptable' })
    await page.getByText('First request received').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('tick this box first').waitFor()
    await page.getByLabel('I have stored this key').check()
    await page.getByRole('button', { name: 'Done' }).click()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Rename: nightly' }).click()
    expect(await page.content()).not.toContain(apiKey)
    await dialog.getByLabel('Name').fill(' our ATS ')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Key renamed.').waitFor()
    await page.getByRole('button', { name: 'Revoke: our ATS' }).click()
    await dialog.getByLabel('Type the key’s name').fill('our')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText('This is not the key’s name').waitFor()
    await boardwalk.jobs.get('A-1')
    await dialog.getByLabel('Type the key’s name').fill('our ATS')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('has been revoked.').waitFor()
    // The button that opened the dialog is gone.
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
    await expect(boardwalk.jobs.get('A-1')).rejects.toBeInstanceOf(PermissionDeniedError)
  })

  it('a key may be for reading only, and is rolled with the same rights: the old one ends later, or at once', async () => {
    const other = await backOffice.server.company()
    await other.revokeKey(other.keyId)
    const page = await backOffice.open('/settings/keys/new', { of: other })
    /** Reads the key that is shown once, and goes back to the list. */
    const takeKey = async () => {
      const apiKey = (await page.locator('code', { hasText: /^bwk_\w+$/ }).textContent()) ?? ''
      await page.getByLabel('I have stored this key').check()
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('heading', { name: 'API Keys' }).waitFor()
      return new Boardwalk({ apiKey, baseUrl: `${backOffice.server.url}/api` })
    }
    await page.getByLabel('Read only').check()
    await page.getByRole('textbox', { name: 'Name' }).fill(' reader ')
    await page.getByRole('button', { name: 'Generate key' }).click()
    const first = await takeKey()
    await first.jobs.list()
    await expect(first.jobs.create({ id: 'A', title: 'T' })).rejects.toBeInstanceOf(PermissionDeniedError)

    await page.getByRole('link', { name: 'Roll: reader' }).click()
    await page.getByText('replaces “reader (…').waitFor()
    // Who does not choose keeps an ATS working that still has the old key.
    expect(await page.getByLabel('In 24 hours').isChecked()).toBe(true)
    await page.getByLabel('In 72 hours').check()
    await page.getByRole('button', { name: 'Roll' }).click()
    const second = await takeKey()
    const [rolled] = await backOffice.server.connection.db
      .collection('apiKeys')
      .find({ companyId: other.id, revokesAt: { $gt: new Date() } })
      .toArray()
    expect((rolled?.revokesAt - Date.now()) / 3_600_000).toBeCloseTo(72, 0)
    await Promise.all([first.jobs.list(), second.jobs.list()])
    await page.getByRole('row', { name: /Expires/ }).waitFor()
    const row = page.getByRole('row', { name: /Active/ })
    // The two keys have the same name, and different endings.
    const labels = await page
      .getByRole('button', { name: 'Revoke: reader (…' })
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
    expect(new Set(labels).size).toBe(2)
    const revoke = row.getByRole('button', { name: 'Revoke' })
    await revoke.click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await revoke.and(page.locator(':focus')).waitFor()
    await row.getByRole('link', { name: 'Roll: reader' }).click()
    await page.getByLabel('Immediately').check()
    await page.getByRole('button', { name: 'Roll' }).click()
    const third = await takeKey()
    await expect(second.jobs.list()).rejects.toBeInstanceOf(PermissionDeniedError)
    await third.jobs.list()
    await expect(third.jobs.create({ id: 'A', title: 'T' })).rejects.toBeInstanceOf(PermissionDeniedError)
  })

  it('is shown at every width with its rights, who made it when, and its last use', async () => {
    const { company } = backOffice
    const user = await signedInUser(backOffice.server, company)
    await user.client.key.create.mutate({ name: 'Rapports', scopes: ['read'] })
    await company.call('GET', '/jobs')
    await backOffice.server.deps.keyUses.flush()
    const page = await backOffice.open('/settings/keys', { locale: 'fr', cookie: user.cookie })
    for (const width of [320, 390, 768, 1024, 1280, 1366, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const own = page.getByRole('row', { name: 'Rapports' })
      const used = page.getByRole('row').filter({ hasText: 'l’exploitant' }).filter({ hasText: 'maintenant' })
      for (const fact of [
        own.getByText('lecture'),
        own.getByText(user.email),
        own.locator('time').first(),
        own.getByText('Jamais'),
        used,
      ])
        expect([width, await fact.isVisible()]).toEqual([width, true])
      expect([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width])
    }
  })

  it('a click elsewhere does not lose a key that is not stored yet', async () => {
    const page = await backOffice.open('/settings/keys/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('in a hurry')
    await page.getByRole('button', { name: 'Generate key' }).click()
    await page.getByText('Copy the key now').waitFor()
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('dialog').getByText('Leave without storing the key?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Copy the key now').waitFor()
    // The browser asks, too, before it closes the page.
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
  })
})
