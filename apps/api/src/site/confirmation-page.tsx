import type { StoredJob } from '../feature/job/store.ts'
import type { CompanySite } from './company-site.ts'
import { documentOf, Layout } from './layout.tsx'
import { companyPath } from './paths.ts'
import { wordsOf } from './words/by-locale.ts'

interface ConfirmationPageProps {
  site: CompanySite
  job: StoredJob
  applicationId: string
}

/** What the applicant sees once the application is accepted for good. */
export function confirmationPage({ site, job, applicationId }: ConfirmationPageProps): string {
  const { locale, company } = site
  const { accepted, allJobs } = wordsOf[locale]
  return documentOf(
    <Layout locale={locale} title={`${accepted.heading} – ${company.name}`} site={site}>
      <section className="card note done">
        <h1>{accepted.heading}</h1>
        <p>{accepted.text(job.fields.title, company.name)}</p>
        <p>
          {accepted.reference} <code>{applicationId}</code>
        </p>
        <p>
          <a className="button" href={companyPath(locale, company)}>
            {allJobs}
          </a>
        </p>
      </section>
    </Layout>,
  )
}
