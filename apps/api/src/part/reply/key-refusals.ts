import type { Events } from '@boardwalk/core/listener'
import { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../../deps.ts'
import { findTemplates, planReplies } from './plan.ts'
import { cancelReplies, MINUTE_MS, queueReplies } from './reply.ts'
import { replying } from './state.ts'

/* What follows a new status: a refusal of another status is cancelled, and the refusal of a key is told if the company wants that. */

/** Cancels the refusals of applications that are not refused any more, also of those that were withdrawn. */
export async function cancelRefusals(deps: Deps, { companyId, changes }: Events['statusesChanged']): Promise<void> {
  const ids = changes.flatMap(({ id, status }) => (status === 'REJECTED' ? [] : [id]))
  if (ids.length > 0) await cancelReplies(deps, companyId, 'refuse', ids, 'status')
}

/**
 * Asks for the refusals of people whose status a key has set to REJECTED, if the company has turned that on. Each person is told once,
 * however often the key sets it, and not if a user took the refusal back.
 */
export async function tellKeyRefusals(
  deps: Deps,
  { companyId, changes, keyName }: Events['statusesChanged'],
): Promise<void> {
  const ids = changes.flatMap(({ id, status }) => (status === 'REJECTED' ? [id] : []))
  if (keyName === undefined || ids.length === 0) return
  const { replies, replyRules } = replying(deps)
  if (!(await replyRules.find(companyId)).tellsKeyRefusals) return
  if ((await deps.companies.find(companyId))?.suspendedAt !== null) return
  const given = await replies.listOf(companyId, ids)
  const isTakenBack = (id: string) =>
    given.some((each) => each.applicationId === id && each.kind === 'refuse' && each.cancelReason === 'taken_back')
  const { company, rules, recipients } = await planReplies(deps, companyId, ids, 'refuse')
  const templates = findTemplates(rules, 'refuse', new Set(Locale.options))
  const sendAt = new Date(deps.now() + rules.delayMinutes * MINUTE_MS)
  const call = { companyId, kind: 'refuse' as const, by: 'key' as const, actor: keyName, sendAt }
  const asked = recipients.filter(({ id }) => !isTakenBack(id))
  await queueReplies(deps, call, asked, { company, templates })
}
