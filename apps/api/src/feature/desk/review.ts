import { domainToUnicode } from 'node:url'
import type { UserActor } from '@boardwalk/core/activity/audit'
import { findCvType } from '@boardwalk/core/cv/type'
import { AppError } from '@boardwalk/core/error'
import { type Application, showStatusChange } from '@boardwalk/core/intake/application'
import { findOthersOfPerson, listHeldOfPerson, spellEmail } from '@boardwalk/core/intake/person'
import { isPhonePart } from '@boardwalk/core/intake/phone-pattern'
import { requireApplication } from '@boardwalk/core/intake/read'
import type { EarlierApplication } from '@boardwalk/core/intake/store'
import { findJob } from '@boardwalk/core/job/read'
import type { ApplicationLookup, ApplicationStatus, CvType } from '@boardwalk/schema/application'
import type { StatusChanger } from '@boardwalk/schema/candidate'
import { CHOSEN_MAX } from '@boardwalk/schema/limits'
import { type Answer, listOptionTexts } from '@boardwalk/schema/questions'
import { listQuestions } from '@boardwalk/schema/terms'
import type { Deps } from '../../deps.ts'
import { filterAttention, isUnconfirmed, type Visitor } from './attention.ts'
import type { Note } from './note-store.ts'

/*
 * How a user reads the company's applications. As with a poll, accepted applications that still wait in
 * the mailbox are delivered first: a user whom the applicant tells of an application must find it.
 */

/** A search looks at the applications of this many jobs that have a word in their title, the newest ones. */
const TITLES_MAX = 1_000

/** An application as the back office lists it. */
export interface ApplicationLine
  extends Pick<Application, 'id' | 'jobId' | 'firstName' | 'lastName' | 'email' | 'phone' | 'linkedinUrl' | 'status'> {
  jobTitle: string
  /** ISO 8601 in UTC. */
  date: string
  hasCv: boolean
  statusChangedBy: StatusChanger
  /** ISO 8601 in UTC. */
  statusChangedAt: string
  /** The name of the key, or the e-mail address of the user. Null for the status of a new application. */
  statusChangedByName: string | null
  /** Whether the mail server refused the confirmation, because the mailbox of the applicant does not exist. */
  isConfirmationRefused: boolean
  /** Whether the person's data was erased. */
  isErased: boolean
  /** ISO 8601 in UTC. Null if the person's data was not erased. */
  erasedAt: string | null
  /** The key whose caller confirmed that it erased its copy, and when. Null if none has. */
  erasureConfirmed: { at: string; keyName: string } | null
  /** The person's application to the same job just before this one. Null if there is none. */
  appliedBefore: { id: string; date: string } | null
}

/** An application in the file of the list, with the notes about it, oldest first. */
interface ExportedApplication extends ApplicationLine {
  message: string
  answers: Answer[]
  notes: Note[]
}

/** Where a user finds the CV of an application. */
export interface CvAddresses {
  /** Null if the application has no CV. */
  cvType: CvType | null
  /** The address that shows the CV. Null for a CV that browsers do not show, and without one. */
  cvUrl: string | null
  /** The address that downloads the CV. Null without one. */
  cvDownloadUrl: string | null
}

/** An application with everything that the person sent. */
interface WholeApplication extends ApplicationLine, CvAddresses {
  message: string
  /** The answers to the questions of the job, with each question as the person read it. */
  answers: Answer[]
  /** A text that changes with the status and with an erasure. So an open page learns cheaply whether to read all again. */
  state: string
  /** Whether it was erased over 7 days ago, and the ATS has not confirmed that it erased its copy. */
  isUnconfirmed: boolean
  /** The address that downloads all that the company has of the person. Null if the application is erased. */
  personUrl: string | null
  /** The number of the company's other applications with this e-mail address, also of those that are held back. */
  othersOfPerson: number
}

