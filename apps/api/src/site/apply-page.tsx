import { extname } from 'node:path'
import type { CvFile } from '@boardwalk/core/cv/upload'
import type { AppError } from '@boardwalk/core/error'
import { addressInDoubt, cvFaults, cvTooLarge, keepCvForCorrection, type SentForm } from '@boardwalk/core/intake/submit'
import { findMime } from '@boardwalk/core/process/mime'
import { APPLY_FIELDS } from '@boardwalk/schema/application'
import type { Locale } from '@boardwalk/schema/company'
import { findMeantAddress } from '@boardwalk/schema/email'
import type { Issue } from '@boardwalk/schema/error'
import type { Deps } from '../deps.ts'
import { ApplyForm, type ApplyFormProps, CV_MEGABYTES_MAX, describeProblem, type FieldProblems } from './apply-form.tsx'
import { Layout, renderDocument } from './layout.tsx'
import type { JobOnSite } from './page-site.ts'
import { scriptProps } from './script.ts'
import { applyPath, jobPath } from './site.ts'
import type { Words } from './words/en.ts'
import { siteWords } from './words/site-words.ts'

/* The page of a form that was refused: what the applicant must correct, and the form as they sent it. */

interface ApplyPageProps extends ApplyFormProps {
  /** A problem of the form as a whole. */
  problem?: string | undefined
}

/** Renders the form again, with the applicant's texts and the problems to correct. */
export function renderApplyPage({ problem, ...form }: ApplyPageProps): string {
  const { site, job, problems = {} } = form
  const { locale, company } = site
  const { apply, backToJob } = siteWords[locale]
  return renderDocument(
    <Layout
      title={`${apply.titlePrefix} – ${apply.toJob(job.fields.title)} – ${company.name}`}
      head={
        <>
          <meta name="robots" content="noindex" />
          <script {...scriptProps} />
        </>
      }
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
      <Problems
        locale={locale}
        problems={[{ text: problem }, ...APPLY_FIELDS.map((field) => ({ field, text: problems[field] }))]}
      />
      <section className="card apply">
        <ApplyForm {...form} />
      </section>
    </Layout>,
  )
}

interface ProblemsProps {
  locale: Locale
  /** A problem without a field is one of the whole form. One without a text is left out. */
  problems: { field?: string; text: string | undefined }[]
}

/** What a person must correct in a form, with links to the fields. */
export function Problems({ locale, problems }: ProblemsProps) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the person reads first what is wrong, and the page works without JavaScript.
    <div className="problems" role="alert" tabIndex={-1} autoFocus>
      <h2>{siteWords[locale].apply.problemsHeading}</h2>
      <ul>
        {problems.map(
          ({ field, text }) =>
            text && <li key={field ?? 'form'}>{field === undefined ? text : <a href={`#${field}`}>{text}</a>}</li>,
        )}
      </ul>
    </div>
  )
}

/** Rounds up to minutes, for messages. */
export const toMinutes = (seconds: number): number => Math.ceil(seconds / 60)

/**
 * Finds what an error means to the applicant, in the page's language, and keeps the CV until the form is sent again. Throws the error
 * if the applicant cannot correct it.
 */
export async function findProblems(
  deps: Deps,
  { site, job, sent, address }: JobOnSite & { sent: SentForm; address: string },
  error: AppError,
): Promise<Pick<ApplyPageProps, 'problems' | 'problem' | 'keptCv'>> {
  const words = siteWords[site.locale]
  const { code, issues } = error
  const problem = describeWait(words, error)
  if (issues === undefined && problem === undefined && code !== 'uploads_closed') throw error
  const problems = await findFieldProblems(words, sent, issues ?? [])
  const { keptCv, isLost } = await keepCvForCorrection(deps, job, sent, address)
  if (isLost) problems.cv = words.apply.cvLost
  if (code === 'uploads_closed') problems.cv = words.apply.cvRefused
  const isExplained = problem !== undefined || Object.keys(problems).length > 0
  return { problems, problem: isExplained ? problem : words.apply.unreadable, keptCv }
}

/** Describes an error that passes if the applicant sends the same form later. Undefined for any other error. */
function describeWait(words: Words, { code, reason, retryAfterSeconds = 0 }: AppError): string | undefined {
  if (code === 'too_many_applications') return words.apply.tooMany(toMinutes(retryAfterSeconds))
  return reason === 'overloaded' ? words.apply.crowded : undefined
}

async function findFieldProblems(words: Words, { fields, cv }: SentForm, issues: Issue[]): Promise<FieldProblems> {
  const problems: FieldProblems = {}
  for (const field of APPLY_FIELDS)
    if (issues.some(({ path }) => path === field)) problems[field] = describeProblem(words, field, fields[field])
  if (issues.includes(addressInDoubt))
    problems.email = words.apply.meant(findMeantAddress(String(fields.email).trim()) ?? '')
  if (issues.includes(cvTooLarge)) problems.cv = words.apply.cvTooLarge(CV_MEGABYTES_MAX)
  else if (issues.includes(cvFaults.locked)) problems.cv = words.apply.cvLocked(cv?.name ?? '')
  else if (problems.cv !== undefined && cv !== undefined)
    problems.cv = words.apply.cvNotPdf(cv.name, words.apply.cvKinds[await findCvKind(cv)])
  if (issues.some(({ path }) => path === 'keptCv')) problems.cv = words.apply.cvLost
  return problems
}

/** The kinds of files that are not accepted as a CV. */
type CvKind = keyof Words['apply']['cvKinds']

/** The kinds of files that are recognised by their first bytes. Images are recognised by the first half of their type. */
const kindsByMime: Partial<Record<string, CvKind>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word',
  'application/vnd.oasis.opendocument.text': 'openDocument',
  'application/rtf': 'word',
}

const kindsByExtension: Partial<Record<string, CvKind>> = {
  '.doc': 'word',
  '.docx': 'word',
  '.rtf': 'word',
  '.odt': 'openDocument',
  '.txt': 'text',
}

/** Finds out what a file is that is not a PDF: by its first bytes, else by the extension of its name. */
async function findCvKind({ name, bytes, head }: Pick<CvFile, 'name' | 'bytes' | 'head'>): Promise<CvKind> {
  if (bytes === 0) return 'empty'
  const mime = (await findMime(head)) ?? ''
  if (mime.startsWith('image/')) return 'image'
  return kindsByMime[mime] ?? kindsByExtension[extname(name).toLowerCase()] ?? 'other'
}
