import { ExternalId } from '@boardwalk/schema/external-id'
import { BoardJobCreate, JobUpdate, PublicationStatus } from '@boardwalk/schema/job'
import { JobLookup, PUBLICATIONS_MAX } from '@boardwalk/schema/job-lookup'
import { z } from 'zod'
import { signedIn } from '../user/signed-in.ts'
import { createFormJob } from './create.ts'
import { deleteDraft, editJob, setExternalId } from './edit.ts'
import { getBoardJob, lookUpJobs } from './look-up.ts'
import { setPublication, setPublications } from './publish.ts'

const JobId = z.int()
/** Names the revision of the job that the administrator saw. */
const Seen = { jobId: JobId, revision: z.int() }

export const jobProcedures = {
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
