import { findNewJobs } from '@boardwalk/core/catalogue/new-jobs'
import { type Company, findCompaniesById } from '@boardwalk/core/company/service'
import type { StoredJob } from '@boardwalk/core/job/job'
import { toJobUrl } from '@boardwalk/core/job/url'
import type { Locale } from '@boardwalk/schema/company'
import { nameJobCities } from '@boardwalk/schema/place/job-places'
import { removeUnprintable } from '@boardwalk/schema/printable'
import type { Deps } from '../../deps.ts'
import { findReplyTo, formatMessage, isolateIn, type MailSubject } from '../../feature/mail/compose.ts'
import type { Message } from '../../feature/mail/transport.ts'
import { makeAlertSecret } from './alert.ts'
import { describeKnownFilters, describeSearch } from './describe.ts'
import { alertMailWords } from './mail-words.ts'
import { confirmAlertPath, endAlertPath } from './paths.ts'
import { alerting } from './state.ts'
import type { Alert } from './store.ts'

/** The most jobs that a mail lists, and the most that it counts. */
const JOBS_LISTED = 20
const JOBS_COUNTED = 100

/**
 * A mail tells only of jobs that were published longer ago than this. A search for words finds a job within a second, or within a minute
 * if the job's process has died, and the clocks of processes differ. So no job comes too late to be told.
 */
const SETTLED_MS = 5 * 60_000

/** Composes the mails about alerts. Each has a new secret, and the secrets of earlier mails keep working. */
export const alertMails = { alertConfirmation: composeConfirmation, alert: composeAlert }

/**
 * Composes the mail that asks for the confirmation of an alert. A stranger may have typed the search beside another person's address, so
 * only the page of the link shows all of it.
 */
async function composeConfirmation(deps: Deps, { target: alertId }: MailSubject): Promise<Message | undefined> {
  const found = await findSubject(deps, alertId)
  if (found === undefined) return undefined
  const { alert, company } = found
  const { email: to, locale } = alert
  const { publicUrl, board } = deps.settings
  const secret = await makeAlertSecret(deps, alert)
  const { subject, text } = alertMailWords[locale].alertConfirmation
  const link = `${publicUrl}${confirmAlertPath(locale)}?secret=${secret}`
  const paragraphs = text({
    link,
    site: board.name === null ? publicUrl : isolateIn(locale, board.name),
    company: company && isolateIn(locale, company.name),
    filters: describeKnownFilters(locale, alert.search),
  })
  return formatMessage(deps, { to, locale, subject, paragraphs, replyTo: findReplyTo(deps, company) })
}

/**
 * Composes the mail with the new jobs of an alert. Undefined if there are none. The alert notes what was told after the mail server has
 * taken the mail: if the process dies in between, the mail comes twice, and no job is lost.
 */
async function composeAlert(deps: Deps, { target: alertId }: MailSubject): Promise<Message | undefined> {
  const found = await findSubject(deps, alertId)
  if (found?.alert.confirmedAt === undefined) return undefined
  const { alert, company, search } = found
  const { email: to, locale, companyId, through: after } = alert
  const through = new Date(deps.now() - SETTLED_MS)
  const jobs = await findNewJobs(deps, { companyId, search: alert.search, after, through, jobsMax: JOBS_COUNTED })
  const noteTold = () => alerting(deps).alerts.noteTold(alertId, through)
  if (jobs.length === 0) return void (await noteTold())
  const { publicUrl } = deps.settings
  const secret = await makeAlertSecret(deps, alert)
  const unsubscribeUrl = `${publicUrl}${endAlertPath(locale)}?secret=${secret}`
  const { subject, text } = alertMailWords[locale].alert
  const paragraphs = text({
    search,
    isCounted: jobs.length < JOBS_COUNTED,
    jobs: jobs.slice(0, JOBS_LISTED).map(([employer, job]) => describeJob(deps, locale, employer, job)),
    others: jobs.length - JOBS_LISTED,
    list: `${publicUrl}${alert.page}`,
    unsubscribe: unsubscribeUrl,
  })
  return {
    ...formatMessage(deps, {
      to,
      locale,
      subject: subject(jobs.length, search),
      paragraphs,
    }),
    replyTo: findReplyTo(deps, company),
    unsubscribeUrl,
    noteSent: noteTold,
    noteRefused: async (isFinal) => void (isFinal && (await alerting(deps).alerts.remove(alertId))),
  }
}

/** Finds an alert, its company, and its search in words. Undefined if the alert or the company is gone. */
async function findSubject(
  deps: Deps,
  alertId: string,
): Promise<{ alert: Alert; company: Company | undefined; search: string } | undefined> {
  const alert = await alerting(deps).alerts.find(alertId)
  if (alert === undefined) return undefined
  const { companyId, locale, search } = alert
  const company = companyId === null ? undefined : (await findCompaniesById(deps, [companyId])).get(companyId)
  if (companyId !== null && company === undefined) return undefined
  return { alert, company, search: isolateIn(locale, removeUnprintable(describeSearch(locale, search, company))) }
}

/** Describes a job in three lines: title, company and cities, address. */
function describeJob(deps: Deps, locale: Locale, company: Company, job: StoredJob): string {
  const { title } = job.fields
  const facts = [company.name, ...nameJobCities(locale, job.fields)].map((fact) => isolateIn(locale, fact)).join(' · ')
  return removeUnprintable(isolateIn(locale, title))
    .concat('\n', removeUnprintable(facts))
    .concat('\n', toJobUrl(deps.settings.publicUrl, company, job, locale))
}
