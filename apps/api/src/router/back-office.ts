import { KeyName, Scopes } from '@boardwalk/schema/api-key'
import { ApplicationLookup, ApplicationStatus } from '@boardwalk/schema/application'
import { CompanyProfileChange, Locale, RetentionMonths } from '@boardwalk/schema/company'
import { isoInstant } from '@boardwalk/schema/iso-date'
import { BoardJobCreate, ExternalId, JobUpdate, PublicationStatus } from '@boardwalk/schema/job'
import { JobLookup, PUBLICATIONS_MAX } from '@boardwalk/schema/job-list'
import { Page, PageSize } from '@boardwalk/schema/page'
import { z } from 'zod'
import { listAudit } from '../feature/activity/audit.ts'
import { listRequests } from '../feature/activity/requests.ts'
import { createKey, listKeys, renameKey, revokeKey, rollKey } from '../feature/api-key/service.ts'
import { eraseApplication } from '../feature/application/erase.ts'
import { findApplications } from '../feature/application/find.ts'
import { discardApplication, letApplicationIn, listHeld } from '../feature/application/hold.ts'
import { getApplication, lookUpApplications, setApplicationStatus } from '../feature/application/review.ts'
import { toLogoPath } from '../feature/company/logo-path.ts'
import {
  type EditableProfile,
  readCompanyProfile,
  setCompanyLogo,
  updateCompanyProfile,
} from '../feature/company/service.ts'
import { summary } from '../feature/home/service.ts'
import { createFormJob } from '../feature/job/create.ts'
import { deleteDraft, editJob, previewJob, setExternalId } from '../feature/job/edit.ts'
import { setPublication, setPublications } from '../feature/job/publish.ts'
import { getBoardJob, lookUpJobs } from '../feature/job/search/back-office.ts'
import { getRetention, previewRetention, setRetention } from '../feature/retention/service.ts'
import { findOwnSite } from '../site/company-site.ts'
import { renderPreviewPage } from '../site/preview-page.tsx'
import { createBackOfficeRouter, signedIn } from './back-office-procedure.ts'
import { accountProcedures, administratorProcedures, sessionProcedures } from './back-office-users.ts'

/** Where the page begins, from the answer of the page before. tRPC's infinite queries need the name `cursor`. */
const cursor = z.string().max(100).nullish()

const RequestFilter = z.object({
  keyId: z.string().optional(),
  requestId: z.string().optional(),
  failedOnly: z.boolean().optional(),
  cursor,
})

const activityProcedures = {
  /** Lists the requests to the integration API. */
  list: signedIn.input(RequestFilter).query(({ ctx, input }) => listRequests(ctx.deps, ctx.actor, input)),
  /** Lists what the company's people changed. */
  audit: signedIn.input(z.object({ cursor })).query(({ ctx, input }) => listAudit(ctx.deps, ctx.actor, input)),
}

const id = z.string()

const keyProcedures = {
  list: signedIn.query(async ({ ctx }) => ({ keys: await listKeys(ctx.deps, ctx.actor.companyId) })),
  create: signedIn
    .input(z.object({ name: KeyName, scopes: Scopes }))
    .mutation(({ ctx, input }) => createKey(ctx.deps, ctx.actor, input)),
  rename: signedIn
    .input(z.object({ id, name: KeyName }))
    .mutation(({ ctx, input }) => renameKey(ctx.deps, ctx.actor, input)),
  /** Asks for the key's name again, so that nobody revokes the wrong key by mistake. */
  revoke: signedIn
    .input(z.object({ id, name: z.string() }))
    .mutation(({ ctx, input }) => revokeKey(ctx.deps, ctx.actor, input)),
  roll: signedIn
    .input(z.object({ id, revokeOldInHours: z.literal([0, 24, 72]) }))
    .mutation(({ ctx, input }) => rollKey(ctx.deps, ctx.actor, input)),
}

const Id = z.string().max(100)

