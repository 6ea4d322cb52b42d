import type { CandidateList } from '@boardwalk/schema/candidate'
import type { candidateOperations } from '@boardwalk/schema/operation/candidate'
import type { IntegrationContext } from '../../trpc/context.ts'
import type { Routes } from '../api-key/with-key.ts'
import { listAllCandidates, listCandidates, type Poll } from './poll.ts'

/** Calls the service of each operation on candidates. */
export const candidateRoutes: Routes<typeof candidateOperations> = {
  listCandidates: async ({ ctx, input }) => answerPoll(ctx, await listCandidates(ctx.deps, ctx.actor, input)),
  listAllCandidates: async ({ ctx, input }) => answerPoll(ctx, await listAllCandidates(ctx.deps, ctx.actor, input)),
}

/** Answers with the list as the body. Headers tell the caller which `since` to send next. */
function answerPoll(
  { answer, notePolled }: Pick<IntegrationContext, 'answer' | 'notePolled'>,
  { list, syncedThrough, earlier, changedThrough, polled }: Poll,
): CandidateList {
  if (polled !== undefined) notePolled(polled)
  if (syncedThrough !== undefined) answer.headers['x-synced-through'] = syncedThrough.toISOString()
  if (changedThrough !== undefined) answer.headers['x-changed-through'] = changedThrough.toISOString()
  if (earlier !== undefined) {
    answer.headers['x-earlier-candidates'] = String(earlier.candidates)
    answer.headers['x-link-id'] = earlier.linkId
  }
  return list
}
