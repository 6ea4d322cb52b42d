import { createHash, randomUUID } from 'node:crypto'
import { ApplicationForm, CV_BYTES_MAX, type CvType } from '@boardwalk/schema/application'
import type { Locale } from '@boardwalk/schema/company'
import type { Issue } from '@boardwalk/schema/error'
import { isPublic, type JobVisibility } from '@boardwalk/schema/visibility'
import { describeIssues } from '@boardwalk/schema/wording'
import { examineCv } from '../cv/check.ts'
import { type CvFault, findCvType } from '../cv/type.ts'
import {
  type CvFile,
  type CvOwner,
  findKeptCvName,
  keepCv,
  leaveToSweep,
  type NewCv,
  openCv,
  takeKeptCv,
  uploadCv,
} from '../cv/upload.ts'
import type { Deps } from '../deps.ts'
import { AppError, invalidRequest, overloaded } from '../error.ts'
import type { NewApplication } from './application.ts'
import { deriveNextId, digestContent, hasSameContent } from './content.ts'
import { enterApplication } from './enter.ts'
import { type HeldApplication, holdApplication } from './hold.ts'
import { findAcceptedApplication } from './read.ts'

/** The job that a form is for. */
interface FormJob extends JobVisibility {
  id: number
  companyId: string
}

/** The fields and the CV that arrived with an apply form. */
export interface SentForm {
  fields: Record<string, unknown>
  cv: CvFile | undefined
}

/**
 * The name of a form field that people do not see. Programs that send spam fill it in. Browsers, password managers and
 * extensions that fill in forms know fields by their names, and no form asks a person for this one.
 */
export const TRAP_FIELD = 'leaveEmpty'

/** What became of a form. A repeated one was accepted before. A held one had the trap field filled in. */
export interface Submission {
  id: string
  /** The date by which an ATS asks for it. If it is held back: when it came. */
  date: Date
  outcome: 'accepted' | 'repeated' | 'held'
}

/**
 * Accepts one person's application to a published job. Once this returns, a crash of the server cannot lose it. A form that
 * is sent twice (double click, retry) is one application; one whose content was changed since is another one, and so is one whose
 * application was erased. If the trap field is filled in, the application is held back (hold.ts). The confirmation by mail is in
 * the language `locale`. Throws
 * `job_unpublished`, `job_closed`, `applications_elsewhere`, `unavailable`, and `invalid_request` with its issues.
 */
export async function submitApplication(
  deps: Deps,
  job: FormJob,
  input: SentForm,
  locale: Locale,
): Promise<Submission> {
  requirePublished(deps, job)
  const sentAt = new Date(deps.now())
  const { applyUrl } = job.terms
  if (applyUrl !== undefined) throw new AppError('applications_elsewhere', { applyUrl })
  const { form, issues, cvType } = await findFormIssues(deps, input)
  if (!form.success || issues.length > 0) throw invalidRequest(issues)
  const { formId, consent: _, keptCv, ...fields } = form.data
  const { companyId } = job
  const id = deriveApplicationId(job, formId)
  const owner: CvOwner = { companyId, applicationId: id }
  const digest = (cv: NewCv | undefined) => digestContent(formId, fields, cv?.open)
  const sent: FormCv | undefined = input.cv && cvType && { ...input.cv, type: cvType }
  const cv = sent ?? (keptCv === 'yes' ? await findStoredCv(deps, owner, digest) : undefined)
  const contentDigest = await digest(cv)
  const application: NewApplication = {
    id,
    companyId,
    jobId: job.id,
    status: 'PENDING',
    ...fields,
    contentDigest,
    cvId: cv?.keptId ?? null,
  }
  if (isTrapFilled(input)) return holdForm(deps, { application, cv, locale, sentAt })
  const isOwnCv = cv !== undefined && cv.keptId === undefined
  if (isOwnCv) application.cvId = await uploadCv(deps, owner, cv)
  const { outcome, ...entered } = await enterApplication(deps, { application, locale, isOwnCv, sentAt }).catch(
    (error: unknown) => {
      const { cvId } = application
      const isRefused = error instanceof AppError && error.reason === 'overloaded'
      if (isRefused && isOwnCv && cvId !== null)
        deps.background.run('leave the CV of a refused form to the sweep', () =>
          leaveToSweep(deps, { companyId, cvId }),
        )
      throw error
    },
  )
  if (outcome === 'erased') throw erasedMeanwhile()
  return { ...entered, outcome }
}