/** Reads one page of the company's applications that match a lookup, newest first. `total` counts those of all pages. */
export async function lookUpApplications(
  deps: Deps,
  actor: Visitor,
  { status, order, page, pageSize, ...lookup }: ApplicationLookup,
): Promise<{ applications: ApplicationLine[]; total: number }> {
  const { companyId } = actor
  const query = await createQuery(deps, actor, lookup)
  if (query === undefined) return { applications: [], total: 0 }
  await deps.mailbox.synchronise(companyId)
  const { applications, total } = await deps.applications.lookUp(companyId, { ...query, status, order, page, pageSize })
  const spellings = applications
    .filter(({ erasedAt }) => erasedAt === undefined)
    .flatMap(({ email }) => spellEmail(email))
  const others = await deps.applications.listByExactEmails(companyId, [...new Set(spellings)])
  return { applications: await toLines(deps, companyId, applications, others), total }
}

/** What a page must know of an application to change its status. */
type ChosenApplication = Pick<ApplicationLine, 'id' | 'firstName' | 'lastName' | 'status'>

/** Lists the first applications that match a lookup, so that a user can choose them all. Leaves out those whose data was erased. */
export async function listFirstApplications(
  deps: Deps,
  actor: Visitor,
  { status: wanted, order, ...lookup }: Omit<ApplicationLookup, 'page' | 'pageSize'>,
): Promise<{ applications: ChosenApplication[] }> {
  const { companyId } = actor
  const query = await createQuery(deps, actor, lookup)
  if (query === undefined) return { applications: [] }
  await deps.mailbox.synchronise(companyId)
  const found = await deps.applications.listFirst(companyId, { ...query, status: wanted, order }, CHOSEN_MAX)
  const applications = found
    .filter(({ erasedAt }) => erasedAt === undefined)
    .map(({ id, firstName, lastName, status }) => ({ id, firstName, lastName, status }))
  return { applications }
}

/** Counts the applications of each status that match a lookup. The status in the lookup does not matter. */
export async function countApplicationsByStatus(
  deps: Deps,
  actor: Visitor,
  lookup: LookedUp,
): Promise<{ counts: Record<ApplicationStatus, number> }> {
  const query = await createQuery(deps, actor, lookup)
  await deps.mailbox.synchronise(actor.companyId)
  const found = query && (await deps.applications.countByStatus(actor.companyId, query))
  const count = (status: ApplicationStatus) => found?.get(status) ?? 0
  const [PENDING, REVIEWED, SHORTLISTED] = [count('PENDING'), count('REVIEWED'), count('SHORTLISTED')]
  const [REJECTED, HIRED, WITHDRAWN] = [count('REJECTED'), count('HIRED'), count('WITHDRAWN')]
  const counts = { PENDING, REVIEWED, SHORTLISTED, REJECTED, HIRED, WITHDRAWN }
  return { counts }
}

/** Lists the newest jobs that have applications, by title. */
export async function listJobsWithApplications(
  deps: Deps,
  { companyId }: UserActor,
): Promise<{ jobs: { jobId: number; title: string }[] }> {
  await deps.mailbox.synchronise(companyId)
  const titles = await deps.jobs.findTitles(companyId, await deps.applications.listJobIds(companyId))
  const jobs = [...titles].map(([jobId, title]) => ({ jobId, title }))
  return { jobs: jobs.sort((one, other) => one.title.localeCompare(other.title) || other.jobId - one.jobId) }
}

/** The members of a lookup that select applications of every status. */
type LookedUp = Pick<ApplicationLookup, 'jobId' | 'question' | 'answer' | 'attention' | 'search'>

/** Turns a lookup into a query. Undefined if no application can match. */
async function createQuery(deps: Deps, actor: Visitor, { jobId, attention: reason, search, ...asked }: LookedUp) {
  const attention = reason && (await filterAttention(deps, actor, reason))
  if (reason !== undefined && attention === undefined) return undefined
  const texts = groupPhoneNumbers(search).map(async (words) => ({
    words,
    isPhone: words.every(isPhonePart),
    jobIds: await deps.jobs.findIdsByTitle(actor.companyId, words, TITLES_MAX),
  }))
  const answer = await findAnswer(deps, actor, { jobId, ...asked })
  return { jobId, attention, answer, search: await Promise.all(texts) }
}

