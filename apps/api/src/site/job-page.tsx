import { randomUUID } from 'node:crypto'
import type { Locale } from '@boardwalk/schema/company'
import { HTML_FIELDS } from '@boardwalk/schema/job'
import { LRUCache } from 'lru-cache'
import type { StoredJob } from '../feature/job/job.ts'
import { hasVisibleText, toPlainText } from '../feature/job/text/html.ts'
import { findJobLocale } from '../feature/job/url.ts'
import type { Applied } from './applied.ts'
import { ApplyForm, type FilledIn } from './apply-form.tsx'
import { JobContent } from './job-content.tsx'
import { formatDay, shortFacts } from './job-facts.tsx'
import { JobList } from './job-list.tsx'
import { jobPosting, scriptText } from './job-posting.ts'
import { Layout, renderDocument, ShareHead } from './layout.tsx'
import { applyPath, type CompanySite, companyPath, jobPath } from './site.ts'
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

const CHARACTERS_MAX = 32 * 1024 * 1024

/**
 * Renders and caches the pages of published jobs. The pages that visitors get differ only in the id of the form, except the
 * page of a browser from which somebody applied before.
 */
export function createJobPageCache(): (site: CompanySite, job: StoredJob, applied?: Applied) => string {
  const pages = new LRUCache<string, string>({ maxSize: CHARACTERS_MAX, sizeCalculation: ({ length }) => length })
  // Only this process knows the placeholder, so nobody can write it into a job.
  const placeholder = randomUUID()
  return (site, job, applied) => {
    if (applied !== undefined) return renderJobPage({ site, job, applied, formId: randomUUID() })
    const { locale, company, logo } = site
    const key = JSON.stringify([job.id, job.revision, locale, company, logo])
    const known = pages.get(key)
    const page = known ?? renderJobPage({ site, job, formId: placeholder })
    if (known === undefined) pages.set(key, page)
    return page.replaceAll(placeholder, randomUUID())
  }
}

interface PreviewPageProps {
  site: CompanySite
  job: Pick<StoredJob, 'fields' | 'publishedAt'>
  /** Whether the back office shows the page in a frame: it offers the languages itself, and links open a new tab. */
  isFramed?: boolean
}

/** Renders a job as candidates would see it, without a form to apply. Search engines are told to ignore the page. */
export function renderPreviewPage({ site, job, isFramed = false }: PreviewPageProps): string {
  const { locale, company } = site
  const framedHead = (
    <>
      <meta name="robots" content="noindex" />
      <base target="_blank" />
    </>
  )
  return renderDocument(
    <Layout
      locale={locale}
      title={`${job.fields.title} – ${company.name}`}
      site={site}
      {...(isFramed ? { head: framedHead } : { inLanguage: (other) => `?locale=${other}` })}
    >
      <JobContent site={site} job={job} />
    </Layout>,
  )
}

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
