import { listAudit } from '@boardwalk/core/activity/audit'
import { Cursor, RequestFilter } from '@boardwalk/core/activity/request-filter'
import { type EditableProfile, readCompanyProfile, updateCompanyProfile } from '@boardwalk/core/company/service'
import { eraseApplication } from '@boardwalk/core/intake/erase'
import { discardApplication, letApplicationIn } from '@boardwalk/core/intake/hold'
import { countApplications } from '@boardwalk/core/intake/read'
import { setApplicationStatus } from '@boardwalk/core/intake/set-status'
import { createFormJob } from '@boardwalk/core/job/create'
import { deleteDraft, editJob, previewJob, setExternalId } from '@boardwalk/core/job/edit'
import { listJobHistory } from '@boardwalk/core/job/history'
import { setPublication, setPublications } from '@boardwalk/core/job/publish'
import { createKey, listKeys, renameKey, revokeKey, rollKey } from '@boardwalk/core/key/service'
import { getRetention, previewRetention, setRetention } from '@boardwalk/core/retention/setting'
import { KeyName, Scopes } from '@boardwalk/schema/api-key'
import { ApplicationLookup, ApplicationStatus, NoteText, StatusChanges } from '@boardwalk/schema/application'
import { CompanyProfileChange, Locale, RetentionMonths } from '@boardwalk/schema/company'
import { isoInstant } from '@boardwalk/schema/iso-date'
import { BoardJobCreate, ExternalId, JobUpdate, PublicationStatus } from '@boardwalk/schema/job'
import { JobLookup, PUBLICATIONS_MAX } from '@boardwalk/schema/job-list'
import { Page, PageSize } from '@boardwalk/schema/page'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { listKeyChanges } from '../feature/activity/key-changes.ts'
import { countLastDay, listRequests } from '../feature/activity/requests.ts'
import { countAttention, countWaiting, type Visitor } from '../feature/desk/attention.ts'
import { findApplications } from '../feature/desk/find.ts'
import { listHeld } from '../feature/desk/held.ts'
import { getBoardJob, lookUpJobs } from '../feature/desk/jobs.ts'
import { addNote, deleteNote, listNotes } from '../feature/desk/note.ts'
import {
  countApplicationsByStatus,
  getApplication,
  getApplicationState,
  listFirstApplications,
  listJobsWithApplications,
  lookUpApplications,
} from '../feature/desk/review.ts'
import { setStatuses } from '../feature/desk/set-statuses.ts'
import { setCompanyCover, setCompanyLogo, toCoverPath, toLogoPath } from '../feature/picture/company-pictures.ts'
import type { Part, ProceduresOf } from '../part.ts'
import type { parts as allParts } from '../parts.ts'
import { renderPreviewPage } from '../site/job-page.tsx'
import { findOwnSite } from '../site/site.ts'
import { createBackOfficeRouter, signedIn } from './back-office-procedure.ts'
import { accountProcedures, sessionProcedures, userProcedures } from './back-office-users.ts'

/* The procedures that the back office calls, for each feature. Each checks its input and calls a function of the feature. */

const activityProcedures = {
  /** Lists the requests to the integration API. */
  list: signedIn
    .input(RequestFilter.extend({ cursor: Cursor }))
    .query(({ ctx, input }) => listRequests(ctx.deps, ctx.actor, input)),
  /** Lists what the company's users changed. */
  audit: signedIn.input(z.object({ cursor: Cursor })).query(({ ctx, input }) => listAudit(ctx.deps, ctx.actor, input)),
  /** Lists what the company's keys changed in jobs. */
  keyChanges: signedIn
    .input(z.object({ cursor: Cursor }))
    .query(({ ctx, input }) => listKeyChanges(ctx.deps, ctx.actor, input)),
}

const KeyId = z.string()

const keyProcedures = {
  list: signedIn.query(async ({ ctx }) => ({ keys: await listKeys(ctx.deps, ctx.actor.companyId) })),
  create: signedIn
    .input(z.object({ name: KeyName, scopes: Scopes }))
    .mutation(({ ctx, input }) => createKey(ctx.deps, ctx.actor, input)),
  rename: signedIn
    .input(z.object({ id: KeyId, name: KeyName }))
    .mutation(({ ctx, input }) => renameKey(ctx.deps, ctx.actor, input)),
  /** Asks for the key's name too, so that a user does not revoke the wrong key by mistake. */
  revoke: signedIn
    .input(z.object({ id: KeyId, name: z.string() }))
    .mutation(({ ctx, input }) => revokeKey(ctx.deps, ctx.actor, input)),
  roll: signedIn
    .input(z.object({ id: KeyId, revokeOldInHours: z.literal([0, 24, 72]) }))
    .mutation(({ ctx, input }) => rollKey(ctx.deps, ctx.actor, input)),
}

const ApplicationId = z.string().max(100)

