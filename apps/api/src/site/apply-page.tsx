import type { Locale } from '@boardwalk/schema/company'
import type { Issue } from '@boardwalk/schema/error'
import type { Company } from '../feature/company/service.ts'
import type { StoredJob } from '../feature/job/store.ts'
import { ApplyForm, problemOf, type Typed } from './apply-form.tsx'
import { documentOf, Layout } from './layout.tsx'
import { applyPath, jobPath } from './paths.ts'
import { wordsOf } from './words/by-locale.ts'
import { APPLY_FIELDS } from './words.ts'

interface ApplyPageProps {
  locale: Locale
  company: Company
  job: StoredJob
  formId: string
  typed: Typed
  issues: Issue[]
}

/** The form again, with what was typed and what is wrong with it. */
export function applyPage({ locale, company, job, formId, typed, issues }: ApplyPageProps): string {
  const words = wordsOf[locale]
  const { apply, backToJob } = words
  const wrong = new Set(APPLY_FIELDS.filter((field) => issues.some(({ path }) => path === field)))
  return documentOf(
    <Layout
      locale={locale}
      title={`${apply.toJob(job.fields.title)} – ${company.name}`}
      company={company}
      inLanguage={(other) => jobPath(other, company, job)}
    >
      <h1>{apply.toJob(job.fields.title)}</h1>
      <p>
        <a href={jobPath(locale, company, job)}>{backToJob}</a>
      </p>
      <div className="problems" role="alert">
        <h2>{apply.problems}</h2>
        <ul>
          {[...wrong].map((field) => (
            <li key={field}>
              <a href={`#${field}`}>{problemOf(words, field)}</a>
            </li>
          ))}
          {wrong.size === 0 && <li>{apply.unreadable}</li>}
        </ul>
        <p>{apply.cvAgain}</p>
      </div>
      <ApplyForm locale={locale} action={applyPath(locale, company, job)} formId={formId} typed={typed} wrong={wrong} />
    </Layout>,
  )
}
