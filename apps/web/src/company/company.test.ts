import { logo } from '@boardwalk/api/test/logo'
import { describe, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

describe('company', () => {
  it('a file that cannot be a logo is refused with a message, before and after the upload, and a good one is accepted', async () => {
    const page = await backOffice.open('/settings/company')
    const input = page.locator('input[type=file]')
    const refusal = page.getByText('This file cannot be used as a logo')
    const large = Buffer.concat([logo, Buffer.alloc(256 * 1024)])
    await input.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large })
    await refusal.waitFor()
    await input.setInputFiles({ name: 'text.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await refusal.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Upload this logo' }).click()
    await refusal.waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await refusal.waitFor({ state: 'detached' })
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
    await page.getByRole('button', { name: 'Upload this logo' }).click()
    await page.getByText('The logo is now on the public site').waitFor()
  })
})
