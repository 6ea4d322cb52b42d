import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { Home } from './home/home.tsx'
import { Loading } from './part/loaded.tsx'
import { BrokenPage, NoSuchPage } from './part/page.tsx'
import { flag, number, oneOf, text } from './search.ts'
import { createUnreachable } from './trpc.ts'
import { Gate } from './user/gate.tsx'

/**
 * Makes the component of a route whose code the browser loads on demand. If the code does not come, the router reloads the app,
 * because the server may have a newer version. If the server does not answer at all, a reload would replace the app by the
 * browser's own error page, so the page shows an error instead.
 */
const lazy = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) =>
  lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (error) {
      await fetch('/healthz').catch(() => {
        throw createUnreachable()
      })
      throw error
    }
  }, name)

const root = createRootRoute()

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: lazy(() => import('./user/set-password.tsx'), 'SetPassword'),
})

const gate = createRoute({ getParentRoute: () => root, id: 'gate', component: Gate })
const getParentRoute = () => gate

// Signing in leads to the home page, so its code comes with the app and costs no request of its own.
const home = createRoute({ getParentRoute, path: '/', component: Home })

const jobs = createRoute({
  getParentRoute,
  path: '/jobs',
  validateSearch: (search) => ({
    ...text(search, 'search'),
    ...oneOf(search, 'status', ['PUBLISHED', 'UNPUBLISHED']),
    ...oneOf(search, 'externalId', ['with', 'without']),
    ...oneOf(search, 'sort', ['jobId', 'updated']),
    ...oneOf(search, 'order', ['ascending', 'descending']),
    ...number(search, 'page'),
  }),
  component: lazy(() => import('./job/job-list.tsx'), 'JobList'),
})

const newJob = createRoute({
  getParentRoute,
  path: '/jobs/new',
  component: lazy(() => import('./job/new-job.tsx'), 'NewJob'),
})

const job = createRoute({
  getParentRoute,
  path: '/jobs/$jobId',
  component: lazy(() => import('./job/one-job.tsx'), 'OneJob'),
})

const preview = createRoute({
  getParentRoute,
  path: '/preview/$jobId',
  component: lazy(() => import('./job/job-preview.tsx'), 'StoredPage'),
})

const applications = createRoute({
  getParentRoute,
  path: '/applications',
  validateSearch: (search) => ({
    ...text(search, 'search'),
    ...oneOf(search, 'view', ['held', 'find']),
    ...text(search, 'reference'),
    ...text(search, 'since'),
    ...text(search, 'until'),
    ...oneOf(search, 'status', ['PENDING', 'REVIEWED', 'SHORTLISTED', 'REJECTED', 'HIRED']),
    ...number(search, 'jobId'),
    ...oneOf(search, 'order', ['ascending', 'descending']),
    ...number(search, 'page'),
  }),
  component: lazy(() => import('./application/applications.tsx'), 'Applications'),
})

const application = createRoute({
  getParentRoute,
  path: '/applications/$applicationId',
  component: lazy(() => import('./application/one-application.tsx'), 'OneApplication'),
})

const activity = createRoute({
  getParentRoute,
  path: '/activity',
  validateSearch: (search) => ({
    ...oneOf(search, 'view', ['audit']),
    ...text(search, 'keyId'),
    ...text(search, 'requestId'),
    ...flag(search, 'failedOnly'),
    ...text(search, 'cursor'),
  }),
  component: lazy(() => import('./activity/activity.tsx'), 'Activity'),
})

const keys = createRoute({
  getParentRoute,
  path: '/settings/keys',
  component: lazy(() => import('./key/key-list.tsx'), 'KeyList'),
})

const newKey = createRoute({
  getParentRoute,
  path: '/settings/keys/new',
  component: lazy(() => import('./key/make-key.tsx'), 'NewKey'),
})

const rollKey = createRoute({
  getParentRoute,
  path: '/settings/keys/$keyId/roll',
  component: lazy(() => import('./key/make-key.tsx'), 'RollKey'),
})

const company = createRoute({
  getParentRoute,
  path: '/settings/company',
  component: lazy(() => import('./company/company-profile.tsx'), 'CompanyProfile'),
})

const users = createRoute({
  getParentRoute,
  path: '/settings/users',
  component: lazy(() => import('./user/users.tsx'), 'Users'),
})

/** The earlier address of the page of users. */
const people = createRoute({
  getParentRoute,
  path: '/settings/people',
  beforeLoad() {
    throw redirect({ to: '/settings/users', replace: true })
  },
})

const account = createRoute({
  getParentRoute,
  path: '/settings/account',
  component: lazy(() => import('./user/account.tsx'), 'Account'),
})

const noSuchPage = createRoute({ getParentRoute, path: '$', component: NoSuchPage })

export const router = createRouter({
  basepath: '/backoffice',
  routeTree: root.addChildren([
    setPassword,
    gate.addChildren([
      ...[home, jobs, newJob, job, preview, applications, application, activity, keys, newKey, rollKey, company],
      ...[users, people, account, noSuchPage],
    ]),
  ]),
  // The code of a page loads as soon as the user points at a link to it.
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  /** What the browser's history stores of a page besides its address. */
  interface HistoryState {
    /** The query part of the list from which the user opened the page. The link back to the list repeats it. */
    list?: object
  }
}
