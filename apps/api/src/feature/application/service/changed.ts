import type { Paging } from '@boardwalk/schema/page'
import type { Application } from '../application.ts'
import type { Applications } from '../store.ts'

/**
 * Reads one page of the applications whose status or data was changed after an instant, and of all applications to
 * `jobIds`. Ascending by date. `total` counts those of all pages.
 */
export function listChangedApplications(
  deps: Applications<'listChanged'>,
  companyId: string,
  changes: { since: Date; jobIds: number[] },
  paging: Paging,
): Promise<{ applications: Application[]; total: number }> {
  return deps.applications.listChanged(companyId, changes, paging)
}
