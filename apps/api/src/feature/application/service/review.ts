import type { ApplicationLookup, ApplicationStatus } from '@boardwalk/schema/application'
import { AppError } from '../../../error.ts'
import type { Needs } from '../../../needs.ts'
import type { Application } from '../application.ts'
import type { WithMailbox } from '../mailbox.ts'
import type { Applications } from '../store.ts'
import { acceptedApplication } from './accepted.ts'

/*
 * How an administrator reads the company's applications and says how far each is. What is accepted and still waits in
 * the mailbox is delivered first, as by a poll: nobody may be told of an application and not find it.
 */

/** What this feature asks of the jobs, which know the applications: it is handed over, so that neither imports the other. */
export interface JobTitles {
  /** The titles of these jobs, by job id. */
  findJobTitles: (companyId: string, jobIds: number[]) => Promise<Map<number, string>>
}

type Company = { companyId: string }

/** An application as a line of a list. */
interface ApplicationLine {
  id: string
  jobId: number
  jobTitle: string
  firstName: string
  lastName: string
  email: string
  /** ISO 8601 in UTC. */
  date: string
  status: ApplicationStatus
  hasCv: boolean
  /** Whether all that the person sent was erased on request. */
  isErased: boolean
}

/** An application with all that the person sent. */
interface WholeApplication extends ApplicationLine {
  phone: string
  linkedinUrl: string
  message: string
  erasedAt: string | null
  /** Where the CV is shown, and where it is saved from; null without one. */
  cvUrl: string | null
  cvDownloadUrl: string | null
  /** How many more applications of the company have this e-mail address. */
  othersOfPerson: number
}

/** One page of the company's applications, newest first. */
export async function lookUpApplications(
  deps: WithMailbox<'synchronise'> & Applications<'lookUp'> & JobTitles,
  { companyId }: Company,
  lookup: ApplicationLookup,
): Promise<{ applications: ApplicationLine[]; total: number }> {
  await deps.mailbox.synchronise(companyId)
  const { applications, total } = await deps.applications.lookUp(companyId, lookup)
  return { applications: await linesOf(deps, companyId, applications), total }
}

/** One application of the company. Throws `application_not_found`. */
export async function getApplication(
  deps: Needs<typeof requireApplication> & Needs<typeof othersOfPerson> & JobTitles,
  { companyId }: Company,
  { id }: { id: string },
): Promise<WholeApplication> {
  const application = await requireApplication(deps, companyId, id)
  const [line] = await linesOf(deps, companyId, [application])
  if (line === undefined) throw new Error(`application ${id} has no line`)
  const { phone, linkedinUrl, message, cvId, erasedAt } = application
  const cvUrl = cvId === null ? null : `/backoffice/cv/${id}`
  return {
    ...line,
    phone,
    linkedinUrl,
    message,
    erasedAt: erasedAt?.toISOString() ?? null,
    cvUrl,
    cvDownloadUrl: cvUrl && `${cvUrl}?download`,
    othersOfPerson: (await othersOfPerson(deps, application)).length,
  }
}

/** Says how far the company is with an application. Throws `application_not_found`. */
export async function setApplicationStatus(
  deps: WithMailbox<'synchronise'> & Applications<'setStatus'>,
  { companyId }: Company,
  { id, status }: { id: string; status: ApplicationStatus },
): Promise<void> {
  await deps.mailbox.synchronise(companyId)
  if (!(await deps.applications.setStatus(companyId, id, status))) throw new AppError('application_not_found', { id })
}

/** An application that has been accepted by now. Throws `application_not_found`. */
export async function requireApplication(
  deps: Needs<typeof acceptedApplication>,
  companyId: string,
  id: string,
): Promise<Application> {
  const application = await acceptedApplication(deps, { companyId, applicationId: id })
  if (application === undefined) throw new AppError('application_not_found', { id })
  return application
}

/** The same person's other applications to the company: those of the same e-mail address. */
export async function othersOfPerson(
  deps: Applications<'listOfPerson'>,
  { id, companyId, email, erasedAt }: Application,
): Promise<Application[]> {
  if (erasedAt !== undefined) return []
  const all = await deps.applications.listOfPerson(companyId, email)
  return all.filter((other) => other.id !== id)
}

async function linesOf(deps: JobTitles, companyId: string, applications: Application[]): Promise<ApplicationLine[]> {
  const titles = await deps.findJobTitles(
    companyId,
    applications.map(({ jobId }) => jobId),
  )
  return applications.map(({ id, jobId, firstName, lastName, email, date, status, cvId, erasedAt }) => ({
    id,
    jobId,
    jobTitle: titles.get(jobId) ?? '',
    firstName,
    lastName,
    email,
    date: date.toISOString(),
    status,
    hasCv: cvId !== null,
    isErased: erasedAt !== undefined,
  }))
}
