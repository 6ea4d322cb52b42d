import type { MutationGroup } from '../mutation.ts'

const html = 'apps/api/src/feature/job/html.test.ts'
const jobPage = 'apps/api/src/site/job-page.test.ts'
const feed = 'apps/api/src/site/feed.test.ts'
const company = 'apps/api/src/feature/company/back-office.test.ts'

export const site: readonly MutationGroup[] = [
  {
    file: 'apps/api/src/feature/job/html.ts',
    tests: [html],
    mutations: [
      {
        name: 'html: links that run',
        find: "'mailto', 'tel']",
        replace: "'mailto', 'tel', 'javascript']",
        why: 'A job’s link runs a script on our page.',
      },
      {
        name: 'html: links with data in them',
        find: "'mailto', 'tel']",
        replace: "'mailto', 'tel', 'data']",
        why: 'A job’s link opens a page of the sender under our name.',
      },
      {
        name: 'html: links to a host without a scheme',
        find: 'allowProtocolRelative: false',
        replace: 'allowProtocolRelative: true',
        why: 'A path that looks like ours leads elsewhere.',
      },
      {
        name: 'html: links that vouch for what they lead to',
        find: "rel: 'nofollow noopener noreferrer'",
        replace: "rel: 'noopener noreferrer'",
        why: 'Spam in jobs gets the board’s standing with search engines.',
      },
      {
        name: 'html: the sender’s own rel',
        find: "attribs: { ...attribs, rel: 'nofollow noopener noreferrer' }",
        replace: "attribs: { rel: 'nofollow noopener noreferrer', ...attribs }",
        why: 'The sender switches off what rel protects from.',
      },
      {
        name: 'html: styles',
        find: "'*': ['dir', 'lang'],",
        replace: "'*': ['dir', 'lang', 'style'],",
        why: 'A job covers the page with its own form.',
      },
      {
        name: 'html: ids',
        find: "'*': ['dir', 'lang'],",
        replace: "'*': ['dir', 'lang', 'id'],",
        why: 'A job takes the place of an element of the page.',
      },
      {
        name: 'html: images',
        find: "'small', 'mark'],",
        replace: "'small', 'mark', 'img'],",
        why: 'Whoever opens a job is known to the sender.',
      },
      {
        name: 'html: a second first-level heading',
        find: "    h1: 'h2',\n",
        replace: '',
        why: 'Headings of jobs are lost.',
      },
      {
        name: 'html: no direction',
        find: "'*': ['dir', 'lang'],",
        replace: "'*': ['lang'],",
        why: 'Arabic in a French job reads from the wrong side.',
      },
      {
        name: 'html: items of a list run together as text',
        find: '(?:p|br|hr|ul|ol|li|',
        replace: '(?:p|br|hr|ul|ol|',
        why: 'A preview says "writestest".',
      },
      {
        name: 'html: entities decoded twice',
        find: "{ '&lt;': '<', '&gt;': '>', '&quot;': '\"', '&amp;': '&' }",
        replace: "{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '\"' }",
        why: 'A text about "&lt;" becomes a tag.',
      },
      {
        name: 'html: escaped in the wrong order',
        find: 'Object.entries(entities).reduceRight(',
        replace: 'Object.entries(entities).reduce(',
        why: 'A text shows "&lt;" for "<".',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/job/content.ts',
    tests: ['apps/api/src/feature/job/update.test.ts'],
    mutations: [
      {
        name: 'content: stored without sanitising',
        find: "if (typeof changedFields[name] === 'string') fields[name] = sanitise(changedFields[name])",
        replace: '',
        why: 'A job’s script runs on our page.',
      },
      {
        name: 'content: null leaves a field as it is',
        find: 'if (value === null) after.delete(name)\n    else if (value !== undefined)',
        replace: 'if (value !== undefined && value !== null)',
        why: 'A salary that was taken back stays public.',
      },
      {
        name: 'content: an extra field is merged into',
        tests: ['apps/api/src/feature/job/extra-fields.test.ts'],
        find: 'else if (value !== undefined) after.set(name, value)',
        replace:
          "else if (value !== undefined) after.set(name, typeof value === 'object' && typeof after.get(name) === 'object' ? { ...after.get(name), ...value } : value)",
        why: 'What the caller removed comes back.',
      },
      {
        name: 'content: the limit of extra fields counts the change only',
        tests: ['apps/api/src/feature/job/extra-fields.test.ts'],
        find: '...extraIssues(content)]',
        replace: '...extraIssues({ ...content, extra: change.extra })]',
        why: 'A job grows without end.',
      },
      {
        name: 'content: the range of salaries is not checked',
        find: '[...rangeIssues(content.fields), ...htmlIssues',
        replace: '[...htmlIssues',
        why: 'A job offers at least more than at most.',
      },
      {
        name: 'content: a draft is published by any change',
        find: "status ?? stored?.status ?? 'PUBLISHED'",
        replace: "status ?? 'PUBLISHED'",
        why: 'Correcting a title brings an unpublished job back.',
      },
    ],
  },
  {
    file: 'apps/api/src/site/rendered-jobs.ts',
    tests: [jobPage],
    mutations: [
      {
        name: 'rendered page: outlives the company’s change',
        find: '[job.id, job.revision, locale, company, logo]',
        replace: '[job.id, job.revision, locale, company.id]',
        why: 'All job pages show the old name and logo until the process restarts.',
      },
      {
        name: 'rendered page: outlives the logo',
        find: '[job.id, job.revision, locale, company, logo]',
        replace: '[job.id, job.revision, locale, company]',
        why: 'Job pages show a logo that is gone.',
      },
      {
        name: 'rendered page: outlives the job’s change',
        find: '[job.id, job.revision, locale, company, logo]',
        replace: '[job.id, locale, company, logo]',
        why: 'A corrected job shows the mistake on.',
      },
      {
        name: 'rendered page: in the language of who came first',
        find: '[job.id, job.revision, locale, company, logo]',
        replace: '[job.id, job.revision, company, logo]',
        why: 'A page is Arabic for everybody.',
      },
      {
        name: 'rendered page: one form for all visitors',
        find: 'page.replaceAll(placeholder, randomUUID())',
        replace: 'page',
        why: 'The second person’s application is taken for the first one’s sent again.',
      },
    ],
  },
  {
    file: 'apps/api/src/feature/company/store.ts',
    tests: [company],
    mutations: [
      {
        name: 'company: its old name by its id',
        find: '      byId.forget()\n',
        replace: '',
        why: 'The back office shows what was just changed as it was.',
      },
      {
        name: 'company: its old name by its slug',
        tests: ['apps/api/src/site/company-page.test.ts'],
        find: '      bySlug.forget()\n',
        replace: '',
        why: 'The page shows what was just changed as it was.',
      },
      {
        name: 'company: its old logo after a new one',
        find: '        await replace()\n      }\n      logoOf.forget()',
        replace: '        await replace()\n      }',
        why: 'The page shows the old logo.',
      },
      {
        name: 'company: its logo after it was removed',
        find: 'await logos.deleteOne({ _id: companyId })\n      logoOf.forget()',
        replace: 'await logos.deleteOne({ _id: companyId })',
        why: 'The page shows a logo that is gone.',
      },
      {
        name: 'company: any logo under any address',
        find: 'logos.findOne({ _id: companyId, hash })',
        replace: 'logos.findOne({ _id: companyId })',
        why: 'Browsers keep the new logo for ever under the old address.',
        tests: ['apps/api/src/site/company-page.test.ts', company],
      },
    ],
  },
  {
    file: 'apps/api/src/site/feed.ts',
    tests: [feed],
    mutations: [
      {
        name: 'feed: a salary that nobody said to show',
        find: 'if (displaySalary !== true) return undefined',
        replace: '',
        why: 'What the company keeps to itself is on every portal.',
      },
      {
        name: 'feed: the date of the creation',
        tests: ['apps/api/src/site/job-posting.test.ts'],
        find: 'date: job.publishedAt?.toISOString()',
        replace: 'date: job.createdAt.toISOString()',
        why: 'Jobs look older than they are.',
      },
      {
        name: 'feed: all cities under one number',
        find: '`${job.id}-${index + 2}`',
        replace: 'String(job.id)',
        why: 'Portals keep one of the cities.',
      },
    ],
  },
  {
    file: 'apps/api/src/site/job-posting.ts',
    tests: ['apps/api/src/site/job-posting.test.ts'],
    mutations: [
      {
        name: 'job posting: the date of the creation',
        find: 'datePosted: job.publishedAt.toISOString()',
        replace: 'datePosted: job.createdAt.toISOString()',
        why: 'Google shows jobs as older than they are.',
      },
      {
        name: 'job posting: a salary that nobody said to show',
        find: 'if (displaySalary !== true) return {}',
        replace: '',
        why: 'What the company keeps to itself is on Google.',
      },
      {
        name: 'job posting: a text that ends its script',
        tests: [jobPage],
        find: ".replaceAll('<', '\\\\u003c')",
        replace: '',
        why: 'A job’s title runs a script on our page.',
      },
    ],
  },
]
