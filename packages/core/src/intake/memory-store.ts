import type { Paging } from '@boardwalk/schema/page'
import type { Clock } from '../process/clock.ts'
import {
  type Application,
  type ApplicationFilter,
  erasedFields,
  POSITIONS_AHEAD_MS_MAX,
  type PositionRange,
} from './application.ts'
import type { ApplicationUpdate, ChangeQueries } from './change-store.ts'
import type { HeldApplication, HeldStore } from './held-store.ts'
import type { MailboxContent, MailboxStore } from './mailbox-store.ts'
import type { ApplicationStore } from './store.ts'

/** The calls of the application store that the sandbox and the tests of the mailbox use. */
type Call =
  | 'insertNew'
  | 'findByIds'
  | 'list'
  | 'count'
  | 'listChanged'
  | 'listByEmail'
  | 'erase'
  | Exclude<keyof ChangeQueries, 'findLastPosition'>

const later = (a: Date, b: Date): Date => (a < b ? b : a)

/** A row, as the database has it. */
export type MemoryApplication = Application & { unpositionedChange?: string }

/** Keeps applications in a map, by id. A change puts a new row into the map, so a copy of the map does not change. */
export function createMemoryApplicationStore(
  rows = new Map<string, MemoryApplication>(),
  { now }: Clock = { now: Date.now },
): Pick<ApplicationStore, Call> {
  /** When each application was changed, in milliseconds. */
  const changedAt = new Map<string, number>()
  const listRows = (companyId: string) => [...rows.values()].filter((row) => row.companyId === companyId)

  function findMatches({ companyId, jobId, afterMs, throughMs }: ApplicationFilter): Application[] {
    return listRows(companyId).filter((row) => {
      const ms = row.date.getTime()
      return ms > afterMs && ms <= throughMs && (jobId === undefined || row.jobId === jobId)
    })
  }

  /** Takes one page, ascending by date. */
  const takePage = (found: Application[], { page, pageSize }: Paging) =>
    found.toSorted((a, b) => a.date.getTime() - b.date.getTime()).slice((page - 1) * pageSize, page * pageSize)

  function change(companyId: string, id: string, changes: Partial<MemoryApplication>): boolean {
    const row = rows.get(id)
    if (row?.companyId !== companyId) return false
    rows.set(id, { ...row, ...changes })
    changedAt.set(id, now())
    return true
  }

  const listUnpositioned = (companyId: string) =>
    listRows(companyId).flatMap(({ id, unpositionedChange: token }) => (token === undefined ? [] : [{ id, token }]))

  /** Finds the changes in a range of positions, ascending. */
  const findPositioned = ({ companyId, afterMs, throughMs }: PositionRange) =>
    listRows(companyId)
      .filter(({ date, changePosition }) => {
        const positionMs = changePosition?.getTime() ?? 0
        return positionMs > afterMs && positionMs <= throughMs && date.getTime() <= afterMs
      })
      .toSorted((a, b) => (a.changePosition?.getTime() ?? 0) - (b.changePosition?.getTime() ?? 0))

  return {
    async insertNew(companyId, delivered) {
      const storedBefore = delivered.flatMap(({ id, date }) => {
        const row = rows.get(id)
        return row !== undefined && row.date.getTime() !== date.getTime() ? [row] : []
      })
      for (const application of delivered) {
        if (rows.has(application.id)) continue
        const isTaken = listRows(companyId).some(({ date }) => date.getTime() === application.date.getTime())
        if (isTaken) throw new Error(`another application of the company has the date of ${application.id}`)
        rows.set(application.id, application)
      }
      return storedBefore
    },
    findByIds: async (companyId, ids) => listRows(companyId).filter(({ id }) => ids.includes(id)),
    list: async (filter, paging) => takePage(findMatches(filter), paging),
    async listChanged({ companyId, changedSince, jobIds, afterMs, throughMs = Number.POSITIVE_INFINITY }, paging) {
      const changed = findMatches({ companyId, afterMs, throughMs }).filter(
        ({ id, jobId }) => (changedAt.get(id) ?? 0) > changedSince.getTime() || jobIds.includes(jobId),
      )
      return { applications: takePage(changed, paging), total: changed.length }
    },
    count: async (filter) => findMatches(filter).length,
    findLatestOfEach: async (companyId, ids) => listRows(companyId).filter(({ id }) => ids.includes(id)),
    updateEach: async (companyId, updates) =>
      updates.map((update) => {
        const row = rows.get(update.id)
        if (row?.companyId !== companyId) return false
        if ('status' in update) {
          const changes = setStatus(row, update, new Date(now()))
          return changes !== undefined && change(companyId, row.id, changes)
        }
        const noted = 'confirmedBy' in update ? confirmErasure(row, update, new Date(now())) : repeatStatus(row, update)
        if (noted !== undefined) rows.set(row.id, { ...row, ...noted })
        return noted !== undefined
      }),
    async listByEmail(companyId, email) {
      return listRows(companyId).filter((row) => row.email.toLowerCase() === email.toLowerCase())
    },
    async erase(companyId, id, erasedAt, token) {
      if (rows.get(id)?.erasedAt === undefined)
        change(companyId, id, { ...erasedFields, erasedAt, unpositionedChange: token })
    },
    async setPositions(companyId, changes) {
      for (const { id, token, changePosition } of changes) {
        const row = rows.get(id)
        if (row?.companyId !== companyId || row.unpositionedChange !== token) continue
        if (row.changePosition !== undefined && row.changePosition >= changePosition) continue
        const { unpositionedChange: _, ...positioned } = row
        rows.set(id, { ...positioned, changePosition })
      }
    },
    listUnpositioned: async (companyId, changesMax) => listUnpositioned(companyId).slice(0, changesMax),
    async fenceReservedPositions(companyId, token) {
      for (const { id } of listUnpositioned(companyId)) {
        const row = rows.get(id)
        if (row !== undefined) rows.set(id, { ...row, unpositionedChange: token })
      }
    },
    listPositioned: async (range, changesMax) => findPositioned(range).slice(0, changesMax),
    countPositioned: async (range) => findPositioned(range).length,
  }
}

