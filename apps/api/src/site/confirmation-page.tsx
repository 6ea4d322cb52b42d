import type { Locale } from '@boardwalk/schema/company'
import type { Company } from '../feature/company/service.ts'
import type { StoredJob } from '../feature/job/store.ts'
import { documentOf, Layout } from './layout.tsx'
import { companyPath } from './paths.ts'
import { wordsOf } from './words/by-locale.ts'

interface ConfirmationPageProps {
  locale: Locale
  company: Company
  job: StoredJob
  applicationId: string
}

/** What the applicant sees once the application is accepted for good. */
export function confirmationPage({ locale, company, job, applicationId }: ConfirmationPageProps): string {
  const { accepted, allJobs } = wordsOf[locale]
  return documentOf(
    <Layout locale={locale} title={`${accepted.heading} – ${company.name}`} company={company}>
      <h1>{accepted.heading}</h1>
      <p>{accepted.text(job.fields.title, company.name)}</p>
      <p>
        {accepted.reference} <code>{applicationId}</code>
      </p>
      <p>
        <a href={companyPath(locale, company)}>{allJobs}</a>
      </p>
    </Layout>,
  )
}
