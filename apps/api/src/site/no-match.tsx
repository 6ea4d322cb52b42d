import type { Nearest } from '@boardwalk/core/catalogue/nearest'
import type { JobSearchResult } from '@boardwalk/core/catalogue/public'
import { everyJob } from '@boardwalk/core/catalogue/query'
import { JOB_FILTERS } from '@boardwalk/core/job/filters'
import type { Locale } from '@boardwalk/schema/company'
import { CompanyFace } from './company-face.tsx'
import { BoardJobList } from './job-list.tsx'
import { nameValue } from './job-search.tsx'
import { writeSearch } from './search-query.ts'
import { companyPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

interface NoMatchProps {
  locale: Locale
  /** The path of the page, without its query. */
  path: string
  /** What the filters of the page offer. */
  values: JobSearchResult['values']
  nearest: Nearest
  thumbnails: Map<string, string>
  now: number
}

/** The values of each filter that are offered, the most frequent ones. */
const VALUES_MAX = 3

/** What a page shows if no job matches: employers and jobs that are near, and the filters without the words. */
export function NoMatch({ locale, path, values, nearest, thumbnails, now }: NoMatchProps) {
  const words = siteWords[locale].search
  const { jobCount } = siteWords[locale]
  const offers = JOB_FILTERS.flatMap((filter) =>
    values[filter]
      .filter(({ value }) => value.trim() !== '')
      .slice(0, VALUES_MAX)
      .map(({ value, count }) => ({ filter, value, count })),
  )
  return (
    <div className="no-match">
      <div className="card empty">
        <p>{words.noMatch}</p>
        <p className="soft">{words.noMatchHint}</p>
      </div>
      {nearest.employers.length > 0 && (
        <>
          <h3>{words.employers}</h3>
          <ul className="jobs">
            {nearest.employers.map(({ company, jobCount: jobs }) => (
              <li key={company.id}>
                <CompanyFace name={company.name} thumbnail={thumbnails.get(company.id)} />
                <div>
                  <h4>
                    <a href={companyPath(locale, company)}>
                      <bdi>{company.name}</bdi>
                    </a>
                  </h4>
                  <p className="soft">{jobCount(jobs)}</p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {nearest.entries.length > 0 && (
        <>
          <h3>{words.nearest}</h3>
          <BoardJobList {...{ locale, entries: nearest.entries, thumbnails, now }} />
        </>
      )}
      {offers.length > 0 && (
        <>
          <h3>{words.browse}</h3>
          <ul className="chips">
            {offers.map(({ filter, value, count }) => (
              <li key={`${filter} ${value}`}>
                <a href={`${path}${writeSearch({ ...everyJob, [filter]: value })}`}>
                  {`${nameValue(locale, filter, value)} (${count})`}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