const applicationProcedures = {
  list: signedIn.input(ApplicationLookup).query(({ ctx, input }) => lookUpApplications(ctx.deps, ctx.actor, input)),
  /** Lists the first applications that match, on all pages. */
  listFirst: signedIn
    .input(ApplicationLookup.omit({ page: true, pageSize: true }))
    .query(({ ctx, input }) => listFirstApplications(ctx.deps, ctx.actor, input)),
  get: signedIn
    .input(z.object({ id: ApplicationId }))
    .query(({ ctx, input }) => getApplication(ctx.deps, ctx.actor, input)),
  getState: signedIn
    .input(z.object({ id: ApplicationId }))
    .query(({ ctx, input }) => getApplicationState(ctx.deps, ctx.actor, input)),
  setStatus: signedIn
    .input(z.object({ id: ApplicationId, status: ApplicationStatus }))
    .mutation(({ ctx, input }) => setApplicationStatus(ctx.deps, ctx.actor, input)),
  /** Sets the status of several applications. One that has changed meanwhile keeps its status. */
  setStatuses: signedIn
    .input(z.object({ changes: StatusChanges }))
    .mutation(({ ctx, input }) => setStatuses(ctx.deps, ctx.actor, input)),
  /** Counts the applications of each status that match a lookup. */
  countByStatus: signedIn
    .input(ApplicationLookup.pick({ jobId: true, question: true, answer: true, attention: true, search: true }))
    .query(({ ctx, input }) => countApplicationsByStatus(ctx.deps, ctx.actor, input)),
  listJobs: signedIn.query(({ ctx }) => listJobsWithApplications(ctx.deps, ctx.actor)),
  listNotes: signedIn
    .input(z.object({ id: ApplicationId }))
    .query(({ ctx, input }) => listNotes(ctx.deps, ctx.actor, input)),
  /** Adds a note about an application. The form makes `noteId`, so that a second click adds no second note. */
  addNote: signedIn
    .input(z.object({ id: ApplicationId, noteId: z.guid({ error: 'must be the id of the form' }), text: NoteText }))
    .mutation(({ ctx, input }) => addNote(ctx.deps, ctx.actor, input)),
  deleteNote: signedIn
    .input(z.object({ noteId: z.string().max(200) }))
    .mutation(({ ctx, input }) => deleteNote(ctx.deps, ctx.actor, input)),
  /** Erases an application's data for good. `allOfPerson` erases every application with the same e-mail address. */
  erase: signedIn
    .input(z.object({ id: ApplicationId, allOfPerson: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => eraseApplication(ctx.deps, ctx.actor, input)),
  /** Counts what waits for the user, for the navigation. */
  countWaiting: signedIn.query(({ ctx }) => countWaiting(ctx.deps, ctx.actor)),
  /** Lists applications that are held back, because the trap field of their form was filled in. */
  listHeld: signedIn
    .input(z.object({ page: Page, pageSize: PageSize }))
    .query(({ ctx, input }) => listHeld(ctx.deps, ctx.actor, input)),
  /** Finds where applications are, by the id of the application or of the request, or by a time. */
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
    .input(z.object({ id: ApplicationId }))
    .mutation(({ ctx, input }) => letApplicationIn(ctx.deps, ctx.actor, input)),
  discard: signedIn
    .input(z.object({ id: ApplicationId }))
    .mutation(({ ctx, input }) => discardApplication(ctx.deps, ctx.actor, input)),
}

/** Replaces the pictures of a profile with their addresses. */
function showProfile({ id: _id, logo, cover, ...company }: EditableProfile) {
  return {
    ...company,
    logoUrl: logo && toLogoPath(company, logo),
    coverUrl: cover && toCoverPath(company, cover),
  }
}

const FileInBase64 = z.object({ base64: z.base64({ error: 'must be a file in base64' }) })

const companyProcedures = {
  get: signedIn.query(async ({ ctx }) => showProfile(await readCompanyProfile(ctx.deps, ctx.actor))),
  /** Changes texts. `revision` is the one that the user's form shows. */
  update: signedIn
    .input(CompanyProfileChange.extend({ revision: z.int().min(0) }))
    .mutation(async ({ ctx, input }) => showProfile(await updateCompanyProfile(ctx.deps, ctx.actor, input))),
  setLogo: signedIn.input(FileInBase64).mutation(async ({ ctx, input }) => {
    return showProfile(await setCompanyLogo(ctx.deps, ctx.actor, Buffer.from(input.base64, 'base64'), ctx.signal))
  }),
  removeLogo: signedIn.mutation(async ({ ctx }) => showProfile(await setCompanyLogo(ctx.deps, ctx.actor, null))),
  setCover: signedIn.input(FileInBase64).mutation(async ({ ctx, input }) => {
    return showProfile(await setCompanyCover(ctx.deps, ctx.actor, Buffer.from(input.base64, 'base64'), ctx.signal))
  }),
  removeCover: signedIn.mutation(async ({ ctx }) => showProfile(await setCompanyCover(ctx.deps, ctx.actor, null))),
}

const JobId = z.int()
/** A job and its revision, which must be the current one. */
const JobRevision = { jobId: JobId, revision: z.int() }

const jobProcedures = {
  list: signedIn.input(JobLookup).query(({ ctx, input }) => lookUpJobs(ctx.deps, ctx.actor, input)),
  get: signedIn.input(z.object({ jobId: JobId })).query(({ ctx, input }) => getBoardJob(ctx.deps, ctx.actor, input)),
  /** Lists what users and keys changed in a job. */
  history: signedIn
    .input(z.object({ jobId: JobId, cursor: Cursor }))
    .query(({ ctx, input }) => listJobHistory(ctx.deps, ctx.actor, input)),
  /** Creates a job. The form makes `formId` when it opens, so that a second click or a repeated request creates no second job. */
  create: signedIn
    .input(z.object({ formId: z.guid({ error: 'must be the id of the form' }), job: BoardJobCreate }))
    .mutation(({ ctx, input }) => createFormJob(ctx.deps, ctx.actor, input)),
  /** Changes fields as an update by the integration API does: an absent field stays, and `null` clears a field. */
  update: signedIn
    .input(z.object({ ...JobRevision, job: JobUpdate }))
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
          .array(z.object(JobRevision), { error: `must be a list of 1 to ${PUBLICATIONS_MAX} jobs` })
          .min(1)
          .max(PUBLICATIONS_MAX),
      }),
    )
    .mutation(({ ctx, input }) => setPublications(ctx.deps, ctx.actor, input)),
  deleteDraft: signedIn
    .input(z.object(JobRevision))
    .mutation(({ ctx, input }) => deleteDraft(ctx.deps, ctx.actor, input)),
  setExternalId: signedIn
    .input(z.object({ ...JobRevision, externalId: ExternalId.nullable() }))
    .mutation(({ ctx, input }) => setExternalId(ctx.deps, ctx.actor, input)),
}

