import { domainToUnicode } from 'node:url'
import type { ApplicationLookup, ApplicationStatus } from '@boardwalk/schema/application'
import type { StatusChanger } from '@boardwalk/schema/candidate'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import { noteAudit, type UserActor } from '../activity/audit.ts'
import { type Application, showStatusChange } from './application.ts'
import { filterAttention, isUnconfirmed, type Visitor } from './attention.ts'
import type { HeldApplication } from './held-store.ts'
import { newChangeToken } from './place.ts'
import { findAcceptedApplication } from './read.ts'
import type { EarlierApplication } from './store.ts'

/*
 * How a user reads the company's applications and sets their status. As with a poll, accepted applications that still wait in
 * the mailbox are delivered first: a user whom the applicant tells of an application must find it.
 */

/** An application as the back office lists it. */
interface ApplicationLine
  extends Pick<Application, 'id' | 'jobId' | 'firstName' | 'lastName' | 'email' | 'phone' | 'linkedinUrl' | 'status'> {
  jobTitle: string
  /** ISO 8601 in UTC. */
  date: string
  hasCv: boolean
  statusChangedBy: StatusChanger
  /** ISO 8601 in UTC. */
  statusChangedAt: string
  /** The name of the key, or the e-mail address of the user. Null if it is not known, and for the status of a new application. */
  statusChangedByName: string | null
  /** Whether the person's data was erased. */
  isErased: boolean
  /** ISO 8601 in UTC. Null if the person's data was not erased. */
  erasedAt: string | null
  /** The key whose caller confirmed that it erased its copy, and when. Null if none has. */
  erasureConfirmed: { at: string; keyName: string } | null
  /** The person's application to the same job just before this one. Null if there is none. */
  appliedBefore: { id: string; date: string } | null
}

/** An application with everything that the person sent. */
interface WholeApplication extends ApplicationLine {
  message: string
  /** A text that changes with the status and with an erasure. So an open page learns cheaply whether to read all again. */
  state: string
  /** Whether it was erased over 7 days ago, and the ATS has not confirmed that it erased its copy. */
  isUnconfirmed: boolean
  /** The addresses that show the CV and that download it. Null if the application has no CV. */
  cvUrl: string | null
  cvDownloadUrl: string | null
  /** The address that downloads all that the company has of the person. Null if the application is erased. */
  personUrl: string | null
  /** The number of the company's other applications with this e-mail address, also of those that are held back. */
  othersOfPerson: number
}

/** Reads one page of the company's applications that match a lookup, newest first. `total` counts those of all pages. */
export async function lookUpApplications(
  deps: Deps,
  actor: Visitor,
  { attention: reason, ...lookup }: ApplicationLookup,
): Promise<{ applications: ApplicationLine[]; total: number }> {
  const { companyId } = actor
  const attention = reason && (await filterAttention(deps, actor, reason))
  if (reason !== undefined && attention === undefined) return { applications: [], total: 0 }
  await deps.mailbox.synchronise(companyId)
  const { applications, total } = await deps.applications.lookUp(companyId, { ...lookup, attention })
  const spellings = applications.filter(({ erasedAt }) => erasedAt === undefined).flatMap(({ email }) => spell(email))
  const others = await deps.applications.listByExactEmails(companyId, [...new Set(spellings)])
  return { applications: await toLines(deps, companyId, applications, others), total }
}

/** How many rows of a list an export reads at a time. */
const EXPORTED_AT_ONCE = 500

