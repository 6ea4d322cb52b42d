import type { FastifyPluginAsync } from 'fastify'
import { type Link, linkJobs } from '../native/links.ts'
import { linkBody, linkResults } from './schema.ts'
import type { Settings } from './settings.ts'
import { withKey } from './with-key.ts'

export const linkRoutes =
  ({ collections }: Settings): FastifyPluginAsync =>
  async (app) => {
    app.post<{ Body: { links: Link[] } }>(
      '/job/link',
      {
        config: { nullMember: 'results' },
        onRequest: withKey(collections, 'write'),
        schema: { body: linkBody, response: { 200: linkResults } },
      },
      async ({ actor, body: { links } }) => ({
        results: await linkJobs(collections, actor.companyId, links),
        error: null,
      }),
    )
  }
