import type { Locale } from '@boardwalk/schema/company'
import type { Company } from '../feature/company/service.ts'
import type { StoredJob } from '../feature/job/job.ts'
import { formatDay, listShortFacts } from './job-facts.tsx'
import { type CompanySite, jobPath } from './site.ts'

/** Lists jobs of one company, each with a link to its page and its facts in one line. */
export function JobList({ site: { locale, company }, jobs }: { site: CompanySite; jobs: StoredJob[] }) {
  return (
    <ul className="jobs">
      {jobs.map((job) => (
        <JobItem key={job.id} locale={locale} company={company} job={job} facts={listShortFacts(locale, job.fields)} />
      ))}
    </ul>
  )
}

/** Lists jobs of several companies: the facts of each begin with the company's name. */
export function BoardJobList({ locale, entries }: { locale: Locale; entries: [Company, StoredJob][] }) {
  return (
    <ul className="jobs">
      {entries.map(([company, job]) => (
        <JobItem
          key={job.id}
          locale={locale}
          company={company}
          job={job}
          facts={[...new Set([company.name, ...listShortFacts(locale, job.fields)])]}
        />
      ))}
    </ul>
  )
}

interface JobItemProps {
  locale: Locale
  company: Company
  job: StoredJob
  facts: string[]
}

function JobItem({ locale, company, job, facts }: JobItemProps) {
  return (
    <li>
      <h3>
        <a href={jobPath(locale, company, job)}>
          <bdi>{job.fields.title}</bdi>
        </a>
      </h3>
      <ul className="soft">
        {facts.map((fact) => (
          <li key={fact}>
            <bdi>{fact}</bdi>
          </li>
        ))}
        {job.publishedAt && (
          <li>
            <time dateTime={job.publishedAt.toISOString().slice(0, 10)}>{formatDay(locale, job.publishedAt)}</time>
          </li>
        )}
      </ul>
    </li>
  )
}
