import { type Actor, checkKeyAgain, hashHeader } from '../key/service.ts'
import type { IntegrationContext } from '../trpc/context.ts'

/** An answer to a poll, which may have nothing for its caller. */
interface PolledAnswer {
  list: { total: number }
  syncedThrough?: Date
  earlier?: unknown
}

/**
 * Polls, and polls again when there may be something, until the answer has something for the caller or `seconds` have passed.
 * Without `seconds` it polls once. The header `x-waited` tells a caller how long the board waited, so that it can pause itself
 * after an answer that did not wait. Throws `api_key_invalid` if the key was revoked meanwhile.
 */
export async function pollUntilFound<Answer extends PolledAnswer>(
  { deps, actor, request, apiKey }: IntegrationContext & { actor: Actor },
  { seconds, isOfChanges }: { seconds: number | undefined; isOfChanges: boolean },
  poll: () => Promise<Answer>,
): Promise<Answer> {
  if (seconds === undefined) return poll()
  const endMs = performance.now() + seconds * 1000
  // Before the first poll, so that what comes during it wakes this request.
  const waiter = seconds > 0 ? deps.mailbox.enterWaiters(actor.companyId, { isOfChanges }) : undefined
  try {
    for (;;) {
      const answer = await poll()
      const { list, syncedThrough, earlier } = answer
      const leftMs = endMs - performance.now()
      const isFound = list.total > 0 || earlier !== undefined || syncedThrough === undefined
      if (isFound || waiter === undefined || waiter.isStopped() || leftMs <= 0 || request.isGone) return answer
      await request.wait(waiter.wait(syncedThrough, leftMs))
      if (request.isGone) return answer
      await checkKeyAgain(deps, hashHeader(apiKey))
    }
  } finally {
    waiter?.leave()
    const waitedMs = Math.min(request.waitedMs, seconds * 1000)
    request.answer.headers['x-waited'] = (waitedMs / 1000).toFixed(3)
  }
}
