import { randomBytes } from 'node:crypto'
import { actAsApplicant } from '@boardwalk/core/activity/audit'
import { type Company, findCompaniesById } from '@boardwalk/core/company/service'
import type { Application } from '@boardwalk/core/intake/application'
import { eraseApplication } from '@boardwalk/core/intake/erase'
import { findAcceptedApplication } from '@boardwalk/core/intake/read'
import { withdrawApplication } from '@boardwalk/core/intake/set-status'
import type { Deps } from '../../deps.ts'
import { hashSecret } from '../../feature/user/link.ts'
import { replying } from './state.ts'

/*
 * What a person does with their own application: withdraws or erases it. The link with the secret was mailed to the address of the
 * application, so who has it reads that mailbox. It works as long as the application is not erased. An erasure that broke off can be
 * repeated.
 */

/** Makes the secret of the link in a mail. The database keeps its hash only. */
export async function makeApplicantSecret(
  deps: Deps,
  { companyId, id }: Pick<Application, 'companyId' | 'id'>,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await replying(deps).applicantLinks.addSecret(companyId, id, hashSecret(secret))
  return secret
}

/** A person's own application, as its page shows it. */
export interface OwnApplication {
  application: Application
  company: Company
  jobTitle: string
  withdrawnAt: Date | undefined
}

/** Finds the application of a link, also one whose erasure broke off. Undefined if there is no such link. */
export async function findOwnApplication(deps: Deps, secret: string): Promise<OwnApplication | undefined> {
  const link = await replying(deps).applicantLinks.findBySecret(hashSecret(secret))
  if (link === undefined) return undefined
  const { companyId, withdrawnAt } = link
  const application = await findAcceptedApplication(deps, link)
  const company = (await findCompaniesById(deps, [companyId])).get(companyId)
  if (application === undefined || company === undefined) return undefined
  const { jobId } = application
  const jobTitle = (await deps.jobs.findTitles(companyId, [jobId])).get(jobId) ?? ''
  return { application, company, jobTitle, withdrawnAt }
}

/** Withdraws an application. A second time changes nothing, also if an ATS has set another status meanwhile. */
export async function withdrawOwn(deps: Deps, { application }: OwnApplication): Promise<Date> {
  const { companyId, id } = application
  const at = new Date(deps.now())
  await withdrawApplication(deps, { companyId, id })
  // After the status: a call that fails before leaves the button.
  await replying(deps).applicantLinks.noteWithdrawn(companyId, id, at)
  return at
}

/** Erases an application for good as a user of the company would, and with `allOfPerson` the person's others to the company. */
export async function eraseOwn(deps: Deps, { application }: OwnApplication, allOfPerson: boolean): Promise<void> {
  const { companyId, id } = application
  await eraseApplication(deps, actAsApplicant(companyId), { id, allOfPerson })
}
