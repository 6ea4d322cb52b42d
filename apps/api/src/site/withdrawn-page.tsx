import type { StoredJob } from '../feature/job/store.ts'
import type { CompanySite } from './company-site.ts'
import { JobList } from './job-list.tsx'
import { documentOf, Layout } from './layout.tsx'
import { companyPath } from './paths.ts'
import { wordsOf } from './words/by-locale.ts'

/** What stands where a job was: nothing of it, and the way to the company's others. */
export function withdrawnPage({ site, others }: { site: CompanySite; others: StoredJob[] }): string {
  const { locale, company } = site
  const { errors, allJobs, otherJobs } = wordsOf[locale]
  const { heading, text } = errors.job_unpublished
  return documentOf(
    <Layout locale={locale} title={`${heading} – ${company.name}`} site={site}>
      <section className="card note">
        <h1>{heading}</h1>
        <p>{text}</p>
        <p>
          <a className="button" href={companyPath(locale, company)}>
            {allJobs}
          </a>
        </p>
      </section>
      {others.length > 0 && (
        <section className="results">
          <h2>{otherJobs(company.name)}</h2>
          <JobList site={site} jobs={others} />
        </section>
      )}
    </Layout>,
  )
}
