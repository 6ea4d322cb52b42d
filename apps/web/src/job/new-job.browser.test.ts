import { expect, it } from 'vitest'
import { useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

it('a job written on the board can be linked by the API, and the list then shows its external id', async () => {
  const page = await backOffice.open('/jobs/new')
  await page.getByLabel('Title').fill('Chef de rang')
  await page.getByLabel('City').fill('Rabat\nSalé')
  await page.getByRole('textbox', { name: 'Description' }).fill('Le soir & le midi')
  await page.getByLabel('Minimum salary').fill('9000')
  await page.getByLabel('Maximum salary').fill('8000')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('not more than the maximum salary').waitFor()
  await page.getByLabel('Maximum salary').fill('12000')
  await page.getByLabel('Minimum experience').fill('0')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: 'Chef de rang' }).waitFor()
  // The form shows what is stored: a 0 that it leaves out is cleared by the next save.
  expect(await page.getByLabel('Minimum experience').inputValue()).toBe('0')

  const jobId = Number(page.url().split('/').at(-1))
  const links = [{ platformJobId: jobId, externalJobId: 'CR-1' }]
  expect((await backOffice.company.call('POST', '/job/link', { links })).body.results[0].status).toBe('linked')
  expect((await backOffice.company.call('GET', '/job/CR-1')).body.job).toMatchObject({
    title: 'Chef de rang',
    city: ['Rabat', 'Salé'],
    description: '<p>Le soir &amp; le midi</p>',
    minSalary: 9000,
    maxSalary: 12000,
    minExperience: 0,
    status: 'PUBLISHED',
  })
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Jobs' }).click()
  await page
    .getByRole('row', { name: /Chef de rang/ })
    .getByText('CR-1')
    .waitFor()
})

it('two clicks on Publish make one job', async () => {
  const page = await backOffice.open('/jobs/new')
  await page.getByLabel('Title').fill('Plongeuse de nuit')
  await page.getByLabel('City').fill('Rabat')
  await page.getByRole('textbox', { name: 'Description' }).fill('Le soir')
  const answers: Promise<unknown>[] = []
  page.on('request', (request) => {
    if (request.url().includes('job.create')) answers.push(request.response())
  })
  // Both clicks come before the page can disable the button.
  await page.getByRole('button', { name: 'Publish' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await page.getByRole('heading', { name: 'Plongeuse de nuit' }).waitFor()
  await Promise.all(answers)
  const { jobs } = (await backOffice.company.call('GET', '/jobs')).body
  expect(jobs.filter(({ title }: { title: string }) => title === 'Plongeuse de nuit')).toHaveLength(1)
})

it('a new job without a city or a text is published only after a question that says what is missing', async () => {
  const page = await backOffice.open('/jobs/new')
  const dialog = page.getByRole('dialog')
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await page.getByLabel('Title').fill('Commise de cuisine')
  await publish.click()
  await dialog.getByText('It has no city').waitFor()
  await dialog.getByText('It has no text').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  const countJobs = async () => {
    const { jobs } = (await backOffice.company.call('GET', '/jobs')).body
    return jobs.filter(({ title }: { title: string }) => title === 'Commise de cuisine').length
  }
  expect(await countJobs()).toBe(0)
  await publish.click()
  await dialog.getByRole('button', { name: 'Publish anyway' }).click()
  await page.getByRole('heading', { name: 'Commise de cuisine' }).waitFor()
  expect(await countJobs()).toBe(1)
})

it('a preview shows the page that candidates will see, in each language, and stores nothing', async () => {
  const page = await backOffice.open('/jobs/new')
  await page.getByLabel('Title').fill('Cheffe de rang')
  await page.getByLabel('Contract').selectOption({ label: 'Permanent (CDI)' })
  await page.getByRole('button', { name: 'Description: Show HTML' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('<p onclick="x()">Le <b>soir</b></p>')
  await page.getByRole('button', { name: 'Preview' }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByText('Permanent (CDI)').waitFor()
  await frame.getByText('Morocco').waitFor()
  expect(await frame.locator('.html').innerHTML()).toBe('<p>Le <b>soir</b></p>')
  // The stylesheet may come after the text.
  await expect.poll(() => frame.locator('.facts').evaluate((facts) => getComputedStyle(facts).display)).toBe('grid')

  await page.getByLabel('Language of the preview').selectOption('ar')
  await frame.locator('html[lang=ar][dir=rtl]').getByText('عقد غير محدد المدة').waitFor()
  const site = page.waitForEvent('popup')
  await frame.locator('.hero').getByRole('link', { name: 'Atlas Talents' }).click()
  await (await site).waitForURL(({ pathname }) => pathname.startsWith('/ar/companies/'))
  expect((await backOffice.company.call('GET', '/jobs')).body.jobs).not.toContainEqual(
    expect.objectContaining({ title: 'Cheffe de rang' }),
  )
})

it('a new job outlives a reload of its page, with the same form, and is gone, not stored, when the user leaves it', async () => {
  const page = await backOffice.open('/jobs/new')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByLabel('Title').fill('Plombière')
  await page.getByLabel('City').fill('Rabat')
  await page.getByRole('textbox', { name: 'Description' }).fill('Le soir & le midi')
  const ids: unknown[] = []
  page.on('request', (request) => {
    if (request.url().includes('job.create')) ids.push(request.postData()?.match(/"formId":"([^"]+)"/)?.[1])
  })
  // The server refuses it, and has the id of the form.
  await page.getByLabel('Minimum salary').fill('9000')
  await page.getByLabel('Maximum salary').fill('8000')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByText('not more than the maximum salary').waitFor()
  await page.reload()
  await page.getByText('what you had written before').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Plombière')
  expect(await page.getByRole('textbox', { name: 'Description' }).innerText()).toBe('Le soir & le midi')
  await page.getByLabel('Maximum salary').fill('12000')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByRole('heading', { name: 'Plombière' }).waitFor()
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])

  await backOffice.goTo(page, '/jobs/new')
  await page.getByLabel('Title').fill('Soudeuse')
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Jobs' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
  await backOffice.goTo(page, '/jobs/new')
  expect(await page.getByLabel('Title').inputValue()).toBe('')
  expect(ids).toHaveLength(2)
})

it('the buttons of the form are in sight at its beginning, and cover no field that gets the focus', async () => {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 320, height: 640 },
  ]) {
    const page = await backOffice.open('/jobs/new', { viewport })
    const publish = page.getByRole('button', { name: 'Publish' })
    const bar = (await publish.boundingBox())?.y ?? 0
    expect(bar).toBeLessThan(viewport.height - 20)
    const field = page.getByLabel('Benefits')
    await field.focus()
    const box = await field.boundingBox()
    expect((box?.y ?? 0) + Math.min(box?.height ?? 0, 60)).toBeLessThanOrEqual((await publish.boundingBox())?.y ?? 0)
  }
})
