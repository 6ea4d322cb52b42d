import {
  type Command,
  connectionLost,
  failoverCodes,
  failoverError,
  type MongoProxy,
  type Outcome,
  startMongoProxy,
} from '@boardwalk/mongo-proxy'
import { type Document, Long, type Timestamp } from 'mongodb'
import type { Random } from './random.ts'

/*
 * An election of a replica set, as one API process meets it. A proxy plays it before a database that has one member.
 */

/** The driver's own commands. A failover does not refuse them. */
const LOOKS_FOR_PRIMARY = ['hello', 'isMaster', 'ismaster']
const HANDSHAKE = [...LOOKS_FOR_PRIMARY, 'buildInfo', 'endSessions', 'killCursors']
const READS = ['find', 'getMore']
/** The collection whose rows a new primary may not show yet. */
const LAGGING = 'applications'
/** Every member has rows that are older than this. */
const LAG_MS = 10_000
const DUPLICATE_KEY = 11000

interface WriteError {
  index: number
  code: number
}

interface StepDown {
  /** Whether the error of a command that may be retried has MongoDB's label. Otherwise it has only the code. */
  isLabelled: boolean
  /** The share of commands that are carried out before they are answered with an error. */
  carriedOut: number
  /** The share of commands that lose their connection instead. */
  cut: number
  /** Whether drivers learn that there is no primary, and wait for one. */
  isAnnounced: boolean
  random: Random
}

/** A time of trouble: the number of commands that it met, and its end. */
interface Stretch {
  hits(): number
  end(): void
}

/** The database as one API process sees it. */
export interface Member {
  uri: string
  /** Begins a time in which the member is no primary. */
  stepDown(how: StepDown): Stretch
  /**
   * Begins a time in which the member is a new primary whose commit point does not move. It answers a read of the
   * applications without the latest ones, unless the read asks for a later time with `afterClusterTime`. MongoDB promises
   * no more to reads outside a causally consistent session.
   */
  lag(): Stretch
  stop(): Promise<void>
}

/**
 * The times since which applications can be read, by the database's clock. All members of a run share them. The database
 * puts its clock into a reply when it sends it, so the reply to another write, refused because it met the row, may name an
 * earlier time than the reply to the write that stored it: the earliest one counts.
 */
export interface StoredRows {
  at(id: string): Timestamp | undefined
  stored(id: string, time: Timestamp): void
  /** The row was met at this time; whether it was stored lately is not known. */
  met(id: string, time: Timestamp): void
}

export function createStoredRows(): StoredRows {
  const rows = new Map<string, { time: Timestamp; isStored: boolean; atMs: number }>()
  function note(id: string, time: Timestamp, isStored: boolean): void {
    const nowMs = Date.now()
    for (const [old, { atMs }] of rows) {
      if (atMs > nowMs - LAG_MS) break
      rows.delete(old)
    }
    const row = rows.get(id)
    if (row === undefined) rows.set(id, { time, isStored, atMs: nowMs })
    else {
      row.isStored ||= isStored
      if (time.lessThan(row.time)) row.time = time
    }
  }
  return {
    at(id) {
      const row = rows.get(id)
      return row?.isStored && row.atMs > Date.now() - LAG_MS ? row.time : undefined
    },
    stored: (id, time) => note(id, time, true),
    met: (id, time) => note(id, time, false),
  }
}

/** Starts a member before the database of the address. */
export async function startMember(uri: string, rows: StoredRows): Promise<Member> {
  const proxy: MongoProxy = await startMongoProxy(uri)
  let stepDown: (StepDown & { hits: number; over: Promise<void> }) | undefined
  let lag: { hits: number } | undefined
  /** The snapshot times of the open cursors. */
  const cursors = new Map<string, Timestamp | undefined>()

  async function refuse(command: Command, carryOut: () => Promise<Document>, how: StepDown): Promise<Outcome> {
    const { random, isLabelled } = how
    const isCut = random.chance(how.cut)
    const code = random.pick(failoverCodes)
    if (random.chance(how.carriedOut)) await carryOut()
    return isCut ? connectionLost : failoverError(command, code, { isLabelled })
  }

  async function noteInsert({ body }: Command, carryOut: () => Promise<Document>): Promise<Outcome> {
    const reply = await carryOut()
    const { operationTime: time, writeErrors = [] } = reply
    if (reply.ok !== 1 || time === undefined) return reply
    const refusals = new Map(writeErrors.map(({ index, code }: WriteError) => [index, code]))
    const inserted: Document[] = body.documents
    for (const [index, { _id }] of inserted.entries()) {
      if (!refusals.has(index)) rows.stored(String(_id), time)
      else if (refusals.get(index) === DUPLICATE_KEY) rows.met(String(_id), time)
    }
    return reply
  }

  /** A cursor that was opened before the lag reads from then: MongoDB may end it at a failover, but never gives it fewer rows. */
  const isOfEarlierCursor = ({ name, body }: Command) => name === 'getMore' && !cursors.has(String(body.getMore))

  async function readFromBefore({ name, body }: Command, carryOut: () => Promise<Document>): Promise<Outcome> {
    const seenBy: Timestamp | undefined =
      name === 'getMore' ? cursors.get(String(body.getMore)) : body.readConcern?.afterClusterTime
    const reply = await carryOut()
    const { cursor } = reply
    if (reply.ok !== 1 || cursor === undefined) return reply
    cursors.set(String(cursor.id), seenBy)
    const batch: Document[] = cursor.firstBatch ?? cursor.nextBatch
    const shown = batch.filter(({ _id }) => {
      const time = rows.at(String(_id))
      return time === undefined || (seenBy !== undefined && time.lessThanOrEqual(seenBy))
    })
    // A read that asks for a later time meets the lag, too: it gets the rows because it asks.
    if (lag !== undefined && batch.some(({ _id }) => rows.at(String(_id)) !== undefined)) lag.hits++
    if (shown.length === batch.length) return reply
    const batchName = name === 'getMore' ? 'nextBatch' : 'firstBatch'
    // The driver wants a long for the cursor's id.
    return { ...reply, cursor: { ...cursor, id: Long.fromValue(cursor.id), [batchName]: shown } }
  }

  function byStepDown(how: NonNullable<typeof stepDown>, command: Command, carryOut: () => Promise<Document>) {
    if (!HANDSHAKE.includes(command.name)) {
      how.hits++
      return refuse(command, carryOut, how)
    }
    // A driver that looks for a primary has to wait until this is over.
    return how.isAnnounced && LOOKS_FOR_PRIMARY.includes(command.name) ? how.over.then(carryOut) : undefined
  }

  proxy.rule = (command, carryOut) => {
    if (stepDown !== undefined) return byStepDown(stepDown, command, carryOut)
    if (command.collection !== LAGGING) return undefined
    if (command.name === 'insert') return noteInsert(command, carryOut)
    if (lag === undefined || !READS.includes(command.name) || isOfEarlierCursor(command)) return undefined
    return readFromBefore(command, carryOut)
  }

  return {
    uri: proxy.uri,
    stepDown(how) {
      let open = () => {}
      const over = new Promise<void>((resolve) => {
        open = resolve
      })
      const mine = { ...how, hits: 0, over }
      stepDown = mine
      return {
        hits: () => mine.hits,
        end() {
          if (stepDown === mine) stepDown = undefined
          open()
        },
      }
    },
    lag() {
      const mine = { hits: 0 }
      lag = mine
      return {
        hits: () => mine.hits,
        end() {
          if (lag === mine) lag = undefined
          cursors.clear()
        },
      }
    },
    stop: proxy.stop,
  }
}
