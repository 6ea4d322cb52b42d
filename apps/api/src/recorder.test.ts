import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { requireTime, runWithDeadline } from './deadline.ts'
import { createRecorder } from './recorder.ts'

const log = pino({ level: 'silent' })
let lost = 0
const metrics = {
  activityLost: (rows: number) => {
    lost += rows
  },
}

afterEach(() => {
  lost = 0
  vi.useRealTimers()
})
const soon = () => new Promise((resolve) => setImmediate(resolve))

/** What a recorder writes does not matter to it. */
interface Row {
  requestId: string
}
const request = (requestId: string): Row => ({ requestId })

/** Makes a way of writing that finishes a batch only when `finish` is called. */
function slowWrites() {
  const batches: Row[][] = []
  const waiting: (() => void)[] = []
  return {
    batches,
    finish: () => waiting.shift()?.(),
    write: (batch: Row[]) => {
      batches.push(batch)
      return new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

it('requests that arrive together are written in one batch, within seconds and without a flush', async () => {
  const batches: Row[][] = []
  const recorder = createRecorder<Row>({
    ...{ what: 'API requests', log, metrics },
    write: async (batch) => void batches.push(batch),
  })
  for (const id of ['a', 'b', 'c']) recorder.note(request(id))
  expect(batches).toEqual([])
  await expect.poll(() => batches.length).toBe(1)
  expect(batches.flat().map(({ requestId }) => requestId)).toEqual(['a', 'b', 'c'])
})

it('while the database is slow, one batch is being written and at most 10,000 requests wait; each further one is counted as lost', async () => {
  const requests = slowWrites()
  const warn = vi.spyOn(log, 'warn').mockReset()
  const recorder = createRecorder({ write: requests.write, what: 'API requests', log, metrics })
  recorder.note(request('first'))
  const flushed = recorder.flush()
  for (let n = 0; n < 10_500; n++) recorder.note(request(String(n)))
  expect(requests.batches.map((batch) => batch.length)).toEqual([1])
  requests.finish()
  await expect.poll(() => requests.batches.length).toBe(2)
  expect(requests.batches[1]).toHaveLength(10_000)
  requests.finish()
  await flushed
  await recorder.flush()
  recorder.note(request('last'))
  const flushedAgain = recorder.flush()
  requests.finish()
  await flushedAgain
  expect(lost).toBe(500)
  // The operator is told once how many were lost.
  expect(warn.mock.calls).toEqual([[{ lost: 500 }, 'too many API requests waited to be recorded; the rest is lost']])
})

it('a batch that cannot be written is lost and each of its rows counted, and the next one is written', async () => {
  const batches: Row[][] = []
  let isDown = true
  const write = async (batch: Row[]) => {
    if (isDown) throw new Error('the database is away')
    batches.push(batch)
  }
  const recorder = createRecorder({ write, what: 'API requests', log, metrics })
  for (const id of ['lost', 'lost too', 'lost as well']) recorder.note(request(id))
  await recorder.flush()
  expect(lost).toBe(3)
  isDown = false
  recorder.note(request('kept'))
  await recorder.flush()
  expect(batches.flat().map(({ requestId }) => requestId)).toEqual(['kept'])
})

it('what a request noted is written, although the time of the request is up meanwhile', async () => {
  const batches: Row[][] = []
  const write = async (batch: Row[]) => {
    // Every call of the database does this.
    requireTime()
    batches.push(batch)
  }
  const recorder = createRecorder({ write, what: 'API requests', log, metrics })
  const deadline = { isPassed: false }
  runWithDeadline(deadline, () => recorder.note(request('slow')))
  deadline.isPassed = true
  await expect.poll(() => batches.flat()).toEqual([request('slow')])
})

it('flushing waits for the batch that is being written, and then writes the requests that came since', async () => {
  const requests = slowWrites()
  const recorder = createRecorder({ write: requests.write, what: 'API requests', log, metrics })
  recorder.note(request('first'))
  void recorder.flush()
  recorder.note(request('second'))
  const flushed = recorder.flush()
  requests.finish()
  await expect.poll(() => requests.batches.length).toBe(2)
  requests.finish()
  await flushed
  expect(requests.batches.flat().map(({ requestId }) => requestId)).toEqual(['first', 'second'])
})

it('while one batch is being written no other begins, however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const requests = slowWrites()
  const recorder = createRecorder({ write: requests.write, what: 'API requests', log, metrics })
  for (const id of ['a', 'b', 'c']) {
    recorder.note(request(id))
    // Time for another batch.
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(requests.batches.map((batch) => batch.length)).toEqual([1])
  requests.finish()
  await vi.advanceTimersByTimeAsync(999)
  expect(requests.batches.map((batch) => batch.length)).toEqual([1])
  await vi.advanceTimersByTimeAsync(1)
  expect(requests.batches.map((batch) => batch.length)).toEqual([1, 2])
})

it('flushing writes the requests that came during a batch at once, not a second later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const requests = slowWrites()
  const recorder = createRecorder({ write: requests.write, what: 'API requests', log, metrics })
  recorder.note(request('first'))
  void recorder.flush()
  recorder.note(request('second'))
  let isFlushed = false
  const flushed = recorder.flush().then(() => {
    isFlushed = true
  })
  requests.finish()
  await soon()
  expect([requests.batches.length, isFlushed]).toEqual([2, false])
  requests.finish()
  await flushed
  expect(requests.batches.map((batch) => batch.map(({ requestId }) => requestId))).toEqual([['first'], ['second']])
})
