import { CandidateUpdate, type CandidateUpdateResult } from '@boardwalk/schema/candidate-update'
import { isObject } from '@boardwalk/schema/json'
import { describeIssues } from '@boardwalk/schema/wording'
import { z } from 'zod'
import { noteAuditOfKey } from '../activity/audit.ts'
import { describeUnknownCandidate, describeWrongValues, isCandidateId } from '../activity/record.ts'
import type { Deps } from '../deps.ts'
import { AppError, invalidRequest, restate } from '../error.ts'
import type { Actor } from '../key/service.ts'
import { tell } from '../listener.ts'
import { noteItems, type Route } from '../trpc/context.ts'
import { toApiError, toAppError } from '../trpc/error.ts'
import { type Application, newChangeToken } from './application.ts'
import type { ApplicationUpdate } from './change-store.ts'

const Row = z.object({ candidate: CandidateUpdate })
/** The clock of a caller may differ from the board's by this much. */
const AHEAD_MS_MAX = 5 * 60 * 1000

/** One candidate of a call: its update, or why it cannot be read. */
type Item = { id: string; sent: CandidateUpdate; token: string } | { id: string | null; failure: AppError }
type ReadableItem = Extract<Item, { sent: unknown }>

type Outcome = Pick<CandidateUpdateResult, 'status' | 'error'>

/** Sets the status of candidates, and confirms erasures. Each has its own result, so one that fails does not affect the others. */
export const updateCandidates: Route<'updateCandidates'> = async ({ ctx, input: { candidates } }) => {
  const { deps, actor, request } = ctx
  const items = candidates.map((sent) => readItem(sent, deps.now()))
  const outcomes = new Map<Item, Outcome>()
  for (const item of items) if ('failure' in item) outcomes.set(item, fail(item.failure))
  // Updates of one candidate are made one after the other, so that the last one wins.
  for (let left = items.filter((item) => ('sent' in item)); left.length > 0; ) {
    const firsts = left.filter(({ id }, index) => left.findIndex((other) => other.id === id) === index)
    await updateEach(deps, actor, firsts, outcomes).catch((error: unknown) => {
      const isChanged = [...outcomes.values()].some(({ status }) => status === 'updated')
      throw isChanged ? restate(error, 'unconfirmed') : error
    })
    left = left.filter((item) => !firsts.includes(item))
  }
  const results = items.map((item): CandidateUpdateResult => {
    const outcome = outcomes.get(item)
    if (outcome === undefined) throw new Error(`the update of ${item.id} has no outcome`)
    return { id: item.id, ...outcome }
  })
  noteItems(request, results.map(toNoted))
  return { results, error: null }
}

function readItem(candidate: unknown, nowMs: number): Item {
  const { data, error } = Row.safeParse({ candidate })
  if (error !== undefined) {
    const id = isObject(candidate) && typeof candidate.id === 'string' ? candidate.id : null
    return { id, failure: invalidRequest(describeIssues(error)) }
  }
  const { id, at } = data.candidate
  if (at !== undefined && at.getTime() > nowMs + AHEAD_MS_MAX) {
    const message = `candidate.at is more than 5 minutes in the future; the time of the board is ${new Date(nowMs).toISOString()}`
    return { id, failure: invalidRequest([{ path: 'candidate.at', message }]) }
  }
  return { id, sent: data.candidate, token: newChangeToken() }
}

const fail = (error: AppError): Outcome => ({ status: 'failed', error: toApiError(error, undefined) })

/** An unknown candidate is a problem in the activity log. The log has no text of the caller that may be of a person. */
function toNoted({ id: sent, status, error }: CandidateUpdateResult) {
  const id = sent !== null && isCandidateId(sent) ? sent : null
  if (status === 'not_found') return { id, problem: describeUnknownCandidate(id), code: 'candidate_not_found' }
  const problem = error?.issues === undefined ? error?.message : describeWrongValues(error.issues)
  return { id, problem, code: error?.code }
}

