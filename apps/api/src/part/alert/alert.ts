import { createHash, randomBytes } from 'node:crypto'
import type { SearchQuery } from '@boardwalk/core/catalogue/query'
import { AppError, requireNoWait } from '@boardwalk/core/error'
import type { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../../deps.ts'
import { makeMailId, queueMail, queueNews } from '../../feature/mail/queue.ts'
import { hashSecret } from '../../feature/user/link.ts'
import { alerting } from './state.ts'
import type { Alert } from './store.ts'

export type { Alert }

/*
 * Alerts: a person gets the new jobs of a search by mail, once a day at most. The person confirms the address with a link in a mail, and
 * ends the alert with a link in each mail.
 */

const DAY_MS = 24 * 60 * 60 * 1000
const CONFIRMED_WITHIN_MS = 2 * DAY_MS

/** What a person asks for with the form under a list of jobs. */
export interface AlertRequest {
  email: string
  locale: Locale
  search: SearchQuery
  /** Null: the jobs of all companies. */
  companyId: string | null
  /** The path and the query of the list. */
  page: string
}

/**
 * Stores an alert and queues the mail that asks for its confirmation. An address and a search have one alert, so the same request again
 * only sends the mail again. Throws `too_many_requests`, and `page_not_found` if the board sends no mail.
 */
export async function requestAlert(deps: Deps, request: AlertRequest, caller: string): Promise<void> {
  if (!deps.settings.sendsMail) throw new AppError('page_not_found')
  requireNoWait(await alerting(deps).alertLimit.take(request.email, caller))
  const nowMs = deps.now()
  const alert = {
    id: deriveAlertId(request),
    ...request,
    through: new Date(nowMs),
    expiresAt: new Date(nowMs + CONFIRMED_WITHIN_MS),
  }
  await alerting(deps).alerts.insert(alert)
  const { id: target, companyId } = alert
  const mail = { id: makeMailId(), kind: 'alertConfirmation', companyId, target, locale: null }
  await queueMail(deps, mail, CONFIRMED_WITHIN_MS / 2)
}

function deriveAlertId({ email, locale, search, companyId }: AlertRequest): string {
  const { words, city, contractType, workMode, language } = search
  const parts = [email.toLowerCase(), locale, companyId, words, city, contractType, workMode, language]
  return `alert_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`
}

/** Makes the secret of the links in a mail about an alert. The database keeps its hash only. */
export async function makeAlertSecret(deps: Deps, { id }: Pick<Alert, 'id'>): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await alerting(deps).alerts.addSecret(id, hashSecret(secret))
  return secret
}

/** Finds the alert of a link. Undefined if it was ended, or was not confirmed in time. */
export const findAlert = (deps: Deps, secret: string): Promise<Alert | undefined> =>
  alerting(deps).alerts.findBySecret(hashSecret(secret), new Date(deps.now()))

/** Confirms the alert of a link. The first mail is due a day later. A second time changes nothing. */
export async function confirmAlert(deps: Deps, secret: string): Promise<Alert | undefined> {
  const nowMs = deps.now()
  await alerting(deps).alerts.confirm(hashSecret(secret), new Date(nowMs), new Date(nowMs + DAY_MS))
  return findAlert(deps, secret)
}

/** Ends the alert of a link, for good. A second time changes nothing. */
export const endAlert = (deps: Deps, secret: string): Promise<void> =>
  alerting(deps).alerts.removeBySecret(hashSecret(secret))

const ALERTS_AT_ONCE = 100

/**
 * Queues the mails of the alerts that are due. Several processes may do so at once: one of them makes the next mail of an alert due, and
 * queues this one. If it dies between the two, the mail of the next day has the jobs. Whether there are new jobs is found out when the mail
 * is sent. Each alert is due at the time of day at which it was confirmed, so the mails of a day do not come all at once.
 */
export async function queueDueAlerts(deps: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const nowMs = deps.now()
    const due = await alerting(deps).alerts.listDue(new Date(nowMs), ALERTS_AT_ONCE)
    for (const alert of due) {
      if (signal.aborted) return
      const { id, companyId, dueAt = new Date(nowMs), through } = alert
      const isOurs = await alerting(deps).alerts.postpone(id, dueAt, findNextTime(dueAt, nowMs))
      if (isOurs) await queueNews(deps, { kind: 'alert', companyId, target: id }, through)
    }
    if (due.length < ALERTS_AT_ONCE) return
  }
}

/** Finds the next time of day of an alert. After a standstill, the days that have passed are left out. */
const findNextTime = (dueAt: Date, nowMs: number): Date =>
  new Date(nowMs + DAY_MS - ((nowMs - dueAt.getTime()) % DAY_MS))
