import type { UserActor } from '@boardwalk/core/activity/audit'
import type { FieldChange } from '@boardwalk/core/activity/schema'
import type { Deps } from '../../deps.ts'

const CHANGES_PER_PAGE = 50

/** What a key changed in a job, as a list of the company's jobs shows it. */
interface ListedKeyChange {
  at: Date
  jobId: number
  /** The job's title now. Null if the job was deleted. */
  title: string | null
  keyName: string
  keyEnding: string
  changes: FieldChange[]
}

/**
 * Reads one page of what keys changed in the company's jobs, newest first. `next` is the cursor of the next page, or null. The links of one
 * request are on the same page, so a page may have more than 50 changes.
 */
export async function listKeyChanges(
  deps: Deps,
  { companyId }: UserActor,
  { cursor }: { cursor?: string | null | undefined },
): Promise<{ changes: ListedKeyChange[]; next: string | null }> {
  await deps.keyChangeRecorder.flush()
  const found = await deps.keyChanges.list(companyId, cursor, CHANGES_PER_PAGE + 1)
  // Changes of one row have the same cursor, so a page ends with the last of them.
  const end = found.findIndex(({ cursor }, index) => index >= CHANGES_PER_PAGE && cursor !== found[index - 1]?.cursor)
  const page = end === -1 ? found : found.slice(0, end)
  const keys = new Map((await deps.apiKeys.list(companyId)).map((key) => [key.id, key]))
  const jobIds = [...new Set(page.map(({ jobId }) => jobId))]
  const titles = await deps.jobs.findTitles(companyId, jobIds)
  return {
    changes: page.map(({ at, jobId, keyId, changes }) => ({
      at,
      jobId,
      title: titles.get(jobId) ?? null,
      changes,
      keyName: keys.get(keyId)?.name ?? '',
      keyEnding: keys.get(keyId)?.last4 ?? '',
    })),
    next: end === -1 ? null : (page.at(-1)?.cursor ?? null),
  }
}