/** Updates different candidates, and notes the outcomes. */
async function updateEach(
  deps: Deps,
  actor: Actor,
  items: ReadableItem[],
  outcomes: Map<Item, Outcome>,
): Promise<void> {
  const { companyId } = actor
  for (let open = items; open.length > 0; ) {
    const found = await findLatest(deps, companyId, open)
    for (const item of open) {
      const outcome = findOutcome(item, found.get(item.id), actor)
      if (outcome !== undefined) outcomes.set(item, outcome)
    }
    open = open.filter((item) => !outcomes.has(item))
    if (open.length === 0) return
    const updates = open.map((item) => toUpdate(item, found.get(item.id), actor, deps.now()))
    const made = await deps.applications.updateEach(companyId, updates)
    const results = open.map((item, index) => ({
      item,
      result: made[index],
      isRepetition: 'repeated' in (updates[index] ?? {}),
    }))
    for (const { item, result, isRepetition } of results) {
      const outcome = readResult(deps, result, isRepetition)
      if (outcome !== undefined) outcomes.set(item, outcome)
    }
    const updated = results.filter(({ result, isRepetition }) => result === true && !isRepetition)
    await assignPositionsAndAudit(
      deps,
      actor,
      updated.map(({ item }) => item),
    )
    // Another caller or a user changed the others after they were read.
    open = open.filter((item) => !outcomes.has(item))
  }
}

/** Says what the database did with an update. Undefined if it did nothing, because the row had changed after it was read. */
function readResult(deps: Deps, result: boolean | Error | undefined, isRepetition: boolean): Outcome | undefined {
  if (result instanceof Error) {
    deps.log.error({ err: result }, 'one candidate of a call failed')
    return fail(toAppError(result))
  }
  return result ? { status: isRepetition ? 'unchanged' : 'updated', error: null } : undefined
}

/** Finds the applications of updates, also those that wait in the mailbox. */
async function findLatest(deps: Deps, companyId: string, items: ReadableItem[]): Promise<Map<string, Application>> {
  const ids = items.map(({ id }) => id)
  const found = new Map((await deps.applications.findLatestOfEach(companyId, ids)).map((each) => [each.id, each]))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length === 0) return found
  await deps.mailbox.synchronise(companyId)
  for (const each of await deps.applications.findLatestOfEach(companyId, missing)) found.set(each.id, each)
  return found
}

/** Says what becomes of an update. Undefined if it changes the row of the application. */
function findOutcome(
  { sent }: ReadableItem,
  application: Application | undefined,
  { keyId }: Actor,
): Outcome | undefined {
  if (application === undefined) return { status: 'not_found', error: null }
  const { status, erasedAt, erasureConfirmed } = application
  if (sent.erased && erasedAt === undefined) return fail(new AppError('candidate_not_erased'))
  if (!sent.erased && erasedAt !== undefined) return { status: 'erased', error: null }
  if (sent.erased) return erasureConfirmed === undefined ? undefined : { status: 'unchanged', error: null }
  const told = application.toldAt?.[keyId]
  if (status !== sent.status)
    return sent.at !== undefined && told !== undefined && sent.at < told
      ? { status: 'superseded', error: null }
      : undefined
  // The same status of a later time is noted, so that a status between the two times comes too late.
  const isNoted = sent.at === undefined || (told !== undefined && told >= sent.at)
  return isNoted ? { status: 'unchanged', error: null } : undefined
}

/**
 * Makes the write of an update. A status without `at` is of now. It is noted as somewhat earlier, because the caller's clock, by which it
 * may tell the next one, may be behind.
 */
function toUpdate(
  { id, token, sent: { status, at } }: ReadableItem,
  application: Application | undefined,
  { keyId: actor }: Actor,
  nowMs: number,
): ApplicationUpdate {
  if (status === undefined) return { id, token, confirmedBy: actor }
  const toldAt = at ?? new Date(nowMs - AHEAD_MS_MAX)
  if (application?.status === status) return { id, token, repeated: status, actor, toldAt }
  return { id, token, status, at, by: 'api', actor, toldAt }
}

/** Gives new statuses their positions in the order of changes, and notes all updates in the audit trail. */
async function assignPositionsAndAudit(deps: Deps, actor: Actor, updated: ReadableItem[]): Promise<void> {
  if (updated.length === 0) return
  const { companyId, keyName } = actor
  const ofStatus = updated.flatMap(({ id, token, sent: { status } }) =>
    status === undefined ? [] : [{ id, token, status }],
  )
  await deps.mailbox.assignPositions(companyId, ofStatus)
  if (ofStatus.length > 0) tell(deps, 'statusesChanged', { companyId, changes: ofStatus, keyName })
  await noteAuditOfKey(
    deps,
    actor,
    updated.map(({ id: target, sent: { status } }) =>
      status === undefined
        ? { action: 'application_erasure_confirmed', target, details: {} }
        : { action: 'application_status_changed', target, details: { to: status } },
    ),
  )
}
