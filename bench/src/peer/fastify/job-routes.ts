import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { makeJobResult } from '../job.ts'
import { Refusal } from '../refusal.ts'
import { findSchema } from './contract.ts'
import type { Collections } from './database.ts'
import { readChange } from './job-change.ts'
import { insertJob, unpublishJob, upsertJob } from './jobs.ts'
import { withKey } from './with-key.ts'

interface JobPath {
  externalJobId: string
}

export const jobRoutes =
  (collections: Collections): FastifyPluginAsync =>
  async (app) => {
    const config = { nullMember: 'jobId' } as const
    const onRequest = withKey(collections, 'write')

    app.post<{ Body: { job: { id: string; title: string } & Record<string, unknown> } }>(
      '/job',
      { config, onRequest, schema: findSchema('createJob') },
      async ({ caller, body: { job } }) => {
        const { id: externalId, title } = job
        // No pattern of JSON Schema says this.
        if (!externalId.isWellFormed())
          throw new Refusal('invalid_request', { message: 'job.id must be well-formed Unicode' })
        const created = await insertJob(collections, caller.companyId, externalId, title, readChange(job))
        if (created === null) throw new Refusal('job_exists', { externalId })
        return makeJobResult(caller.companySlug, created)
      },
    )

    app.put<{ Params: JobPath; Body: { job: Record<string, unknown> } }>(
      '/job/:externalJobId',
      { config, onRequest, schema: findSchema('updateJob') },
      async ({ caller, params: { externalJobId }, body: { job } }, reply) => {
        if ((job.id ?? externalJobId) !== externalJobId)
          throw new Refusal('invalid_request', { message: 'job.id must repeat the id of the path' })
        const { isNew, stored } = await upsertJob(collections, caller.companyId, externalJobId, readChange(job))
        return reply.code(isNew ? 201 : 200).send(makeJobResult(caller.companySlug, stored))
      },
    )

    app.register(async (withoutBody: FastifyInstance) => {
      // Clients name a content type out of habit; no body is read.
      withoutBody.removeAllContentTypeParsers()
      withoutBody.addContentTypeParser('*', (_request, _payload, done) => done(null))
      withoutBody.delete<{ Params: JobPath }>(
        '/job/:externalJobId',
        { config, onRequest, schema: findSchema('unpublishJob') },
        async ({ caller, params: { externalJobId } }) => ({
          jobId: await unpublishJob(collections, caller.companyId, externalJobId),
          error: null,
        }),
      )
    })
  }
