import { Router } from 'express'
import type { Deps } from '../deps.ts'
export function siteRoutes(_deps: Deps): Router {
  return Router()
}