type Update<Member extends string> = Extract<ApplicationUpdate, Record<Member, unknown>>

/** The latest time that a key has told, with one more. */
const tell = ({ toldAt }: Application, actor: string, at: Date) => ({
  toldAt: { ...toldAt, [actor]: later(toldAt?.[actor] ?? at, at) },
})

/* What each kind of update changes in a row, as the queries of change-store.ts. Undefined if it is not made. */

function setStatus(row: Application, update: Update<'status'>, now: Date): Partial<MemoryApplication> | undefined {
  const { status, from = row.status, by, actor, at, toldAt, token } = update
  if (row.erasedAt !== undefined || row.status === status || row.status !== from) return undefined
  const told = row.toldAt?.[actor]
  if (toldAt !== undefined && at !== undefined && told !== undefined && told > at) return undefined
  const changes = { status, statusChange: { at: at ?? now, by, actor }, unpositionedChange: token }
  return toldAt === undefined ? changes : { ...changes, ...tell(row, actor, toldAt) }
}

const repeatStatus = (row: Application, { repeated, actor, toldAt }: Update<'repeated'>) =>
  row.erasedAt === undefined && row.status === repeated ? tell(row, actor, toldAt) : undefined

const confirmErasure = (row: Application, { confirmedBy: keyId }: Update<'confirmedBy'>, at: Date) =>
  row.erasedAt !== undefined && row.erasureConfirmed === undefined ? { erasureConfirmed: { at, keyId } } : undefined

/** Keeps held applications in a map, for the sandbox, where no user lets one in. */
export function createMemoryHeldStore(): Pick<HeldStore, 'insert' | 'find' | 'listByEmail' | 'decide' | 'remove'> {
  const rows = new Map<string, HeldApplication>()
  const findRow = (companyId: string, id: string) => {
    const row = rows.get(id)
    return row?.companyId === companyId ? row : undefined
  }
  return {
    async insert(held) {
      if (!rows.has(held.id)) rows.set(held.id, held)
    },
    find: async (companyId, id) => findRow(companyId, id),
    async listByEmail(companyId, email) {
      return [...rows.values()].filter(
        (row) => row.companyId === companyId && row.email.toLowerCase() === email.toLowerCase(),
      )
    },
    decide: async (companyId, id) => findRow(companyId, id),
    async remove(companyId, ids) {
      for (const id of ids) if (findRow(companyId, id) !== undefined) rows.delete(id)
    },
  }
}

