import type { ReactNode } from 'react'
import { FORM_ID, TrapField } from '../../site/apply-form.tsx'
import { Problems } from '../../site/apply-page.tsx'
import { AllJobsLink } from '../../site/job-list.tsx'
import { Layout, renderDocument } from '../../site/layout.tsx'
import type { JobOnSite } from '../../site/page-site.ts'
import { jobPath } from '../../site/site.ts'
import { siteWords } from '../../site/words/site-words.ts'
import { REPORT_CHARACTERS_MAX, ReportReason } from './form.ts'
import { reportedPath, reportPath } from './paths.ts'
import { reportWords } from './words.ts'

/* The form by which a visitor reports a job to the operator of the board, and the page that confirms it. */

/** The fields of the form, in their order. */
export const REPORT_FIELDS = ['reason', 'text', 'email'] as const
export type ReportField = (typeof REPORT_FIELDS)[number]

interface ReportPageProps extends JobOnSite {
  /** Identifies the form, so that a form that is sent twice is one report. */
  formId: string
  /** What the visitor typed or chose before, by field. */
  values?: Partial<Record<ReportField, string>>
  /** What is wrong with each field. */
  problems?: Partial<Record<ReportField, string>>
  /** A problem of the form as a whole. */
  problem?: string | undefined
}

/** Renders the form. If it was sent with mistakes, it has the visitor's texts and the problems to correct. */
export function renderReportPage({ site, job, formId, values, problems = {}, problem }: ReportPageProps): string {
  const { locale, company } = site
  const report = reportWords[locale]
  const { apply, backToJob } = siteWords[locale]
  const { title } = job.fields
  const isWrong = problem !== undefined || Object.keys(problems).length > 0
  return renderDocument(
    <Layout
      title={`${isWrong ? `${apply.titlePrefix} – ` : ''}${report.heading} – ${title} – ${company.name}`}
      site={site}
      inLanguage={(other) => reportPath(other, company, job)}
      sendTo={(other) => reportPath(other, company, job)}
    >
      <div className="hero">
        <h1>{report.heading}</h1>
        <p>
          <bdi>{title}</bdi> · <bdi>{company.name}</bdi>
        </p>
        <p>
          <a href={jobPath(locale, company, job)}>{backToJob}</a>
        </p>
      </div>
      {isWrong && (
        <Problems
          locale={locale}
          problems={[{ text: problem }, ...REPORT_FIELDS.map((field) => ({ field, text: problems[field] }))]}
        />
      )}
      <section className="card apply">
        {/* The browser checks nothing: the server checks the whole form at once and answers in the page's language. */}
        <form
          {...{ id: FORM_ID, method: 'post', encType: 'multipart/form-data', noValidate: true }}
          action={reportPath(locale, company, job)}
        >
          <input type="hidden" name="formId" value={formId} />
          <TrapField words={siteWords[locale]} />
          <p className="hint">{report.text}</p>
          <fieldset className="field choices" aria-describedby={problems.reason && 'reason-problem'}>
            <legend>{report.reason}</legend>
            <Problem field="reason" text={problems.reason} />
            {ReportReason.options.map((reason, index) => (
              <label key={reason}>
                <input
                  {...{ type: 'radio', name: 'reason', value: reason, required: true }}
                  // The list of problems links to the first choice.
                  id={index === 0 ? 'reason' : undefined}
                  defaultChecked={values?.reason === reason}
                />
                {report.reasons[reason]}
              </label>
            ))}
          </fieldset>
          {/* With a placeholder, the stylesheet can tell whether a field is empty. */}
          <Field field="text" label={report.details} hint={report.detailsHint} problem={problems.text} locale={locale}>
            {(props) => (
              <textarea
                {...props}
                {...{ dir: 'auto', placeholder: ' ', maxLength: REPORT_CHARACTERS_MAX }}
                defaultValue={values?.text}
              />
            )}
          </Field>
          <Field field="email" label={report.email} hint={report.emailHint} problem={problems.email} locale={locale}>
            {(props) => (
              <input
                {...props}
                {...{ type: 'email', autoComplete: 'email', dir: 'ltr', placeholder: ' ' }}
                defaultValue={values?.email}
              />
            )}
          </Field>
          <button type="submit">{report.send}</button>
        </form>
      </section>
    </Layout>,
  )
}

interface FieldProps {
  field: ReportField
  locale: JobOnSite['site']['locale']
  label: string
  hint: string
  problem: string | undefined
  children: (
    props: Record<'id' | 'name' | 'aria-describedby', string> & { 'aria-invalid': true | undefined },
  ) => ReactNode
}

/** An optional field: its label, hint and problem, above its control. */
function Field({ field, locale, label, hint, problem, children }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={field}>
        {label} <span className="soft">({siteWords[locale].apply.optional})</span>
      </label>
      <p className="hint" id={`${field}-hint`}>
        {hint}
      </p>
      <Problem field={field} text={problem} />
      {children({
        id: field,
        name: field,
        'aria-invalid': problem !== undefined || undefined,
        'aria-describedby': problem === undefined ? `${field}-hint` : `${field}-hint ${field}-problem`,
      })}
    </div>
  )
}

const Problem = ({ field, text }: { field: ReportField; text: string | undefined }) =>
  text && (
    <p className="problem" id={`${field}-problem`}>
      {text}
    </p>
  )

/** Renders the page that confirms a report. It shows no text of the job, because the job may be off the board by now. */
export function renderReportedPage({ site, job }: JobOnSite): string {
  const { locale, company } = site
  const report = reportWords[locale]
  return renderDocument(
    <Layout
      title={`${report.sent.heading} – ${company.name}`}
      site={site}
      inLanguage={(other) => reportedPath(other, company, job)}
    >
      <section className="card note done">
        <h1>{report.sent.heading}</h1>
        <p>{report.sent.text}</p>
        <AllJobsLink site={site} />
      </section>
    </Layout>,
  )
}

/** The link to the form that reports a job to the operator. */
export function ReportLink({ site: { locale, company }, job }: JobOnSite) {
  return (
    <p className="report">
      <a href={reportPath(locale, company, job)} rel="nofollow">
        {reportWords[locale].link}
      </a>
    </p>
  )
}
