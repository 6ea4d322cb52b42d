import { CV_TYPES } from '@boardwalk/schema/application'
import type { Router } from 'express'
import type { Deps } from '../deps.ts'
import { parts } from '../parts.ts'
import { createSitePages } from '../site/pages.ts'

/** A route of the public site: its path with the names of its parameters, and a method that it has. */
export interface PublicRoute {
  path: string
  method: string
}

/** Lists the routes of the public site. */
export const listPublicRoutes = (deps: Deps): PublicRoute[] => listRoutes(createSitePages(deps, parts))

/** Lists the routes of a router and of the routers inside it. */
const listRoutes = ({ stack }: Router): PublicRoute[] =>
  stack.flatMap(({ route, handle }) => {
    // The cast holds because Express keeps a router that was passed to `use` as the handler.
    if (route === undefined) return 'stack' in handle ? listRoutes(handle as unknown as Router) : []
    const methods = new Set(route.stack.map(({ method }) => method).filter((method) => method !== undefined))
    return [...methods].map((method) => ({ path: route.path, method: method.toUpperCase() }))
  })

/** The link to a CV is signed, and stays while a company is suspended, because its users and its ATS still read applications. */
export const CV_PATHS = CV_TYPES.map((type) => `/cv/:companyId/:applicationId.${type}`)

/** A job of a company that has pictures. */
interface Shown {
  companySlug: string
  jobUrl: string
  logoUrl: string | null
  coverUrl: string | null
}

/** Writes the address of a route for a job and its company. */
export function fillRoute(path: string, { companySlug, jobUrl, logoUrl, coverUrl }: Shown): string {
  if (path.startsWith('/logos/')) return logoUrl ?? ''
  if (path.startsWith('/covers/')) return coverUrl ?? ''
  const parameters: Record<string, string | undefined> = {
    companySlug,
    jobSlug: new URL(jobUrl).pathname.split('/').at(-1),
    // The sitemaps of the board begin after a company and a job.
    after: '0',
  }
  return path.replaceAll(/:(\w+)/g, (_, name) => {
    const value = parameters[name]
    if (value === undefined) throw new Error(`this test must know a value for :${name} of ${path}`)
    return value
  })
}
