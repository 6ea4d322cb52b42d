import { randomUUID } from 'node:crypto'
import { callAt } from '@boardwalk/api/test/harness'
import { expect, it } from 'vitest'
import { choosePassword, useBackOffice } from './back-office.ts'

const backOffice = useBackOffice()

it('an invited user makes a key, the ATS pushes a job with it, a person applies in a browser, the ATS gets the candidate, and the back office shows the application', async () => {
  const { company, server } = backOffice
  const user = await backOffice.newPage()
  await user.goto(await company.invite('nadia@atlas.example'))
  await choosePassword(user)

  await user.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
  await user.getByRole('link', { name: 'API Keys' }).click()
  await user.getByRole('link', { name: 'Generate New Key' }).click()
  await user.getByRole('textbox', { name: 'Name' }).fill('our ATS')
  await user.getByRole('button', { name: 'Generate key' }).click()
  await user.getByRole('button', { name: 'Copy: Key', exact: true }).click()
  const readClipboard = () => user.evaluate(() => navigator.clipboard.readText())
  await expect.poll(readClipboard).toMatch(/^bwk_\w+$/)
  const key = await readClipboard()

  const callWithKey = (...request: [method: string, path: string, body?: unknown]) =>
    callAt(server.url, key, ...request)
  const title = `Comptable ${randomUUID()}`
  const pushed = await callWithKey('POST', '/job', { job: { id: 'A-1', title, description: '<p>Au siège</p>' } })
  expect(pushed.status).toBe(200)

  const applicant = await backOffice.newPage()
  await applicant.goto(pushed.body.jobUrl)
  await applicant.getByRole('heading', { level: 1, name: title }).waitFor()
  await applicant.getByText('Au siège').waitFor()
  await applicant.locator('input[name=firstName]').fill('Salma')
  await applicant.locator('input[name=lastName]').fill('Bennani')
  await applicant.locator('input[name=email]').fill('salma@example.com')
  await applicant.locator('input[name=consent]').check()
  await applicant.locator('form[action$="/apply"] button[type=submit]').click()
  await applicant.waitForURL(`${pushed.body.jobUrl}/applied`)

  const person = { firstName: 'Salma', lastName: 'Bennani', email: 'salma@example.com' }
  const polled = await callWithKey('GET', '/job/A-1/candidates')
  expect(polled.body.candidates).toMatchObject([{ ...person, status: 'PENDING', offerId: 'A-1' }])

  await user.getByLabel('I have stored this key').check()
  await user.getByRole('link', { name: 'Applications', exact: true }).click()
  await user.getByRole('row', { name: 'Salma Bennani' }).getByRole('link', { name: 'Salma Bennani' }).click()
  await user.getByRole('heading', { name: 'Salma Bennani' }).waitFor()
  await user.getByRole('main').getByRole('link', { name: title, exact: true }).waitFor()
})
