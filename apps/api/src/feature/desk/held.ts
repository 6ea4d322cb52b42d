import type { NewApplication } from '@boardwalk/core/intake/application'
import { HELD_MS } from '@boardwalk/core/intake/application'
import { hasSameContent } from '@boardwalk/core/intake/content'
import type { Paging } from '@boardwalk/schema/page'
import type { Answer } from '@boardwalk/schema/questions'
import type { Deps } from '../../deps.ts'
import { type CvAddresses, findCvAddresses, showAddress } from './review.ts'

/* What users see of applications that are held back. */

/** What the back office shows of an application that is held back. */
export interface HeldLine
  extends Pick<
      NewApplication,
      'id' | 'jobId' | 'firstName' | 'lastName' | 'email' | 'phone' | 'linkedinUrl' | 'message'
    >,
    CvAddresses {
  /** The answers to the questions of the job, with each question as the person read it. */
  answers: Answer[]
  jobTitle: string
  /** ISO 8601 in UTC. */
  heldAt: string
  /** When it goes in by itself, unless a user decides before. */
  until: string
}

/** Reads one page of the held applications, newest first. `total` counts those of all pages. */
export async function listHeld(
  deps: Deps,
  { companyId }: { companyId: string },
  paging: Paging,
): Promise<{ held: HeldLine[]; total: number }> {
  const read = await deps.heldApplications.list(companyId, paging)
  await deps.mailbox.synchronise(companyId)
  const ids = read.held.map(({ id }) => id)
  // The same form may have been accepted too, with an empty trap field. The sweep removes a CV that only this copy has.
  const found = await deps.applications.findByIds(companyId, ids)
  const same = read.held.filter((each) => found.some((one) => one.id === each.id && hasSameContent(one, each)))
  const accepted = new Set(same.map(({ id }) => id))
  if (accepted.size > 0) await deps.heldApplications.remove(companyId, [...accepted])
  const held = read.held.filter(({ id }) => !accepted.has(id))
  const titles = await deps.jobs.findTitles(
    companyId,
    held.map(({ jobId }) => jobId),
  )
  return {
    held: held.map(
      ({ id, jobId, firstName, lastName, email, phone, linkedinUrl, message, answers = [], cvId, heldAt }) => ({
        id,
        jobId,
        firstName,
        lastName,
        phone,
        linkedinUrl,
        message,
        answers,
        email: showAddress(email),
        jobTitle: titles.get(jobId) ?? '',
        ...findCvAddresses(cvId, `/backoffice/held-cv/${id}`),
        heldAt: heldAt.toISOString(),
        until: new Date(heldAt.getTime() + HELD_MS).toISOString(),
      }),
    ),
    total: read.total - accepted.size,
  }
}
