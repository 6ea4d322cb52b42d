import { findProblems } from '@boardwalk/api/test/axe'
import { expect, it } from 'vitest'
import { operationWords } from '../activity/operation-words.ts'
import { hold, useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

it('a change that an ATS made in the meantime is not overwritten without a question, which names the fields, who, and the values before and after, and then only in the changed fields', async () => {
  const { jobId } = await backOffice.company.boardJob('Serveur')
  await backOffice.company.call('POST', '/job/link', { links: [{ platformJobId: jobId, externalJobId: 'S-1' }] })
  const page = await backOffice.open(`/jobs/${jobId}`)
  await page.getByLabel('Title').fill('Serveuse ou serveur')
  const description = `<p>${'Un service à table. '.repeat(20)}</p>`
  await backOffice.company.call('PUT', '/job/S-1', { job: { benefits: ['Repas'], description } })
  await page.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'This job has been changed in the meantime' })
  const byKey = conflict
    .getByRole('listitem')
    .getByText(/by the key .+ \(….{4}\)/)
    .first()
  await byKey.waitFor()
  expect(await conflict.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Description\s+by .*\s+Before\s+.+\s+After\s+(Un service à table\. )+…$/),
    expect.stringMatching(/^Benefits\s+by .*\s+Before\s+empty\s+After\s+Repas$/),
  ])
  expect((await backOffice.company.call('GET', '/job/S-1')).body.job.title).toBe('Serveur')
  const savingAnyway = await hold(page, 'job.update')
  await page.getByRole('button', { name: 'Save my changes anyway' }).click()
  await savingAnyway.hasCome()
  const loading = await hold(page, 'job.get')
  await savingAnyway.release()
  await loading.hasCome()
  expect(await page.getByText('Job saved').count()).toBe(0)
  await loading.release()
  await page.getByText('Job saved').waitFor()
  // The button that had the focus is gone.
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
  const { title, benefits } = (await backOffice.company.call('GET', '/job/S-1')).body.job
  expect({ title, benefits }).toEqual({ title: 'Serveuse ou serveur', benefits: ['Repas'] })

  // After a save the page replaces the form by one with the stored job, which has nothing left to lose.
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await backOffice.goTo(page, `/jobs/${jobId}`)
  await page.getByLabel('Title').fill('Not saved')
  await backOffice.company.call('PUT', '/job/S-1', { job: { title: 'Serveur de nuit' } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await conflict.getByText('You changed this, too').waitFor()
  await byKey.waitFor()
  const both = /^Title\s+by .*\s+Before\s+Serveuse ou serveur\s+After\s+Serveur de nuit\s+You changed this/
  expect(await conflict.getByRole('listitem').allInnerTexts()).toEqual([expect.stringMatching(both)])
  expect(await findProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Discard my changes and show the current job' }).click()
  await page.getByRole('heading', { name: 'Serveur de nuit' }).waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Serveur de nuit')
})

it('what a user types while a job is saved stays, asks before the user leaves, and is saved next; the form shows what is saved even if the job cannot be loaded', async () => {
  const { jobId } = await backOffice.company.boardJob('Cuisinier')
  const page = await backOffice.open(`/jobs/${jobId}`)
  const dialog = page.getByRole('dialog')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const leave = () => page.getByRole('link', { name: 'Home', exact: true }).click()
  const saving = await hold(page, 'job.update')
  await page.getByLabel('Title').fill('Cuisinière')
  await save.click()
  await saving.hasCome()
  await page.getByLabel('City').fill('Rabat')
  await saving.release()
  await page.getByText('Job saved').waitFor()
  await page.getByRole('heading', { name: 'Cuisinière' }).waitFor()
  expect(await page.getByLabel('City').and(page.locator(':focus')).inputValue()).toBe('Rabat')
  await leave()
  await dialog.getByText('Leave without saving?').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })

  const error = { message: '', code: -32004, data: { code: 'job_id_not_found', httpStatus: 404 } }
  await page.route('**/trpc/*job.get*', (route) => route.fulfill({ status: 404, json: { error } }))
  for (const [label, value] of [
    ['Country', 'Morocco'],
    ['Benefits', 'Repas'],
  ] as const) {
    await page.getByText('Job saved').waitFor({ state: 'detached' })
    await page.getByLabel(label, { exact: true }).fill(value)
    await save.click()
    await page.getByText('Job saved').waitFor()
  }
  expect(await page.getByLabel('Title').inputValue()).toBe('Cuisinière')
  await leave()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.unroute('**/trpc/*job.get*')
  await backOffice.goTo(page, `/jobs/${jobId}`)
  for (const [label, value] of [
    ['Title', 'Cuisinière'],
    ['City', 'Rabat'],
    ['Benefits', 'Repas'],
  ] as const)
    expect(await page.getByLabel(label).inputValue()).toBe(value)
})

