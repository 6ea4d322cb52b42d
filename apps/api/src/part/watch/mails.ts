import type { Company } from '@boardwalk/core/company/service'
import type { Locale } from '@boardwalk/schema/company'
import { removeUnprintable } from '@boardwalk/schema/printable'
import { describeAlarms } from '@boardwalk/schema/words/ats-alarms'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import type { Deps } from '../../deps.ts'
import { aboutCompany, formatMessage, type MailSubject } from '../../feature/mail/compose.ts'
import { formatDay, queueMail } from '../../feature/mail/queue.ts'
import type { Message } from '../../feature/mail/transport.ts'
import type { SessionUser } from '../../feature/user/user.ts'
import { findAlarms } from './alarms.ts'
import { watching } from './state.ts'
import { watchWords } from './words.ts'

/* The mail to users when the ATS of their company has stopped: one a day at most, for each user who has turned it on. */

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How often the company of a user is looked at, and how long a process keeps a user to itself. */
const LOOK_EVERY_MS = 10 * MINUTE_MS

/** Whether a user gets the mails. */
export async function getWatch(deps: Deps, { companyId, userId }: SessionUser): Promise<{ isOn: boolean }> {
  return { isOn: await watching(deps).watches.isWatcher(companyId, userId) }
}

/** Turns the mails of a user on or off. */
export async function setWatch(
  deps: Deps,
  { companyId, userId }: SessionUser,
  { isOn }: { isOn: boolean },
): Promise<void> {
  const { watches } = watching(deps)
  if (isOn) await watches.addWatcher(companyId, userId, new Date(deps.now()))
  else await watches.removeWatcher(companyId, userId)
}

/**
 * Queues the mails that are due. Several processes share the users. If one ends between the mail and the note of it, another queues the same
 * mail, which is sent once.
 */
export async function queueAlarms(deps: Deps, signal: AbortSignal): Promise<void> {
  const { watches } = watching(deps)
  while (!signal.aborted) {
    const nowMs = deps.now()
    const claim = await watches.claimWatcher(new Date(nowMs), new Date(nowMs + LOOK_EVERY_MS))
    if (claim === undefined) return
    const { userId, companyId } = claim
    if ((await deps.users.find(userId))?.companyId !== companyId) {
      await watches.removeWatcher(companyId, userId)
      continue
    }
    const { polls, pushes } = await findAlarms(deps, claim)
    if (polls === null && pushes === null) continue
    const id = `mail_watch_${userId}_${formatDay(deps)}`
    await queueMail(deps, { id, kind: 'watch', companyId, target: userId, locale: null })
    await watches.postponeWatcher(claim, new Date(nowMs + DAY_MS))
  }
}

export const watchMails = { watch: aboutCompany(composeAlarms) }

/** Composes the mail. Undefined if the ATS works again, or if the user was removed or has turned the mails off. */
async function composeAlarms(
  deps: Deps,
  company: Company,
  { target: userId }: MailSubject,
): Promise<Message | undefined> {
  const { id: companyId, locale } = company
  const user = await deps.users.find(userId)
  if (user?.companyId !== companyId || !(await watching(deps).watches.isWatcher(companyId, userId))) return undefined
  const alarms = await listAlarms(deps, company)
  const [first] = alarms
  if (first === undefined) return undefined
  const { publicUrl } = deps.settings
  const { seeActivity, turnOff } = watchWords[locale]
  const paragraphs = [
    ...alarms.map(({ title, sentences }) => [`${title}.`, ...sentences].join('\n')),
    seeActivity(`${publicUrl}/backoffice/activity`),
    turnOff(`${publicUrl}/backoffice/settings/account`),
  ]
  const subject = `${first.title}\u00a0– ${company.name}`
  return formatMessage(deps, { to: user.email, locale, subject, paragraphs })
}

/** Lists what is wrong with the ATS of a company, in its language. */
async function listAlarms(deps: Deps, { id: companyId, locale }: Company) {
  const texts = describeAlarms(locale, await findAlarms(deps, { companyId }), (at) => formatInstant(locale, at))
  return texts.map(({ title, sentences }) => ({ title, sentences: sentences.map(removeUnprintable) }))
}

/** Lists what is wrong with the ATS of a company, a line each. */
export const listForDigest = async (deps: Deps, company: Company): Promise<string[]> =>
  (await listAlarms(deps, company)).map(({ title, sentences }) => `${title}. ${sentences[0] ?? ''}`)

function formatInstant(locale: Locale, at: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(pageLanguages[locale].intlLocale, options).format(new Date(at))} UTC`
}
