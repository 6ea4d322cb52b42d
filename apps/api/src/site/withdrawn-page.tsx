import type { StoredJob } from '../feature/job/job.ts'
import type { CompanySite } from './company-site.ts'
import { JobList } from './job-list.tsx'
import { Layout, renderDocument } from './layout.tsx'
import { companyPath } from './paths.ts'
import { siteWords } from './words/site-words.ts'

/** Renders the page at the address of an unpublished job: it shows nothing of the job and lists other jobs. */
export function renderWithdrawnPage({ site, others }: { site: CompanySite; others: StoredJob[] }): string {
  const { locale, company } = site
  const { errors, allJobs, otherJobs } = siteWords[locale]
  const { heading, text } = errors.job_unpublished
  return renderDocument(
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
