import type * as mongo from 'mongodb'
import type { Connection } from './connection.ts'

/** Runs database calls in a session that sees at least what every earlier call through the same function saw. */
export type Causally = <Result>(work: (session: mongo.ClientSession) => Promise<Result>) => Promise<Result>

/**
 * Orders the reads of one process. A newly elected primary answers majority reads from before writes that were
 * acknowledged, until it has committed an entry of its own. So the second of two reads may see less than the first, unless
 * both are in one session. Each session here gets the time of the last one (`afterClusterTime`), and the database waits
 * until it can answer from then or later. Pass it only majority reads and writes: others would make readers wait.
 */
export function createCausally(connection: Connection): Causally {
  let latest: mongo.Timestamp | undefined
  return async (work) => {
    const session = connection.client.startSession({ causalConsistency: true })
    if (latest !== undefined) session.advanceOperationTime(latest)
    try {
      return await work(session)
    } finally {
      const { operationTime } = session
      if (operationTime !== undefined && (latest === undefined || operationTime.greaterThan(latest)))
        latest = operationTime
      await session.endSession()
    }
  }
}