const start = new Date(0)
const emptyMailbox: MailboxContent = {
  watermark: start,
  lastDate: start,
  lastPosition: start,
  wallTime: start,
  inbox: [],
  fencingToken: 0,
}

/**
 * Keeps mailboxes in a map, by company. Each call runs without a pause, because in MongoDB each is one atomic operation. A change
 * puts a new mailbox into the map, so a copy of the map does not change.
 */
export function createMemoryMailboxStore(mailboxes = new Map<string, MailboxContent>()): MailboxStore {
  const find = (companyId: string): MailboxContent => mailboxes.get(companyId) ?? emptyMailbox

  function change(companyId: string, changes: Partial<MailboxContent>): MailboxContent {
    const changed = { ...find(companyId), ...changes }
    mailboxes.set(companyId, changed)
    return changed
  }

  function raise(
    companyId: string,
    { watermark, lastDate = start, lastPosition = start }: Partial<MailboxContent> & Pick<MailboxContent, 'watermark'>,
  ): MailboxContent {
    const before = find(companyId)
    return change(companyId, {
      watermark: later(before.watermark, watermark),
      lastDate: later(before.lastDate, lastDate),
      lastPosition: later(before.lastPosition, lastPosition),
      wallTime: later(before.wallTime, watermark),
    })
  }

  const without = ({ inbox }: MailboxContent, applicationIds: string[]) =>
    inbox.filter(({ id }) => !applicationIds.includes(id))

  return {
    read: async (companyId) => find(companyId),
    async push(companyId, applications, { now, lastDateMax, fencingToken }) {
      if (applications.length === 0) return []
      const { watermark, wallTime, ...mailbox } = find(companyId)
      const isKnown = mailbox.inbox.some(({ id }) => applications.some((application) => application.id === id))
      const isFull = watermark.getTime() + applications.length > lastDateMax.getTime()
      if (isKnown || isFull || mailbox.fencingToken !== fencingToken) return undefined
      const firstMs = later(now, new Date(watermark.getTime() + 1)).getTime()
      const pushed = applications.map((application, index) => ({ ...application, date: new Date(firstMs + index) }))
      const lastDate = new Date(firstMs + applications.length - 1)
      const inbox = [...mailbox.inbox, ...pushed]
      change(companyId, { watermark: lastDate, lastDate, inbox, wallTime: later(wallTime, now) })
      return pushed
    },
    raiseWatermark: async (companyId, watermark) => raise(companyId, { watermark }),
    advance: async (companyId, instants) => raise(companyId, instants),
    async reservePositions(companyId, wanted, now) {
      const { watermark, lastPosition, wallTime } = find(companyId)
      const firstMs = Math.max(now.getTime(), watermark.getTime() + 1)
      const room = later(now, wallTime).getTime() + POSITIONS_AHEAD_MS_MAX - firstMs + 1
      const count = Math.max(0, Math.min(wanted, room))
      const positions = Array.from({ length: count }, (_, index) => new Date(firstMs + index))
      const last = positions.at(-1) ?? start
      change(companyId, {
        watermark: later(watermark, last),
        lastPosition: later(lastPosition, last),
        wallTime: later(wallTime, now),
      })
      return positions
    },
    async pull(companyId, applicationIds) {
      change(companyId, { inbox: without(find(companyId), applicationIds) })
    },
    listLastDates: async (companyIds) =>
      companyIds.map((companyId) => {
        const { lastDate, lastPosition } = find(companyId)
        return { companyId, lastDate, lastPosition }
      }),
    listWaitingDates: async () => [...mailboxes.values()].flatMap(({ inbox }) => inbox.map(({ date }) => date)),
    async fence(companyId, applicationIds) {
      const before = find(companyId)
      change(companyId, { inbox: without(before, applicationIds), fencingToken: before.fencingToken + 1 })
    },
  }
}