/** Reads the fields of a form, and finds what is wrong with them and with the CV. */
export async function findFormIssues(deps: Pick<Deps, 'settings'>, { fields, cv }: SentForm) {
  const form = ApplicationForm.safeParse({ formId: randomUUID(), ...fields })
  const { type: cvType, issues: ofCv } = await examineSentCv(deps, cv)
  return { form, cvType, issues: [...describeIssues(form.error ?? { issues: [] }), ...ofCv] }
}

/** Refuses a copy of a form that was on its way while the person was erased. If a person sends it again, it is a new application. */
const erasedMeanwhile = () => overloaded(1)

/** A form that is to be held back. */
interface TrappedForm {
  application: NewApplication
  cv: FormCv | undefined
  locale: Locale
  sentAt: Date
}

/**
 * Holds a form back, unless the same form was accepted or held back before. If another content of the form has its id, it gets the next
 * one.
 */
async function holdForm(deps: Deps, form: TrappedForm): Promise<Submission> {
  const { application, sentAt } = form
  const { companyId, contentDigest } = application
  for (let { id } = application; ; id = deriveNextId(id, contentDigest)) {
    const accepted = await findAcceptedApplication(deps, { companyId, applicationId: id })
    if (accepted?.erasedAt !== undefined && accepted.erasedAt > sentAt) throw erasedMeanwhile()
    if (accepted !== undefined && hasSameContent(accepted, application))
      return { id, date: accepted.date, outcome: 'repeated' }
    // It may have been held back before another content was accepted.
    const before = await deps.heldApplications.find(companyId, id)
    const held = before ?? (accepted === undefined ? await holdAs(deps, id, form) : undefined)
    if (held !== undefined && hasSameContent(held, application)) return { id, date: held.heldAt, outcome: 'held' }
  }
}

/** Holds a form back under an id. Returns what is held back under it, which may be another content that came first. */
async function holdAs(deps: Deps, id: string, { application, cv, locale }: TrappedForm): Promise<HeldApplication> {
  const isOwnCv = cv !== undefined && (cv.keptId === undefined || id !== application.id)
  const owner = { companyId: application.companyId, applicationId: id }
  const cvId = isOwnCv ? await uploadCv(deps, owner, cv) : application.cvId
  return holdApplication(deps, { application: { ...application, id, cvId }, locale, isOwnCv })
}

/** Why people may neither see a job nor apply for it: the code of the error. */
export type Withdrawal = 'job_unpublished' | 'job_closed'

/** Finds why people may neither see a job nor apply for it. Undefined if they may. */
export function findWithdrawal({ now }: Pick<Deps, 'now'>, job: JobVisibility): Withdrawal | undefined {
  if (isPublic(job, now())) return undefined
  return job.status === 'PUBLISHED' && job.suspendedAt === null ? 'job_closed' : 'job_unpublished'
}

/** Throws `job_unpublished` or `job_closed` if people may neither see the job nor apply for it. */
export function requirePublished(deps: Pick<Deps, 'now'>, job: JobVisibility): void {
  const reason = findWithdrawal(deps, job)
  if (reason !== undefined) throw new AppError(reason)
}

/**
 * Keeps the CV of a form that was just refused, so that the corrected form need not send it again. Returns the name of the
 * kept file. If `isLost`, the applicant must choose the file again: the limit of kept bytes of their address or of the
 * company is reached, or the CV that was kept before was removed.
 */
export async function keepCvForCorrection(
  deps: Deps,
  job: FormJob,
  { fields, cv }: SentForm,
  address: string,
): Promise<{ keptCv?: string | undefined; isLost: boolean }> {
  const isPromised = fields.keptCv === 'yes'
  const applicationId = findApplicationId(job, { fields })
  if (applicationId === undefined) return { isLost: isPromised }
  const owner: CvOwner = { companyId: job.companyId, applicationId }
  const { type } = await examineSentCv(deps, cv)
  if (cv && type && !(await keepCv(deps, owner, { ...cv, type }, address))) return { isLost: true }
  const keptCv = await findKeptCvName(deps, owner)
  return { keptCv, isLost: isPromised && keptCv === undefined }
}

