import { mistakes } from '../mutation.ts'

const search = 'apps/api/src/feature/job/search.test.ts'

/** How a search is read, and which words of it count. */
export const searches = [
  mistakes('apps/api/src/feature/job/words.ts', search, {
    'search: any number of words. One address makes the database look for fifty words.': [
      'telling : all).slice(0, WANTED_MAX)',
      'telling : all)',
    ],
    'search: no words are left of a word that most texts have. Somebody who looks for it alone finds nothing.': [
      '(telling.length > 0 ? telling : all)',
      '(telling)',
    ],
    'search: a word of four letters is forgiven one. Somebody who looks for a chef finds other things.': [
      'word.length < MISSPELT_MIN',
      'word.length < MISSPELT_MIN - 1',
    ],
    'search: "qu’" is a word. A search with it finds nothing.': ['(?:l|d|qu)', '(?:l|d)'],
    'search: long words count whole. A pattern is longer than the database allows.': [
      'word.slice(0, CHARACTERS_MAX)',
      'word',
    ],
  }),
  mistakes('apps/api/src/site/search-query.ts', 'apps/api/src/site/search-query.test.ts', {
    'search: eleven words are read. The database looks for any number of words.': ['        .slice(0, WORDS_MAX)', ''],
    'search: the second page of misspelt jobs is read as another list. Jobs come twice or never.': [
      "closeness !== 'described' && closeness !== 'misspelt'",
      "closeness !== 'described'",
    ],
    'search: half of a character is searched for. The database refuses the search.': ['      .toWellFormed()\n', ''],
  }),
  mistakes('apps/api/src/feature/job/service/job-part.ts', 'apps/api/src/site/jobs-json.test.ts', {
    'jobs.json: each batch is the first. A portal gets a hundred jobs again and again, and never the others.': [
      '    from = { publishedAt: last.publishedAt, id: last.id }\n',
      '',
    ],
    'jobs.json: a full answer leads to an empty one. A portal asks once more for nothing.': [
      'found.length > jobsMax',
      'found.length >= jobsMax',
    ],
  }),
  mistakes('apps/api/src/site/jobs-json.ts', 'apps/api/src/site/jobs-json.test.ts', {
    'jobs.json: a job is as old as its draft. A portal lists a new job as months old.': [
      'first_published: job.publishedAt && writeTime(job.publishedAt)',
      'first_published: writeTime(job.createdAt)',
    ],
    'jobs.json: a job of the board has no number. A portal cannot tell it from others.': [
      'job.externalId ?? String(job.id)',
      'job.externalId',
    ],
    'jobs.json: the place of work in French. An English portal has a word that it does not know.': [
      'workMode && workModes[workMode][locale]',
      'workMode && workModes[workMode].fr',
    ],
    'jobs.json: the tag has no total. A portal keeps a count of jobs that is no longer right.': [
      'JSON.stringify([kind, total, marks, companies])',
      'JSON.stringify([kind, marks, companies])',
    ],
    'jobs.json: the tag has no address of the board. After a move, portals keep links to the old address.': [
      'hashPart(part, `${publicUrl} ${withContent}`)',
      'hashPart(part, `${withContent}`)',
    ],
    'jobs.json: milliseconds for seconds. A browser keeps what it may send for years.': ["'86400'", "'86400000'"],
  }),
  mistakes('apps/api/src/feature/job/service/directory.ts', 'apps/api/src/site/board-pages.test.ts', {
    'directory: a full page leads to an empty one. Somebody sees the first page again.': [
      'first + COMPANIES_A_PAGE < all.length',
      'first + COMPANIES_A_PAGE <= all.length',
    ],
    'directory: companies of one name are in any order. The next page begins at another of them, and some are on no page.':
      ['`${fold(name)}\\n${slug}`', 'fold(name)'],
  }),
  mistakes('apps/api/src/feature/company/service.ts', 'apps/api/src/feature/company/back-office.test.ts', {
    'company: whoever did it. Of two who save the same, the trail names the wrong one.': [
      'stored[name] === texts[name] && stored.changedBy[name] === by',
      'stored[name] === texts[name]',
    ],
    'company: the largest logo is too large. A file of exactly 256 KiB is refused.': [
      'logo.length > LOGO_BYTES_MAX',
      'logo.length >= LOGO_BYTES_MAX',
    ],
  }),
].flat()
