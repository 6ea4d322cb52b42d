import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Home } from './home/home.tsx'
import { BrokenPage } from './part/broken-page.tsx'
import { Loading } from './part/loaded.tsx'
import { NoSuchPage } from './part/no-such-page.tsx'
import { flag, number, oneOf, text } from './search.ts'
import { createUnreachable } from './trpc.ts'
import { Gate } from './user/gate.tsx'

/**
 * Waits for the code of a page. If it does not come, the router reloads the app, because the server may have a newer version. If
 * the server does not answer at all, that would replace the app by the browser's own error page, so the error is another one.
 */
async function loadCode<Code>(code: Promise<Code>): Promise<Code> {
  try {
    return await code
  } catch (error) {
    await fetch('/healthz').catch(() => {
      throw createUnreachable()
    })
    throw error
  }
}

const root = createRootRoute()

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: lazyRouteComponent(() => loadCode(import('./user/set-password.tsx')), 'SetPassword'),
})

const gate = createRoute({ getParentRoute: () => root, id: 'gate', component: Gate })

const home = createRoute({
  getParentRoute: () => gate,
  path: '/',
  // Signing in leads here, so its code comes with the first page and costs no request of its own.
  component: Home,
})

const jobs = createRoute({
  getParentRoute: () => gate,
  path: '/jobs',
  validateSearch: (search) => ({
    ...text(search, 'search'),
    ...oneOf(search, 'status', ['PUBLISHED', 'UNPUBLISHED']),
    ...oneOf(search, 'externalId', ['with', 'without']),
    ...oneOf(search, 'sort', ['jobId', 'updated']),
    ...oneOf(search, 'order', ['ascending', 'descending']),
    ...number(search, 'page'),
  }),
  component: lazyRouteComponent(() => loadCode(import('./job/job-list.tsx')), 'JobList'),
})

const newJob = createRoute({
  getParentRoute: () => gate,
  path: '/jobs/new',
  component: lazyRouteComponent(() => loadCode(import('./job/new-job.tsx')), 'NewJob'),
})

const job = createRoute({
  getParentRoute: () => gate,
  path: '/jobs/$jobId',
  component: lazyRouteComponent(() => loadCode(import('./job/one-job.tsx')), 'OneJob'),
})

const preview = createRoute({
  getParentRoute: () => gate,
  path: '/preview/$jobId',
  component: lazyRouteComponent(() => loadCode(import('./job/stored-page.tsx')), 'StoredPage'),
})

const applications = createRoute({
  getParentRoute: () => gate,
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
  component: lazyRouteComponent(() => loadCode(import('./application/applications.tsx')), 'Applications'),
})

const application = createRoute({
  getParentRoute: () => gate,
  path: '/applications/$applicationId',
  component: lazyRouteComponent(() => loadCode(import('./application/one-application.tsx')), 'OneApplication'),
})

const activity = createRoute({
  getParentRoute: () => gate,
  path: '/activity',
  validateSearch: (search) => ({
    ...oneOf(search, 'view', ['audit']),
    ...text(search, 'keyId'),
    ...text(search, 'requestId'),
    ...flag(search, 'failedOnly'),
    ...text(search, 'cursor'),
  }),
  component: lazyRouteComponent(() => loadCode(import('./activity/activity.tsx')), 'Activity'),
})

const keys = createRoute({
  getParentRoute: () => gate,
  path: '/settings/keys',
  component: lazyRouteComponent(() => loadCode(import('./key/key-list.tsx')), 'KeyList'),
})

const newKey = createRoute({
  getParentRoute: () => gate,
  path: '/settings/keys/new',
  component: lazyRouteComponent(() => loadCode(import('./key/new-key.tsx')), 'NewKey'),
})

const rollKey = createRoute({
  getParentRoute: () => gate,
  path: '/settings/keys/$keyId/roll',
  component: lazyRouteComponent(() => loadCode(import('./key/roll-key.tsx')), 'RollKey'),
})

const company = createRoute({
  getParentRoute: () => gate,
  path: '/settings/company',
  component: lazyRouteComponent(() => loadCode(import('./company/company-profile.tsx')), 'CompanyProfile'),
})

const noSuchPage = createRoute({ getParentRoute: () => gate, path: '$', component: NoSuchPage })

const people = createRoute({
  getParentRoute: () => gate,
  path: '/settings/people',
  component: lazyRouteComponent(() => loadCode(import('./user/users.tsx')), 'People'),
})

const account = createRoute({
  getParentRoute: () => gate,
  path: '/settings/account',
  component: lazyRouteComponent(() => loadCode(import('./user/account.tsx')), 'Account'),
})

export const router = createRouter({
  basepath: '/backoffice',
  routeTree: root.addChildren([
    setPassword,
    gate.addChildren([
      home,
      jobs,
      newJob,
      job,
      preview,
      applications,
      application,
      activity,
      keys,
      newKey,
      rollKey,
      company,
      people,
      account,
      noSuchPage,
    ]),
  ]),
  // The code of a page loads as soon as somebody points at a link to it.
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  /** What the browser's history keeps of a page besides its address. */
  interface HistoryState {
    /** The query part of the list that the page was opened from. The link back to the list has it, too. */
    list?: object
  }
}