type AskedAnswer = Pick<LookedUp, 'jobId' | 'question' | 'answer'>

/** Finds the texts in which people may have given an answer: an option has one for each language. */
async function findAnswer(deps: Deps, { companyId }: Visitor, { jobId, question: id, answer }: AskedAnswer) {
  if (jobId === undefined || id === undefined || answer === undefined) return undefined
  const job = await findJob(deps, companyId, jobId)
  const questions = job === undefined ? [] : listQuestions(job.extra)
  return { id, texts: listOptionTexts(questions.find((each) => each.id === id) ?? {}, answer) }
}

/** Groups the words of a search: neighbours that may be one telephone number together, and each other word alone. */
function groupPhoneNumbers(words: string[]): string[][] {
  const groups: string[][] = []
  for (const word of words) {
    const last = groups.at(-1)
    if (last?.every(isPhonePart) && isPhonePart(word)) last.push(word)
    else groups.push([word])
  }
  return groups
}

/** How many rows of a list an export reads at a time. */
const EXPORTED_AT_ONCE = 500

/** Reads all applications that match a lookup, some hundred at a time. A date is unique and never changes, so none is left out. */
export async function* readApplications(
  deps: Deps,
  actor: Visitor,
  lookup: Omit<ApplicationLookup, 'page' | 'pageSize'>,
): AsyncGenerator<ExportedApplication[]> {
  const { companyId } = actor
  const query = await createQuery(deps, actor, lookup)
  if (query === undefined) return
  const { status, order } = lookup
  await deps.mailbox.synchronise(companyId)
  let beyond: Date | undefined
  do {
    const found = await deps.applications.listFirst(companyId, { ...query, status, order, beyond }, EXPORTED_AT_ONCE)
    yield await toExported(deps, companyId, found)
    beyond = found.length < EXPORTED_AT_ONCE ? undefined : found.at(-1)?.date
  } while (beyond !== undefined)
}

async function toExported(deps: Deps, companyId: string, found: Application[]): Promise<ExportedApplication[]> {
  const lines = await toLines(deps, companyId, found, [])
  const texts = new Map(found.map(({ id, message, answers = [] }) => [id, { message, answers }]))
  const notes = await deps.notes.listOf(
    companyId,
    found.map(({ id }) => id),
  )
  return lines.map((line) => ({
    ...line,
    message: texts.get(line.id)?.message ?? '',
    answers: texts.get(line.id)?.answers ?? [],
    // An erasure that is under way has changed the row before it deletes the notes.
    notes: line.isErased ? [] : notes.filter(({ applicationId }) => applicationId === line.id),
  }))
}

/** Reads one application of the company. Throws `application_not_found`. */
export async function getApplication(
  deps: Deps,
  { companyId }: UserActor,
  { id }: { id: string },
): Promise<WholeApplication> {
  const application = await requireApplication(deps, companyId, id)
  const others = await findOthersOfPerson(deps, application)
  const [line] = await toLines(deps, companyId, [application], others)
  if (line === undefined) throw new Error(`application ${id} has no line`)
  const { message, answers = [], cvId, erasedAt } = application
  return {
    ...line,
    message,
    answers,
    state: writeState(application),
    isUnconfirmed: await isUnconfirmed(deps, application),
    ...findCvAddresses(cvId, `/backoffice/cv/${id}`),
    personUrl: erasedAt === undefined ? `/backoffice/person/${id}` : null,
    othersOfPerson: others.length + (await listHeldOfPerson(deps, application)).length,
  }
}

