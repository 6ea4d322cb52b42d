import type { FormRecord } from '@boardwalk/core/activity/schema'
import { type Application, HELD_MS } from '@boardwalk/core/intake/application'
import type { HeldApplication } from '@boardwalk/core/intake/held-store'
import { readReference } from '@boardwalk/schema/application'
import type { Deps } from '../../deps.ts'
import { findPolls, type KeyPolls } from '../activity/requests.ts'

/*
 * Helps to find a missing candidate: where each application is, and what became of each form. The answer has no data of a
 * person. Nothing changes: what waits in the mailbox is not delivered.
 */

const FOUND_MAX = 50
const FORMS_MAX = 500
/** The date of an application may be a little ahead of the time (mailbox.ts). */
const AHEAD_MS = 60 * 60 * 1000

/** Selects applications by their id, by the id of a request, by the reference of one of them, or by the time when their form came. */
interface WhereaboutsQuery {
  id?: string | undefined
  requestId?: string | undefined
  since?: Date | undefined
  /** Now, if it is left out. */
  until?: Date | undefined
}

/**
 * - `delivered`: a recorded poll of one of the company's keys got it.
 * - `ready`: it has its date, and every poll that asks for this date answers it. No recorded poll has.
 * - `waiting`: it is accepted and waits in the mailbox; the next poll delivers it.
 * - `held`: the trap field of its form was filled in. It waits until a user decides or its time has passed.
 * - `erased`: it was delivered, and the person's data was erased later.
 * - `refused`: every form of it was refused.
 * - `gone`: a form of it was held back, and then discarded or erased.
 */
type Place = 'delivered' | 'ready' | 'waiting' | 'held' | 'erased' | 'refused' | 'gone'

/** What became of one form. The times are ISO 8601 in UTC. */
type FormReport = Pick<FormRecord, 'requestId' | 'traceId' | 'outcome' | 'reason' | 'fields'> & { at: string }

export interface Whereabouts {
  /** Null for a form that was refused and had no usable id. */
  applicationId: string | null
  jobId: number
  jobTitle: string
  place: Place
  /** The date by which an ATS asks for it. Null if it has none. */
  date: string | null
  erasedAt: string | null
  /** When it was held back, and when it goes in by itself. Null if it is not held back. */
  heldAt: string | null
  heldUntil: string | null
  /** Its forms of the last 14 days, oldest first. */
  forms: FormReport[]
  /** For each key that has ever polled, which poll answered it. Empty if it has no date. */
  polls: KeyPolls[]
}

/** Finds where applications are, oldest first. `isAll` is false if there are more than FOUND_MAX. */
export async function findApplications(
  deps: Deps,
  { companyId }: { companyId: string },
  query: WhereaboutsQuery,
): Promise<{ found: Whereabouts[]; isAll: boolean }> {
  // Reads the mailbox first. An application that leaves it meanwhile is then found among the stored ones.
  const waiting = await deps.mailbox.listInbox(companyId)
  const { ids, formsWithoutId } = await collectIds(deps, companyId, query, waiting)
  const forms = await deps.forms.list(companyId, { applicationIds: ids }, FORMS_MAX)
  const held = await deps.heldApplications.findByIds(companyId, ids)
  const stored = await deps.applications.findByIds(companyId, ids)
  const evidence = { forms, held, stored, waiting }
  const each = [
    ...ids.flatMap((id) => locate(id, evidence)),
    ...formsWithoutId.map((form) => ({ ...nowhere, applicationId: null, jobId: form.jobId, forms: [toReport(form)] })),
  ].sort((a, b) => findStart(a).localeCompare(findStart(b)))
  const shown = each.slice(0, FOUND_MAX)
  const titles = await deps.jobs.findTitles(
    companyId,
    shown.map(({ jobId }) => jobId),
  )
  const found: Whereabouts[] = []
  for (const one of shown) {
    const { jobId, date } = one
    const polls = date === null ? [] : await findPolls(deps, { companyId, jobId, date: new Date(date) })
    const isDelivered = one.place === 'ready' && polls.some(({ handedOver }) => handedOver !== null)
    found.push({ ...one, ...(isDelivered && { place: 'delivered' }), jobTitle: titles.get(jobId) ?? '', polls })
  }
  return { found, isAll: each.length <= FOUND_MAX }
}

