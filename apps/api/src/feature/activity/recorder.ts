import type { Logger } from 'pino'
import type { ApiRequest, RequestStore } from './store.ts'

const BATCH_EVERY_MS = 1_000
/** What is over while the database is slow is not kept: the record never costs more memory than this many requests. */
const WAITING_MAX = 10_000

/** The record of requests: no request waits for it, and a failure of it fails none. */
export interface Recorder {
  note(request: ApiRequest): void
  /** Writes what waits. */
  flush(): Promise<void>
}

/** Collects requests, and writes them a second later in one batch. A process that is killed loses that second. */
export function createRecorder({
  requests,
  log,
}: {
  requests: Pick<RequestStore, 'insertMany'>
  log: Logger
}): Recorder {
  let waiting: ApiRequest[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  const schedule = () => {
    timer ??= setTimeout(write, BATCH_EVERY_MS).unref()
  }

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // One batch at a time, so that batches cannot pile up before a slow database.
    writing ??= writeBatch().finally(() => {
      writing = undefined
      if (waiting.length > 0) schedule()
    })
    return writing
  }

  async function writeBatch(): Promise<void> {
    const batch = waiting
    waiting = []
    if (lost > 0) log.warn({ lost }, 'could not keep the record of all API requests')
    lost = 0
    if (batch.length === 0) return
    try {
      await requests.insertMany(batch)
    } catch (error) {
      log.warn({ err: error, lost: batch.length }, 'could not keep the record of API requests')
    }
  }

  return {
    note(request) {
      if (waiting.length === WAITING_MAX) {
        lost++
        return
      }
      waiting.push(request)
      schedule()
    },
    async flush() {
      if (writing !== undefined) await writing
      if (waiting.length > 0) await write()
    },
  }
}