const retentionProcedures = {
  get: signedIn.query(({ ctx }) => getRetention(ctx.deps, ctx.actor)),
  preview: signedIn
    .input(z.object({ months: RetentionMonths }))
    .query(({ ctx, input }) => previewRetention(ctx.deps, ctx.actor, input)),
  /** Sets for how many months applications are kept. With null, they are kept until a user erases them. */
  set: signedIn
    .input(z.object({ months: RetentionMonths.nullable() }))
    .mutation(({ ctx, input }) => setRetention(ctx.deps, ctx.actor, input)),
}

/** Reads the numbers of the first page. */
async function summarise(deps: Deps, actor: Visitor) {
  const { companyId } = actor
  const [attention, jobsLive, jobsDraft, applicationsTotal, heldBack, keys, errors, warned] = await Promise.all([
    countAttention(deps, actor),
    deps.jobs.countByStatus(companyId, 'PUBLISHED'),
    deps.jobs.countByStatus(companyId, 'UNPUBLISHED'),
    countApplications(deps, companyId),
    deps.heldApplications.count(companyId),
    listKeys(deps, companyId),
    countLastDay(deps, companyId, 'failed'),
    countLastDay(deps, companyId, 'warned'),
  ])
  return {
    attention,
    jobsLive,
    jobsDraft,
    applicationsTotal,
    heldBack,
    keys: keys
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ id, name, last4, lastPushAt, lastPollAt }) => ({ id, name, last4, lastPushAt, lastPollAt })),
    errorsLastDay: errors,
    warnedLastDay: warned,
  }
}

const homeProcedures = {
  summary: signedIn.query(({ ctx }) => summarise(ctx.deps, ctx.actor)),
}

/** Renders the job as it would be if the user saved the form. Nothing is stored. */
const previewProcedure = signedIn
  .input(z.object({ jobId: z.int().optional(), job: JobUpdate, locale: Locale }))
  // A mutation, although it changes nothing: only pages of this server may call one.
  .mutation(async ({ ctx: { deps, actor }, input }) => {
    const job = await previewJob(deps, actor, input)
    const site = await findOwnSite(deps, actor, input.locale)
    return { html: renderPreviewPage({ site, job, isFramed: true, now: deps.now() }) }
  })

/** The procedures of the back office itself. It has one member for each feature. */
const procedures = {
  session: sessionProcedures,
  account: accountProcedures,
  user: userProcedures,
  key: keyProcedures,
  job: { ...jobProcedures, preview: previewProcedure },
  application: applicationProcedures,
  company: companyProcedures,
  retention: retentionProcedures,
  activity: activityProcedures,
  home: homeProcedures,
}

/** Makes the router of what the back office calls: of itself and of the parts. */
export function createBackOfficeProcedures(parts: readonly Part[]) {
  // The cast holds if the board has all parts. The pages of one without a part get `NOT_FOUND` for it.
  const ofParts = Object.assign({}, ...parts.map((part) => part.procedures)) as ProceduresOf<typeof allParts>
  return createBackOfficeRouter({ ...procedures, ...ofParts })
}
export type BackOfficeRouter = ReturnType<typeof createBackOfficeProcedures>
