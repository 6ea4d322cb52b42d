import type { Paging } from '@boardwalk/schema/page'
import type { Deps } from '../../deps.ts'
import type { Application, ChangeFilter } from './application.ts'

/** Reads one page of changed applications, ascending by date. `total` counts those of all pages. */
export function listChangedApplications(
  deps: Deps,
  filter: ChangeFilter,
  paging: Paging,
): Promise<{ applications: Application[]; total: number }> {
  return deps.applications.listChanged(filter, paging)
}
