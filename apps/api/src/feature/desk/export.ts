import { Readable } from 'node:stream'
import { noteAudit, type UserActor } from '@boardwalk/core/activity/audit'
import { getCompany } from '@boardwalk/core/company/service'
import { findCvType } from '@boardwalk/core/cv/type'
import { readCv } from '@boardwalk/core/cv/upload'
import { AppError } from '@boardwalk/core/error'
import { type NewApplication, showStatusChange } from '@boardwalk/core/intake/application'
import { listPersonApplications, type PersonApplications } from '@boardwalk/core/intake/person'
import { requireApplication } from '@boardwalk/core/intake/read'
import type { Deps } from '../../deps.ts'
import { createZip, type ZipEntry } from './zip.ts'

/** Everything that a company has of one person, as a zip archive. */
export interface PersonExport {
  fileName: string
  mime: 'application/zip'
  applications: number
  content: Readable
}

/**
 * Exports what the company has of the person who sent an application. Throws `application_not_found`, and
 * `application_erased`.
 */
export async function exportApplicant(deps: Deps, actor: UserActor, { id }: { id: string }): Promise<PersonExport> {
  const application = await requireApplication(deps, actor.companyId, id)
  if (application.erasedAt !== undefined) throw new AppError('application_erased')
  return createExport(deps, actor, await listPersonApplications(deps, actor.companyId, application.email))
}

/** Exports what the company has of the person with an e-mail address. Throws `person_not_found`. */
export async function exportPerson(deps: Deps, actor: UserActor, { email }: { email: string }): Promise<PersonExport> {
  await deps.mailbox.synchronise(actor.companyId)
  const sent = await listPersonApplications(deps, actor.companyId, email)
  if (sent.applications.length + sent.heldBack.length === 0) throw new AppError('person_not_found', { email })
  return createExport(deps, actor, sent)
}

async function createExport(
  deps: Deps,
  actor: UserActor,
  { applications, heldBack }: PersonApplications,
): Promise<PersonExport> {
  const { companyId } = actor
  const all = [...heldBack.map(({ heldAt, ...sent }) => ({ ...sent, date: heldAt })), ...applications]
  const latest = all.at(-1)
  if (latest === undefined) throw new Error('a person without an application is not exported')
  const ids = all.map(({ id }) => id)
  // The audit event comes first: if it cannot be stored, no data leaves. The exported trail then has this export too.
  await noteAudit(deps, actor, 'person_exported', latest.id, { count: String(ids.length) })
  const at = new Date(deps.now())
  const { id, name, slug } = await getCompany(deps, companyId)
  const titles = await deps.jobs.findTitles(
    companyId,
    all.map(({ jobId }) => jobId),
  )
  const notes = await deps.notes.listOf(companyId, ids)
  const describe = ({ id, status, jobId, cvId, ...application }: NewApplication) => {
    const { firstName, lastName, email, phone, linkedinUrl, message, answers = [] } = application
    return {
      id,
      status,
      firstName,
      lastName,
      email,
      phone,
      linkedinUrl,
      message,
      answers,
      job: {
        jobId,
        title: titles.get(jobId) ?? '',
      },
      cv: cvId === null ? null : nameCv(id, cvId),
    }
  }
  const person = {
    exportedAt: at,
    company: { id, name, slug },
    applications: applications.map((each) => ({
      ...describe(each),
      date: each.date,
      ...showStatusChange(each),
      notes: notes
        .filter(({ applicationId }) => applicationId === each.id)
        .map(({ at, text }) => ({
          at,
          text,
        })),
    })),
    heldBack: heldBack.map((each) => ({ ...describe(each), heldAt: each.heldAt })),
    audit: (await deps.auditEvents.listOf(actor.companyId, ids)).map(hideNames),
  }
  const json = `${JSON.stringify(person, null, 2)}\n`
  const cvs = all.flatMap(({ cvId, ...sent }): ZipEntry[] =>
    cvId === null ? [] : [{ path: nameCv(sent.id, cvId), at: sent.date, open: () => readCv(deps, cvId) }],
  )
  return {
    fileName: `Data ${latest.firstName} ${latest.lastName}.zip`,
    mime: 'application/zip',
    applications: ids.length,
    content: createZip([{ path: 'person.json', at, open: async () => Readable.from([Buffer.from(json)]) }, ...cvs]),
  }
}

const nameCv = (id: string, cvId: string) => `cv/${id}.${findCvType(cvId)}`

type AuditEvent = Awaited<ReturnType<Deps['auditEvents']['listOf']>>[number]

/** Hides who did something: the person may learn what was done with their data, but not the names of users and keys. */
function hideNames({ by, details: { keyName: _, ...details }, ...event }: AuditEvent) {
  return { ...event, details, by: ['operator', 'retention', 'board', 'key'].includes(by) ? by : 'user' }
}
