import { describe, expect, it } from 'vitest'
import { noteRequests, useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

describe('jobs', () => {
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

  it('a text has each format of the editor, and a link is set, changed and removed without saving the job', async () => {
    const { jobId } = await backOffice.company.boardJob('Formats')
    const page = await backOffice.open(`/jobs/${jobId}`)
    const requests = noteRequests(page)
    const description = page.getByRole('textbox', { name: 'Description' })
    const use = (name: string) =>
      page.getByRole('group', { name: 'Formatting' }).first().getByRole('button', { name, exact: true }).click()
    const source = async () => {
      await page.getByRole('button', { name: 'Description: Show HTML' }).click()
      const html = await description.inputValue()
      await page.getByRole('button', { name: 'Description: Show formatted text' }).click()
      return html
    }
    const setLink = async (before: string, address: string) => {
      await description.click()
      await page.keyboard.press('ControlOrMeta+a')
      await use('Link')
      const field = page.getByRole('dialog').getByLabel('Address')
      expect(await field.inputValue()).toBe(before)
      await field.fill(address)
      await field.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await source()).toBe(address === '' ? '<p>x</p>' : `<p><a href="${address}">x</a></p>`)
    }
    await description.fill('x')
    await setLink('', 'https://atlas.example/')
    await setLink('https://atlas.example/', 'https://atlas.example/jobs')
    await setLink('https://atlas.example/jobs', '')
    await description.click()
    for (const [name, html] of [
      ['Bold', '<p><strong>x</strong></p>'],
      ['Heading', '<h3>x</h3>'],
      ['List', '<ul><li><p>x</p></li></ul>'],
    ] as const) {
      await description.fill('')
      await use(name)
      // The editor takes the focus back with the next frame.
      await expect.poll(() => description.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.keyboard.type('x')
      expect([name, await source()]).toEqual([name, html])
    }
    // An edit keeps what the editor shows as formatted text.
    const kept = [
      '<h2>a</h2><h3>b</h3><h4>c</h4><p><strong>d</strong><em>e</em><u>f</u><s>g</s><code>h</code><br>i</p><hr>',
      '<blockquote><p>j</p></blockquote><pre><code>k</code></pre><ul><li><p>l</p></li></ul><ol start="3"><li><p>m</p></li></ol>',
      '<p><a href="mailto:a@atlas.example">n</a> <a href="tel:+212600000000">o</a> <a href="/jobs">p</a> q</p>',
    ].join('')
    await page.getByRole('button', { name: 'Description: Show HTML' }).click()
    await description.fill(kept)
    await page.getByRole('button', { name: 'Description: Show formatted text' }).click()
    await description.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('r')
    expect(await source()).toBe(kept.replace(/<\/p>$/, 'r</p>'))
    expect((await requests.read()).filter((url) => url.includes('job.update'))).toEqual([])
  })

  it('pasted headings stay headings, and the rows and cells of a pasted table stay apart', async () => {
    const page = await backOffice.open('/jobs/new')
    const requests = noteRequests(page)
    const description = page.getByRole('textbox', { name: 'Description' })
    await description.click()
    const pasted = [
      '<h1>Le <b>poste</b><img src="/pasted.png" alt="neuf"></h1><h5>En bref</h5>',
      '<table><thead><tr><th>Jour</th><th>Heures</th></tr></thead>',
      '<tbody><tr><td><p>Lundi</p></td><td><p><a href="https://atlas.example">8</a></p></td></tr>',
      '<tr><td>Tâches</td><td><ul><li>Pain</li></ul></td></tr>',
      '<tr><td><table><tr><td>a</td><td>b<img src="/pasted.png"></td></tr></table></td></tr></tbody></table>',
    ]
    await description.evaluate((element, html) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, pasted.join(''))
    await page.getByRole('button', { name: 'Description: Show HTML' }).click()
    expect(await description.inputValue()).toBe(
      [
        '<h2>Le <strong>poste</strong> neuf</h2><h4>En bref</h4>',
        '<p>Jour | Heures</p><p>Lundi | <a href="https://atlas.example">8</a></p>',
        '<p>Tâches</p><ul><li><p>Pain</p></li></ul><p>a | b</p>',
      ].join(''),
    )
    expect((await requests.read()).filter((url) => url.includes('pasted'))).toEqual([])
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

  it('a change that an ATS made in the meantime is not overwritten without a question, which names the fields and who, and then only in the changed fields', async () => {
    const { jobId } = await backOffice.company.boardJob('Serveur')
    await backOffice.company.call('POST', '/job/link', { links: [{ platformJobId: jobId, externalJobId: 'S-1' }] })
    const page = await backOffice.open(`/jobs/${jobId}`)
    await page.getByLabel('Title').fill('Serveuse ou serveur')
    await backOffice.company.call('PUT', '/job/S-1', { job: { benefits: ['Repas'] } })
    await page.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('alert').filter({ hasText: 'This job has been changed in the meantime' })
    await conflict
      .getByRole('listitem')
      .getByText(/by the key .+ \(….{4}\)/)
      .waitFor()
    expect(await conflict.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Benefits \(by .*\)\s*$/),
    ])
    expect((await backOffice.company.call('GET', '/job/S-1')).body.job.title).toBe('Serveur')
    await page.getByRole('button', { name: 'Save my changes anyway' }).click()
    await page.getByText('Job saved').waitFor()
    const { title, benefits } = (await backOffice.company.call('GET', '/job/S-1')).body.job
    expect({ title, benefits }).toEqual({ title: 'Serveuse ou serveur', benefits: ['Repas'] })

    // After a save the page replaces the form by one with the stored job.
    await page.reload()
    await page.getByLabel('Title').fill('Not saved')
    await backOffice.company.call('PUT', '/job/S-1', { job: { title: 'Serveur de nuit' } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await conflict.getByText('You changed this, too').waitFor()
    await page.getByRole('button', { name: 'Discard my changes and show the current job' }).click()
    await page.getByRole('heading', { name: 'Serveur de nuit' }).waitFor()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Serveur de nuit')
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
    await page
      .getByRole('row', { name: /updateJob/ })
      .first()
      .waitFor()
    expect(await page.getByLabel('External id').inputValue()).toBe('H-1')
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
    await page.getByText('The job is live').waitFor()
    expect(await statusOfPage()).toBe(200)
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

  it('saving a job keeps a table and the direction of a paragraph, which the editor does not have', async () => {
    const id = 'T-1'
    const description = '<p dir="rtl">الإثنين</p><table><tbody><tr><td>Lundi</td></tr></tbody></table>'
    await backOffice.company.call('POST', '/job', { job: { id, title: 'Text', description } })
    const { jobId } = (await backOffice.company.call('GET', `/job/${id}`)).body.job
    const page = await backOffice.open(`/jobs/${jobId}`)
    const source = page.getByRole('textbox', { name: 'Description' })
    await page.getByText('This text has formatting that only its HTML can keep').waitFor()
    expect(await page.getByRole('button', { name: 'Description: Show formatted text' }).isDisabled()).toBe(true)
    await source.fill(`${await source.inputValue()}<p>Mardi</p>`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Job saved').waitFor()
    expect((await backOffice.company.call('GET', `/job/${id}`)).body.job.description).toBe(`${description}<p>Mardi</p>`)
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
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    expect(new URL(page.url()).search).toBe('?status=UNPUBLISHED')
    expect((await backOffice.company.call('GET', '/job/D-1')).status).toBe(404)
  })
})
