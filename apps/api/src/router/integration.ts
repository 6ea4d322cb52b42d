import { candidateRoutes } from '../feature/candidate/routes.ts'
import { jobRoutes } from '../feature/job/routes.ts'
import { buildRouter } from '../trpc/init.ts'

/** The integration API: the spec's five operations and the extensions. */
export const integrationRouter = buildRouter({ ...jobRoutes, ...candidateRoutes })
