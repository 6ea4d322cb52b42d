import { randomUUID } from 'node:crypto'
import { findProblems } from '@boardwalk/api/test/axe'
import { apply } from '@boardwalk/api/test/form'
import type { TestCompany } from '@boardwalk/api/test/harness'
import { useMailServer } from '@boardwalk/api/test/mail-server'
import { signedInUser } from '@boardwalk/api/test/user'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { DESK, hold, PHONE, useBackOffice } from '../test/back-office.ts'

/* A user replies to applicants: chooses them, reads the mail, sends it, and takes refusals back. */

const smtp = useMailServer()
let laterMs = 0
const backOffice = useBackOffice({ mail: () => smtp.settings, now: () => Date.now() + laterMs })
const HOUR_MS = 60 * 60 * 1000

let company: TestCompany
let jobUrl: string
beforeEach(async () => {
  company = await backOffice.server.company()
  jobUrl = (await company.boardJob('Comptable')).jobUrl
})

const newAddress = () => `${randomUUID()}@example.com`
const countRefusals = () => smtp.received.filter(({ text }) => text.includes('à votre candidature')).length
const readStatuses = async () =>
  (await company.call('GET', '/candidates?pageSize=100')).body.candidates.map(
    ({ status }: { status: string }) => status,
  )

/** Counts the clicks of a page from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.addEventListener('click', ({ isTrusted }) => {
      const { dataset } = document.body
      if (isTrusted) dataset.clicks = String(Number(dataset.clicks ?? 0) + 1)
    })
  })
  return () => page.evaluate(() => Number(document.body.dataset.clicks))
}

describe('refusing fifty people', () => {
  it('takes five clicks and sends fifty mails after the delay, and none after Undo, which gives the statuses back', async () => {
    const people = Array.from({ length: 50 }, newAddress)
    await Promise.all(people.map((email) => apply(jobUrl, { email })))
    const page = await backOffice.open('/applications', { of: company })
    const refuse = async () => {
      await page.getByLabel('Select all rows').check()
      await page.getByRole('button', { name: 'Reply to 50 people…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Refuse' }).click()
      await dialog.getByText('50 people get this e-mail:').waitFor()
      await dialog.getByText('Merci du temps que vous avez consacré').waitFor()
      await dialog.getByText('goes out in 1 hour').waitFor()
      return dialog
    }
    const dialog = await refuse()
    expect(await findProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Send to 50 people' }).click()
    const message = page.getByRole('alert')
    await message.getByText('50 refusals go out on').waitFor()
    expect(await readStatuses()).toEqual(people.map(() => 'REJECTED'))
    await page.getByText('The refusal goes out on').first().waitFor()
    await message.getByRole('button', { name: 'Undo' }).click()
    await message.getByText('50 refusals are taken back.').waitFor()
    await expect.poll(readStatuses).toEqual(people.map(() => 'PENDING'))
    laterMs += 2 * HOUR_MS
    const noneLeft = { state: { $in: ['waiting', 'sending'] } }
    const replies = backOffice.server.connection.db.collection('replies')
    expect(await replies.countDocuments(noneLeft)).toBe(0)
    expect(countRefusals()).toBe(0)

    // Once more, without Undo. The session may have ended in these two hours.
    await page.context().clearCookies()
    const again = await backOffice.open('/applications', { of: company })
    const countSoFar = await countClicks(again)
    await again.getByLabel('Select all rows').click()
    await again.getByRole('button', { name: 'Reply to 50 people…' }).click()
    await again.getByRole('button', { name: 'Refuse', exact: true }).click()
    await again.getByRole('button', { name: 'Send to 50 people' }).dblclick()
    await again.getByRole('alert').getByText('50 refusals go out on').waitFor()
    // The double click is two.
    expect(await countSoFar()).toBeLessThanOrEqual(5)
    laterMs += 2 * HOUR_MS
    await expect.poll(countRefusals).toBe(50)
    await expect.poll(() => replies.countDocuments(noneLeft)).toBe(0)
    expect(
      people.map(
        (email) =>
          smtp.received.filter(({ to, text }) => to.includes(email) && text.includes('à votre candidature')).length,
      ),
    ).toEqual(people.map(() => 1))
  })
})

describe('one application', () => {
  it('shows that the refusal waits, who sent it and how to take it back; another status cancels it', async () => {
    const { id } = (await apply(jobUrl, { email: newAddress() })).body
    const page = await backOffice.open(`/applications/${id}`, { of: company })
    const refuse = async () => {
      await page.getByRole('button', { name: 'Reply…' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Send to 1 person' }).click()
      await page.getByText('Another status cancels it.').waitFor()
    }
    await refuse()
    expect(await readStatuses()).toEqual(['REJECTED'])
    await page.getByRole('button', { name: 'Take the refusal back' }).click()
    await page.getByText('The e-mail was taken back.').waitFor()
    await page.getByRole('button', { name: 'Reply…' }).click()
    await page.keyboard.press('Escape')
    await refuse()
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Shortlisted' }).click()
    await page.getByText('The refusal was cancelled, because the status changed.').waitFor()
    expect(await findProblems(page)).toEqual([])
  })

  it('on a phone in Arabic, an invitation is read and sent, and the page tells who invited', async () => {
    const email = newAddress()
    const { id } = (await apply(jobUrl.replace('/fr/', '/ar/'), { email })).body
    const page = await backOffice.open(`/applications/${id}`, {
      of: company,
      viewport: { ...PHONE, width: 320 },
      locale: 'ar',
    })
    await page.getByRole('button', { name: 'رد…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'دعوة' }).click()
    await dialog.getByText('نال ترشحك لعرض').waitFor()
    expect(await findProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await dialog.getByRole('button', { name: 'إرسال إلى شخص واحد' }).click()
    await page.getByText('دُعي في').waitFor({ timeout: 30_000 })
    expect((await smtp.receive(email, 2)).some(({ text }) => text.includes('نال ترشحك'))).toBe(true)
    expect(await readStatuses()).toEqual(['SHORTLISTED'])
  })
})

describe('how the company replies', () => {
  it('a text is changed, previewed for a real applicant and saved; a word that does not exist is refused; what is typed stays until it is saved, and replaces no text of a colleague in silence', async () => {
    const email = newAddress()
    await apply(jobUrl, { email })
    const page = await backOffice.open('/settings/replies', { of: company, viewport: { ...PHONE, width: 320 } })
    expect(await findProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const texts = page.getByRole('region', { name: 'Texts' })
    const [kind, language, text] = [
      texts.getByLabel('Reply'),
      texts.getByLabel('Language'),
      texts.getByLabel('Text', { exact: true }),
    ]
    await text.fill('Bonjour {prenom},')
    await page.getByRole('button', { name: 'Save the text' }).click()
    await page.getByText('There is no word {prenom}.').waitFor()
    await text.fill('Bonjour {name}, hélas.')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Bonjour Salma, hélas.').waitFor()
    await page.getByText(email).waitFor()
    // Another text, language or time does not touch what the user has typed.
    await language.selectOption('en')
    await text.fill('Hello {name},')
    await page.getByLabel('Time between your click and the e-mail').selectOption('10')
    await page.getByText('The time is saved.').waitFor()
    expect(await text.inputValue()).toBe('Hello {name},')
    await kind.selectOption('Invite')
    await page.setViewportSize(DESK)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await kind.selectOption('Refuse')
    expect(await text.inputValue()).toBe('Hello {name},')
    await language.selectOption('fr')
    const saving = await hold(page, 'replyRules.saveTemplate')
    await page.getByRole('button', { name: 'Save the text' }).click()
    await saving.hasCome()
    await text.press('End')
    await page.keyboard.type(' Merci')
    await saving.release()
    await page.getByText('The text is saved.').waitFor()
    await page.getByText('Your company’s own text.').waitFor()
    await page.keyboard.type(' !')
    expect(await text.inputValue()).toBe('Bonjour {name}, hélas. Merci !')
    await page.getByRole('button', { name: 'Save the text' }).click()
    const { client } = await signedInUser(backOffice.server, company)
    const readText = async () => {
      const { templates } = await client.replyRules.get.query()
      return templates.find(({ kind, locale }) => kind === 'refuse' && locale === 'fr')?.text
    }
    await expect.poll(readText).toBe('Bonjour {name}, hélas. Merci !')

    // What a colleague has changed meanwhile is not replaced in silence, even after the page has loaded it.
    await text.fill('Bonjour {name}.')
    const { revision } = await client.replyRules.get.query()
    const template = { subject: 'Votre candidature', text: 'Bonsoir {name}.' }
    await client.replyRules.saveTemplate.mutate({ kind: 'refuse', locale: 'fr', template, revision })
    const loading = page.waitForResponse('**/trpc/*replyRules.get*')
    await page.getByRole('button', { name: 'Save the text' }).click()
    await page.getByText('Another user changed the answers').waitFor()
    await loading
    const answer = page.waitForResponse('**/trpc/*replyRules.saveTemplate*')
    await page.getByRole('button', { name: 'Save the text' }).press('Enter')
    expect((await answer).ok()).toBe(false)
    expect([await text.inputValue(), await readText()]).toEqual(['Bonjour {name}.', 'Bonsoir {name}.'])
  })

  it('refusals of the ATS are told only after the user has seen the mails in three languages', async () => {
    const page = await backOffice.open('/settings/replies', { of: company })
    await page.getByRole('button', { name: 'Let the board tell refusals of our ATS…' }).click()
    const dialog = page.getByRole('dialog')
    for (const part of ['Merci du temps', 'Thank you for the time', 'نشكرك على الوقت'])
      await dialog.getByText(part).waitFor()
    expect(await findProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('When your ATS sets “Rejected”').waitFor()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('The board tells people nothing of a status').waitFor()
  })
})
