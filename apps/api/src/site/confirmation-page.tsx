import { nameKind } from '@boardwalk/core/catalogue/kinds'
import { everyJob, type SearchQuery } from '@boardwalk/core/catalogue/query'
import type { SimilarJob } from '@boardwalk/core/catalogue/similar'
import { listFilterValues } from '@boardwalk/core/job/filters'
import { toReference } from '@boardwalk/schema/application'
import { Steps } from './job-content.tsx'
import { formatDay, listTexts } from './job-facts.tsx'
import { AllJobsLink } from './job-list.tsx'
import { SimilarJobs } from './job-more.tsx'
import { Layout, renderDocument } from './layout.tsx'
import { type JobOnSite, renderSlot } from './page-site.ts'
import type { Receipt } from './receipt.ts'
import { boardPath, confirmationPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

interface ConfirmationPageProps extends JobOnSite {
  /** Undefined if the visitor sent no application from this browser, or the browser keeps no cookies. */
  receipt: Receipt | undefined
  sendsMail: boolean
  similar: SimilarJob[]
}

/** The search of a person who applies to a job: its occupation, if the title names one that the board knows, in its city. */
function searchSameKind({ site, job }: JobOnSite): SearchQuery {
  const kind = nameKind(job.fields.title, site.locale)
  const [city] = listFilterValues(job.fields).city ?? []
  return { ...everyJob, words: kind?.split(' ') ?? [], city }
}

/** Renders the page that tells an applicant that their application has arrived, and what happens next. */
export function renderConfirmationPage({ site, job, receipt, sendsMail, similar }: ConfirmationPageProps): string {
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
            {accepted.reference} <code>{toReference(receipt.id)}</code>
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
      <SimilarJobs locale={locale} similar={similar} />
      {renderSlot(site.slots, 'belowConfirmation', {
        site,
        title: siteWords[locale].board.title,
        path: boardPath(locale),
        search: searchSameKind({ site, job }),
      })}
    </Layout>,
  )
}
