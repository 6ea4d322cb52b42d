import { setTimeout } from 'node:timers/promises'
import { findProblems } from '@boardwalk/api/test/axe'
import { apply, pdf } from '@boardwalk/api/test/form'
import type { TestCompany } from '@boardwalk/api/test/harness'
import type { Page, Route } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { DESK, noteRequests, PHONE, useBackOffice } from '../test/back-office.ts'

/* Reading one application after the other: by keys, with several at once, with notes, and on a phone. */

const backOffice = useBackOffice()
let company: TestCompany
let ids: string[]
beforeEach(async () => {
  company = await backOffice.server.company()
  const { jobUrl } = await company.boardJob('Serveuse')
  ids = []
  for (const firstName of ['Zoé', 'Yassine', 'Salma']) ids.push((await apply(jobUrl, { firstName }, pdf)).body.id)
})

const readStatuses = async () =>
  (await company.call('GET', '/candidates')).body.candidates.map(({ status }: { status: string }) => status)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).and(page.locator(':focus'))

/** Waits until the page reads its list again. The answer, which says what the list is now, comes when the returned function is called. */
async function holdList(page: Page): Promise<() => Promise<void>> {
  const pattern = /\/trpc\/[^?]*application\.list[,?]/
  let answer = () => {}
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve
  })
  let isRead = false
  const hold = async (route: Route) => {
    const response = await route.fetch()
    isRead = true
    await isHeld
    await route.fulfill({ response })
  }
  await page.route(pattern, hold, { times: 1 })
  // A page that is looked at again reads a list that is not new.
  const look = async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    return isRead
  }
  await expect.poll(look, { interval: 500 }).toBe(true)
  return async () => {
    const answered = page.waitForResponse(pattern)
    answer()
    await (await answered).finished()
  }
}

/** Opens the list, and its first application. */
async function openFirst(page: Page): Promise<void> {
  await page.getByRole('row', { name: 'Salma' }).getByRole('link', { name: 'Salma' }).click()
  await heading(page, 'Salma').waitFor()
}

