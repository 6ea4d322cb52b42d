import { describe, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

describe('people', () => {
  it('a person who has lost the invitation is sent another link, and the first one no longer works', async () => {
    const page = await backOffice.open('/settings/people')
    await page.getByLabel('E-mail address').fill('imane@atlas.example')
    await page.getByRole('button', { name: 'Invite' }).click()
    const link = page.locator('code', { hasText: 'set-password' })
    const first = (await link.textContent()) ?? ''
    await page.getByRole('button', { name: 'New link: imane@atlas.example' }).click()
    const second = (await link.filter({ hasNotText: first }).textContent()) ?? ''
    const guest = await backOffice.newPage()
    await guest.goto(first)
    await guest.getByText('This link has already been used or has expired').waitFor()
    await guest.goto('about:blank')
    await guest.goto(second)
    await guest.getByText('imane@atlas.example').waitFor()
  })
})
