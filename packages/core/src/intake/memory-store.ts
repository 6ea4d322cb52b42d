import type { Paging } from '@boardwalk/schema/page'
import type { Clock } from '../process/clock.ts'
import {
  type Application,
  type ApplicationFilter,
  erasedFields,
  PLACES_AHEAD_MS_MAX,
  type PlaceRange,
} from './application.ts'
import type { HeldApplication, HeldStore } from './held-store.ts'
import type { MailboxContent, MailboxStore } from './mailbox-store.ts'
import type { ApplicationStore } from './store.ts'
import type { ApplicationUpdate, UpdateQueries } from './update-store.ts'

/** The calls of the application store that the sandbox and the tests of the mailbox use. */
type Call =
  | 'insertNew'
  | 'findByIds'
  | 'list'
  | 'count'
  | 'listChanged'
  | 'listByEmail'
  | 'erase'
  | 'place'
  | 'listUnplaced'
  | 'renameUnplaced'
  | 'listPlaced'
  | 'countPlaced'
  | keyof UpdateQueries

const later = (a: Date, b: Date): Date => (a < b ? b : a)

/** A row, as the database has it. */
export type MemoryApplication = Application & { unplacedChange?: string }

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

  const listUnplaced = (companyId: string) =>
    listRows(companyId).flatMap(({ id, unplacedChange: token }) => (token === undefined ? [] : [{ id, token }]))

  /** Finds the changes in a range of places, ascending. */
  const findPlaced = ({ companyId, afterMs, throughMs }: PlaceRange) =>
    listRows(companyId)
      .filter(({ date, placedAt }) => {
        const placeMs = placedAt?.getTime() ?? 0
        return placeMs > afterMs && placeMs <= throughMs && date.getTime() <= afterMs
      })
      .toSorted((a, b) => (a.placedAt?.getTime() ?? 0) - (b.placedAt?.getTime() ?? 0))

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
        change(companyId, id, { ...erasedFields, erasedAt, unplacedChange: token })
    },
    async place(companyId, changes) {
      for (const { id, token, placedAt } of changes) {
        const row = rows.get(id)
        if (row?.companyId !== companyId || row.unplacedChange !== token) continue
        if (row.placedAt !== undefined && row.placedAt >= placedAt) continue
        const { unplacedChange: _, ...placed } = row
        rows.set(id, { ...placed, placedAt })
      }
    },
    listUnplaced: async (companyId, changesMax) => listUnplaced(companyId).slice(0, changesMax),
    async renameUnplaced(companyId, token) {
      for (const { id } of listUnplaced(companyId)) {
        const row = rows.get(id)
        if (row !== undefined) rows.set(id, { ...row, unplacedChange: token })
      }
    },
    listPlaced: async (range, changesMax) => findPlaced(range).slice(0, changesMax),
    countPlaced: async (range) => findPlaced(range).length,
  }
}

type Update<Member extends string> = Extract<ApplicationUpdate, Record<Member, unknown>>

/** The latest time that a key has told, with one more. */
const tell = ({ toldAt }: Application, actor: string, at: Date) => ({
  toldAt: { ...toldAt, [actor]: later(toldAt?.[actor] ?? at, at) },
})

/* What each kind of update changes in a row, as the queries of update-store.ts. Undefined if it is not made. */

function setStatus(row: Application, update: Update<'status'>, now: Date): Partial<MemoryApplication> | undefined {
  const { status, from = row.status, by, actor, at, toldAt, token } = update
  if (row.erasedAt !== undefined || row.status === status || row.status !== from) return undefined
  const told = row.toldAt?.[actor]
  if (toldAt !== undefined && at !== undefined && told !== undefined && told > at) return undefined
  const changes = { status, statusChange: { at: at ?? now, by, actor }, unplacedChange: token }
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
  clock: start,
  lastDate: start,
  lastPlaced: start,
  toldTime: start,
  inbox: [],
  shutOuts: 0,
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
    { clock, lastDate = start, lastPlaced = start }: Partial<MailboxContent> & Pick<MailboxContent, 'clock'>,
  ): MailboxContent {
    const before = find(companyId)
    return change(companyId, {
      clock: later(before.clock, clock),
      lastDate: later(before.lastDate, lastDate),
      lastPlaced: later(before.lastPlaced, lastPlaced),
      toldTime: later(before.toldTime, clock),
    })
  }

  const without = ({ inbox }: MailboxContent, applicationIds: string[]) =>
    inbox.filter(({ id }) => !applicationIds.includes(id))

  return {
    read: async (companyId) => find(companyId),
    async push(companyId, applications, { now, lastDateMax, shutOuts }) {
      if (applications.length === 0) return []
      const { clock, toldTime, ...mailbox } = find(companyId)
      const isKnown = mailbox.inbox.some(({ id }) => applications.some((application) => application.id === id))
      const isFull = clock.getTime() + applications.length > lastDateMax.getTime()
      if (isKnown || isFull || mailbox.shutOuts !== shutOuts) return undefined
      const firstMs = later(now, new Date(clock.getTime() + 1)).getTime()
      const pushed = applications.map((application, index) => ({ ...application, date: new Date(firstMs + index) }))
      const lastDate = new Date(firstMs + applications.length - 1)
      const inbox = [...mailbox.inbox, ...pushed]
      change(companyId, { clock: lastDate, lastDate, inbox, toldTime: later(toldTime, now) })
      return pushed
    },
    raiseClock: async (companyId, clock) => raise(companyId, { clock }),
    advance: async (companyId, instants) => raise(companyId, instants),
    async reservePlaces(companyId, wanted, now) {
      const { clock, lastPlaced, toldTime } = find(companyId)
      const firstMs = Math.max(now.getTime(), clock.getTime() + 1)
      const room = later(now, toldTime).getTime() + PLACES_AHEAD_MS_MAX - firstMs + 1
      const count = Math.max(0, Math.min(wanted, room))
      const places = Array.from({ length: count }, (_, index) => new Date(firstMs + index))
      const last = places.at(-1) ?? start
      change(companyId, {
        clock: later(clock, last),
        lastPlaced: later(lastPlaced, last),
        toldTime: later(toldTime, now),
      })
      return places
    },
    async pull(companyId, applicationIds) {
      change(companyId, { inbox: without(find(companyId), applicationIds) })
    },
    listLastDates: async (companyIds) =>
      companyIds.map((companyId) => {
        const { lastDate, lastPlaced } = find(companyId)
        return { companyId, lastDate, lastPlaced }
      }),
    listWaitingDates: async () => [...mailboxes.values()].flatMap(({ inbox }) => inbox.map(({ date }) => date)),
    async shutOut(companyId, applicationIds) {
      const before = find(companyId)
      change(companyId, { inbox: without(before, applicationIds), shutOuts: before.shutOuts + 1 })
    },
  }
}
