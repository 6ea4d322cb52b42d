import { ApplyForm, type ApplyFormProps } from './apply-form.tsx'
import { documentOf, Layout } from './layout.tsx'
import { jobPath } from './paths.ts'
import { wordsOf } from './words/by-locale.ts'
import { APPLY_FIELDS } from './words.ts'

export interface ApplyPageProps extends ApplyFormProps {
  /** What is wrong with the form as a whole. */
  problem?: string | undefined
}

/** The form again, with what was typed and what is wrong with it. */
export function applyPage({ problem, ...form }: ApplyPageProps): string {
  const { site, job, problems = {} } = form
  const { locale, company } = site
  const { apply, backToJob } = wordsOf[locale]
  return documentOf(
    <Layout
      locale={locale}
      title={`${apply.problem} – ${apply.toJob(job.fields.title)} – ${company.name}`}
      site={site}
      inLanguage={(other) => jobPath(other, company, job)}
    >
      <div className="hero">
        <h1>{apply.toJob(job.fields.title)}</h1>
        <p>
          <a href={jobPath(locale, company, job)}>{backToJob}</a>
        </p>
      </div>
      {/* biome-ignore lint/a11y/noAutofocus: whoever sent the form is told first what is wrong with it, without JavaScript. */}
      <div className="problems" role="alert" tabIndex={-1} autoFocus>
        <h2>{apply.problems}</h2>
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
