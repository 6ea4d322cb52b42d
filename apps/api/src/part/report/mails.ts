import type { Company } from '@boardwalk/core/company/service'
import { toJobUrl } from '@boardwalk/core/job/url'
import { removeUnprintable } from '@boardwalk/schema/printable'
import type { Deps } from '../../deps.ts'
import { aboutCompany, formatMessage, isolateIn, type MailSubject } from '../../feature/mail/compose.ts'
import { formatDay, queueMail } from '../../feature/mail/queue.ts'
import type { Message } from '../../feature/mail/transport.ts'
import type { ReportReason } from './form.ts'
import { reporting } from './state.ts'
import type { UntoldJob } from './store.ts'

/** The reasons in the words of the operator, whose commands and guides are in English. */
export const reasonWords: Record<ReportReason, string> = {
  FRAUD: 'it is a fraud, or it asks for money',
  DISCRIMINATION: 'it discriminates',
  NOT_REAL: 'the job is not real, or already filled',
  MISLEADING: 'facts are wrong or misleading',
  OTHER: 'something else',
}

/** Composes the mails that tell the operator of the reports of a job, and how many further jobs have reports. */
export const reportMails = { report: aboutCompany(composeReportNotice), furtherReports: composeFurtherNotice }

const HOUR_MS = 60 * 60 * 1000
/** Mails a day about single jobs. Strangers can report every job of the board. */
const SINGLE_MAILS_A_DAY_MAX = 19

/** The beginning of the ids of the mails about single jobs that are queued on a UTC day. */
const startSingleIds = (day: string): string => `mail_report_${day}_`
/** The same of the mails that say how many further jobs have reports. The hour since 1970 follows. */
const startFurtherIds = (day: string): string => `mail_further_${day}_`

/**
 * Queues the mails that tell the operator of the reports of jobs: one a day about a job, and only some a day in all. After them, a mail
 * says how many further jobs have reports. It comes again if another job is reported, once an hour at most.
 */
export async function queueReportMails(deps: Deps, jobs: UntoldJob[], signal: AbortSignal): Promise<void> {
  if (jobs.length === 0) return
  const day = formatDay(deps)
  const idStart = startSingleIds(day)
  const queuedIds = await deps.mails.listIds(idStart)
  const fresh = jobs.filter(({ jobId }) => !queuedIds.includes(`${idStart}${jobId}`))
  const single = fresh.slice(0, Math.max(0, SINGLE_MAILS_A_DAY_MAX - queuedIds.length))
  for (const { companyId, jobId } of single) {
    if (signal.aborted) return
    await queueMail(deps, { id: `${idStart}${jobId}`, kind: 'report', companyId, target: String(jobId), locale: null })
  }
  const further = fresh.slice(single.length)
  if (further.length === 0) return
  const furtherStart = startFurtherIds(day)
  const hours = (await deps.mails.listIds(furtherStart)).map((id) => Number(id.slice(furtherStart.length)))
  // A job whose first report is older than the hour of the last mail was counted in it.
  if (further.every(({ at }) => hours.some((hour) => at.getTime() < hour * HOUR_MS))) return
  const id = `${furtherStart}${Math.floor(deps.now() / HOUR_MS)}`
  await queueMail(deps, { id, kind: 'furtherReports', companyId: null, target: day, locale: null })
}

/**
 * Composes the mail from all open reports of a job. Undefined if earlier mails have told of each, or if the operator gives no address. It
 * has no text of a visitor, because anyone can write one.
 */
async function composeReportNotice(
  deps: Deps,
  company: Company,
  { target }: MailSubject,
): Promise<Message | undefined> {
  const { board, publicUrl } = deps.settings
  const { id: companyId } = company
  const jobId = Number(target)
  const job = await deps.jobs.findById(companyId, jobId)
  const reports = await reporting(deps).reports.listOpenOf({ companyId, jobId })
  if (job === undefined || board.contactEmail === null || reports.every(({ toldAt }) => toldAt !== undefined))
    return undefined
  const title = removeUnprintable(job.fields.title)
  const [only, ...others] = reports
  const replyTo = others.length === 0 ? only?.email : null
  const reasons = Object.entries(reasonWords).flatMap(([reason, words]) => {
    const count = reports.filter((report) => report.reason === reason).length
    return count === 0 ? [] : [`${count} × ${words}`]
  })
  const message = formatMessage(deps, {
    to: board.contactEmail,
    locale: 'en',
    subject: `Report of a job: ${title} (${company.name})`,
    paragraphs: [
      `Visitors of the board have reported this job to you. Open reports: ${reports.length}.`,
      `${isolateIn('en', title)}\n${isolateIn('en', company.name)}\n${toJobUrl(publicUrl, company, job)}`,
      reasons.join('\n'),
      'To read what they wrote:\nadmin report list',
      ...(replyTo ? ['If you reply to this mail, your answer goes to the visitor.'] : []),
      `To take the job off the board:\nadmin job suspend --id ${jobId}`,
      `When you have decided, close its reports:\nadmin report close --job ${jobId}`,
      'A mail about this job comes once a day at most.',
    ],
    ...(replyTo && { replyTo }),
  })
  const ids = reports.map(({ id }) => id)
  return { ...message, noteSent: () => reporting(deps).reports.noteTold(companyId, ids, new Date(deps.now())) }
}

/** Composes the mail about the jobs that have no mail of their own on a day. Undefined if all their reports were closed meanwhile. */
async function composeFurtherNotice(deps: Deps, { target: day }: MailSubject): Promise<Message | undefined> {
  const { contactEmail } = deps.settings.board
  const idStart = startSingleIds(day)
  const queuedIds = await deps.mails.listIds(idStart)
  const untold = await reporting(deps).reports.listUntoldJobs()
  const count = untold.filter(({ jobId }) => !queuedIds.includes(`${idStart}${jobId}`)).length
  if (contactEmail === null || count === 0) return undefined
  const jobs = count === 1 ? '1 further job' : `${count} further jobs`
  return formatMessage(deps, {
    to: contactEmail,
    locale: 'en',
    subject: `Reports of ${jobs}`,
    paragraphs: [
      `Visitors of the board have reported ${jobs} to you. Today's ${queuedIds.length} mails about single jobs do not tell of ${count === 1 ? 'it' : 'them'}.`,
      'To read all open reports, the newest first:\nadmin report list',
      'Until tomorrow (UTC), further reports come as a mail like this one, once an hour at most.',
    ],
  })
}
