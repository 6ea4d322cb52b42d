import type { Company } from '@boardwalk/core/company/service'
import { toJobUrl } from '@boardwalk/core/job/url'
import { removeUnprintable } from '@boardwalk/schema/printable'
import type { ReportReason } from '@boardwalk/schema/report'
import type { Deps } from '../../deps.ts'
import { formatMessage, isolateIn } from '../mail/compose.ts'
import { startReportIds } from '../mail/queue.ts'
import type { Message } from '../mail/transport.ts'

/** The reasons in the words of the operator, whose commands and guides are in English. */
export const reasonWords: Record<ReportReason, string> = {
  FRAUD: 'it is a fraud, or it asks for money',
  DISCRIMINATION: 'it discriminates',
  NOT_REAL: 'the job is not real, or already filled',
  MISLEADING: 'facts are wrong or misleading',
  OTHER: 'something else',
}

/** Composes the mails that tell the operator of the reports of a job, and how many further jobs have reports. */
export const reportMails = { report: composeReportNotice, furtherReports: composeFurtherNotice }

/**
 * Composes the mail from all open reports of a job. Undefined if earlier mails have told of each, or if the operator gives no address. It
 * has no text of a visitor, because anyone can write one.
 */
async function composeReportNotice(deps: Deps, company: Company, target: string): Promise<Message | undefined> {
  const { board, publicUrl } = deps.settings
  const { id: companyId } = company
  const jobId = Number(target)
  const job = await deps.jobs.findById(companyId, jobId)
  const reports = await deps.reports.listOpenOf({ companyId, jobId })
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
  return { ...message, noteSent: () => deps.reports.noteTold(companyId, ids, new Date(deps.now())) }
}

/** Composes the mail about the jobs that have no mail of their own on a day. Undefined if all their reports were closed meanwhile. */
async function composeFurtherNotice(deps: Deps, day: string): Promise<Message | undefined> {
  const { contactEmail } = deps.settings.board
  const idStart = startReportIds(day)
  const queuedIds = await deps.mails.listIds(idStart)
  const untold = await deps.reports.listUntoldJobs()
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
