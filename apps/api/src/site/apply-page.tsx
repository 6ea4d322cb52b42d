import { ApplyForm, type ApplyFormProps } from './apply-form.tsx'
import { Layout, renderDocument } from './layout.tsx'
import { applyPath, jobPath } from './site.ts'
import { siteWords } from './words/site-words.ts'
import { APPLY_FIELDS } from './words.ts'

export interface ApplyPageProps extends ApplyFormProps {
  /** A problem of the form as a whole. */
  problem?: string | undefined
}

/** Renders the form again, with the texts that the applicant typed and the problems to correct. */
export function renderApplyPage({ problem, ...form }: ApplyPageProps): string {
  const { site, job, problems = {} } = form
  const { locale, company } = site
  const { apply, backToJob } = siteWords[locale]
  return renderDocument(
    <Layout
      locale={locale}
      title={`${apply.titlePrefix} – ${apply.toJob(job.fields.title)} – ${company.name}`}
      site={site}
      inLanguage={(other) => jobPath(other, company, job)}
      sendTo={(other) => applyPath(other, company, job)}
    >
      <div className="hero">
        <h1>{apply.toJob(job.fields.title)}</h1>
        <p>
          <a href={jobPath(locale, company, job)}>{backToJob}</a>
        </p>
      </div>
      {/* biome-ignore lint/a11y/noAutofocus: the applicant reads first what is wrong, and the page has no JavaScript. */}
      <div className="problems" role="alert" tabIndex={-1} autoFocus>
        <h2>{apply.problemsHeading}</h2>
        <ul>
          {problem && <li>{problem}</li>}
          {APPLY_FIELDS.map(
            (field) =>
              problems[field] && (
                <li key={field}>
                  <a href={`#${field}`}>{problems[field]}</a>
                </li>
              ),
          )}
        </ul>
      </div>
      <section className="card apply">
        <ApplyForm {...form} />
      </section>
    </Layout>,
  )
}
