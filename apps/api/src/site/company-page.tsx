import type { Locale } from '@boardwalk/schema/company'
import type { Company } from '../feature/company/service.ts'
import type { StoredJob } from '../feature/job/store.ts'
import { shortFacts } from './job-facts.tsx'
import { documentOf, Layout } from './layout.tsx'
import { companyPath, jobPath } from './paths.ts'
import { wordsOf } from './words/by-locale.ts'

interface CompanyPageProps {
  locale: Locale
  company: Company
  /** Newest first. */
  jobs: StoredJob[]
}

/** A company and its newest published jobs. */
export function companyPage({ locale, company, jobs }: CompanyPageProps): string {
  const { jobsAt, noJobs } = wordsOf[locale]
  const heading = jobsAt(company.name)
  return documentOf(
    <Layout locale={locale} title={heading} company={company} inLanguage={(other) => companyPath(other, company)}>
      <h1>{heading}</h1>
      {jobs.length === 0 ? (
        <p>{noJobs}</p>
      ) : (
        <ul className="jobs">
          {jobs.map((job) => (
            <li key={job.id}>
              <a href={jobPath(locale, company, job)}>
                <bdi>{job.fields.title}</bdi>
              </a>
              <Facts facts={shortFacts(locale, job.fields)} />
            </li>
          ))}
        </ul>
      )}
    </Layout>,
  )
}

function Facts({ facts }: { facts: string[] }) {
  if (facts.length === 0) return null
  return (
    <ul className="soft">
      {facts.map((fact) => (
        <li key={fact}>
          <bdi>{fact}</bdi>
        </li>
      ))}
    </ul>
  )
}
