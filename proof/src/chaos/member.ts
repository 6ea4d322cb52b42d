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
 * What a replica set does to one API process in an election, played by a proxy before a database that has one member.
 */

/** The driver's own talk with the server. A failover does not refuse it. */
const LOOKS_FOR_PRIMARY = ['hello', 'isMaster', 'ismaster']
const HANDSHAKE = [...LOOKS_FOR_PRIMARY, 'buildInfo', 'endSessions', 'killCursors']
const READS = ['find', 'getMore']
/** The rows that a new primary may not show yet. */
const LAGGING = 'applications'
/** A row that is older is on every member. */
const LAG_MS = 10_000

interface StepDown {
  /** Whether a command that may be retried gets MongoDB's label, as MongoDB gives it; without it the code has to do. */
  isLabelled: boolean
  /** Of the commands, so many are carried out before they are answered with an error. */
  carriedOut: number
  /** Of the commands, so many lose their connection instead. */
  cut: number
  /** Whether drivers learn that there is no primary, and wait for one. */
  isAnnounced: boolean
  random: Random
}

/** A stretch of trouble: how many commands it met, and its end. */
interface Stretch {
  hits(): number
  end(): void
}

/** The database as one API process sees it. */
export interface Member {
  uri: string
  /** From now on the member is no primary. */
  stepDown(how: StepDown): Stretch
  /**
   * From now on the member is a new primary whose commit point stands still: it answers a read of the applications
   * without those that were stored lately, unless the read asks for a later time with `afterClusterTime`. That is all
   * that MongoDB promises to reads outside a causally consistent session.
   */
  lag(): Stretch
  stop(): Promise<void>
}

/** When applications were stored, by the database's own clock; all members of a run share it. */
export interface StoredRows {
  at(id: string): Timestamp | undefined
  stored(id: string, time: Timestamp): void
}

export function createStoredRows(): StoredRows {
  const rows = new Map<string, { time: Timestamp; atMs: number }>()
  return {
    at(id) {
      const row = rows.get(id)
      return row !== undefined && row.atMs > Date.now() - LAG_MS ? row.time : undefined
    },
    stored(id, time) {
      const nowMs = Date.now()
      for (const [old, { atMs }] of rows) {
        if (atMs > nowMs - LAG_MS) break
        rows.delete(old)
      }
      if (!rows.has(id)) rows.set(id, { time, atMs: nowMs })
    },
  }
}

/** `uri` leads to the database itself. */
export async function startMember(uri: string, rows: StoredRows): Promise<Member> {
  const proxy: MongoProxy = await startMongoProxy(uri)
  let stepDown: (StepDown & { hits: number; over: Promise<void> }) | undefined
  let lag: { hits: number } | undefined
  /** As of when the open cursors of a lagging reply read. */
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
    const refused = new Set(writeErrors.map(({ index }: { index: number }) => index))
    const inserted: Document[] = body.documents
    for (const [index, { _id }] of inserted.entries()) if (!refused.has(index)) rows.stored(String(_id), time)
    return reply
  }

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
    // Felt by a read that asks for a later time too: it gets the rows because it asks.
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
    // Whoever looks for a primary finds none before it is over.
    return how.isAnnounced && LOOKS_FOR_PRIMARY.includes(command.name) ? how.over.then(carryOut) : undefined
  }

  proxy.rule = (command, carryOut) => {
    if (stepDown !== undefined) return byStepDown(stepDown, command, carryOut)
    if (command.collection !== LAGGING) return undefined
    if (command.name === 'insert') return noteInsert(command, carryOut)
    return lag !== undefined && READS.includes(command.name) ? readFromBefore(command, carryOut) : undefined
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
