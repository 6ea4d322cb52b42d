import { CandidateUpdate, type CandidateUpdateResult } from '@boardwalk/schema/candidate-update'
import { isObject } from '@boardwalk/schema/json'
import { describeIssues } from '@boardwalk/schema/wording'
import type { Deps } from '../../deps.ts'
import { AppError, invalidRequest } from '../../error.ts'
import { noteItems, type Route } from '../../trpc/context.ts'
import type { Actor } from '../api-key/service.ts'
import { newChangeToken, placeChanges } from './place.ts'
import { showCandidates } from './poll.ts'
import { findAcceptedApplication } from './read.ts'
import type { StatusSetting } from './store.ts'

/** Reads one candidate. Throws `candidate_not_found`. */
export const getCandidate: Route<'getCandidate'> = async ({ ctx: { deps, actor }, input: { id } }) => {
  const { companyId } = actor
  const application = await findAcceptedApplication(deps, { companyId, applicationId: id })
  const [candidate] = application ? await showCandidates(deps, companyId, [application]) : []
  if (candidate === undefined) throw new AppError('candidate_not_found', { id })
  return { candidate, error: null }
}

/** Sets the status of candidates. Each has its own result, so one that fails does not affect the others. */
export const updateCandidates: Route<'updateCandidates'> = async ({ ctx, input: { candidates } }) => {
  const { deps, actor, request } = ctx
  const results: CandidateUpdateResult[] = []
  for (const sent of candidates) results.push(await updateCandidate(deps, actor, sent))
  noteItems(
    request,
    results.map(({ id, error }) => ({ id, problem: error?.message })),
  )
  return { results, error: null }
}

async function updateCandidate(deps: Deps, actor: Actor, sent: unknown): Promise<CandidateUpdateResult> {
  const { companyId, keyId } = actor
  const { data, error } = CandidateUpdate.safeParse(sent)
  if (error !== undefined) {
    const id = isObject(sent) && typeof sent.id === 'string' ? sent.id : null
    const { message, code, issues } = invalidRequest(describeIssues(error))
    return { id, status: 'failed', error: { message, code, ...(issues && { issues }) } }
  }
  const { id, status, at } = data
  const application = await findAcceptedApplication(deps, { companyId, applicationId: id })
  if (application === undefined) return { id, status: 'not_found', error: null }
  if (application.erasedAt !== undefined || status === undefined) return { id, status: 'erased', error: null }
  const setting: StatusSetting = { id, status, at, by: 'api', actor: keyId, token: newChangeToken() }
  const isChanged = await deps.applications.setStatus(companyId, setting)
  await placeChanges(deps, companyId, [setting])
  return { id, status: isChanged ? 'updated' : 'unchanged', error: null }
}
