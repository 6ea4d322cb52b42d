import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apply } from '@boardwalk/api/test/form'
import { drawPicture } from '@boardwalk/api/test/picture'
import { signedInUser } from '@boardwalk/api/test/user'
import { describe, expect, it } from 'vitest'
import { hold, useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

describe('company', () => {
  it('the profile is saved, a wrong field is told at the field, and what is not saved is not left, or signed out of, without a question', async () => {
    const other = await backOffice.server.company()
    const page = await backOffice.open('/settings/company', { of: other })
    const save = () => page.getByRole('button', { name: 'Save' }).click()
    const typed = {
      Name: 'Rif Conseil',
      Description: 'Une équipe de six.',
      Website: 'http://rif.example',
      'Privacy notice': 'Twelve months: https://rif.example/privacy',
    }
    for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value)
    await page.getByLabel('Currency of salaries').selectOption('EUR')
    await save()
    await page.getByText('Enter an address that begins with https://').waitFor()
    const signOut = page.getByRole('button', { name: 'Sign out' })
    for (const leave of [page.getByRole('link', { name: 'Jobs', exact: true }), signOut]) {
      await leave.click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    }
    await page.getByLabel('Website').fill('rif.example')
    await page.getByLabel('Address for answers').fill('jobs@rif')
    await save()
    await page.getByText('Enter an e-mail address such as').waitFor()
    await page.getByLabel('Address for answers').fill('jobs@rif.example')
    const saving = await hold(page, 'company.update')
    await save()
    await saving.hasCome()
    const description = page.getByLabel('Description')
    await description.press('End')
    await page.keyboard.type(' Depuis')
    await saving.release()
    await page.getByText('Profile saved').waitFor()
    await page.keyboard.type(' 2009')
    expect(await description.inputValue()).toBe('Une équipe de six. Depuis 2009')
    expect(await page.getByLabel('Website').inputValue()).toBe('https://rif.example')
    await description.fill('Une équipe de six.')
    await page.getByRole('banner').getByText('Rif Conseil').waitFor()
    const html = await (await fetch(`${backOffice.server.url}/fr/companies/${other.slug}`)).text()
    for (const part of ['Rif Conseil', 'Une équipe de six.', 'href="https://rif.example"']) expect(html).toContain(part)
    // The form shows what is stored.
    await backOffice.goTo(page, '/settings/company')
    const stored = { ...typed, Website: 'https://rif.example', 'Address for answers': 'jobs@rif.example' }
    for (const [label, value] of Object.entries(stored))
      expect([label, await page.getByLabel(label).inputValue()]).toEqual([label, value])
    expect(await page.getByLabel('Currency of salaries').inputValue()).toBe('EUR')
    await page.getByLabel('Name').fill('Not saved')
    await signOut.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('what another user has saved is named, shown and kept, and what the user typed stays in the form', async () => {
    const other = await backOffice.server.company()
    const page = await backOffice.open('/settings/company', { of: other })
    const otherUser = await signedInUser(backOffice.server, other)
    const theirs = { name: 'Rif Conseil', description: 'Leur texte.' }
    await otherUser.client.company.update.mutate({ revision: 0, ...theirs })
    await page.getByLabel('Description').fill('Mon texte.')
    await page.getByLabel('Website').fill('https://rif.example')
    const save = () => page.getByRole('button', { name: 'Save' }).click()
    await save()
    const conflict = page.getByRole('alert').filter({ hasText: 'Another user changed the profile, too' })
    await conflict.and(page.locator(':focus')).waitFor()
    const items = await conflict.getByRole('listitem').allInnerTexts()
    expect(items).toHaveLength(2)
    expect(items[0]).toContain(`Name (${otherUser.email})`)
    expect(items[0]).not.toContain('Save to replace')
    expect(items[1]).toContain(`Description (${otherUser.email})`)
    expect(items[1]).toContain('Leur texte.')
    expect(await page.getByLabel('Name').inputValue()).toBe('Rif Conseil')
    expect(await page.getByLabel('Description').inputValue()).toBe('Mon texte.')
    expect(await otherUser.client.company.get.query()).toMatchObject({ ...theirs, website: null })
    // By the keyboard: a click so soon after the first one would be the second of a double click, which sends nothing.
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Profile saved').waitFor()
    await conflict.waitFor({ state: 'detached' })
    expect(await otherUser.client.company.get.query()).toMatchObject({
      name: 'Rif Conseil',
      description: 'Mon texte.',
      website: 'https://rif.example',
      changedBy: { name: otherUser.email },
    })
  })

  it('a photo of any size becomes the cover that the page showed before, and a file that is no picture, or has changed since, is told', async () => {
    const other = await backOffice.server.company()
    const page = await backOffice.open('/settings/company', { of: other })
    const cover = page.getByRole('region', { name: 'Cover' })
    const choose = (buffer: Buffer) =>
      cover.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
    await choose(Buffer.from('no picture'))
    await cover.getByRole('alert').getByText('This file cannot be used as a cover').waitFor()
    await choose(await drawPicture({ type: 'jpeg', width: 3000, height: 2000 }))
    await cover.getByAltText('not uploaded yet').waitFor()
    expect(await cover.getByRole('alert').count()).toBe(0)
    await cover.getByRole('button', { name: 'Upload this cover' }).click()
    await page.getByText('The cover is now on the public site').waitFor()
    await cover.getByAltText('The cover on the public site').waitFor()
    const stored = await backOffice.server.deps.companies.findCover(other.id)
    expect(stored).not.toBeNull()
    await cover.getByRole('button', { name: 'Remove the cover' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the cover' }).click()
    await page.getByText('Cover removed').waitFor()
    expect(await backOffice.server.deps.companies.findCover(other.id)).toBeNull()

    // A browser does not read a file that has changed since the user chose it.
    const logo = page.getByRole('region', { name: 'Logo' })
    const path = join(await mkdtemp(join(tmpdir(), 'boardwalk-logo-')), 'logo.png')
    await writeFile(path, await drawPicture({ type: 'png', width: 64, height: 64 }))
    await logo.locator('input[type=file]').setInputFiles(path)
    await logo.getByAltText('not uploaded yet').waitFor()
    await writeFile(path, await drawPicture({ type: 'png', width: 128, height: 128 }))
    await logo.getByRole('button', { name: 'Upload this logo' }).click()
    await logo.getByRole('alert').getByText('This file cannot be used as a logo').waitFor()
  })

  it('jobs that the ATS does not push are unpublished only if a user wants it, after the page has said how many that concerns', async () => {
    const other = await backOffice.server.company()
    for (const id of ['Q-1', 'Q-2']) await other.call('POST', '/job', { job: { id, title: 'Caissière' } })
    const rows = backOffice.server.connection.db.collection('jobs')
    await rows.updateOne({ companyId: other.id }, { $set: { changedAt: new Date('2020-01-01') } })
    const page = await backOffice.open('/settings/company', { of: other })
    const section = page.getByRole('region', { name: 'Jobs that your ATS no longer pushes' })
    const dialog = page.getByRole('dialog')
    await section.getByText('Jobs stay published until your ATS or a user unpublishes them').waitFor()
    await section.getByLabel('Days without a push').fill('366')
    await section.getByRole('button', { name: 'Continue' }).click()
    await section.getByText('Enter a whole number from 1 to 365').waitFor()
    const next = section.getByRole('button', { name: 'Continue' })
    await section.getByLabel('Days without a push').and(page.locator(':focus')).fill('7')
    await next.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await next.and(page.locator(':focus')).click()
    await dialog.getByText('1 job has gone so long without a push or a change').waitFor()
    await dialog.getByText('The days are counted from today on').waitFor()
    await dialog.getByRole('button', { name: 'Unpublish automatically' }).click()
    await section.getByText('is unpublished if your ATS has not pushed it for 7 days').waitFor()
    await page.reload()
    await section.getByRole('button', { name: 'Stop unpublishing' }).click()
    await dialog.getByRole('button', { name: 'Stop unpublishing' }).click()
    await section.getByText('Jobs stay published until').waitFor()
  })

  it('old applications are erased after the page has said how many, and the page says what was erased', async () => {
    const other = await backOffice.server.company()
    const { jobUrl } = await other.boardJob()
    for (const firstName of ['Old', 'Older', 'New']) await apply(jobUrl, { firstName })
    await other.call('GET', '/candidates')
    const rows = backOffice.server.connection.db.collection('applications')
    await rows.updateOne({ companyId: other.id, firstName: 'Old' }, { $set: { date: new Date('2020-01-02') } })
    await rows.updateOne({ companyId: other.id, firstName: 'Older' }, { $set: { date: new Date('2020-01-01') } })
    const page = await backOffice.open('/settings/company', { of: other })
    const dialog = page.getByRole('dialog')
    await page.getByText('Applications are kept until a user erases them').waitFor()
    const retention = page.getByRole('region', { name: 'How long applications are kept' })
    const wrong = page.getByText('Enter a whole number from 1 to 120')
    for (const months of ['121', '1.5']) {
      await page.getByLabel('Months').fill('120')
      await retention.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByText('No application is older').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await wrong.waitFor({ state: 'detached' })
      await page.getByLabel('Months').fill(months)
      await retention.getByRole('button', { name: 'Continue' }).click()
      await wrong.waitFor()
    }
    await page.getByLabel('Months').fill('12')
    await retention.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('2 applications are older, and will be erased now').waitFor()
    await dialog.getByRole('button', { name: 'Erase automatically' }).click()
    await dialog.getByText('Tick this box first').waitFor()
    await dialog.getByLabel('I understand that this cannot be undone').check()
    await dialog.getByRole('button', { name: 'Erase automatically' }).click()
    await page.getByText('Applications are erased automatically 12 months after they arrive').waitFor()
    // A server looks every few seconds, and so does the page.
    await page.getByText('2 applications erased').waitFor()
    const { candidates } = (await other.call('GET', '/candidates')).body
    expect(candidates.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['', '', 'New'])
    // Wide enough for every column.
    await page.setViewportSize({ width: 1600, height: 800 })
    await backOffice.goTo(page, '/activity?view=audit')
    const row = page.getByRole('row', { name: 'automatic erasure' })
    // The ids are in the row's details only.
    await row.getByText('Applications: 2').waitFor()
    expect(await row.innerText()).not.toContain('Which ones')
    await row.getByRole('button', { expanded: false }).click()
    const erased = page.getByRole('group').filter({ hasText: 'Which ones' })
    await erased.waitFor()
    await backOffice.goTo(page, '/settings/company')
    expect(await page.getByLabel('Months').inputValue()).toBe('12')
    await page.getByRole('button', { name: 'Stop erasing' }).click()
    await dialog.getByRole('button', { name: 'Stop erasing' }).click()
    await page.getByText('Applications are kept until a user erases them').waitFor()
  })
})