it('a job’s page shows its history with each value before and after, and what an ATS may replace', async () => {
  const { company } = backOffice
  const { jobId } = await company.boardJob('Barista')
  await company.call('POST', '/job/link', { links: [{ platformJobId: jobId, externalJobId: 'H-1' }] })
  await company.call('PUT', '/job/H-1', { job: { city: 'Rabat', description: '<p>Le matin</p>' } })
  await company.call('PUT', '/job/H-1', { job: { city: 'Fès', description: '<p>Le soir</p>' } })
  const page = await backOffice.open(`/jobs/${jobId}`)
  const history = page.getByRole('region', { name: 'History' })
  const row = history.getByRole('row', { name: /Rabat → Fès/ })
  expect(await row.innerText()).toMatch(/the key .+ \(….{4}\)/)
  await row.getByRole('button', { name: /^Details/ }).click()
  await history
    .getByRole('paragraph')
    .filter({ hasText: /^Le matin$/ })
    .waitFor()
  await history
    .getByRole('paragraph')
    .filter({ hasText: /^Le soir$/ })
    .waitFor()
  await page.getByText('Its next push replaces what you change here').waitFor()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByRole('dialog').getByText('this job is live again').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Requests about this job' }).click()
  await page.getByRole('row', { name: operationWords.en.names.updateJob }).first().waitFor()
  expect(await page.getByLabel('External id').inputValue()).toBe('H-1')
})

