import { Failure } from '../failure.ts'

/** How the sending of rows ends early. */
export interface Ending {
  /** The first Ctrl-C. */
  stop: AbortSignal
  /** The failure that every other row would meet too, or that ended the reading. */
  stoppedBy: Failure | undefined
}

/**
 * Sends rows in their order, up to `rowsMax` at once, and gives one outcome per row. `send` sets `stoppedBy` of the ending if
 * the rows after it are not to be sent; then they have no outcome.
 */
export async function* sendInBatches<Row, Outcome>(
  rows: AsyncIterable<Row>,
  rowsMax: number,
  ending: Ending,
  send: (batch: Row[]) => Promise<Outcome[]>,
): AsyncGenerator<Outcome> {
  let batch: Row[] = []
  try {
    for await (const row of rows) {
      batch.push(row)
      if (batch.length < rowsMax) continue
      yield* await send(batch)
      batch = []
      if (ending.stoppedBy !== undefined || ending.stop.aborted) return
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // The rows before the place where a file breaks off are still sent. A file that Ctrl-C broke off has no mistake.
    if (!ending.stop.aborted) ending.stoppedBy ??= error
  }
  if (batch.length > 0) yield* await send(batch)
}