/** Whether a form has a value in the field that people do not see. */
export function isTrapFilled({ fields }: Pick<SentForm, 'fields'>): boolean {
  const value = fields[TRAP_FIELD]
  return value !== undefined && value !== ''
}

/** Finds the id that the application of a form has or would have. Undefined if the form has no usable id. */
export function findApplicationId(
  job: Pick<FormJob, 'id' | 'companyId'>,
  { fields }: Pick<SentForm, 'fields'>,
): string | undefined {
  const formId = ApplicationForm.shape.formId.safeParse(fields.formId)
  return formId.success ? deriveApplicationId(job, formId.data) : undefined
}

/** Makes the id of an application from its company, job and form, because a form id alone could be used at two companies. */
function deriveApplicationId(job: Pick<FormJob, 'id' | 'companyId'>, formId: string): string {
  return createHash('sha256').update(`${job.companyId}/${job.id}/${formId.toLowerCase()}`).digest('hex').slice(0, 32)
}

/** The CV of a form. */
interface FormCv extends NewCv {
  /** The id of the stored CV, if it was kept for the form and may become the application's. */
  keptId?: string
}

/**
 * Finds the CV that was kept for a form. If it is no longer kept, finds the one that the same content of the form was accepted or held
 * back with. Throws `invalid_request` if there is none.
 */
async function findStoredCv(deps: Deps, owner: CvOwner, digest: (cv: NewCv) => Promise<string>): Promise<FormCv> {
  const open = (cvId: string): NewCv => ({ name: '', type: findCvType(cvId), open: () => openCv(deps, cvId) })
  const keptId = await takeKeptCv(deps, owner)
  if (keptId !== undefined) return { ...open(keptId), keptId }
  const { companyId, applicationId } = owner
  for (const stored of [
    await findAcceptedApplication(deps, owner),
    await deps.heldApplications.findNotDiscarded(companyId, applicationId),
  ]) {
    if (stored === undefined || stored.cvId === null) continue
    const cv = open(stored.cvId)
    if (hasSameContent(stored, { contentDigest: await digest(cv) })) return cv
  }
  throw cvNotKept()
}

const cvNotKept = () =>
  invalidRequest([{ path: 'keptCv', message: 'keptCv names a file that is no longer kept: send the file again as cv' }])

/** Finds out the type of the CV of a form, and what is wrong with the CV. Without a CV, it finds neither. */
async function examineSentCv(
  { settings: { cvTypes } }: Pick<Deps, 'settings'>,
  cv: CvFile | undefined,
): Promise<{ type?: CvType | undefined; issues: Issue[] }> {
  if (cv === undefined) return { issues: [] }
  if (cv.bytes > CV_BYTES_MAX) return { issues: [cvTooLarge] }
  const { type, fault } = await examineCv(cv, cvTypes)
  return { type, issues: fault === undefined ? [] : [describeCvFault(fault, cvTypes)] }
}

/** The faults that issues describe. The form's page has a message for each. */
const faults = new WeakMap<Issue, CvFault>()

function describeCvFault(fault: CvFault, types: readonly CvType[]): Issue {
  const named = types.map((type) => type.toUpperCase()).join(', ')
  const issue = { path: 'cv', message: faultMessages[fault](named.replace(/, (?=\w+$)/, ' or ')) }
  faults.set(issue, fault)
  return issue
}

/** Finds the fault of a CV that one of the issues of a form describes. */
export const findCvFault = (issues: readonly Issue[]): CvFault | undefined =>
  issues.map((issue) => faults.get(issue)).find((fault) => fault !== undefined)

const faultMessages: Record<CvFault, (types: string) => string> = {
  empty: (types) => `cv must be a ${types} file, and this one is empty`,
  otherType: (types) => `cv must be a ${types} file`,
  locked: (types) => `cv must be a ${types} file that opens without a password`,
  macros: () => 'cv must be a file without macros and embedded programs',
  damaged: () => 'cv must be a whole file: this one is damaged, or unpacks to too much',
}

/** The issue of an e-mail address whose domain is a common slip. Only pages ask for it. */
export const addressInDoubt: Issue = { path: 'email', message: 'email has a domain that is a common typing error' }

/** The issue of a CV over the limit. The reader of the upload and the service both report it. */
export const cvTooLarge: Issue = { path: 'cv', message: `cv must be at most ${CV_BYTES_MAX / 1024 / 1024} MiB` }
