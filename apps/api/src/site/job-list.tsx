import type { StoredJob } from '../feature/job/job.ts'
import type { CompanySite } from './company-site.ts'
import { formatDay, shortFacts } from './job-facts.tsx'
import { jobPath } from './paths.ts'

/** Lists jobs of a company, each with a link to its page and its facts in one line. */
export function JobList({ site: { locale, company }, jobs }: { site: CompanySite; jobs: StoredJob[] }) {
  return (
    <ul className="jobs">
      {jobs.map((job) => (
        <li key={job.id}>
          <h3>
            <a href={jobPath(locale, company, job)}>
              <bdi>{job.fields.title}</bdi>
            </a>
          </h3>
          <ul className="soft">
            {shortFacts(locale, job.fields).map((fact) => (
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
      ))}
    </ul>
  )
}
