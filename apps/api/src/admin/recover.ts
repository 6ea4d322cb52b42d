import { deleteCompany } from '@boardwalk/core/company/removal'
import { readAllCompanies } from '@boardwalk/core/company/service'
import { repeatErasure } from '@boardwalk/core/intake/erase'
import { setJobSuspension } from '@boardwalk/core/job/suspension'
import { type JournalEntry, readJournal } from '@boardwalk/core/journal/service'
import { repeatRevocation } from '@boardwalk/core/key/service'
import type { Deps } from '../deps.ts'

/**
 * Boardwalk may have given this many job ids since the backup. Skipping them keeps the old addresses of jobs from leading to
 * other jobs.
 */
const JOB_IDS_SKIPPED = 100_000

/** Makes a restored database safe to serve from, and says what is there. It is safe to repeat. */
export async function recoverDatabase(deps: Deps) {
  const lastJobId = await deps.jobs.skipIds(JOB_IDS_SKIPPED)
  const companies = []
  for await (const { id, slug } of readAllCompanies(deps)) {
    const { applications, newest, watermark } = await recoverMailbox(deps, id)
    companies.push({ slug, applications, newest: newest?.toISOString() ?? null, watermark: watermark.toISOString() })
  }
  // After the mailboxes, so that an erased application that was still in one of them is found.
  const journal = await replayJournal(deps)
  // After a restore, some of these may have been used, ended or sent before.
  const ended = {
    sessions: await deps.sessions.endAll(),
    links: await deps.users.endAllLinks(),
    recoveryCodes: await deps.secondFactors.endAllRecoveryCodes(),
    mails: await deps.mails.cancelAll(),
  }
  for (const holder of deps.holders) await holder.endAfterRestore?.()
  // A server that still runs remembers a restored key for less than a second.
  await deps.waitUntilForgotten()
  return { companies, lastJobId, journal, ended }
}

/**
 * Repairs a company's mailbox after the database was restored: raises its watermark past every date that was given before, and
 * delivers the applications that wait. It is safe to repeat.
 */
async function recoverMailbox(
  deps: Deps,
  companyId: string,
): Promise<{ applications: number; newest: Date | null; watermark: Date }> {
  const lastDate = (await deps.applications.findNewestDate(companyId)) ?? new Date(0)
  const lastPosition = (await deps.applications.findLastPosition(companyId)) ?? new Date(0)
  const { watermark } = await deps.mailbox.recover(companyId, { lastDate, lastPosition })
  const newest = (await deps.applications.findNewestDate(companyId)) ?? null
  return { applications: await deps.applications.countAll(companyId), newest, watermark }
}

/** What `recoverDatabase` tells of the journal: how many entries of each kind it repeated, and when the newest was recorded. */
type Replayed = Record<JournalEntry['kind'], number> & { newest: string | null }

async function replayJournal(deps: Deps): Promise<Replayed> {
  const counts = {
    application_erased: 0,
    key_revoked: 0,
    key_ending: 0,
    user_removed: 0,
    company_removed: 0,
    job_suspended: 0,
    job_resumed: 0,
    company_suspended: 0,
    company_resumed: 0,
  }
  let newest: Date | undefined
  for await (const entry of readJournal(deps)) {
    await repeat(deps, entry)
    counts[entry.kind]++
    // The last entry is the newest, because an id begins with the second in which it was made.
    newest = entry.recordedAt
  }
  return { ...counts, newest: newest?.toISOString() ?? null }
}

function repeat(deps: Deps, { kind, companyId, targetId: id, at }: JournalEntry): Promise<void> {
  switch (kind) {
    case 'application_erased':
      return repeatErasure(deps, { companyId, id, at })
    case 'key_revoked':
    case 'key_ending':
      return repeatRevocation(deps, { companyId, id, at, isRevoked: kind === 'key_revoked' })
    case 'user_removed':
      return deps.users.remove(companyId, id)
    case 'company_removed':
      return deleteCompany(deps, { companyId })
    case 'job_suspended':
      return setJobSuspension(deps, { companyId, jobId: Number(id) }, at)
    case 'job_resumed':
      return setJobSuspension(deps, { companyId, jobId: Number(id) }, null)
    case 'company_suspended':
      return deps.companies.setSuspension(companyId, at)
    case 'company_resumed':
      return deps.companies.setSuspension(companyId, null)
  }
}
