import { randomUUID } from 'node:crypto'
import type { SimilarJob } from '@boardwalk/core/catalogue/similar'
import type { Company } from '@boardwalk/core/company/service'
import type { Withdrawal } from '@boardwalk/core/intake/submit'
import type { StoredJob } from '@boardwalk/core/job/job'
import { describeTerms } from '@boardwalk/core/job/terms'
import { findJobLocale } from '@boardwalk/core/job/url'
import type { Clock } from '@boardwalk/core/process/clock'
import { toReference } from '@boardwalk/schema/application'
import type { Locale } from '@boardwalk/schema/company'
import { LRUCache } from 'lru-cache'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ElsewhereLink, ElsewhereNote } from './apply-elsewhere.tsx'
import { ApplyForm, type FormState } from './apply-form.tsx'
import { Employer } from './company-face.tsx'
import { JobContent } from './job-content.tsx'
import { DAY_MS, formatDay, type JobFactsProps, listShortFacts } from './job-facts.tsx'
import { readPlainText, shorten } from './job-html.ts'
import { AllJobsLink, JobList } from './job-list.tsx'
import { AboutCompany, Share, SimilarJobs } from './job-more.tsx'
import { describeJobPosting, toScriptText } from './job-posting.ts'
import { Layout, renderDocument, ShareHead } from './layout.tsx'
import { type CompanySite, type JobOnSite, renderSlot } from './page-site.ts'
import type { Receipt } from './receipt.ts'
import { scriptProps } from './script.ts'
import { applyPath, jobPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

/* The page of a job in all its states: published, with the form or the link to apply; as a preview; and withdrawn. */

interface JobPageProps extends FormState, JobOnSite {
  now: number
  /** Other jobs of the board, as `SimilarJobs` shows them. */
  similar?: ReactNode
  /** The application that the visitor's browser sent to this job before. */
  receipt?: Receipt | undefined
}

const SUMMARY_CHARACTERS_MAX = 200

/** Renders the page of a published job, with the form to apply for it, or with a link if people apply on another page. */
export function renderJobPage({ site, job, now, similar, receipt, ...form }: JobPageProps): string {
  const { locale, company } = site
  const { apply } = siteWords[locale]
  const title = `${job.fields.title} – ${company.name}`
  const inLanguage = (other: Locale) => jobPath(other, company, job)
  const canonicalLocale = findJobLocale(company, job)
  const { applyUrl } = describeTerms(company, job)
  return renderDocument(
    <Layout
      title={title}
      head={
        <>
          <ShareHead
            {...{ site, job, title, inLanguage, canonicalLocale }}
            description={summarise(locale, company, job)}
          />
          {locale === canonicalLocale && <StructuredData site={site} job={job} />}
          <script {...scriptProps} />
        </>
      }
      site={site}
      inLanguage={inLanguage}
      {...(applyUrl === undefined && { sendTo: (other) => applyPath(other, company, job) })}
    >
      <JobContent
        site={site}
        job={job}
        now={now}
        more={
          <>
            <AboutCompany site={site} />
            <Share site={site} job={job} />
            <p className="on-paper" dir="ltr">
              {`${site.publicUrl}${jobPath(locale, company, job)}`}
            </p>
            {renderSlot(site.slots, 'besideJob', { site, job })}
          </>
        }
        applyLink={
          applyUrl === undefined ? (
            <a className="button" href="#apply">
              {apply.heading}
            </a>
          ) : (
            <ElsewhereLink locale={locale} applyUrl={applyUrl} />
          )
        }
      >
        <section className="card apply" id="apply">
          <h2>{apply.heading}</h2>
          {receipt && (
            <p className="before">
              {apply.appliedBefore(formatDay(locale, receipt.date), toReference(receipt.id), company.name)}
            </p>
          )}
          {applyUrl === undefined ? (
            <ApplyForm site={site} job={job} {...form} />
          ) : (
            <ElsewhereNote site={site} applyUrl={applyUrl} />
          )}
        </section>
      </JobContent>
      {similar}
    </Layout>,
  )
}

/** The structured data that Google for Jobs reads. Nothing if the job lacks something that Google needs. */
function StructuredData({ site, job }: JobOnSite) {
  const posting = describeJobPosting(site, job)
  if (posting === undefined) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: toScriptText leaves nothing that could end the script.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toScriptText(posting) }} />
}

