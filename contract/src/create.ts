import assert from 'node:assert/strict'
import { assertHidden, assertKept, assertRefused, created, readJobResult, readPage } from './answer.ts'
import type { Rules } from './board.ts'

/** Values of fields that the specification names. */
const values: Record<string, unknown[]> = {
  contractType: ['CDI', 'CDD', 'Stage', 'Alternance', 'Freelance', 'VIE', 'Autre'],
  educationLevel: ['Non défini', 'Niveau BAC', 'BAC', 'BAC +1', 'BAC +1/2', 'BAC +3/4', 'BAC +5', 'BAC +5 et plus'],
  workMode: ['REMOTE', 'HYBRID', 'ONSITE'],
  languages: [['fr'], ['en', 'ar'], []],
  benefits: ['Mutuelle', ['Mutuelle', 'Transport']],
  city: ['Rabat', ['Rabat', 'Fès']],
  minExperience: [0, 7, 20],
  maxSalary: [0, 12_000.5],
}

export const everyField = {
  description: '<p>D</p>',
  responsibilities: '<p>R</p>',
  qualifications: '<p>Q</p>',
  benefits: ['Mutuelle', 'Transport'],
  city: ['Casablanca', 'Rabat'],
  country: 'Maroc',
  languages: ['fr', 'ar'],
  contractType: 'CDI',
  educationLevel: 'BAC +5 et plus',
  workMode: 'HYBRID',
  displaySalary: true,
  minSalary: 12000.5,
  maxSalary: 18e3,
  minExperience: 0,
  maxExperience: 20,
  status: 'PUBLISHED',
  recruitmentProcess: ['Entretien', 'Test'],
}

/** HTML as people send it, what a page must still have of it, and what must be gone. */
const htmlCases: Record<string, [html: string, kept: string[], gone: string[]]> = {
  'keeps headings, lists, links and tables': [
    '<h2>Head</h2><p><strong>two</strong></p><ul><li>three</li></ul><a href="https://example.com/">four</a><table><tr><td colspan="2">five</td></tr></table>',
    ['<h2>Head</h2>', '<strong>two</strong>', '<li>three</li>', 'href="https://example.com/"', 'colspan="2"'],
    [],
  ],
  'removes scripts, handlers, styles and unfinished tags': [
    '<p onclick="steal()" style="color:red">kept</p><script>steal()</script><style>p{steal}</style><svg onload=steal()></svg><img src=x onerror=steal() ',
    ['<p>kept</p>'],
    ['steal', 'onclick', 'color:red', '<img', '<svg'],
  ],
  'removes addresses that run scripts, and embedded pages': [
    '<a href="javascript:steal()">one</a><a href=" JaVaScRiPt:steal()">two</a><a href="data:text/html,steal">three</a><iframe src="https://example.com/embed"></iframe><object data="x.pdf"></object>',
    ['one</a>', 'two</a>', 'three</a>'],
    ['steal', '<iframe', '<object'],
  ],
  'keeps the text of what a word processor writes, without its markup': [
    "<!--[if gte mso 9]><xml><o:AllowPNG/></xml><![endif]--><style><!-- p.MsoNormal {margin:0} --></style><p class=MsoNormal style='text-indent:-18.0pt'>Gérer l&#8217;agenda<o:p></o:p></p>",
    ['<p>Gérer l’agenda</p>'],
    ['MsoNormal', 'text-indent', 'AllowPNG', '<o:p>'],
  ],
  'keeps text in two scripts, entities and emoji': [
    '<p>Nous recrutons &amp; formons.</p><p>نبحث عن مطور</p><p>😀</p>',
    ['<p>Nous recrutons &amp; formons.</p>', 'نبحث عن مطور', '😀'],
    [],
  ],
}

