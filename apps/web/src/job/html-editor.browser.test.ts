import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { noteRequests, useBackOffice } from '../test/back-office.ts'

const backOffice = useBackOffice()

const paste = (field: Locator, pasted: string) =>
  field.evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, pasted)

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
  await paste(description, pasted.join(''))
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

it('a pasted text has the styles, the lists and the links that its writer meant', async () => {
  const page = await backOffice.open('/jobs/new')
  const description = page.getByRole('textbox', { name: 'Description' })
  const showHtml = page.getByRole('button', { name: 'Description: Show HTML' })
  const wordItem = (bullet: string, text: string) =>
    `<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><!--[if !supportLists]--><span style='mso-list:Ignore'>${bullet}<span>&nbsp;&nbsp; </span></span><!--[endif]-->${text}<o:p></o:p></p>`
  for (const [pasted, kept] of [
    // Google Docs
    [
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;">Nous cherchons</span></p><p><span style="font-weight:700;">Missions</span> <span style="font-style:italic;">ici</span> <span style="text-decoration:line-through;">pourvu</span></p></b>',
      '<p>Nous cherchons</p><p><strong>Missions </strong><em>ici </em><s>pourvu</s></p>',
    ],
    // Word
    [
      `<html><body><!--StartFragment--><p class=MsoNormal><b>Profil</b></p>${wordItem('1.', 'Bac')}${wordItem('2.', 'Permis')}${wordItem('·', 'Anglais')}<!--EndFragment--></body></html>`,
      '<p><strong>Profil</strong></p><ol><li><p>Bac</p></li><li><p>Permis</p></li></ol><ul><li><p>Anglais</p></li></ul>',
    ],
    // What an older program made of Word, and links without a scheme
    [
      '<p>·&nbsp;&nbsp; Vendre</p><p>·&nbsp;&nbsp; Voir&nbsp;<a href="www.atlas.example">nous</a>, <a href="rh@atlas.example">écrire</a>, <a href="/jobs">ici</a></p>',
      '<ul><li><p>Vendre</p></li><li><p>Voir <a href="https://www.atlas.example">nous</a>, <a href="mailto:rh@atlas.example">écrire</a>, ici</p></li></ul>',
    ],
    // The editor itself
    ['<p data-pm-slice="1 1 []">- un&nbsp;deux</p>', '<p>- un&nbsp;deux</p>'],
  ] as const) {
    await description.click()
    await paste(description, pasted)
    await showHtml.click()
    expect(await description.inputValue()).toBe(kept)
    await description.fill('')
    await page.getByRole('button', { name: 'Description: Show formatted text' }).click()
    await showHtml.waitFor()
  }
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
