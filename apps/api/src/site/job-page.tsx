import type { Locale } from '@boardwalk/schema/company'
import type { ReactNode } from 'react'
import { plainText } from '../feature/job/html.ts'
import type { StoredJob } from '../feature/job/store.ts'
import { ApplyForm } from './apply-form.tsx'
import type { CompanySite } from './company-site.ts'
import { JobFacts, shortFacts, textsOf } from './job-facts.tsx'
import { jobPosting, scriptText } from './job-posting.ts'
import { documentOf, Layout } from './layout.tsx'
import { companyPath, jobPath } from './paths.ts'
import { ShareHead } from './share-head.tsx'
import { wordsOf } from './words/by-locale.ts'

interface JobPageProps {
  site: CompanySite
  job: StoredJob
  /** Makes a form that is sent twice one application; a preview has no form, and is nobody's to find. */
  formId?: string
}

const SUMMARY_CHARACTERS_MAX = 200

/** A published job and the form to apply for it, or a preview of a job. */
export function jobPage({ site, job, formId }: JobPageProps): string {
  const { locale, company } = site
  const { sections, apply, factsHeading } = wordsOf[locale]
  const { fields } = job
  const steps = textsOf(fields.recruitmentProcess)
  const title = `${fields.title} – ${company.name}`
  const isPreview = formId === undefined
  const inLanguage = (other: Locale) => (isPreview ? `?locale=${other}` : jobPath(other, company, job))
  return documentOf(
    <Layout
      locale={locale}
      title={title}
      head={
        !isPreview && (
          <>
            <ShareHead site={site} title={title} description={summaryOf(locale, job)} inLanguage={inLanguage} />
            <Markup site={site} job={job} />
          </>
        )
      }
      site={site}
      inLanguage={inLanguage}
    >
      <div className="hero">
        <h1>
          <bdi>{fields.title}</bdi>
        </h1>
        <p>
          <a href={companyPath(locale, company)}>
            <bdi>{company.name}</bdi>
          </a>
        </p>
      </div>
      <div className="job">
        <aside className="card" aria-label={factsHeading}>
          <h2>{factsHeading}</h2>
          <JobFacts locale={locale} job={job} />
          {!isPreview && (
            <a className="button" href="#apply">
              {apply.heading}
            </a>
          )}
        </aside>
        <article>
          <HtmlSection heading={sections.description} html={fields.description} />
          <HtmlSection heading={sections.responsibilities} html={fields.responsibilities} />
          <HtmlSection heading={sections.qualifications} html={fields.qualifications} />
          <Benefits heading={sections.benefits} benefits={fields.benefits} />
          {steps.length > 0 && (
            <Section heading={sections.recruitmentProcess}>
              <ol dir="auto">
                <Items texts={steps} />
              </ol>
            </Section>
          )}
        </article>
        {!isPreview && (
          <p className="apply-bar">
            <a className="button" href="#apply">
              {apply.heading}
            </a>
          </p>
        )}
      </div>
      {!isPreview && (
        <section className="card apply" id="apply">
          <h2>{apply.heading}</h2>
          <ApplyForm site={site} job={job} formId={formId} />
        </section>
      )}
    </Layout>,
  )
}

/** What Google for Jobs reads; none where the country is not known. */
function Markup({ site, job }: { site: CompanySite; job: StoredJob }) {
  const posting = jobPosting(site, job)
  if (posting === undefined) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: scriptText leaves nothing that could end the script.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptText(posting) }} />
}

/** A job in a line or two: its facts, and how its text begins. */
function summaryOf(locale: Locale, { fields }: StoredJob): string {
  const text = plainText(fields.description ?? fields.responsibilities ?? fields.qualifications ?? '')
  const summary = [...shortFacts(locale, fields), text].filter((part) => part !== '').join(' · ')
  if (summary.length <= SUMMARY_CHARACTERS_MAX) return summary
  return `${summary
    .slice(0, SUMMARY_CHARACTERS_MAX)
    .toWellFormed()
    .replace(/\s\S*$/, '')}…`
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h2>{heading}</h2>
      {children}
    </section>
  )
}

function HtmlSection({ heading, html }: { heading: string; html: string | null | undefined }) {
  if (!html?.trim()) return null
  return (
    <Section heading={heading}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: feature/job/html.ts sanitised it when it was stored. */}
      <div className="html" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
    </Section>
  )
}

function Benefits({ heading, benefits }: { heading: string; benefits: string | string[] | null | undefined }) {
  const texts = textsOf(benefits)
  if (texts.length === 0) return null
  return (
    <Section heading={heading}>
      {typeof benefits === 'string' ? (
        <p className="lines" dir="auto">
          {benefits}
        </p>
      ) : (
        <ul dir="auto">
          <Items texts={texts} />
        </ul>
      )}
    </Section>
  )
}

function Items({ texts }: { texts: string[] }) {
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same text may stand twice, and nothing is rendered again.
    <li key={index} className="lines">
      {text}
    </li>
  ))
}