/** Finds what a user can do with a CV that has an address: browsers show PDFs only. */
export function findCvAddresses(cvId: string | null, address: string): CvAddresses {
  if (cvId === null) return { cvType: null, cvUrl: null, cvDownloadUrl: null }
  const cvType = findCvType(cvId)
  return { cvType, cvUrl: cvType === 'pdf' ? address : null, cvDownloadUrl: `${address}?download` }
}

/** Says in what state an application is, as the member `state` of the whole one. Throws `application_not_found`. */
export async function getApplicationState(
  deps: Deps,
  { companyId }: UserActor,
  { id }: { id: string },
): Promise<{ state: string }> {
  const [application] = await deps.applications.findByIds(companyId, [id])
  if (application === undefined) throw new AppError('application_not_found', { id })
  return { state: writeState(application) }
}

const writeState = (application: Application): string => {
  const { status, statusChange, erasedAt, erasureConfirmed, confirmationRefusedAt } = application
  return JSON.stringify([status, statusChange, erasedAt, erasureConfirmed, confirmationRefusedAt])
}

/** Finds a person's newest application to the same job before this one. `others` are applications of several people. */
function findApplicationBefore(
  application: Application,
  others: EarlierApplication[],
): ApplicationLine['appliedBefore'] {
  if (application.erasedAt !== undefined) return null
  const email = application.email.toLowerCase()
  const [newest] = others
    .filter(({ jobId, date }) => jobId === application.jobId && date < application.date)
    .filter((other) => other.email.toLowerCase() === email)
    .toSorted((a, b) => b.date.getTime() - a.date.getTime())
  return newest === undefined ? null : { id: newest.id, date: newest.date.toISOString() }
}

/** Shows an e-mail address as its owner writes it: `nom@exemplé.ma`, not `nom@xn--exempl-gva.ma`. */
export function showAddress(email: string): string {
  const start = email.lastIndexOf('@') + 1
  // Only an encoded domain is changed, because domainToUnicode also turns capitals into small letters.
  return /(^|\.)xn--/i.test(email.slice(start)) ? email.slice(0, start) + domainToUnicode(email.slice(start)) : email
}

/** Shows applications as the back office lists them. `others` are further applications of the same people. */
export async function toLines(
  deps: Deps,
  companyId: string,
  applications: Application[],
  others: EarlierApplication[],
): Promise<ApplicationLine[]> {
  const titles = await deps.jobs.findTitles(
    companyId,
    applications.map(({ jobId }) => jobId),
  )
  const keyNames = await findKeyNames(deps, companyId, applications)
  return applications.map((application) => {
    const { id, jobId, firstName, lastName, email, phone, linkedinUrl, date, status, cvId, erasedAt } = application
    const { statusChange, erasureConfirmed } = application
    return {
      id,
      jobId,
      firstName,
      lastName,
      phone,
      linkedinUrl,
      status,
      email: showAddress(email),
      jobTitle: titles.get(jobId) ?? '',
      date: date.toISOString(),
      hasCv: cvId !== null,
      ...showStatusChange(application),
      statusChangedByName: statusChange === undefined ? null : (keyNames.get(statusChange.actor) ?? statusChange.actor),
      isConfirmationRefused: application.confirmationRefusedAt !== undefined,
      isErased: erasedAt !== undefined,
      erasedAt: erasedAt?.toISOString() ?? null,
      erasureConfirmed: erasureConfirmed
        ? {
            at: erasureConfirmed.at.toISOString(),
            keyName: keyNames.get(erasureConfirmed.keyId) ?? '',
          }
        : null,
      appliedBefore: findApplicationBefore(application, others),
    }
  })
}

/** Finds the names of the keys that set a status of these applications, or confirmed an erasure. */
async function findKeyNames(deps: Deps, companyId: string, applications: Application[]): Promise<Map<string, string>> {
  const isByKey = applications.some(
    ({ statusChange, erasureConfirmed }) => statusChange?.by === 'api' || erasureConfirmed !== undefined,
  )
  const keys = isByKey ? await deps.apiKeys.list(companyId) : []
  return new Map(keys.map(({ id, name }) => [id, name]))
}
