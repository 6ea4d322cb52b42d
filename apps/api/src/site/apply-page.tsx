import { extname } from 'node:path'
import type { CvFault } from '@boardwalk/core/cv/type'
import type { CvFile } from '@boardwalk/core/cv/upload'
import type { AppError } from '@boardwalk/core/error'
import {
  addressInDoubt,
  cvTooLarge,
  findCvFault,
  keepCvForCorrection,
  type SentForm,
} from '@boardwalk/core/intake/submit'
import { findMime } from '@boardwalk/core/process/mime'
import { APPLY_FIELDS, cvMimes } from '@boardwalk/schema/application'
import type { Locale } from '@boardwalk/schema/company'
import { findMeantAddress } from '@boardwalk/schema/email'
import type { Issue } from '@boardwalk/schema/error'
import type { Deps } from '../deps.ts'
import {
  ApplyForm,
  type ApplyFormProps,
  CV_MEGABYTES_MAX,
  describeProblem,
  type FieldProblems,
  nameCvTypes,
} from './apply-form.tsx'
import { Employer } from './company-face.tsx'
import { Layout, renderDocument } from './layout.tsx'
import type { AddedProblem, CompanySite, JobOnSite } from './page-site.ts'
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
  const { site, job, problems = {}, addedProblems = {} } = form
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
          <Employer site={site} />
        </p>
        <p>
          <a href={jobPath(locale, company, job)}>{backToJob}</a>
        </p>
      </div>
      <Problems
        locale={locale}
        problems={[
          { text: problem },
          ...APPLY_FIELDS.flatMap((field) => [
            // The order of the fields on the page.
            ...(field === 'cv' ? Object.entries(addedProblems).map(([name, text]) => ({ field: name, text })) : []),
            { field, text: problems[field] },
          ]),
        ]}
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
  { site, job, sent, added, address }: JobOnSite & { sent: SentForm; added: AddedProblem[]; address: string },
  error: AppError,
): Promise<Pick<ApplyPageProps, 'problems' | 'addedProblems' | 'problem' | 'keptCv'>> {
  const words = siteWords[site.locale]
  const { code, issues } = error
  const problem = describeWait(words, error)
  if (issues === undefined && problem === undefined && code !== 'uploads_closed') throw error
  const problems = await findFieldProblems(site, sent, issues ?? [])
  const { keptCv, isLost } = await keepCvForCorrection(deps, job, sent, address)
  if (isLost) problems.cv = words.apply.cvLost
  if (code === 'uploads_closed') problems.cv = words.apply.cvRefused
  const addedProblems = Object.fromEntries(added.map(({ path, text }) => [path, text]))
  const isExplained = problem !== undefined || Object.keys({ ...problems, ...addedProblems }).length > 0
  return { problems, addedProblems, problem: isExplained ? problem : words.apply.unreadable, keptCv }
}

/** Describes an error that passes if the applicant sends the same form later. Undefined for any other error. */
function describeWait(words: Words, { code, reason, retryAfterSeconds = 0 }: AppError): string | undefined {
  if (code === 'too_many_applications') return words.apply.tooMany(toMinutes(retryAfterSeconds))
  return reason === 'overloaded' ? words.apply.crowded : undefined
}

async function findFieldProblems(site: CompanySite, { fields, cv }: SentForm, issues: Issue[]): Promise<FieldProblems> {
  const words = siteWords[site.locale]
  const problems: FieldProblems = {}
  for (const field of APPLY_FIELDS)
    if (issues.some(({ path }) => path === field)) problems[field] = describeProblem(words, field, fields[field])
  if (issues.includes(addressInDoubt))
    problems.email = words.apply.meant(findMeantAddress(String(fields.email).trim()) ?? '')
  const fault = findCvFault(issues)
  if (issues.includes(cvTooLarge)) problems.cv = words.apply.cvTooLarge(CV_MEGABYTES_MAX)
  else if (fault !== undefined && cv !== undefined) problems.cv = await describeCvFault(site, fault, cv)
  if (issues.some(({ path }) => path === 'keptCv')) problems.cv = words.apply.cvLost
  return problems
}

/** Says what is wrong with a file, and what the applicant can do about it. */
async function describeCvFault(site: CompanySite, fault: CvFault, cv: CvFile): Promise<string> {
  const { apply } = siteWords[site.locale]
  if (fault === 'locked') return apply.cvLocked(cv.name)
  if (fault === 'macros') return apply.cvMacros(cv.name)
  if (fault === 'damaged') return apply.cvDamaged(cv.name)
  const kind = await findCvKind(cv)
  return kind === 'image' ? apply.cvPhoto(cv.name) : apply.cvOtherType(cv.name, apply.cvKinds[kind], nameCvTypes(site))
}

/** The kinds of files that are not accepted as a CV. */
type CvKind = keyof Words['apply']['cvKinds'] | 'image'

const kindsByExtension: Partial<Record<string, CvKind>> = {
  '.doc': 'word',
  '.docx': 'document',
  '.odt': 'document',
  '.rtf': 'document',
  '.txt': 'text',
  '.heic': 'image',
  '.heif': 'image',
}

/** Finds out what a file is that is not accepted: by its first bytes, else by the extension of its name. */
async function findCvKind({ name, bytes, head }: Pick<CvFile, 'name' | 'bytes' | 'head'>): Promise<CvKind> {
  if (bytes === 0) return 'empty'
  const mime = (await findMime(head)) ?? ''
  if (mime.startsWith('image/')) return 'image'
  const isDocument = mime === cvMimes.docx || mime === cvMimes.odt || mime === 'application/rtf'
  return isDocument ? 'document' : (kindsByExtension[extname(name).toLowerCase()] ?? 'other')
}