export const create: Rules = {
  'spec: Create Job': {
    'answers a new job with its number, its address and error: null': async (board) => {
      const { jobUrl } = await created(board)
      assert.match(jobUrl, /^https?:\/\/.+\/[a-z]{2}\/companies\/[^/]+\/jobs\/[^/]+$/)
    },
    'shows a new job on its page at once': async (board) => {
      const { jobUrl } = await created(board, { title: 'Live at once' })
      assert.ok((await readPage(board, jobUrl)).includes('Live at once'))
    },
    'creates a draft, which has an address and no page': async (board) =>
      assertHidden(board, (await created(board, { status: 'UNPUBLISHED' })).jobUrl),
    'gives each of twenty jobs that are created at the same time its own number': async (board) => {
      const jobs = await Promise.all(Array.from({ length: 20 }, () => created(board)))
      assert.equal(new Set(jobs.map(({ jobId }) => jobId)).size, jobs.length)
    },
    'answers a taken external id with 409, names it, and leaves the job alone': async (board) => {
      const { id, jobId } = await created(board)
      assertRefused(await board.create({ id, title: 'Second' }), 409, 'jobId', id, 'already exists')
      assert.equal(readJobResult(await board.put(id, { city: 'Rabat' })).jobId, jobId)
    },
    'answers the external id of an unpublished job with 409': async (board) => {
      const { id } = await created(board, { status: 'UNPUBLISHED' })
      assertRefused(await board.create({ id, title: 'Again' }), 409, 'jobId', id)
    },
    'lets one of ten creates of one external id at the same time win': async (board) => {
      const id = board.newId()
      const answers = await Promise.all(Array.from({ length: 10 }, () => board.create({ id, title: 'A' })))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)])
    },
  },
  'spec: Job': {
    'takes every documented field in one job': (board) => created(board, everyField),
    ...Object.fromEntries(
      Object.entries(values).map(([field, all]) => [
        `takes ${field}: ${all.map((value) => JSON.stringify(value)).join(', ')}`,
        async (board) => {
          for (const value of all) await created(board, { [field]: value })
        },
      ]),
    ),
    'takes fields that the specification does not have': (board) =>
      created(board, { ref: 'own', 'a.b': { $c: [1, null, { d: true }] }, _id: 7, constructor: 'x' }),
    'shows the salary on the page only if displaySalary is true': async (board) => {
      const readDigits = async (job: object) =>
        (await readPage(board, (await created(board, job)).jobUrl)).replaceAll(/[\s.,\u00a0\u202f]|&nbsp;|&#160;/g, '')
      const salary = { minSalary: 1_876_543, maxSalary: 2_345_678 }
      assert.ok(!(await readDigits(salary)).includes('1876543'), 'the salary must be hidden')
      assert.ok((await readDigits({ ...salary, displaySalary: true })).includes('1876543'), 'the salary must be shown')
    },
  },
  'design 4: null': {
    'treats a field that is null on create as absent': async (board) => {
      const fields = ['description', 'city', 'languages', 'contractType', 'minSalary', 'displaySalary', 'status', 'own']
      await created(board, Object.fromEntries(fields.map((field) => [field, null])))
    },
  },
  'design 7: limits': {
    'takes the longest external id, title, text and list': async (board) => {
      const id = board.newId().padEnd(255, 'x')
      const benefits = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(1_000, 'b'))
      await created(board, { id, title: '😀'.repeat(300), description: 'd'.repeat(100_000), benefits })
    },
  },
  'design 13: jobUrl': {
    'ends the address of a job with its title and its number': async (board) => {
      const { jobId, jobUrl } = await created(board, { title: 'Chef de projet' })
      assert.ok(jobUrl.endsWith(`/jobs/chef-de-projet-${jobId}`), jobUrl)
    },
  },
  'design 15: HTML fields': {
    ...Object.fromEntries(
      Object.entries(htmlCases).map(([does, [html, kept, gone]]) => [
        does,
        async (board) => {
          for (const field of ['description', 'responsibilities', 'qualifications'])
            await assertKept(board, await created(board, { [field]: html }), kept, gone)
        },
      ]),
    ),
    'shows tags as text in fields that are no HTML': async (board) => {
      const html = await readPage(board, (await created(board, { title: '<b>bold</b>', city: '<i>Rabat</i>' })).jobUrl)
      assert.ok(!html.includes('<b>bold</b>') && !html.includes('<i>Rabat</i>'))
      assert.ok(html.includes('&lt;b&gt;bold&lt;/b&gt;'))
    },
  },
}
