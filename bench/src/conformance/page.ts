import assert from 'node:assert/strict'
import type { Board, Check } from './board.ts'
import { assertShown, createJob, readJobResult, readPage } from './call.ts'

async function createdPage(board: Board, job: object): Promise<string> {
  const answer = await createJob(board, { id: board.newId(), title: 'A', ...job })
  return assertShown(board, readJobResult(answer, 200).jobUrl)
}

export const page: Check[] = [
  {
    does: 'shows a job with its company, its facts and its texts, and a form to apply',
    async check(board) {
      const html = await createdPage(board, {
        title: 'Chef de projet',
        description: '<p>desc one</p>',
        responsibilities: '<ul><li>resp one</li></ul>',
        qualifications: '<p>qual one</p>',
        city: ['Casablanca', 'Agadir'],
        contractType: 'Freelance',
      })
      const shown = ['Chef de projet', board.company.name, 'Casablanca', 'Agadir', 'Freelance', '<form', 'formId']
      for (const part of [...shown, '<p>desc one</p>', '<li>resp one</li>', '<p>qual one</p>'])
        assert.ok(html.includes(part), `the page must have ${part}`)
    },
  },
  {
    does: 'gives each form its own id',
    async check(board) {
      const { jobUrl } = readJobResult(await createJob(board, { id: board.newId(), title: 'A' }), 200)
      const findFormId = (html: string) =>
        /name="formId"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="formId"/.exec(html)?.[0]
      const [one, other] = [await assertShown(board, jobUrl), await assertShown(board, jobUrl)]
      assert.ok(findFormId(one) !== undefined && findFormId(one) !== findFormId(other))
    },
  },
  {
    does: 'describes the job to search engines',
    async check(board) {
      const html = await createdPage(board, { title: 'Data </script> engineer', description: '<p>JSON</p>' })
      const text = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? ''
      const posting: unknown = JSON.parse(text)
      assert.ok(typeof posting === 'object' && posting !== null && '@type' in posting && 'title' in posting)
      assert.deepEqual([posting['@type'], posting.title], ['JobPosting', 'Data </script> engineer'])
    },
  },
  {
    does: 'removes dangerous HTML, and keeps simple structure',
    async check(board) {
      for (const field of ['description', 'responsibilities', 'qualifications']) {
        const sent =
          '<h1>Head</h1><p onclick="steal()">kept</p><script>steal()</script><img src=x onerror=steal()><a href="javascript:steal()">link</a><style>p{}</style><table><tr><td colspan="2">cell</td></tr></table>'
        const html = await createdPage(board, { [field]: sent })
        for (const part of ['<h2>Head</h2>', '<p>kept</p>', 'colspan="2"', 'nofollow noopener noreferrer'])
          assert.ok(html.includes(part), `${field} must keep ${part}`)
        assert.ok(!html.includes('steal()'), `${field} must lose its scripts`)
      }
    },
  },
  {
    does: 'escapes text',
    async check(board) {
      const html = await createdPage(board, { title: '<b>bold</b>', city: '<i>Rabat</i>' })
      assert.ok(!html.includes('<b>bold</b>') && !html.includes('<i>Rabat</i>'))
      assert.ok(html.includes('&lt;b&gt;bold&lt;/b&gt;'))
    },
  },
  {
    does: 'shows a salary only if the job allows it',
    async check(board) {
      const digits = (html: string) => html.replaceAll(/[\s.,\u00a0\u202f]|&nbsp;|&#160;/g, '')
      const salary = { minSalary: 1_876_543, maxSalary: 2_345_678 }
      const hidden = digits(await createdPage(board, salary))
      assert.ok(!hidden.includes('1876543'), 'the salary must be hidden')
      const shown = digits(await createdPage(board, { ...salary, displaySalary: true }))
      assert.ok(shown.includes('1876543'), 'the salary must be shown')
    },
  },
  {
    does: 'shows a job in each language, and answers 404 for a job that does not exist',
    async check(board) {
      const { jobUrl } = readJobResult(await createJob(board, { id: board.newId(), title: 'Polyglotte' }), 200)
      for (const locale of ['fr', 'en', 'ar'])
        await assertShown(board, jobUrl.replace('/fr/', `/${locale}/`), 'Polyglotte')
      assert.equal((await readPage(board, `${jobUrl}9`)).status, 404)
    },
  },
]
