import type { StoredJob } from '../feature/job/job.ts'
import type { CompanySite } from './company-site.ts'
import { Layout, renderDocument } from './layout.tsx'
import { companyPath } from './paths.ts'
import { siteWords } from './words/site-words.ts'

interface ConfirmationPageProps {
  site: CompanySite
  job: StoredJob
  applicationId: string
}

/** Renders the page that tells applicants that their application was accepted. */
export function renderConfirmationPage({ site, job, applicationId }: ConfirmationPageProps): string {
  const { locale, company } = site
  const { accepted, allJobs } = siteWords[locale]
  return renderDocument(
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