/** Collects the ids of the applications that a query selects, and the forms whose application is not evidence. */
async function collectIds(
  deps: Deps,
  companyId: string,
  { id, requestId, since, until = new Date(deps.now() + AHEAD_MS) }: WhereaboutsQuery,
  waiting: Application[],
): Promise<{ ids: string[]; formsWithoutId: FormRecord[] }> {
  const ids = new Set(id === undefined ? [] : [id])
  const forms = requestId === undefined ? [] : await deps.forms.list(companyId, { requestId }, FORMS_MAX)
  const requestReference = readReference(requestId ?? '')
  if (requestReference !== undefined) forms.push(...(await deps.forms.list(companyId, { requestReference }, FORMS_MAX)))
  for (const each of await findIdsByReference(deps, companyId, readReference(id ?? ''), waiting)) ids.add(each)
  if (since !== undefined) {
    const max = FOUND_MAX + 1
    forms.push(...(await deps.forms.list(companyId, { since, until }, FORMS_MAX)))
    const range = { companyId, afterMs: since.getTime() - 1, throughMs: until.getTime() }
    const between = [
      ...waiting.filter(({ date }) => date >= since && date <= until),
      ...(await deps.applications.list(range, { page: 1, pageSize: max })),
      ...(await deps.heldApplications.listBetween(companyId, since, until, max)),
    ]
    for (const each of between) ids.add(each.id)
  }
  for (const { applicationId } of forms) if (applicationId !== null) ids.add(applicationId)
  return { ids: [...ids], formsWithoutId: forms.filter(({ applicationId }) => applicationId === null) }
}

/** Finds the ids of applications that begin with a reference: of those that wait, are held back or stored, and of forms. */
async function findIdsByReference(
  deps: Deps,
  companyId: string,
  applicationReference: string | undefined,
  waiting: Application[],
): Promise<string[]> {
  if (applicationReference === undefined) return []
  const forms = await deps.forms.list(companyId, { applicationReference }, FORMS_MAX)
  const held = await deps.heldApplications.listByReference(companyId, applicationReference)
  return [
    ...forms.flatMap(({ applicationId }) => applicationId ?? []),
    ...held.map(({ id }) => id),
    ...waiting.map(({ id }) => id).filter((id) => id.startsWith(applicationReference)),
    ...(await deps.applications.findIdsByReference(companyId, applicationReference)),
  ]
}

type Location = Omit<Whereabouts, 'jobTitle' | 'polls'>
const nowhere = { place: 'refused', date: null, erasedAt: null, heldAt: null, heldUntil: null } as const

/** All that the board has of the applications that a query selects. */
interface Evidence {
  forms: FormRecord[]
  held: HeldApplication[]
  stored: Application[]
  waiting: Application[]
}

/** Says where an application is. Empty if nothing is known of the id. */
function locate(id: string, evidence: Evidence): Location[] {
  const isOne = (each: { id: string }) => each.id === id
  const records = evidence.forms.filter(({ applicationId }) => applicationId === id)
  const forms = records.map(toReport)
  const stored = evidence.stored.find(isOne)
  const accepted = stored ?? evidence.waiting.find(isOne)
  const held = evidence.held.find(isOne)
  const jobId = (accepted ?? held ?? records[0])?.jobId
  if (jobId === undefined) return []
  const about = { ...nowhere, applicationId: id, jobId, forms }
  if (accepted !== undefined) {
    const { date, erasedAt } = accepted
    const place: Place = erasedAt !== undefined ? 'erased' : stored === undefined ? 'waiting' : 'ready'
    return [{ ...about, place, date: date.toISOString(), erasedAt: erasedAt?.toISOString() ?? null }]
  }
  if (held === undefined) {
    const isRefused = records.every(({ outcome }) => outcome === 'refused')
    return [{ ...about, place: isRefused ? 'refused' : 'gone' }]
  }
  const heldUntil = new Date(held.heldAt.getTime() + HELD_MS).toISOString()
  return [{ ...about, place: 'held', heldAt: held.heldAt.toISOString(), heldUntil }]
}

const toReport = ({ at, requestId, traceId, outcome, reason, fields }: FormRecord): FormReport => ({
  at: at.toISOString(),
  requestId,
  traceId,
  outcome,
  reason,
  fields,
})

/** Finds the earliest known time of an application, in ISO 8601, which sorts as text. */
const findStart = ({ forms: [first], date, heldAt }: Location): string => first?.at ?? heldAt ?? date ?? ''
