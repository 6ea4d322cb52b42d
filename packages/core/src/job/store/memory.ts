import { isPublic } from '@boardwalk/schema/visibility'
import type { ChangeOutcome } from '../../db/change-each.ts'
import type { Clock } from '../../process/clock.ts'
import { applyContent, type ChangeMark, type StoredJob } from '../job.ts'
import type { JobStore } from './job-store.ts'

/** The methods that the sandbox uses. */
type MemoryJobStore = Pick<
  JobStore,
  | 'nextId'
  | 'insert'
  | 'replace'
  | 'unpublish'
  | 'findByExternalId'
  | 'findLatest'
  | 'findLatestOfEach'
  | 'recall'
  | 'findById'
  | 'findByIds'
  | 'findHolder'
  | 'findExternalIds'
  | 'findTitles'
  | 'findLatestExternalIds'
  | 'setExternalIds'
  | 'replaceExternalId'
  | 'findMovedSince'
  | 'list'
  | 'deleteDraft'
>

interface Row extends StoredJob {
  /** `IdHolder.linkedAt`. */
  linkedAt: Date | null
}

const formatKey = (companyId: string, externalId: string) => JSON.stringify([companyId, externalId])

/** Keeps jobs in maps, for the sandbox. Each change of a job is one step, so no call reads a job that is half changed. */
export function createMemoryJobStore({ now }: Clock): MemoryJobStore {
  const rows = new Map<number, Row>()
  /** The job id for each company and external id. */
  const ids = new Map<string, number>()
  let lastId = 0

  function find(companyId: string, jobId: number | undefined): Row | undefined {
    const row = jobId === undefined ? undefined : rows.get(jobId)
    return row?.companyId === companyId ? row : undefined
  }
  const findByKey = (companyId: string, externalId: string) =>
    find(companyId, ids.get(formatKey(companyId, externalId)))
  /** Finds when a job was last changed, or closed. */
  function findChangedAt({ updatedAt, ...row }: Row): Date {
    const { closesAt } = row.terms
    const isClosing = closesAt !== undefined && closesAt > updatedAt && isPublic(row, updatedAt.getTime())
    return isClosing && closesAt.getTime() <= now() ? closesAt : updatedAt
  }
  const listRows = (companyId: string) => [...rows.values()].filter((row) => row.companyId === companyId)

  function write(row: Row): void {
    rows.set(row.id, row)
    if (row.externalId !== null) ids.set(formatKey(row.companyId, row.externalId), row.id)
  }

  async function findByExternalId(companyId: string, externalId: string): Promise<StoredJob | undefined> {
    return findByKey(companyId, externalId)
  }

  async function findExternalIds(companyId: string, jobIds: number[]) {
    const found = jobIds.flatMap((jobId) => find(companyId, jobId) ?? [])
    return new Map(
      found.map(({ id, externalId, fields, revision }) => [id, { externalId, title: fields.title, revision }]),
    )
  }

  const replaceExternalId = async (
    read: Pick<StoredJob, 'id' | 'companyId' | 'revision'>,
    externalId: string | null,
    mark: ChangeMark & { linkedAt: Date },
  ): Promise<ChangeOutcome> => {
    const row = find(read.companyId, read.id)
    if (row?.revision !== read.revision) return 'outdated'
    if (externalId !== null && findByKey(row.companyId, externalId) !== undefined) return 'taken'
    if (row.externalId !== null) ids.delete(formatKey(row.companyId, row.externalId))
    write({ ...row, ...mark, externalId, revision: row.revision + 1 })
    return 'made'
  }

  return {
    nextId: async () => ++lastId,
    async insert(job) {
      if (job.externalId !== null && findByKey(job.companyId, job.externalId) !== undefined) return false
      write({ ...job, linkedAt: null })
      return true
    },
    async replace({ id, companyId, revision }, content, mark) {
      const row = find(companyId, id)
      if (row?.revision !== revision) return false
      write({ ...row, ...applyContent(row, content, mark) })
      return true
    },
    async unpublish({ companyId, externalId, mark }) {
      const row = findByKey(companyId, externalId)
      if (row?.status === 'PUBLISHED') write({ ...row, ...mark, status: 'UNPUBLISHED', revision: row.revision + 1 })
      // Without the revision: the sandbox has no history.
      return row && { jobId: row.id, isOutdated: false }
    },
    async deleteDraft({ id, companyId, revision, externalId }) {
      const row = find(companyId, id)
      if (row?.revision !== revision || row.status !== 'UNPUBLISHED' || row.publishedAt !== null) return false
      rows.delete(id)
      if (externalId !== null) ids.delete(formatKey(companyId, externalId))
      return true
    },
    findByExternalId,
    findLatest: findByExternalId,
    async findLatestOfEach(companyId, externalIds) {
      return externalIds.flatMap((externalId) => findByKey(companyId, externalId) ?? [])
    },
    recall: findByKey,
    findById: async (companyId, jobId) => find(companyId, jobId),
    async findByIds(companyId, jobIds) {
      return jobIds.flatMap((jobId) => find(companyId, jobId) ?? [])
    },
    async findHolder(companyId, externalId) {
      const row = findByKey(companyId, externalId)
      return row && { jobId: row.id, title: row.fields.title, linkedAt: row.linkedAt }
    },
    findExternalIds,
    async findTitles(companyId, jobIds) {
      return new Map(jobIds.map((jobId) => [jobId, find(companyId, jobId)?.fields.title ?? '']))
    },
    findLatestExternalIds: findExternalIds,
    async setExternalIds(companyId, links, mark) {
      const outcomes: ChangeOutcome[] = []
      for (const { jobId, externalId, revision } of links)
        outcomes.push(await replaceExternalId({ id: jobId, companyId, revision }, externalId, mark))
      return outcomes
    },
    replaceExternalId,
    async findMovedSince(companyId, since) {
      const moved = listRows(companyId).filter(({ linkedAt, updatedAt }) => linkedAt !== null && updatedAt > since)
      return moved.map(({ id }) => id)
    },
    async list(companyId, statuses, { afterJobId = 0, changedSince = new Date(0), page, pageSize }) {
      const all = listRows(companyId).filter(
        (row) => row.id > afterJobId && statuses.includes(row.status) && findChangedAt(row) > changedSince,
      )
      return { jobs: all.slice((page - 1) * pageSize, page * pageSize), total: all.length }
    },
  }
}
