import * as mongo from 'mongodb'
import { expect, test } from 'vitest'
import { createRetry } from './retry.ts'

const steppedDown = () => new mongo.MongoServerError({ message: 'stepped down', code: 189 })
const duplicate = () => new mongo.MongoServerError({ message: 'duplicate', code: 11000 })
/** Node's error of a write to a connection that the database has closed. The driver passes it on. */
const ended = () => Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' })
/** The error of the driver that contains the error of a call that writes many rows. */
const wrap = (errorResponse: Error) => Object.assign(new Error('bulk'), { name: 'MongoBulkWriteError', errorResponse })

/** Makes a call that fails with these errors, one after the other, and then answers. */
function failing(...errors: Error[]) {
  let calls = 0
  return {
    calls: () => calls,
    async call() {
      calls++
      const error = errors.shift()
      if (error !== undefined) throw error
      return 'answer'
    },
  }
}

/** Codes of a member that stops, steps down or is slow, by their names in MongoDB. */
const passingCodes = {
  HostUnreachable: 6,
  HostNotFound: 7,
  CursorNotFound: 43,
  MaxTimeMSExpired: 50,
  WriteConcernTimeout: 64,
  NetworkTimeout: 89,
  ShutdownInProgress: 91,
  ReadConcernMajorityNotAvailableYet: 134,
  PrimarySteppedDown: 189,
  ExceededTimeLimit: 262,
  SocketException: 9001,
  NotWritablePrimary: 10107,
  InterruptedAtShutdown: 11600,
  InterruptedDueToReplStateChange: 11602,
  NotPrimaryNoSecondaryOk: 13435,
  NotPrimaryOrSecondary: 13436,
}

test('a call is retried after a lost connection and each error of a member that stops, steps down or is slow', async () => {
  for (const error of [
    new mongo.MongoNetworkError('gone'),
    // The cast is harmless: the description of the members is not read.
    new mongo.MongoServerSelectionError('no primary', {} as never),
    new mongo.MongoServerError({ message: 'later', errorLabels: ['RetryableWriteError'] }),
    wrap(new mongo.MongoNetworkError('gone')),
    wrap(steppedDown()),
    ended(),
    wrap(ended()),
    new mongo.MongoError('not sent', { cause: ended() }),
    ...Object.entries(passingCodes).map(([message, code]) => new mongo.MongoServerError({ message, code })),
  ]) {
    const { call, calls } = failing(error)
    expect([error.message, await createRetry(10_000)(call), calls()]).toEqual([error.message, 'answer', 2])
  }
})

test('a permanent failure is thrown at once', async () => {
  for (const wrong of [duplicate(), wrap(duplicate())]) {
    const { call, calls } = failing(wrong)
    await expect(createRetry(10_000)(call)).rejects.toBe(wrong)
    expect(calls()).toBe(1)
  }
})

test('a database that stays away is a 503 that says when to try again', async () => {
  const { call } = failing(...Array.from({ length: 100 }, steppedDown))
  await expect(createRetry(50)(call)).rejects.toMatchObject({
    code: 'unconfirmed',
    reason: 'database_away',
    retryAfterSeconds: 5,
  })
})