const applicationProcedures = {
  list: signedIn.input(ApplicationLookup).query(({ ctx, input }) => lookUpApplications(ctx.deps, ctx.actor, input)),
  get: signedIn.input(z.object({ id: Id })).query(({ ctx, input }) => getApplication(ctx.deps, ctx.actor, input)),
  setStatus: signedIn
    .input(z.object({ id: Id, status: ApplicationStatus }))
    .mutation(({ ctx, input }) => setApplicationStatus(ctx.deps, ctx.actor, input)),
  /** Erases an application's data for good. `allOfPerson` erases every application with the same e-mail address. */
  erase: signedIn
    .input(z.object({ id: Id, allOfPerson: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => eraseApplication(ctx.deps, ctx.actor, input)),
  /** Lists what is held back, because the trap field of the form was filled in. */
  listHeld: signedIn
    .input(z.object({ page: Page, pageSize: PageSize }))
    .query(({ ctx, input }) => listHeld(ctx.deps, ctx.actor, input)),
  /** Finds where applications are, by a number (of the application or the request) or by a time. */
  find: signedIn
    .input(
      z.object({
        reference: z.string().max(200).optional(),
        since: isoInstant('since').optional(),
        until: isoInstant('until', { dayEnd: true }).optional(),
      }),
    )
    .query(({ ctx, input: { reference, ...time } }) =>
      findApplications(ctx.deps, ctx.actor, { id: reference, requestId: reference, ...time }),
    ),
  letIn: signedIn
    .input(z.object({ id: Id }))
    .mutation(({ ctx, input }) => letApplicationIn(ctx.deps, ctx.actor, input)),
  discard: signedIn
    .input(z.object({ id: Id }))
    .mutation(({ ctx, input }) => discardApplication(ctx.deps, ctx.actor, input)),
}

/** Turns a profile into what the back office shows. It has the address of the logo instead of the logo. */
function showProfile({ id: _id, logo, ...company }: EditableProfile) {
  return { ...company, logoUrl: logo === null ? null : toLogoPath(company, logo) }
}

const companyProcedures = {
  get: signedIn.query(async ({ ctx }) => showProfile(await readCompanyProfile(ctx.deps, ctx.actor))),
  /** Changes texts. `revision` names the profile that the administrator saw. */
  update: signedIn
    .input(CompanyProfileChange.extend({ revision: z.int().min(0) }))
    .mutation(async ({ ctx, input }) => showProfile(await updateCompanyProfile(ctx.deps, ctx.actor, input))),
  /** Sets the logo. The input is the file in base64. */
  setLogo: signedIn
    .input(z.object({ base64: z.base64({ error: 'must be a file in base64' }) }))
    .mutation(async ({ ctx, input }) => {
      return showProfile(await setCompanyLogo(ctx.deps, ctx.actor, Buffer.from(input.base64, 'base64')))
    }),
  removeLogo: signedIn.mutation(async ({ ctx }) => showProfile(await setCompanyLogo(ctx.deps, ctx.actor, null))),
}

const JobId = z.int()
/** Names the revision of the job that the administrator saw. */
const Seen = { jobId: JobId, revision: z.int() }

const jobProcedures = {
  list: signedIn.input(JobLookup).query(({ ctx, input }) => lookUpJobs(ctx.deps, ctx.actor, input)),
  get: signedIn.input(z.object({ jobId: JobId })).query(({ ctx, input }) => getBoardJob(ctx.deps, ctx.actor, input)),
  /** Creates a job. The form makes `formId` when it opens, so that a second click or a repeated request makes no second job. */
  create: signedIn
    .input(z.object({ formId: z.guid({ error: 'must be the id of the form' }), job: BoardJobCreate }))
    .mutation(({ ctx, input }) => createFormJob(ctx.deps, ctx.actor, input)),
  /** Changes fields as an update by the integration API does: an absent field stays, and `null` clears a field. */
  update: signedIn
    .input(z.object({ ...Seen, job: JobUpdate }))
    .mutation(({ ctx, input }) => editJob(ctx.deps, ctx.actor, input)),
  publish: signedIn
    .input(z.object({ jobId: JobId }))
    .mutation(({ ctx, input }) => setPublication(ctx.deps, ctx.actor, input, 'PUBLISHED')),
  unpublish: signedIn
    .input(z.object({ jobId: JobId }))
    .mutation(({ ctx, input }) => setPublication(ctx.deps, ctx.actor, input, 'UNPUBLISHED')),
  setPublications: signedIn
    .input(
      z.object({
        status: PublicationStatus,
        jobs: z
          .array(z.object(Seen), { error: `must be a list of 1 to ${PUBLICATIONS_MAX} jobs` })
          .min(1)
          .max(PUBLICATIONS_MAX),
      }),
    )
    .mutation(({ ctx, input }) => setPublications(ctx.deps, ctx.actor, input)),
  deleteDraft: signedIn.input(z.object(Seen)).mutation(({ ctx, input }) => deleteDraft(ctx.deps, ctx.actor, input)),
  setExternalId: signedIn
    .input(z.object({ ...Seen, externalId: ExternalId.nullable() }))
    .mutation(({ ctx, input }) => setExternalId(ctx.deps, ctx.actor, input)),
}

const retentionProcedures = {
  get: signedIn.query(({ ctx }) => getRetention(ctx.deps, ctx.actor)),
  preview: signedIn
    .input(z.object({ months: RetentionMonths }))
    .query(({ ctx, input }) => previewRetention(ctx.deps, ctx.actor, input)),
  /** Sets for how many months applications are kept. Null: until somebody erases them. */
  set: signedIn
    .input(z.object({ months: RetentionMonths.nullable() }))
    .mutation(({ ctx, input }) => setRetention(ctx.deps, ctx.actor, input)),
}

const homeProcedures = {
  summary: signedIn.query(({ ctx }) => summary(ctx.deps, ctx.actor)),
}

/** Renders the job that an administrator is writing, as saving the form would leave it. Nothing is stored. */
const previewProcedure = signedIn
  .input(z.object({ jobId: z.int().optional(), job: JobUpdate, locale: Locale }))
  // A mutation, although it changes nothing: only pages of this server may call one.
  .mutation(async ({ ctx: { deps, actor }, input }) => {
    const job = await previewJob(deps, actor, input)
    const site = await findOwnSite(deps, actor, input.locale)
    return { html: renderPreviewPage({ site, job, isFramed: true }) }
  })

/** The procedures that the back office calls. It has one member for each feature. */
export const backOfficeRouter = createBackOfficeRouter({
  session: sessionProcedures,
  account: accountProcedures,
  user: administratorProcedures,
  key: keyProcedures,
  job: { ...jobProcedures, preview: previewProcedure },
  application: applicationProcedures,
  company: companyProcedures,
  retention: retentionProcedures,
  activity: activityProcedures,
  home: homeProcedures,
})
export type BackOfficeRouter = typeof backOfficeRouter