/** Sums up a job for search engines and shared links: its facts, and the beginning of its text. */
function summarise(locale: Locale, company: Company, job: StoredJob): string {
  const summary = [...listShortFacts(locale, company, job), readPlainText(job.fields)]
    .filter((part) => part !== '')
    .join(' · ')
  return shorten(summary, SUMMARY_CHARACTERS_MAX)
}

const CACHED_CHARACTERS_MAX = 32 * 1024 * 1024

/**
 * Caches the pages of published jobs. The pages of two visitors differ only in the id of the form and in the similar jobs, which may be
 * unpublished at any moment. So the cache holds one page with placeholders for both. A page with a receipt is not cached. The page of a
 * job that closes is another one each day, because it says how soon.
 */
export function createJobPageCache({
  now: readClock,
}: Clock): (page: JobOnSite, similar: SimilarJob[], receipt?: Receipt) => string {
  const pages = new LRUCache<string, string>({
    maxSize: CACHED_CHARACTERS_MAX,
    sizeCalculation: ({ length }) => length,
  })
  // Random, so that no company can write them into a job.
  const [formPlace, similarPlace] = [randomUUID(), randomUUID()]
  return ({ site, job }, similar, receipt) => {
    const { locale, company, logo, thumbnail } = site
    const now = readClock()
    const others = <SimilarJobs locale={locale} similar={similar} />
    if (receipt !== undefined) return renderJobPage({ site, job, now, receipt, similar: others, formId: randomUUID() })
    const { closesAt } = describeTerms(company, job)
    const day = closesAt && Math.floor(now / DAY_MS)
    const key = JSON.stringify([job.id, job.revision, day, locale, company, logo, thumbnail])
    const known = pages.get(key)
    const page = known ?? renderJobPage({ site, job, now, similar: similarPlace, formId: formPlace })
    if (known === undefined) pages.set(key, page)
    // A function, because `$` has a meaning in a text that replaces another.
    return page.replaceAll(formPlace, randomUUID()).replace(similarPlace, () => renderToStaticMarkup(others))
  }
}

interface PreviewPageProps extends JobFactsProps {
  /** Whether the back office shows the page in a frame. Then links open a new tab, and the back office offers the languages. */
  isFramed?: boolean
}

/** Renders a job as applicants would see it, without the form. The page tells search engines to ignore it. */
export function renderPreviewPage({ site, job, now, isFramed = false }: PreviewPageProps): string {
  const { locale, company } = site
  const { applyUrl } = describeTerms(company, job)
  const framedHead = (
    <>
      <meta name="robots" content="noindex" />
      <base target="_blank" />
    </>
  )
  return renderDocument(
    <Layout
      title={`${job.fields.title} – ${company.name}`}
      site={site}
      {...(isFramed ? { head: framedHead } : { inLanguage: (other) => `?locale=${other}` })}
    >
      <JobContent
        {...{ site, job, now }}
        applyLink={applyUrl && <ElsewhereLink locale={locale} applyUrl={applyUrl} />}
      />
    </Layout>,
  )
}

interface WithdrawnPageProps {
  site: CompanySite
  /** Why people cannot see the job. */
  reason: Withdrawal
  /** Other jobs of the company. */
  others: StoredJob[]
}

/** Renders the page of a job that people cannot see: a notice, and other jobs of the company. It has no text of the job. */
export function renderWithdrawnPage({ site, reason, others }: WithdrawnPageProps): string {
  const { locale, company } = site
  const { errors, otherJobs } = siteWords[locale]
  const { heading, text } = errors[reason]
  return renderDocument(
    <Layout title={`${heading} – ${company.name}`} site={site}>
      <section className="card note">
        <Employer site={site} />
        <h1>{heading}</h1>
        <p>{text}</p>
        <AllJobsLink site={site} />
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
