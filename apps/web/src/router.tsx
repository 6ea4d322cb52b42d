import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Home } from './home/home.tsx'
import { BrokenPage, Loading, NoSuchPage } from './part/page.tsx'
import { flag, number, oneOf, text } from './search.ts'
import { createUnreachable } from './trpc.ts'
import { Gate } from './user/gate.tsx'

const root = createRootRoute()

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: lazyRouteComponent(() => loadCode(() => import('./user/set-password.tsx')), 'SetPassword'),
})

const gate = createRoute({ getParentRoute: () => root, id: 'gate', component: Gate })

/**
 * Makes a page behind the gate, whose code the browser loads on demand. If the code does not come, the router reloads the app,
 * because the server may have a newer version. If the server does not answer at all, a reload would replace the app by the
 * browser's own error page, so the page shows an error instead.
 */
const page = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) => ({ getParentRoute: () => gate, component: lazyRouteComponent(() => loadCode(load), name) })

async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    await fetch('/healthz').catch(() => {
      throw createUnreachable()
    })
    throw error
  }
}

// Signing in leads to the home page, so its code comes with the app and costs no request of its own.
const home = createRoute({ getParentRoute: () => gate, path: '/', component: Home })

const jobs = createRoute({
  ...page(() => import('./job/job-list.tsx'), 'JobList'),
  path: '/jobs',
  validateSearch: (search) => ({
    ...text(search, 'search'),
    ...oneOf(search, 'status', ['PUBLISHED', 'UNPUBLISHED']),
    ...oneOf(search, 'externalId', ['with', 'without']),
    ...oneOf(search, 'sort', ['jobId', 'updated']),
    ...oneOf(search, 'order', ['ascending', 'descending']),
    ...number(search, 'page'),
  }),
})

const newJob = createRoute({ ...page(() => import('./job/new-job.tsx'), 'NewJob'), path: '/jobs/new' })

const job = createRoute({ ...page(() => import('./job/one-job.tsx'), 'OneJob'), path: '/jobs/$jobId' })

const preview = createRoute({ ...page(() => import('./job/job-preview.tsx'), 'StoredPage'), path: '/preview/$jobId' })

/** The part of an address that selects applications: of the list, and of an application that was opened from it. */
const applicationLookup = (search: Record<string, unknown>) => ({
  ...text(search, 'search'),
  ...oneOf(search, 'attention', ['new', 'unanswered', 'unconfirmed']),
  ...oneOf(search, 'status', ['PENDING', 'REVIEWED', 'SHORTLISTED', 'REJECTED', 'HIRED', 'WITHDRAWN']),
  ...number(search, 'jobId'),
  ...text(search, 'question'),
  ...text(search, 'answer'),
  ...oneOf(search, 'order', ['ascending', 'descending']),
  ...number(search, 'page'),
})

const applications = createRoute({
  ...page(() => import('./application/applications.tsx'), 'Applications'),
  path: '/applications',
  validateSearch: (search) => ({
    ...applicationLookup(search),
    ...oneOf(search, 'view', ['held', 'find']),
    ...text(search, 'reference'),
    ...text(search, 'since'),
    ...text(search, 'until'),
  }),
})

const application = createRoute({
  ...page(() => import('./application/one-application.tsx'), 'OneApplication'),
  path: '/applications/$applicationId',
  validateSearch: applicationLookup,
})

const activity = createRoute({
  ...page(() => import('./activity/activity.tsx'), 'Activity'),
  path: '/activity',
  validateSearch: (search) => ({
    ...oneOf(search, 'view', ['audit']),
    ...oneOf(search, 'by', ['keys']),
    ...text(search, 'keyId'),
    ...text(search, 'requestId'),
    ...flag(search, 'failedOnly'),
    ...text(search, 'operation'),
    ...oneOf(search, 'answer', ['success', 'warned', 'refused', 'failed']),
    ...text(search, 'job'),
    ...text(search, 'since'),
    ...text(search, 'until'),
    ...text(search, 'cursor'),
  }),
})

const keys = createRoute({ ...page(() => import('./key/key-list.tsx'), 'KeyList'), path: '/settings/keys' })

const newKey = createRoute({ ...page(() => import('./key/make-key.tsx'), 'NewKey'), path: '/settings/keys/new' })

const rollKey = createRoute({
  ...page(() => import('./key/make-key.tsx'), 'RollKey'),
  path: '/settings/keys/$keyId/roll',
})

const company = createRoute({
  ...page(() => import('./company/company-profile.tsx'), 'CompanyProfile'),
  path: '/settings/company',
})

const answers = createRoute({
  ...page(() => import('./reply/reply-rules.tsx'), 'ReplyRules'),
  path: '/settings/replies',
})

const users = createRoute({ ...page(() => import('./user/users.tsx'), 'Users'), path: '/settings/users' })

const account = createRoute({ ...page(() => import('./user/account.tsx'), 'Account'), path: '/settings/account' })

const noSuchPage = createRoute({ getParentRoute: () => gate, path: '$', component: NoSuchPage })

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
      answers,
      users,
      account,
      noSuchPage,
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
