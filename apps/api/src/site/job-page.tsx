import type { Locale } from '@boardwalk/schema/company'
import type { ReactNode } from 'react'
import type { Company } from '../feature/company/service.ts'
import type { StoredJob } from '../feature/job/store.ts'
import { ApplyForm } from './apply-form.tsx'
import { JobFacts, textsOf } from './job-facts.tsx'
import { documentOf, Layout } from './layout.tsx'
import { applyPath, companyPath, jobPath } from './paths.ts'
import { wordsOf } from './words/by-locale.ts'

interface JobPageProps {
  locale: Locale
  company: Company
  job: StoredJob
  formId: string
}

/** A published job and the form to apply for it. */
export function jobPage({ locale, company, job, formId }: JobPageProps): string {
  const { sections, apply } = wordsOf[locale]
  const { fields } = job
  const steps = textsOf(fields.recruitmentProcess)
  return documentOf(
    <Layout
      locale={locale}
      title={`${fields.title} – ${company.name}`}
      company={company}
      inLanguage={(other) => jobPath(other, company, job)}
    >
      <h1>
        <bdi>{fields.title}</bdi>
      </h1>
      <p>
        <a href={companyPath(locale, company)}>
          <bdi>{company.name}</bdi>
        </a>
      </p>
      <JobFacts locale={locale} fields={fields} />
      <HtmlSection heading={sections.description} html={fields.description} />
      <HtmlSection heading={sections.responsibilities} html={fields.responsibilities} />
      <HtmlSection heading={sections.qualifications} html={fields.qualifications} />
      <Benefits heading={sections.benefits} benefits={fields.benefits} />
      {steps.length > 0 && (
        <Section heading={sections.recruitmentProcess}>
          <ol>
            <Items texts={steps} />
          </ol>
        </Section>
      )}
      <Section heading={apply.heading}>
        <ApplyForm locale={locale} action={applyPath(locale, company, job)} formId={formId} />
      </Section>
    </Layout>,
  )
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
        <ul>
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
      <bdi>{text}</bdi>
    </li>
  ))
}
