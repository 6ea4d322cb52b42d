import type { Logger } from 'pino'
import { sendApart, toError } from '../db/refusal.ts'
import { isWholeRefusal } from '../process/database-failure.ts'
import type { Metrics } from '../process/metrics.ts'

const BATCH_EVERY_MS = 1_000
/** While the database is slow, at most this many rows wait in memory. Later ones are not recorded. */
const WAITING_MAX = 10_000

/** Records rows about requests. No request waits for it, and if it fails, requests still succeed. */
export interface Recorder<Row> {
  note(row: Row): void
  /** Writes the waiting rows. */
  flush(): Promise<void>
}

/** Writes what all recorders hold. */
export const flushRecorders = ({ recorders }: { recorders: readonly { flush(): Promise<void> }[] }): Promise<unknown> =>
  Promise.all(recorders.map(({ flush }) => flush()))

/**
 * Creates a recorder that collects rows and writes them a second later in one batch. A process that is killed loses
 * that second.
 */
export function createRecorder<Row>({
  write: writeRows,
  what,
  log,
  metrics,
}: {
  /** Writes rows to the database. */
  write: (rows: Row[]) => Promise<void>
  /** What the rows are, for the log. */
  what: string
  log: Pick<Logger, 'warn'>
  metrics: Pick<Metrics, 'activityLost'>
}): Recorder<Row> {
  let waiting: Row[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  const schedule = () => {
    timer ??= setTimeout(write, BATCH_EVERY_MS).unref()
  }

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // Writes one batch at a time, so that batches cannot pile up while the database is slow.
    writing ??= writeBatch().finally(() => {
      writing = undefined
      if (waiting.length > 0) schedule()
    })
    return writing
  }

  async function writeBatch(): Promise<void> {
    const batch = waiting
    waiting = []
    if (lost > 0) log.warn({ lost }, `too many ${what} waited to be recorded; the rest is lost`)
    lost = 0
    if (batch.length === 0) return
    const failures = (await sendApart(batch, send)).filter((outcome) => outcome instanceof Error)
    if (failures.length === 0) return
    metrics.activityLost(failures.length)
    log.warn({ err: failures[0], lost: failures.length }, `could not record ${what} in the database; they are lost`)
  }

  /** Writes rows with one call. If the database has written some of them, they are not written again. */
  async function send(rows: readonly Row[]): Promise<(undefined | Error)[]> {
    try {
      await writeRows([...rows])
      return rows.map(() => undefined)
    } catch (error) {
      if (isWholeRefusal(error)) throw error
      return rows.map(() => toError(error))
    }
  }

  return {
    note(row) {
      if (waiting.length === WAITING_MAX) {
        lost++
        metrics.activityLost(1)
        return
      }
      waiting.push(row)
      schedule()
    },
    async flush() {
      if (writing !== undefined) await writing
      if (waiting.length > 0) await write()
    },
  }
}
