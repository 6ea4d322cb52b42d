import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { changeOf } from '../native/job-change.ts'
import { jobUrl } from '../native/job-url.ts'
import { insertJob, type JobAddress, unpublishJob } from '../native/jobs.ts'
import { Refusal } from '../native/refusal.ts'
import { requireKeepable } from './extra.ts'
import { requireRanges } from './job-range.ts'
import { createBody, jobParams, jobResult, unpublishResult, updateBody } from './schema.ts'
import type { Settings } from './settings.ts'
import { upsertJob } from './upsert-job.ts'
import { withKey } from './with-key.ts'

interface JobPath {
  externalJobId: string
}

export const jobRoutes =
  ({ collections, publicUrl }: Settings): FastifyPluginAsync =>
  async (app) => {
    const config = { nullMember: 'jobId' } as const
    const onRequest = withKey(collections, 'write')
    const answer = (companySlug: string, { _id, slug }: JobAddress) => ({
      jobId: _id,
      jobUrl: jobUrl(publicUrl, companySlug, slug),
      error: null,
    })

    app.post<{ Body: { job: { id: string; title: string } & Record<string, unknown> } }>(
      '/job',
      { config, onRequest, schema: { body: createBody, response: { 200: jobResult } } },
      async ({ actor, body: { job } }) => {
        const change = changeOf(job)
        requireKeepable(change.extra)
        requireRanges(change.set)
        const created = await insertJob(collections, actor.companyId, job.id, job.title, change)
        if (created === null) {
          throw new Refusal(409, `Job with external id ${job.id} already exists; update it with PUT instead`)
        }
        return answer(actor.companySlug, created)
      },
    )

    app.put<{ Params: JobPath; Body: { job: Record<string, unknown> } }>(
      '/job/:externalJobId',
      {
        config,
        onRequest,
        schema: { params: jobParams, body: updateBody, response: { 200: jobResult, 201: jobResult } },
      },
      async ({ actor, params: { externalJobId }, body: { job } }, reply) => {
        const { isNew, stored } = await upsertJob(collections, actor.companyId, externalJobId, job)
        return reply.code(isNew ? 201 : 200).send(answer(actor.companySlug, stored))
      },
    )

    app.register(async (bodyless: FastifyInstance) => {
      // Clients name a content type out of habit; no body is read.
      bodyless.removeAllContentTypeParsers()
      bodyless.addContentTypeParser('*', (_request, _payload, done) => done(null))
      bodyless.delete<{ Params: JobPath }>(
        '/job/:externalJobId',
        { config, onRequest, schema: { params: jobParams, response: { 200: unpublishResult } } },
        async ({ actor, params: { externalJobId } }) => ({
          jobId: await unpublishJob(collections, actor.companyId, externalJobId),
          error: null,
        }),
      )
    })
  }
