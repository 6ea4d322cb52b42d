import { signedInAdministrator } from '@boardwalk/api/test/administrator'
import { Boardwalk, PermissionDeniedError } from '@boardwalk/sdk'
import { describe, expect, it } from 'vitest'
import { choosePassword, useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

describe('keys', () => {
  it('an invited person chooses a password, generates a key, sees its first request, and revokes it for good', async () => {
    const page = await backOffice.newPage()
    await page.goto(await backOffice.company.invite('nadia@atlas.example'))
    await page.getByText('nadia@atlas.example').waitFor()
    await choosePassword(page)

    await page.getByRole('link', { name: 'API Keys' }).click()
    await page.getByRole('link', { name: 'Generate New Key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('our ATS')
    await page.getByRole('button', { name: 'Generate key' }).click()
    await page.getByText('Waiting for the first request').waitFor()
    const apiKey = (await page.locator('code', { hasText: /^bwk_/ }).textContent()) ?? ''
    const curl = await page.getByRole('tabpanel').innerText()
    expect(curl).toContain(`curl '${backOffice.server.url}/api/jobs' -H 'x-api-key: ${apiKey}'`)
    for (const [tab, ...examples] of [
      ['SDK', `apiKey: '${apiKey}'`, `baseUrl: '${backOffice.server.url}/api'`],
      ['CLI', `BOARDWALK_URL='${backOffice.server.url}/api' BOARDWALK_API_KEY='${apiKey}' boardwalk jobs list`],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click()
      const shown = await page.getByRole('tabpanel').innerText()
      for (const example of examples) expect(shown).toContain(example)
    }

    const boardwalk = new Boardwalk({ apiKey, baseUrl: `${backOffice.server.url}/api` })
    await boardwalk.jobs.create({ id: 'A-1', title: 'Comptable' })
    await page.getByText('First request received').waitFor()

    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('tick this box first').waitFor()
    await page.getByLabel('I have stored this key').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row', { name: /our ATS/ }).waitFor()
    expect(await page.content()).not.toContain(apiKey)

    await page.getByRole('button', { name: 'Revoke: our ATS' }).click()
    const dialog = page.getByRole('dialog')
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
    await page
      .getByRole('row', { name: /our ATS/ })
      .getByText('Revoked')
      .waitFor()
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
    await page.getByRole('textbox', { name: 'Name' }).fill(' ')
    await page.getByRole('button', { name: 'Generate key' }).click()
    await page.getByText('Fill in this field').waitFor()
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
    const revokeNames = await page
      .getByRole('button', { name: 'Revoke: reader' })
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
    expect(revokeNames.map((label) => label?.replace(/….{4}\)$/, ''))).toEqual(
      revokeNames.map(() => 'Revoke: reader ('),
    )
    expect(new Set(revokeNames).size).toBe(2)
    await row.getByRole('button', { name: 'Revoke' }).click()
    const ending = /….{4}(?=\))/.exec(
      (await row.getByRole('button', { name: 'Revoke' }).getAttribute('aria-label')) ?? '',
    )
    await page.getByRole('dialog', { name: `“reader (${ending?.[0]})”` }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await row.getByRole('button', { name: 'Revoke' }).and(page.locator(':focus')).waitFor()
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: 'Revoke' }).and(page.locator(':focus')).waitFor()
    await row.getByRole('link', { name: 'Roll: reader' }).click()
    await page.getByLabel('Immediately').check()
    await page.getByRole('button', { name: 'Roll' }).click()
    const third = await takeKey()
    await expect(second.jobs.list()).rejects.toBeInstanceOf(PermissionDeniedError)
    await third.jobs.list()
    await expect(third.jobs.create({ id: 'A', title: 'T' })).rejects.toBeInstanceOf(PermissionDeniedError)
    await page
      .getByRole('row', { name: /Revoked/ })
      .first()
      .waitFor()
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

  it('a key is renamed, and a rolled key says by which one it was replaced', async () => {
    const of = await backOffice.server.company()
    const { client } = await signedInAdministrator(backOffice.server, of)
    const made = await client.key.roll.mutate({ id: of.keyId, revokeOldInHours: 24 })
    const page = await backOffice.open('/settings/keys', { of })
    const old = page.getByRole('row').filter({ hasText: `Replaced by …${made.key.slice(-4)}` })
    await old.getByRole('button', { name: /^Rename: test/ }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Name').inputValue()).toBe('test')
    await dialog.getByLabel('Name').fill(' ')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Fill in this field').waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
    await dialog.getByLabel('Name').fill(' Old sync ')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Key renamed.').waitFor()
    await old.getByText('Old sync').waitFor()
    await of.call('GET', '/me')
    await backOffice.server.deps.keyUses.flush()
    await page.reload()
    const used = old.locator('time', { hasText: 'now' })
    expect(await used.getAttribute('title')).toMatch(/20\d\d/)
    expect(await page.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe('/api/docs')
    expect((await client.activity.audit.query({})).events[0]).toMatchObject({
      action: 'key_renamed',
      details: { keyId: of.keyId, from: 'test', to: 'Old sync' },
    })
    // Revoked at once, before the end that was planned.
    await of.revokeKey(of.keyId)
    await page.reload()
    const revokedAt = await old
      .getByRole('cell')
      .filter({ hasText: 'Revoked' })
      .locator('time')
      .getAttribute('datetime')
    expect(Date.parse(revokedAt ?? '')).toBeLessThanOrEqual(Date.now())
  })
})
