import { hasVisibleText } from '@boardwalk/core/text/html'
import type { Locale } from '@boardwalk/schema/company'
import { fieldLabels } from '@boardwalk/schema/words/job-labels'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import type { ReactNode } from 'react'
import { Employer } from './company-face.tsx'
import { JobFacts, type JobFactsProps, listTexts } from './job-facts.tsx'
import { directHtml, findDirectionOfLines } from './job-html.ts'
import { siteWords } from './words/site-words.ts'

interface JobContentProps extends JobFactsProps {
  /** The link to the form, or to the page on which people apply. A preview has none to the form. */
  applyLink?: ReactNode
  /** What is beside the texts, or under them on a phone. */
  more?: ReactNode
  /** The form. */
  children?: ReactNode
}

/** What every page of a job shows of it: title, company, facts and texts. */
export function JobContent({ site, job, now, applyLink, more, children }: JobContentProps) {
  const { locale } = site
  const { factsHeading } = siteWords[locale]
  const { fields } = job
  const steps = listTexts(fields.recruitmentProcess)
  return (
    <>
      <div className="hero">
        <h1>
          <bdi>{fields.title}</bdi>
        </h1>
        <p>
          <Employer site={site} />
        </p>
        {applyLink && <p className="apply-top">{applyLink}</p>}
      </div>
      <div className="job">
        <section className="card brief" aria-label={factsHeading}>
          <JobFacts site={site} job={job} now={now} />
        </section>
        <article>
          <HtmlSection locale={locale} heading={fieldLabels.description[locale]} html={fields.description} />
          <HtmlSection locale={locale} heading={fieldLabels.responsibilities[locale]} html={fields.responsibilities} />
          <HtmlSection locale={locale} heading={fieldLabels.qualifications[locale]} html={fields.qualifications} />
          <Benefits heading={fieldLabels.benefits[locale]} benefits={fields.benefits} />
          {steps.length > 0 && (
            <Section heading={fieldLabels.recruitmentProcess[locale]}>
              <Steps texts={steps} />
            </Section>
          )}
        </article>
        {more && <aside>{more}</aside>}
        {applyLink && <p className="apply-bar">{applyLink}</p>}
        {children}
      </div>
    </>
  )
}

/** The steps of a recruitment process. */
export const Steps = ({ texts }: { texts: string[] }) => (
  <ol>
    <Items texts={texts} />
  </ol>
)

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h2>{heading}</h2>
      {children}
    </section>
  )
}

interface HtmlSectionProps {
  locale: Locale
  heading: string
  html: string | null | undefined
}

function HtmlSection({ locale, heading, html }: HtmlSectionProps) {
  if (!hasVisibleText(html)) return null
  const directed = directHtml(html, pageLanguages[locale].dir)
  return (
    <Section heading={heading}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: text/html.ts sanitised it. */}
      <div className="html" dir={directed.dir} dangerouslySetInnerHTML={{ __html: directed.html }} />
    </Section>
  )
}

function Benefits({ heading, benefits }: { heading: string; benefits: string | string[] | null | undefined }) {
  const texts = listTexts(benefits)
  if (texts.length === 0) return null
  return (
    <Section heading={heading}>
      {typeof benefits === 'string' ? (
        <p className="lines" dir={findDirectionOfLines(texts.join('\n').split('\n'))}>
          {texts.join('\n')}
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
    // biome-ignore lint/suspicious/noArrayIndexKey: the same text may come twice, and the list is rendered once.
    <li key={index} className="lines" dir={findDirectionOfLines(text.split('\n'))}>
      {text}
    </li>
  ))
}
