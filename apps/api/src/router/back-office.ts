import { accountProcedures } from '../feature/account/back-office-routes.ts'
import { activityProcedures } from '../feature/activity/back-office-routes.ts'
import { administratorProcedures } from '../feature/administrator/back-office-routes.ts'
import { keyProcedures } from '../feature/api-key/back-office-routes.ts'
import { applicationProcedures } from '../feature/application/back-office-routes.ts'
import { companyProcedures } from '../feature/company/back-office-routes.ts'
import { homeProcedures } from '../feature/home/back-office-routes.ts'
import { jobProcedures } from '../feature/job/back-office-routes.ts'
import { retentionProcedures } from '../feature/retention/back-office-routes.ts'
import { sessionProcedures } from '../feature/session/back-office-routes.ts'
import { previewProcedure } from '../site/preview-procedure.ts'
import { createBackOfficeRouter } from '../trpc/back-office.ts'

/** The procedures that the back office calls. It has one member for each feature. */
export const backOfficeRouter = createBackOfficeRouter({
  session: sessionProcedures,
  account: accountProcedures,
  user: administratorProcedures,
  key: keyProcedures,
  job: { ...jobProcedures, preview: previewProcedure },
  application: applicationProcedures,
  company: companyProcedures,
  retention: retentionProcedures,
  activity: activityProcedures,
  home: homeProcedures,
})
export type BackOfficeRouter = typeof backOfficeRouter
