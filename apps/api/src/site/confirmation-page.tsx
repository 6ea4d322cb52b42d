import type { StoredJob } from '../feature/job/job.ts'
import type { Applied } from './applied.ts'
import { Steps } from './job-content.tsx'
import { formatDay, listTexts } from './job-facts.tsx'
import { Layout, renderDocument } from './layout.tsx'
import { appliedPath, type CompanySite, companyPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

interface ConfirmationPageProps {
  site: CompanySite
  job: StoredJob
  /** Undefined if the browser keeps no cookies, or nobody applied with it. */
  applied: Applied | undefined
  sendsMail: boolean
}

/** Renders the page that tells applicants that their application was accepted, and what happens next. */
export function renderConfirmationPage({ site, job, applied, sendsMail }: ConfirmationPageProps): string {
  const { locale, company } = site
  const { accepted, allJobs } = siteWords[locale]
  const steps = listTexts(job.fields.recruitmentProcess)
  const { title } = job.fields
  return renderDocument(
    <Layout
      locale={locale}
      title={`${accepted.heading} – ${company.name}`}
      site={site}
      inLanguage={(other) => appliedPath(other, company, job)}
    >
      <section className={applied ? 'card note done' : 'card note'}>
        <h1>{accepted.heading}</h1>
        <p>{applied ? accepted.text(title, company.name) : accepted.unknown(title, company.name)}</p>
        {applied && (
          <p>
            {accepted.sentOn} {formatDay(locale, applied.date)}
            <br />
            {accepted.reference} <code>{applied.id}</code>
          </p>
        )}
        <h2>{accepted.nextHeading}</h2>
        {sendsMail && <p>{accepted.byMail}</p>}
        <p>{accepted.next(company.name)}</p>
        {steps.length > 0 && (
          <>
            <p>{accepted.steps}</p>
            <Steps texts={steps} />
          </>
        )}
        <p>
          <a className="button" href={companyPath(locale, company)}>
            {allJobs}
          </a>
        </p>
      </section>
    </Layout>,
  )
}
