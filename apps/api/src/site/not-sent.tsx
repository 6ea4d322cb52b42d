import { describeTerms } from '@boardwalk/core/job/terms'
import { APPLY_FIELDS } from '@boardwalk/schema/application'
import type { ErrorCode } from '@boardwalk/schema/error'
import type { Answer } from '@boardwalk/schema/questions'
import { applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import type { ReactNode } from 'react'
import { ElsewhereNote } from './apply-elsewhere.tsx'
import type { FormValues } from './apply-form.tsx'
import { Employer } from './company-face.tsx'
import { AllJobsLink } from './job-list.tsx'
import { Layout, renderDocument } from './layout.tsx'
import type { BoardSite, CompanySite, JobOnSite, PageSite } from './page-site.ts'
import { boardPath, jobPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

/*
 * The pages for an applicant whose form came too late: the job was unpublished, closed or suspended, or it names another page on which
 * people apply. They say that nothing was sent, and show the texts, which the browser may have lost.
 */

/**
 * Renders the page for a form that came too late. Undefined for an error that has another reason. For a job that people cannot see any
 * more, the page has no text of the job.
 */
export function renderNotSentPage(
  page: JobOnSite,
  typed: { values: FormValues; answers: Answer[] },
  code: ErrorCode,
): string | undefined {
  const { site, job } = page
  const { locale, company } = site
  const words = siteWords[locale]
  if (code === 'company_withdrawn') {
    const way = <a href={boardPath(locale)}>{words.board.link}</a>
    return renderPage(withoutCompany(site), { ...typed, reason: <p>{words.errors[code].text}</p>, way: <p>{way}</p> })
  }
  if (code === 'job_unpublished' || code === 'job_closed')
    return renderPage(site, { ...typed, reason: <p>{words.errors[code].text}</p>, way: <AllJobsLink site={site} /> })
  const { applyUrl } = describeTerms(company, job)
  if (code !== 'applications_elsewhere' || applyUrl === undefined) return undefined
  const way = <a href={jobPath(locale, company, job)}>{words.backToJob}</a>
  const reason = <ElsewhereNote site={site} applyUrl={applyUrl} />
  return renderPage(site, { ...typed, reason, way: <p>{way}</p>, inLanguage: (other) => jobPath(other, company, job) })
}

const withoutCompany = ({ locale, board, publicUrl, cvTypes, slots }: CompanySite): BoardSite => ({
  locale,
  board,
  publicUrl,
  cvTypes,
  slots,
})

interface PageParts {
  values: FormValues
  answers: Answer[]
  reason: ReactNode
  way: ReactNode
  inLanguage?: Parameters<typeof Layout>[0]['inLanguage']
}

function renderPage(site: PageSite, { values, answers, reason, way, ...address }: PageParts): string {
  const { apply } = siteWords[site.locale]
  const texts = APPLY_FIELDS.flatMap((field) => {
    const text = field === 'cv' || field === 'consent' ? '' : (values[field] ?? '')
    return text.trim() === '' ? [] : [{ field, label: applyFieldLabels[field][site.locale], text }]
  })
  const typed = [...texts, ...answers.map(({ id, label, value }) => ({ field: `answer ${id}`, label, text: value }))]
  return renderDocument(
    <Layout title={site.company ? `${apply.notSent} – ${site.company.name}` : apply.notSent} site={site} {...address}>
      {/* biome-ignore lint/a11y/noAutofocus: the person reads first that nothing was sent, and the page works without JavaScript. */}
      <section className="card note" role="alert" tabIndex={-1} autoFocus>
        {site.company && <Employer site={site} />}
        <h1>{apply.notSent}</h1>
        {reason}
        {way}
      </section>
      {typed.length > 0 && (
        <section className="card note">
          <p>{apply.typed}</p>
          <dl className="typed">
            {typed.map(({ field, label, text }) => (
              <div key={field}>
                <dt>
                  <bdi>{label}</bdi>
                </dt>
                <dd className="lines" dir="auto">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </Layout>,
  )
}
