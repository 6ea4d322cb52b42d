import { Steps } from './job-content.tsx'
import { formatDay, listTexts } from './job-facts.tsx'
import { AllJobsLink } from './job-list.tsx'
import { Layout, renderDocument } from './layout.tsx'
import type { JobOnSite } from './page-site.ts'
import type { Receipt } from './receipt.ts'
import { confirmationPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

interface ConfirmationPageProps extends JobOnSite {
  /** Undefined if the visitor sent no application from this browser, or the browser keeps no cookies. */
  receipt: Receipt | undefined
  sendsMail: boolean
}

/** Renders the page that tells an applicant that their application has arrived, and what happens next. */
export function renderConfirmationPage({ site, job, receipt, sendsMail }: ConfirmationPageProps): string {
  const { locale, company } = site
  const { accepted } = siteWords[locale]
  const steps = listTexts(job.fields.recruitmentProcess)
  const { title } = job.fields
  return renderDocument(
    <Layout
      title={`${accepted.heading} – ${company.name}`}
      site={site}
      inLanguage={(other) => confirmationPath(other, company, job)}
    >
      <section className={receipt ? 'card note done' : 'card note'}>
        <h1>{accepted.heading}</h1>
        <p>{receipt ? accepted.text(title, company.name) : accepted.unknown(title, company.name)}</p>
        {receipt && (
          <p>
            {accepted.sentOn} {formatDay(locale, receipt.date)}
            <br />
            {accepted.reference} <code>{receipt.id}</code>
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
        <AllJobsLink site={site} />
      </section>
    </Layout>,
  )
}
