import type { SeenRequest } from '@boardwalk/sandbox'

/* What a request of the program is about. Polls are in poll.ts. */

const pushes: readonly SeenRequest['operation'][] = ['createJob', 'updateJob', 'upsertJobs', 'unpublishJob']

/** Tells whether a request creates, updates or unpublishes jobs. */
export const isPush = ({ operation }: SeenRequest): boolean => pushes.includes(operation)

export const isCvFetch = ({ operation }: SeenRequest): boolean => operation === 'downloadCv' || operation === 'cvLink'

/** Tells whether a request confirms that copies of erased people are gone. */
export const isConfirmation = (request: SeenRequest): boolean => listConfirmed(request).length > 0

/** Lists the ids of the candidates whose erasure a request confirms. */
export function listConfirmed({ operation, body }: SeenRequest): unknown[] {
  const { candidates } = Object(body)
  if (operation !== 'updateCandidates' || !Array.isArray(candidates)) return []
  return candidates.filter((each) => Object(each).erased === true).map(({ id }) => id)
}