describe('reading applications', () => {
  it('by keys: the next and the previous one beside their list, a status, its undo and a note; no key works while the user types or in a dialog', async () => {
    const page = await backOffice.open('/applications', { of: company, viewport: DESK })
    await openFirst(page)
    const list = page.getByRole('navigation', { name: 'Applications of this list' })
    await list.getByRole('link', { name: 'Yassine' }).waitFor()
    await page.getByText('1 of 3').waitFor()
    await page.keyboard.press('j')
    await heading(page, 'Yassine').waitFor()
    await page.keyboard.press('j')
    await heading(page, 'Zoé').waitFor()
    // After the last one there is none.
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await heading(page, 'Yassine').waitFor()
    await page.getByText('2 of 3').waitFor()

    await page.keyboard.press('4')
    await page.getByRole('alert').getByText('Yassine Bennani: Rejected.').waitFor()
    expect(await readStatuses()).toEqual(['PENDING', 'REJECTED', 'PENDING'])
    await list.getByText('Rejected').waitFor()
    await page.keyboard.press('u')
    await page.getByRole('alert').getByText('Yassine Bennani: New.').waitFor()
    expect(await readStatuses()).toEqual(['PENDING', 'PENDING', 'PENDING'])
    expect(await findProblems(page)).toEqual([])

    // A list that was read before a status does not hide it.
    const answerList = await holdList(page)
    await page.keyboard.press('4')
    await list.getByText('Rejected').waitFor()
    await expect.poll(readStatuses).toEqual(['PENDING', 'REJECTED', 'PENDING'])
    await answerList()
    expect(await list.getByText('Rejected').count()).toBe(1)
    await page.keyboard.press('1')
    await expect.poll(readStatuses).toEqual(['PENDING', 'PENDING', 'PENDING'])

    await page.keyboard.press('n')
    await page.keyboard.type('jk5 À rappeler')
    await page.keyboard.press('Control+Enter')
    await page.getByText('The note is saved.').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'jk5 À rappeler' }).getByText('You').waitFor()
    await page.getByRole('button', { name: 'Delete…: jk5 À rappeler' }).click()
    await page.getByRole('dialog').getByText('It is deleted for good.').waitFor()
    await page.keyboard.press('5')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The note is deleted.').waitFor()
    await expect.poll(() => page.getByText('À rappeler').count()).toBe(0)
    expect(await readStatuses()).toEqual(['PENDING', 'PENDING', 'PENDING'])

    // A failure of another call takes the message away, and with it the undo.
    await page.keyboard.press('4')
    const rejected = page.getByRole('alert').getByText('Yassine Bennani: Rejected.')
    await rejected.waitFor()
    await page.route('**/trpc/*addNote*', (route) => route.abort())
    await page.keyboard.press('n')
    await page.keyboard.type('À rappeler')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor()
    await rejected.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).click()
    const requests = noteRequests(page)
    await page.keyboard.press('u')
    expect((await requests.read()).filter((url) => url.includes('setStatuses'))).toEqual([])
    await page.getByLabel('New note').fill('')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('1')
    await page.getByRole('alert').getByText('Yassine Bennani: New.').waitFor()

    // Arrows move in the list and keep the focus there.
    await list.getByRole('link', { name: 'Yassine' }).focus()
    await page.keyboard.press('ArrowUp')
    await list.getByRole('link', { name: 'Salma' }).and(page.locator(':focus')).waitFor()
    // A user who dictates turns the keys off.
    await page.getByLabel('Use the keys').uncheck()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('5')
    await page.keyboard.press('j')
    await page.getByText('1 of 3').waitFor()
    expect(await readStatuses()).toEqual(['PENDING', 'PENDING', 'PENDING'])
  })

  it('in a tab of one status, an application whose status changes keeps its place, and the next one follows', async () => {
    const page = await backOffice.open('/applications', { of: company })
    await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'New 3' }).click()
    await openFirst(page)
    for (const name of ['Salma', 'Yassine']) {
      await heading(page, name).waitFor()
      await page.keyboard.press('2')
      await page.getByRole('alert').getByText(`${name} Bennani: Reviewed.`).waitFor()
      await page.keyboard.press('j')
    }
    await heading(page, 'Zoé').waitFor()
    await page.getByRole('navigation', { name: 'Back' }).getByRole('link').click()
    await page.getByRole('link', { name: 'New 1' }).waitFor()
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('searchbox').fill('nobody of this name')
    await page.getByText('No application matches.').waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByText('1–3 of 3').waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
  })

  it('several at once get a status, what the ATS changed meanwhile is named and stays, and the rest is undone', async () => {
    const page = await backOffice.open('/applications', { of: company })
    await page.getByLabel('Select all rows').check()
    await page.getByText('3 applications selected').waitFor()
    await company.call('PUT', '/candidates', { candidates: [{ id: ids[2], status: 'HIRED' }] })
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Rejected' }).click()
    const message = page.getByRole('alert')
    await message.getByText('2 applications: Rejected.').waitFor()
    await message.getByText('Salma Bennani (Hired)').waitFor()
    expect(await readStatuses()).toEqual(['REJECTED', 'REJECTED', 'HIRED'])
    await message.getByRole('button', { name: 'Undo' }).press('Enter')
    await message.getByText('2 applications: New.').waitFor()
    expect(await readStatuses()).toEqual(['PENDING', 'PENDING', 'HIRED'])
  })

  it('on a phone in French, a status, a note and the next application are within reach, and no word breaks in its middle', async () => {
    const viewport = { ...PHONE, width: 360 }
    const page = await backOffice.open('/applications', { of: company, viewport, locale: 'fr', hasTouch: true })
    await page.getByRole('link', { name: 'Salma' }).click()
    await page.getByText('1 sur 3').waitFor()
    await page.getByRole('button', { name: 'Présélectionnée' }).click()
    await page.getByText('Le statut est enregistré.').waitFor()
    expect(await findProblems(page)).toEqual([])
    // The message comes when a note has nothing left to lose, so leaving then does not ask.
    await page.route('**/trpc/*application.listNotes*', async (route) => {
      await setTimeout(1000)
      await route.continue()
    })
    await page.getByLabel('Nouvelle note').fill('Très bien')
    await page.getByRole('button', { name: 'Enregistrer la note' }).click()
    await page.getByText('La note est enregistrée.').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    // A button whose longest word has no room is wider inside than outside.
    const broken = await page.evaluate(() =>
      Array.from(document.querySelectorAll('main .mantine-Button-label')).flatMap((label) => {
        const words = (label.textContent ?? '').split(/\s+/)
        const range = document.createRange()
        const text = document.createTreeWalker(label, NodeFilter.SHOW_TEXT).nextNode()
        if (text === null) return []
        return words.filter((word) => {
          const start = (text.textContent ?? '').indexOf(word)
          if (start < 0 || word === '') return false
          range.setStart(text, start)
          range.setEnd(text, start + word.length)
          return range.getClientRects().length > 1
        })
      }),
    )
    expect(broken).toEqual([])
    await page.getByRole('link', { name: 'Candidature suivante' }).tap()
    await page.getByText('2 sur 3').waitFor()
    // What the user types while a note is saved is the next note.
    await page.getByLabel('Nouvelle note').fill('À rappeler')
    await page.getByRole('button', { name: 'Enregistrer la note' }).click()
    await page.getByLabel('Nouvelle note').fill('Disponible lundi')
    await page.getByRole('listitem').filter({ hasText: 'À rappeler' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Enregistrer la note' }).and(page.locator(':not([data-loading])')).waitFor()
    expect(await page.getByLabel('Nouvelle note').inputValue()).toBe('Disponible lundi')
    // The answer to a note is lost. What the user changes in it then is not taken as saved with it.
    await page.route('**/trpc/*application.addNote*', (route) => route.fetch().then(() => route.abort()), { times: 1 })
    await page.getByRole('button', { name: 'Enregistrer la note' }).click()
    await page.getByRole('alert').and(page.locator(':focus')).waitFor()
    await page.getByLabel('Nouvelle note').fill('Disponible lundi ou mardi')
    await page.getByRole('button', { name: 'Enregistrer la note' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Disponible lundi ou mardi' }).waitFor()
    expect(await readStatuses()).toEqual(['PENDING', 'PENDING', 'SHORTLISTED'])
  })
})
