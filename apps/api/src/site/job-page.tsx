import type { Locale } from '@boardwalk/schema/company'
import { HTML_FIELDS } from '@boardwalk/schema/job'
import type { StoredJob } from '../feature/job/job.ts'
import { hasVisibleText, toPlainText } from '../feature/job/text/html.ts'
import { findJobLocale } from '../feature/job/url.ts'
import type { Applied } from './applied.ts'
import { ApplyForm, type FilledIn } from './apply-form.tsx'
import type { CompanySite } from './company-site.ts'
import { JobContent } from './job-content.tsx'
import { formatDay, shortFacts } from './job-facts.tsx'
import { jobPosting, scriptText } from './job-posting.ts'
import { Layout, renderDocument } from './layout.tsx'
import { applyPath, jobPath } from './paths.ts'
import { ShareHead } from './share-head.tsx'
import { siteWords } from './words/site-words.ts'

interface JobPageProps extends FilledIn {
  site: CompanySite
  job: StoredJob
  /** The application that was sent from the visitor's browser before. */
  applied?: Applied | undefined
}

const SUMMARY_CHARACTERS_MAX = 200

/** Renders the page of a published job, with the form to apply for it. */
export function renderJobPage({ site, job, applied, ...filledIn }: JobPageProps): string {
  const { locale, company } = site
  const { apply } = siteWords[locale]
  const title = `${job.fields.title} – ${company.name}`
  const inLanguage = (other: Locale) => jobPath(other, company, job)
  const canonicalLocale = findJobLocale(company, job)
  return renderDocument(
    <Layout
      locale={locale}
      title={title}
      head={
        <>
          <ShareHead {...{ site, title, inLanguage, canonicalLocale }} description={summarise(locale, job)} />
          {locale === canonicalLocale && <Markup site={site} job={job} />}
        </>
      }
      site={site}
      inLanguage={inLanguage}
      sendTo={(other) => applyPath(other, company, job)}
    >
      <JobContent
        site={site}
        job={job}
        applyLink={
          <a className="button" href="#apply">
            {apply.heading}
          </a>
        }
      />
      <section className="card apply" id="apply">
        <h2>{apply.heading}</h2>
        {applied && (
          <p className="before">{apply.appliedBefore(formatDay(locale, applied.date), applied.id, company.name)}</p>
        )}
        <ApplyForm site={site} job={job} {...filledIn} />
      </section>
    </Layout>,
  )
}

/** The structured data that Google for Jobs reads: on one page of a job, or on none if something that Google needs is unknown. */
function Markup({ site, job }: { site: CompanySite; job: StoredJob }) {
  const posting = jobPosting(site, job)
  if (posting === undefined) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: scriptText leaves nothing that could end the script.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptText(posting) }} />
}

/** Sums up a job in a line or two: its facts, and the beginning of its text. */
function summarise(locale: Locale, { fields }: StoredJob): string {
  const html = HTML_FIELDS.map((name) => fields[name]).find(hasVisibleText)
  const text = toPlainText(html ?? '')
  const summary = [...shortFacts(locale, fields), text].filter((part) => part !== '').join(' · ')
  if (summary.length <= SUMMARY_CHARACTERS_MAX) return summary
  return `${summary.slice(0, SUMMARY_CHARACTERS_MAX).replace(/\s\S*$/, '')}…`
}
