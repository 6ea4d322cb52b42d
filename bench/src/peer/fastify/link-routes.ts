import type { Link } from '@boardwalk/schema/link'
import type { FastifyPluginAsync } from 'fastify'
import { findSchema } from './contract.ts'
import type { Collections } from './database.ts'
import { linkJobs } from './links.ts'
import { withKey } from './with-key.ts'

export const linkRoutes =
  (collections: Collections): FastifyPluginAsync =>
  async (app) => {
    app.post<{ Body: { links: Link[] } }>(
      '/job/link',
      { config: { nullMember: 'results' }, onRequest: withKey(collections, 'write'), schema: findSchema('linkJobs') },
      async ({ caller, body: { links } }) => ({
        results: await linkJobs(collections, caller.companyId, links),
        error: null,
      }),
    )
  }
