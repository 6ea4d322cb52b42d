import type { Route } from '../../trpc/context.ts'
import { getOwnKey } from '../api-key/service.ts'
import { getCompany } from './service.ts'

/** Describes the key of a request and its company, to the caller who holds the key. */
export const getMe: Route<'getMe'> = async ({ ctx: { deps, actor } }) => {
  const { name, last4, scopes, revokesAt } = await getOwnKey(deps, actor)
  const company = await getCompany(deps, actor.companyId)
  return {
    key: {
      name,
      ending: last4,
      scopes,
      endsAt: revokesAt?.toISOString() ?? null,
      company: { id: company.id, name: company.name, slug: company.slug },
    },
    error: null,
  }
}