/** Reads all applications that match a lookup, some hundred at a time. A date is unique and never changes, so none is left out. */
export async function* readApplications(
  deps: Deps,
  actor: Visitor,
  { attention: reason, ...lookup }: Omit<ApplicationLookup, 'page' | 'pageSize'>,
): AsyncGenerator<ApplicationLine[]> {
  const { companyId } = actor
  const attention = reason && (await filterAttention(deps, actor, reason))
  if (reason !== undefined && attention === undefined) return
  await deps.mailbox.synchronise(companyId)
  let beyond: Date | undefined
  do {
    const found = await deps.applications.listFirst(companyId, { ...lookup, attention, beyond }, EXPORTED_AT_ONCE)
    yield await toLines(deps, companyId, found, [])
    beyond = found.length < EXPORTED_AT_ONCE ? undefined : found.at(-1)?.date
  } while (beyond !== undefined)
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
  const { message, cvId, erasedAt } = application
  const cvUrl = cvId === null ? null : `/backoffice/cv/${id}`
  return {
    ...line,
    message,
    state: writeState(application),
    isUnconfirmed: await isUnconfirmed(deps, application),
    cvUrl,
    cvDownloadUrl: cvUrl && `${cvUrl}?download`,
    personUrl: erasedAt === undefined ? `/backoffice/person/${id}` : null,
    othersOfPerson: others.length + (await listHeldOfPerson(deps, application)).length,
  }
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

const writeState = ({ status, statusChange, erasedAt, erasureConfirmed }: Application): string =>
  JSON.stringify([status, statusChange, erasedAt, erasureConfirmed])

/** Sets the status of an application. Throws `application_not_found`. */
export async function setApplicationStatus(
  deps: Deps,
  actor: UserActor,
  { id, status }: { id: string; status: ApplicationStatus },
): Promise<void> {
  const { companyId } = actor
  await deps.mailbox.synchronise(companyId)
  const token = newChangeToken()
  const setting = { id, token, status, by: 'back_office', actor: actor.email } as const
  const [isMade] = await deps.applications.updateEach(companyId, [setting])
  if (!isMade) {
    // The status of an erased application stays.
    await requireApplication(deps, companyId, id)
    return
  }
  await deps.mailbox.place(companyId, [{ id, token }])
  await noteAudit(deps, actor, 'application_status_changed', id, { to: status })
}

/** Finds an application that has been accepted. Throws `application_not_found`. */
export async function requireApplication(deps: Deps, companyId: string, id: string): Promise<Application> {
  const application = await findAcceptedApplication(deps, { companyId, applicationId: id })
  if (application === undefined) throw new AppError('application_not_found', { id })
  return application
}

/**
 * Finds the company's other applications with the same e-mail address. Empty for an erased application, which has none.
 */
export async function findOthersOfPerson(
  deps: Deps,
  { id, companyId, email, erasedAt }: Application,
): Promise<Application[]> {
  if (erasedAt !== undefined) return []
  const all = await deps.applications.listByEmail(companyId, email)
  return all.filter((other) => other.id !== id)
}

/** Lists the company's other applications with the same e-mail address that are held back. */
export async function listHeldOfPerson(
  deps: Deps,
  { id, companyId, email, erasedAt }: Application,
): Promise<HeldApplication[]> {
  if (erasedAt !== undefined) return []
  return (await deps.heldApplications.listByEmail(companyId, email)).filter((held) => held.id !== id)
}

/**
 * Lists the likely spellings of an e-mail address. The list of applications looks for these only, because an index finds
 * exact values. The page of one application finds every spelling.
 */
const spell = (email: string): string[] => {
  const lower = email.toLowerCase()
  return [email, lower, lower.charAt(0).toUpperCase() + lower.slice(1)]
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

async function toLines(
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
    const { actor = '' } = statusChange ?? {}
    return {
      ...{ id, jobId, firstName, lastName, phone, linkedinUrl, status },
      email: showAddress(email),
      jobTitle: titles.get(jobId) ?? '',
      date: date.toISOString(),
      hasCv: cvId !== null,
      ...showStatusChange(application),
      statusChangedByName: (statusChange?.by === 'api' ? keyNames.get(actor) : actor) || null,
      isErased: erasedAt !== undefined,
      erasedAt: erasedAt?.toISOString() ?? null,
      erasureConfirmed: erasureConfirmed
        ? { at: erasureConfirmed.at.toISOString(), keyName: keyNames.get(erasureConfirmed.keyId) ?? '' }
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