it('a user sets each term of a job and the page shows it, a wrong one is named at its field, and a push replaces them', async () => {
  const { company } = backOffice
  const job = {
    id: 'K-1',
    title: 'Comptable',
    country: 'France',
    workMode: 'REMOTE',
    minSalary: 30000,
    displaySalary: true,
  }
  const { jobId, jobUrl } = (await company.call('POST', '/job', { job })).body
  const page = await backOffice.open(`/jobs/${jobId}`)
  const read = async () => (await company.call('GET', '/job/K-1')).body.job.boardwalk
  await page.getByLabel('Minimum salary, net per month').waitFor()
  await page.getByLabel('Hours').selectOption('Part time')
  await page.getByLabel('Countries for remote work').selectOption('France')
  await page.getByLabel('Country 2').selectOption('Belgium')
  await page.getByLabel('Net or gross').selectOption('Gross')
  await page.getByLabel('Salary period').selectOption('Per year')
  await page.getByLabel('Minimum salary, gross per year').waitFor()
  await page.getByLabel('Currency').selectOption('EUR')
  await page.getByLabel('Closing date').fill('2099-12-31')
  await page.getByLabel('Address for applying').fill('careers.example.com/42')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Enter an address that begins with https://').waitFor()
  await page.getByLabel('Address for applying').and(page.locator(':focus')).fill('https://careers.example.com/42')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.frameLocator('iframe').getByText('Part time').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Dec 31, 2099 (in 7').waitFor()
  expect(await read()).toStrictEqual({
    hours: 'PART_TIME',
    countries: ['FR', 'BE'],
    basis: 'GROSS',
    period: 'YEAR',
    currency: 'EUR',
    closesAt: '2099-12-31',
    applyUrl: 'https://careers.example.com/42',
  })
  const html = await (await fetch(jobUrl.replace('/fr/', '/en/'))).text()
  for (const shown of ['Part time', 'gross per year', 'December 31, 2099', 'https://careers.example.com/42', 'Belgium'])
    expect(html).toContain(shown)

  // The ATS sends a time, and mistakes. A user who changes another term leaves them alone.
  const boardwalk = { closesAt: '2099-06-30T12:00:00Z', period: 'YEARLY', weight: 1.5 }
  await company.call('PUT', '/job/K-1', { job: { boardwalk } })
  await page.reload()
  await page.getByRole('alert').getByText('job.boardwalk.period must be one of').waitFor()
  await page.getByRole('alert').getByText('job.boardwalk has a member "weight" without effect').waitFor()
  expect(await page.getByLabel('Closing date').getAttribute('type')).toBe('datetime-local')
  await page.getByLabel('Hours').selectOption('Full time')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Job saved').waitFor()
  expect(await read()).toStrictEqual({ ...boardwalk, hours: 'FULL_TIME' })
})

it('a job is unpublished only after a question, and published at once', async () => {
  const { jobId, jobUrl } = await backOffice.company.boardJob('Barman')
  const statusOfPage = async () => (await fetch(jobUrl)).status
  const page = await backOffice.open(`/jobs/${jobId}`)
  const dialog = page.getByRole('dialog')
  expect(await page.getByRole('button', { name: 'Delete this draft…' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await dialog.getByText('Unpublish “Barman”?').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await statusOfPage()).toBe(200)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByText('The job is no longer live').waitFor()
  // The button that opened the dialog is gone.
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
  expect(await statusOfPage()).toBe(410)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('The job is published').waitFor()
  expect(await statusOfPage()).toBe(200)
})

it('a job that the operator suspended says so, and leads to its preview in place of the public page', async () => {
  const { company, server } = backOffice
  const { jobId } = await company.boardJob('Plongeur')
  const page = await backOffice.open(`/jobs/${jobId}`)
  await page.getByRole('link', { name: 'Open the page' }).waitFor()
  const job = await server.deps.jobs.findById(company.id, jobId)
  expect(job && (await server.deps.jobs.setSuspension(job, new Date(), new Date()))).toBe(true)
  await page.reload()
  await page.getByRole('status').getByText('The operator of this board has suspended this job').waitFor()
  await page.getByRole('link', { name: 'Preview' }).waitFor()
  expect(await page.getByRole('link', { name: 'Open the page' }).count()).toBe(0)
})

it('an external id is set, and removed after a warning', async () => {
  const { company } = backOffice
  const { jobId } = await company.boardJob('Sommelier')
  const page = await backOffice.open(`/jobs/${jobId}`)
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save' })
  await page.getByRole('button', { name: 'Set the external id' }).click()
  await dialog.getByLabel('External id').fill('S-2')
  await save.click()
  await page.getByRole('button', { name: 'Change the external id' }).click()
  expect((await company.call('GET', '/job/S-2')).body.job.jobId).toBe(jobId)
  await dialog.getByLabel('External id').fill('')
  await dialog.getByText('If you save it empty').waitFor()
  await save.click()
  await page.getByRole('button', { name: 'Set the external id' }).waitFor()
  expect((await company.call('GET', '/job/S-2')).status).toBe(404)
})

it('chosen jobs are published after a question that says how many, and the answer says which failed and why', async () => {
  const of = await backOffice.server.company()
  for (const id of ['a', 'b', 'c'])
    await of.call('POST', '/job', { job: { id, title: `Draft ${id}`, status: 'UNPUBLISHED' } })
  const page = await backOffice.open('/jobs', { of })
  for (const id of ['a', 'b']) await page.getByLabel(new RegExp(`Select: Draft ${id}`)).check()
  // The ATS changes one of them after the list was shown.
  await of.call('PUT', '/job/b', { job: { city: 'Fès' } })
  await page.getByText('2 jobs selected').waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish 2 jobs?' })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  const answer = page.getByRole('alert').filter({ hasText: '1 job was not changed' })
  await answer.and(page.locator(':focus')).waitFor()
  await answer.getByText(/Draft b \(\d+\): Another user or your ATS changed this job/).waitFor()
  const { jobs } = (await of.call('GET', '/jobs')).body
  expect(jobs.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
    ['a', 'PUBLISHED'],
    ['b', 'UNPUBLISHED'],
    ['c', 'UNPUBLISHED'],
  ])
})

it('a draft that was never published can be deleted, also from a changed form, and leads back to the list that it was opened from', async () => {
  await backOffice.company.call('POST', '/job', { job: { id: 'D-1', title: 'By mistake', status: 'UNPUBLISHED' } })
  const page = await backOffice.open('/jobs?status=UNPUBLISHED')
  await page.getByRole('link', { name: 'By mistake' }).click()
  // The list's own search has a label with the word "title".
  await page.getByRole('heading', { name: 'By mistake' }).waitFor()
  await page.getByLabel('Title').fill('Half a title')
  await page.getByRole('button', { name: 'Delete this draft…' }).click()
  await page.getByText('Your ATS knows this draft as “D-1”').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('The draft is deleted.').waitFor()
  expect(await page.getByRole('link', { name: 'By mistake' }).count()).toBe(0)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  expect(new URL(page.url()).search).toBe('?status=UNPUBLISHED')
  expect((await backOffice.company.call('GET', '/job/D-1')).status).toBe(404)
})
