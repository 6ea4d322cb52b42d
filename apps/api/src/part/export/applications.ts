import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { findCvType } from '@boardwalk/core/cv/type'
import { readCv } from '@boardwalk/core/cv/upload'
import type { Application, NewApplication } from '@boardwalk/core/intake/application'
import type { HeldApplication } from '@boardwalk/core/intake/hold'
import type { Deps } from '../../deps.ts'
import { toLines } from '../../feature/desk/review.ts'
import type { ZipEntry } from '../../feature/desk/zip.ts'

/* What the export of a company has of the people who applied. Applications are read some at a time, so that they may be many. */

const READ_AT_ONCE = 500

/** The CV of an application, and when it came. */
export interface SentCv {
  id: string
  cvId: string
  at: Date
}

/** The name of a CV in the archive. */
const nameCv = (id: string, cvId: string) => `cvs/${id}.${findCvType(cvId)}`

/** Reads the applications of a company with a date up to an instant, oldest first. */
async function* readThrough(deps: Deps, companyId: string, through: Date): AsyncGenerator<Application[]> {
  for (let afterMs = 0; ; ) {
    const filter = { companyId, afterMs, throughMs: through.getTime() }
    const found = await deps.applications.list(filter, { page: 1, pageSize: READ_AT_ONCE })
    const last = found.at(-1)
    if (last === undefined) return
    yield found
    afterMs = last.date.getTime()
  }
}

/** Describes what the person sent, without the status. */
function describeSent(
  { id, firstName, lastName, email, phone, linkedinUrl, message, answers = [], cvId, jobId }: NewApplication,
  jobs: Awaited<ReturnType<Deps['jobs']['findExternalIds']>>,
) {
  const { externalId = null, title = '' } = jobs.get(jobId) ?? {}
  return {
    id,
    firstName,
    lastName,
    email,
    phone,
    linkedinUrl,
    message,
    answers,
    cv: cvId === null ? null : nameCv(id, cvId),
    job: {
      jobId,
      externalId,
      title,
    },
  }
}

const findJobs = (deps: Deps, companyId: string, applications: NewApplication[]) =>
  deps.jobs.findExternalIds(companyId, [...new Set(applications.map(({ jobId }) => jobId))])

/** Reads the applications as the back office shows them, with the notes about them. */
export async function* readApplicationRows(deps: Deps, companyId: string, through: Date) {
  for await (const found of readThrough(deps, companyId, through)) {
    const jobs = await findJobs(deps, companyId, found)
    const lines = new Map((await toLines(deps, companyId, found, [])).map((line) => [line.id, line]))
    const ids = found.map(({ id }) => id)
    const notes = await deps.notes.listOf(companyId, ids)
    for (const application of found) {
      const { id, date, status } = application
      const { statusChangedBy, statusChangedAt, statusChangedByName, erasedAt, erasureConfirmed } = lines.get(id) ?? {}
      yield {
        ...describeSent(application, jobs),
        date,
        status,
        statusChangedBy,
        statusChangedAt,
        statusChangedByName,
        erasedAt,
        erasureConfirmed,
        notes: notes.flatMap(({ applicationId, at, by, text }) =>
          applicationId === id
            ? [
                {
                  at,
                  by,
                  text,
                },
              ]
            : [],
        ),
      }
    }
  }
}

/** Reads the applications that are held back, newest first. `noteCv` is told of their CVs. */
export async function* readHeldRows(deps: Deps, companyId: string, noteCv: (cv: SentCv) => void) {
  for (let after: HeldApplication | undefined; ; ) {
    const found = await deps.heldApplications.listAfter(companyId, after, READ_AT_ONCE)
    const jobs = await findJobs(deps, companyId, found)
    for (const held of found) {
      const { id, cvId, heldAt } = held
      if (cvId !== null) noteCv({ id, cvId, at: heldAt })
      yield { ...describeSent(held, jobs), heldAt }
    }
    after = found.at(-1)
    if (after === undefined) return
  }
}

/** Lists the CVs of applications, each once: of those that were held back, and of those with a date up to an instant. */
export async function* listCvs(
  deps: Deps,
  companyId: string,
  held: readonly SentCv[],
  through: Date,
): AsyncGenerator<ZipEntry> {
  const createEntry = (cv: SentCv): ZipEntry => ({
    path: nameCv(cv.id, cv.cvId),
    at: cv.at,
    open: () => openCv(deps, companyId, cv),
  })
  yield* held.map(createEntry)
  // One that was let in meanwhile is among both.
  const listed = new Set(held.map(({ id }) => id))
  for await (const found of readThrough(deps, companyId, through))
    for (const { id, cvId, date } of found)
      if (cvId !== null && !listed.has(id)) yield createEntry({ id, cvId, at: date })
}

/**
 * Reads a CV as a whole, so that an erasure meanwhile leaves no half of it. Undefined if the application was erased or discarded
 * meanwhile.
 */
async function openCv(deps: Deps, companyId: string, { id, cvId }: SentCv): Promise<Readable | undefined> {
  try {
    return Readable.from([await buffer(await readCv(deps, cvId))])
  } catch (error) {
    const [accepted] = await deps.applications.findByIds(companyId, [id])
    const application = accepted ?? (await deps.heldApplications.find(companyId, id))
    if (application?.cvId !== cvId) return undefined
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`the CV of application ${id} cannot be read: ${reason}`, { cause: error })
  }
}
