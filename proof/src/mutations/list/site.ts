import { mistakes } from '../mutation.ts'

const html = 'apps/api/src/feature/job/html.test.ts'
const jobPage = 'apps/api/src/site/job-page.test.ts'
const feed = 'apps/api/src/site/feed.test.ts'
const company = 'apps/api/src/feature/company/back-office.test.ts'

export const site = [
  mistakes('packages/schema/src/html.ts', html, {
    'html: links that run. A job’s link runs a script on our page.': [
      "'mailto', 'tel']",
      "'mailto', 'tel', 'javascript']",
    ],
    'html: nested without end. One field of 100 kB stops the server for a second.': [
      '  nestingLimit: HTML_LEVELS_MAX,\n',
      '',
    ],
    'html: links with data in them. A job’s link opens a page of the sender under our name.': [
      "'mailto', 'tel']",
      "'mailto', 'tel', 'data']",
    ],
    'html: links to a host without a scheme. A path that looks like ours leads elsewhere.': [
      'allowProtocolRelative: false',
      'allowProtocolRelative: true',
    ],
    'html: links that vouch for what they lead to. Spam in jobs gets the board’s standing with search engines.': [
      "rel: 'nofollow noopener noreferrer'",
      "rel: 'noopener noreferrer'",
    ],
    'html: the sender’s own rel. The sender switches off what rel protects from.': [
      "attribs: { ...attribs, rel: 'nofollow noopener noreferrer' }",
      "attribs: { rel: 'nofollow noopener noreferrer', ...attribs }",
    ],
    'html: styles. A job covers the page with its own form.': [
      "'*': ['dir', 'lang'],",
      "'*': ['dir', 'lang', 'style'],",
    ],
    'html: ids. A job takes the place of an element of the page.': [
      "'*': ['dir', 'lang'],",
      "'*': ['dir', 'lang', 'id'],",
    ],
    'html: images. The sender learns who opens a job.': ["'small', 'mark'],", "'small', 'mark', 'img'],"],
    'html: a second first-level heading. Headings of jobs are lost.': ["    h1: 'h2',\n", ''],
    'html: no direction. Arabic in a French job reads from the wrong side.': [
      "'*': ['dir', 'lang'],",
      "'*': ['lang'],",
    ],
  }),
  mistakes('apps/api/src/feature/job/simple-html.ts', 'apps/api/src/feature/job/simple-html.test.ts', {
    'simple html: a paragraph in a paragraph. The end tag that is left over makes an empty paragraph.': [
      "['p', 'ul', 'ol',",
      "['ul', 'ol',",
    ],
    'simple html: an end tag of another element. Bold text goes on to the end of the page.': [
      'return open.pop() === tag.slice(1)',
      'return open.pop() !== undefined',
    ],
    'simple html: elements that are not ended. The rest of the page is in a heading.': [
      '  if (open.length > 0) return undefined\n',
      '',
    ],
    'simple html: any "&". A text changes each time that it is stored.': ['`[^<>&', '`[^<>'],
    'simple html: a link to any scheme. A job’s link runs a script on our page.': ['https?:\\/\\/', '\\w+:\\/\\/'],
    'simple html: elements of any depth. A job of 5,000 levels stops browsers.': [
      'open.length === HTML_LEVELS_MAX || ',
      '',
    ],
  }),
  mistakes('apps/api/src/feature/job/html.ts', 'apps/api/src/feature/job/upsert.test.ts', {
    'html: not taken in turns. One batch of tags stops the server for seconds.': [
      'await takeTurn(html.length, () => sanitizeHtml(html, sanitiserOptions))',
      'sanitizeHtml(html, sanitiserOptions)',
    ],
  }),
  mistakes('apps/api/src/turns.ts', 'apps/api/src/turns.test.ts', {
    'turns: no rest. A feed of long jobs stops the server until it is written.': [
      'const isFull = done > 0 && done + work > workMax',
      'const isFull = done > workMax',
    ],
  }),
  mistakes('apps/api/src/feature/job/html.ts', html, {
    'html: items of a list run together as text. A preview says "writestest".': [
      '(?:p|br|hr|ul|ol|li|',
      '(?:p|br|hr|ul|ol|',
    ],
    'html: entities decoded twice. A text about "&lt;" becomes a tag.': [
      "{ '&lt;': '<', '&gt;': '>', '&quot;': '\"', '&amp;': '&' }",
      "{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '\"' }",
    ],
    'html: escaped in the wrong order. A text shows "&lt;" for "<".': [
      'Object.entries(entities).reduceRight(',
      'Object.entries(entities).reduce(',
    ],
  }),
  mistakes('packages/schema/src/job-content.ts', 'apps/api/src/feature/job/update.test.ts', {
    'content: stored without sanitising. A job’s script runs on our page.': [
      "if (typeof html === 'string') safe[name] = await sanitise(html)",
      '',
    ],
    'content: null leaves a field as it is. A salary that was taken back stays public.': [
      'if (value === null) after.delete(name)\n    else if (value !== undefined)',
      'if (value !== undefined && value !== null)',
    ],
    'content: the range of salaries is not checked. A job offers at least more than at most.': [
      '...findRangeIssues(content.fields),',
      '',
    ],
    'content: a draft is published by any change. Correcting a title brings an unpublished job back.': [
      "status ?? stored?.status ?? 'PUBLISHED'",
      "status ?? 'PUBLISHED'",
    ],
  }),
  mistakes('packages/schema/src/job-content.ts', 'apps/api/src/feature/job/extra-fields.test.ts', {
    'content: an extra field is merged into. What the caller removed comes back.': [
      'else if (value !== undefined) after.set(name, value)',
      "else if (value !== undefined) after.set(name, typeof value === 'object' && typeof after.get(name) === 'object' ? { ...after.get(name), ...value } : value)",
    ],
    'content: the limit of extra fields counts the change only. A job grows without end.': [
      '...findExtraIssues(content.extra)',
      '...findExtraIssues(mergeExtra(undefined, change.extra))',
    ],
  }),
  mistakes('apps/api/src/site/rendered-jobs.ts', jobPage, {
    'rendered page: outlives the company’s change. All job pages show the old name and logo until the process restarts.':
      ['[job.id, job.revision, locale, company, logo]', '[job.id, job.revision, locale, company.id]'],
    'rendered page: outlives the logo. Job pages show a logo that is gone.': [
      '[job.id, job.revision, locale, company, logo]',
      '[job.id, job.revision, locale, company]',
    ],
    'rendered page: outlives the job’s change. A corrected job shows the mistake on.': [
      '[job.id, job.revision, locale, company, logo]',
      '[job.id, locale, company, logo]',
    ],
    'rendered page: in the language of the first visitor. A page is Arabic for everybody.': [
      '[job.id, job.revision, locale, company, logo]',
      '[job.id, job.revision, company, logo]',
    ],
    'rendered page: one form for all visitors. The second person’s application is taken for the first one’s sent again.':
      ['page.replaceAll(placeholder, randomUUID())', 'page'],
  }),
  mistakes('apps/api/src/feature/company/store.ts', company, {
    'company: its old name by its id. The back office shows what was just changed as it was.': [
      '    byId.forget()\n',
      '',
    ],
    'company: its old logo after a new one. The page shows the old logo.': [
      '      } finally {\n        logoById.forget()\n      }',
      '      } finally {\n      }',
    ],
    'company: its logo after it was removed. The page shows a logo that is gone.': [
      'await logos.deleteOne({ _id: companyId })\n      logoById.forget()',
      'await logos.deleteOne({ _id: companyId })',
    ],
  }),
  mistakes('apps/api/src/feature/company/store.ts', 'apps/api/src/site/company-page.test.ts', {
    'company: its old name by its slug. The page shows what was just changed as it was.': ['    bySlug.forget()\n', ''],
  }),
  mistakes('apps/api/src/feature/company/store.ts', ['apps/api/src/site/company-page.test.ts', company], {
    'company: any logo under any address. Browsers keep the new logo for ever under the old address.': [
      'logos.findOne({ _id: companyId, hash }',
      'logos.findOne({ _id: companyId }',
    ],
  }),
  mistakes('apps/api/src/site/job-search.tsx', 'apps/api/src/site/company-page.test.ts', {
    'company page: the page before ends with the last job of this one. Who goes back reads the same jobs again.': [
      'before: jobs[0]',
      'before: jobs.at(-1)',
    ],
    'company page: a choice that finds nothing is not shown. The page says that nothing was found, and not for what.': [
      '[...values, { value: chosen, count: 0 }]',
      'values',
    ],
  }),
  mistakes('apps/api/src/feature/job/service/published.ts', 'apps/api/src/site/company-page.test.ts', {
    'company page: an address past the end is empty. A link of last month says that the company has no jobs.': [
      'if (found.length > 0) return',
      'if (found.length >= 0) return',
    ],
  }),
  mistakes('apps/api/src/site/job-facts.tsx', jobPage, {
    'job page: 0 is no minimum. A job for beginners says "up to 2 years".': [
      'if (min !== undefined && max !== undefined) {',
      'if (min && max) {',
    ],
  }),
  mistakes('apps/api/src/site/pages.ts', jobPage, {
    'stylesheet: any version is kept for ever. After an update pages have the wrong style for a year.': [
      'req.query.v === stylesheetVersion',
      'req.query.v !== undefined',
    ],
  }),
  mistakes('apps/api/src/site/pages.ts', 'apps/api/src/site/company-page.test.ts', {
    'site: each caller of a crowd has a page rendered. Polls of other companies wait for a second.': [
      'const renderJobs = shareReads(async (',
      'const renderJobs = (async (',
    ],
  }),
  mistakes('apps/api/src/site/sitemap.ts', feed, {
    'sitemap: twice the limit in one file. Search engines refuse the file, and no job is found.': [
      'Math.floor((addressesMax / Locale.options.length - BOARD_PATHS.length) / 2)',
      'Math.floor(addressesMax / Locale.options.length - BOARD_PATHS.length)',
    ],
  }),
  mistakes('apps/api/src/feature/job/search.ts', 'apps/api/src/site/company-page.test.ts', {
    'search: a city named twice counts twice. The filter promises more jobs than there are.': [
      '[...new Set([value ?? []].flat())]',
      '[value ?? []].flat()',
    ],
  }),
  mistakes('apps/api/src/site/feed.ts', feed, {
    'feed: one amount twice. Portals show "9000 - 9000".': [
      '[...new Set([minSalary, maxSalary].filter((amount) => amount !== undefined && amount !== null))]',
      '[minSalary, maxSalary].filter((amount) => amount !== undefined && amount !== null)',
    ],
    'feed: no id for a job of the board. Portals refuse it.': [
      'job.externalId ?? String(job.id)',
      "job.externalId ?? ''",
    ],
    'feed: a hybrid job is remote. People apply from far away.': ["HYBRID: 'Hybrid remote'", "HYBRID: 'Fully remote'"],
    'feed: 0 is no amount. An unpaid job says nothing of it.': [
      'filter((amount) => amount !== undefined && amount !== null)',
      'filter((amount) => amount)',
    ],
    'feed: a salary that nobody said to show. What the company keeps to itself is on every portal.': [
      'if (displaySalary !== true || currency === undefined) return undefined',
      'if (currency === undefined) return undefined',
    ],
    'feed: all cities under one number. Portals keep one of the cities.': [
      '`${job.id}-${index + 2}`',
      'String(job.id)',
    ],
  }),
  mistakes('apps/api/src/site/feed.ts', 'apps/api/src/site/job-posting.test.ts', {
    'feed: the date of the creation. Jobs look older than they are.': [
      'date: job.publishedAt?.toISOString()',
      'date: job.createdAt.toISOString()',
    ],
  }),
  mistakes('apps/api/src/site/job-posting.ts', 'apps/api/src/site/job-posting.test.ts', {
    'job posting: the address of the page in the company’s language. Google leads readers of English to the French page.':
      ['job.slug, locale)', 'job.slug)'],
    'job posting: the text in the company’s language. The labels of an English page are French in search results.': [
      'jobHtml(locale, job)',
      'jobHtml(company.locale, job)',
    ],
    'job posting: parts of months. Google refuses the experience of a job that asks for 1.1 years.': [
      'Math.round(minExperience * 12)',
      'minExperience * 12',
    ],
    'job posting: one amount is a range. Google shows a range from 9,000 to 9,000.': [
      'min === max ? { value: min } : ',
      '',
    ],
    'job posting: the date of the creation. Google shows jobs as older than they are.': [
      'datePosted: job.publishedAt.toISOString()',
      'datePosted: job.createdAt.toISOString()',
    ],
    'job posting: a salary that nobody said to show. What the company keeps to itself is on Google.': [
      'if (displaySalary !== true || currency === undefined) return {}',
      'if (currency === undefined) return {}',
    ],
  }),
  mistakes('apps/api/src/feature/job/channels.ts', 'apps/api/src/site/job-posting.test.ts', {
    'channels: recruitment steps are no text. Google does not show a job that has them and nothing else.': [
      '[fields.benefits ?? [], fields.recruitmentProcess ?? []].flat()',
      '[fields.benefits ?? []].flat()',
    ],
    'channels: tags are a text. Google refuses a job whose ATS sends an empty paragraph, and nobody is told.': [
      'hasVisibleText(fields[name])',
      "(fields[name] ?? '').trim() !== ''",
    ],
  }),
  mistakes('apps/api/src/site/job-posting.ts', jobPage, {
    'job posting: a text that ends its script. A job’s title runs a script on our page.': [
      ".replaceAll('<', '\\\\u003c')",
      '',
    ],
  }),
].flat()
