import { activityRoutes } from '../feature/activity/back-office-routes.ts'
import { keyRoutes } from '../feature/api-key/back-office-routes.ts'
import { applicationRoutes } from '../feature/application/back-office-routes.ts'
import { companyRoutes } from '../feature/company/back-office-routes.ts'
import { homeRoutes } from '../feature/home/back-office-routes.ts'
import { jobRoutes } from '../feature/job/back-office-routes.ts'
import { sessionRoutes } from '../feature/session/back-office-routes.ts'
import { userRoutes } from '../feature/user/back-office-routes.ts'
import { previewProcedure } from '../site/preview-procedure.ts'
import { createBackOfficeRouter } from '../trpc/back-office.ts'

/** What the back office asks of the server, one member a feature. */
export const backOfficeRouter = createBackOfficeRouter({
  session: sessionRoutes,
  user: userRoutes,
  key: keyRoutes,
  job: { ...jobRoutes, preview: previewProcedure },
  application: applicationRoutes,
  company: companyRoutes,
  activity: activityRoutes,
  home: homeRoutes,
})
export type BackOfficeRouter = typeof backOfficeRouter
