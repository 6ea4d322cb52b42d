import { apply } from '@boardwalk/api/test/form'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { noteRequests, useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()
let page: Page
let unpublish: Locator

beforeEach(async () => {
  const { body } = await backOffice.company.call('POST', '/job', { job: { id: crypto.randomUUID(), title: 'Commis' } })
  page = await backOffice.open(`/jobs/${body.jobId}`)
  unpublish = page.getByRole('button', { name: 'Unpublish' })
})

/** Clicks twice at the middle of a button, a tenth of a second apart by the clock of the page, whatever is there at the second click. */
async function clickTwice(button: Locator, beforeSecond = async () => {}) {
  // Waits until it moves no more.
  await button.hover()
  const box = await button.boundingBox()
  if (box === null) throw new Error('there is no such button')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left' } as const
  const browser = await page.context().newCDPSession(page)
  const startedSeconds = Date.now() / 1000
  const click = async (clickCount: number, timestamp: number) => {
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await browser.send('Input.dispatchMouseEvent', { type, ...at, clickCount, timestamp })
  }
  await click(1, startedSeconds)
  await beforeSecond()
  await click(2, startedSeconds + 0.1)
}

describe('a double click', () => {
  it('opens a dialog and does not close it, also when the dialog is there before the second click', async () => {
    const dialog = page.getByRole('dialog')
    await clickTwice(unpublish)
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await clickTwice(unpublish, () => dialog.waitFor())
    await dialog.waitFor()
    // A click beside the dialog, which is no second one, still closes it.
    await page.mouse.click(5, 5)
    await dialog.waitFor({ state: 'detached' })
  })

  it('on the button of a dialog sends one call', async () => {
    await unpublish.click()
    const requests = noteRequests(page)
    await clickTwice(page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Publish' }).waitFor()
    expect((await requests.read()).filter((url) => url.includes('/job.unpublish'))).toHaveLength(1)
  })

  it('on Undo of a status undoes it, and does not undo that', async () => {
    const { jobUrl } = await backOffice.company.boardJob('Serveuse')
    const { id } = (await apply(jobUrl, {})).body
    await page.goto(`${backOffice.server.url}/backoffice/applications/${id}`)
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Rejected' }).click()
    const message = page.getByRole('alert')
    const undo = message.getByRole('button', { name: 'Undo' })
    // It is there when the first status has been set.
    await undo.waitFor()
    const requests = noteRequests(page)
    await clickTwice(undo, () => message.getByText('Salma Bennani: New.').waitFor())
    await page.getByRole('button', { name: 'New', pressed: true }).waitFor()
    expect((await requests.read()).filter((url) => url.includes('application.setStatuses'))).toHaveLength(1)
  })
})
