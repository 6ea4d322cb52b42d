import * as mongo from 'mongodb'
import { describe, expect, test, vi } from 'vitest'
import { createRetry, retryEachCall } from './retry.ts'

const steppedDown = () => new mongo.MongoServerError({ message: 'stepped down', code: 189 })
const busy = () => Object.assign(new Error('no connection'), { name: 'MongoWaitQueueTimeoutError' })

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

test('a call is retried while the primary steps down, connections are lost or no primary is found', async () => {
  // The cast is harmless: nobody reads the description of the members.
  const selection = new mongo.MongoServerSelectionError('no primary', {} as never)
  const { call, calls } = failing(steppedDown(), new mongo.MongoNetworkError('gone'), selection)
  expect(await createRetry(10_000)(call)).toBe('answer')
  expect(calls()).toBe(4)
})

test.each([
  ...['HostUnreachable 6', 'HostNotFound 7', 'CursorNotFound 43', 'MaxTimeMSExpired 50', 'WriteConcernTimeout 64'],
  ...['NetworkTimeout 89', 'ShutdownInProgress 91', 'ReadConcernMajorityNotAvailableYet 134', 'ExceededTimeLimit 262'],
  ...['SocketException 9001', 'NotWritablePrimary 10107', 'InterruptedAtShutdown 11600'],
  ...['InterruptedDueToReplStateChange 11602', 'NotPrimaryNoSecondaryOk 13435', 'NotPrimaryOrSecondary 13436'],
])('a call is retried after the error %s of a member that stops, steps down or is slow', async (named) => {
  const [message, code] = named.split(' ')
  const { call, calls } = failing(new mongo.MongoServerError({ message, code: Number(code) }))
  expect(await createRetry(10_000)(call)).toBe('answer')
  expect(calls()).toBe(2)
})

test('a call is retried after an error that the database itself calls retryable', async () => {
  const { call } = failing(new mongo.MongoServerError({ message: 'later', errorLabels: ['RetryableWriteError'] }))
  expect(await createRetry(10_000)(call)).toBe('answer')
})

test('a call that writes many rows is retried too: the driver wraps a lost connection into an error of its own', async () => {
  const wrap = (errorResponse: Error) =>
    Object.assign(new Error('bulk'), { name: 'MongoBulkWriteError', errorResponse })
  const { call, calls } = failing(wrap(new mongo.MongoNetworkError('gone')), wrap(steppedDown()))
  expect(await createRetry(10_000)(call)).toBe('answer')
  expect(calls()).toBe(3)
  const refused = wrap(new mongo.MongoServerError({ message: 'duplicate', code: 11000 }))
  await expect(createRetry(10_000)(failing(refused).call)).rejects.toBe(refused)
})

test('a permanent failure is thrown at once', async () => {
  const wrong = new mongo.MongoServerError({ message: 'duplicate', code: 11000 })
  const { call, calls } = failing(wrong)
  await expect(createRetry(10_000)(call)).rejects.toBe(wrong)
  expect(calls()).toBe(1)
})

test('a database that stays away is a 503 that says when to try again', async () => {
  const { call } = failing(...Array.from({ length: 100 }, steppedDown))
  await expect(createRetry(50)(call)).rejects.toMatchObject({ code: 'database_away', retryAfterSeconds: 5 })
})

test('the pauses between retries grow to half a second and no further, so a call is retried while there is time for one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  // This random number makes each pause last no time.
  vi.spyOn(Math, 'random').mockReturnValue(-1)
  try {
    const { call, calls } = failing(...Array.from({ length: 20 }, steppedDown))
    expect(await createRetry(500)(call)).toBe('answer')
    expect(calls()).toBe(21)
  } finally {
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
})

describe('a queue for connections', () => {
  test('is an error at once, because the process has too much to do', async () => {
    const { call, calls } = failing(busy())
    await expect(createRetry(10_000)(call)).rejects.toThrow('no connection')
    expect(calls()).toBe(1)
  })

  test('is retried after a failure, because the driver opens new connections one after the other', async () => {
    const retry = createRetry(10_000)
    await retry(failing(steppedDown()).call)
    const { call, calls } = failing(busy(), busy())
    expect(await retry(call)).toBe('answer')
    expect(calls()).toBe(3)
  })
})

test('each asynchronous function of a store is retried, and its other members are unchanged', async () => {
  const { call, calls } = failing(steppedDown())
  const store = retryEachCall({ call, now: (plus: number) => 1 + plus, name: 'jobs' }, createRetry(10_000))
  expect([await store.call(), calls(), store.now(1), store.name]).toEqual(['answer', 2, 2, 'jobs'])
})
