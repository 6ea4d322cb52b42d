import { ApplicationStatus } from '@boardwalk/schema/application'
import { CandidateFilter } from '@boardwalk/schema/candidate'
import { CandidateId } from '@boardwalk/schema/candidate-update'
import { ExternalId } from '@boardwalk/schema/job'
import { z } from 'zod'
import { listCandidates } from '../command/candidates.ts'
import { Page, pageWords, readPage, readPlace } from './pages.ts'
import { addTool, addWrite, type Door } from './tool.ts'

// These say nothing of the person. A member that candidates get later is personal until it is named here.
const impersonal = 'id date status offerId jobId jobTitle statusChangedBy statusChangedAt erasedAt'.split(' ')

const ListCandidates = Page.extend({
  job: ExternalId.optional(),
  status: ApplicationStatus.optional(),
  since: CandidateFilter.shape.since,
  to: CandidateFilter.shape.to,
}).describe(`Lists the applications to one job or to all, the oldest first. ${pageWords}`)

const NewStatus = z.object({ id: CandidateId, status: ApplicationStatus })
const SetStatus = NewStatus.describe('Sets the status of a candidate. Set only what a person has decided.')

/** Adds the tools for candidates. */
export function addCandidateTools(door: Door): void {
  const isShown = (name: string) => door.flags.allowPersonalData === true || impersonal.includes(name)
  addTool(door, 'list_candidates', ListCandidates, async ({ job, status, since, to, ...page }, { connect }) => {
    const list = listCandidates(await connect(), job, { since: readPlace(page.next) ?? since, to })
    return readPage(list, page, ({ date }) => date, isShown, status && ((candidate) => candidate.status === status))
  })
  addWrite(door, 'set_candidate_status', SetStatus, async ({ id, status }, { connect, signal }) =>
    (await connect()).candidates.setStatus(id, status, { signal }),
  )
}
