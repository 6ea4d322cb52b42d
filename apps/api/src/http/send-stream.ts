import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toAppError } from '../trpc/error.ts'

/** Sends the content as the body of an answer. It is closed if the client goes, or has gone already. */
export async function sendStream(content: Readable, res: ServerResponse): Promise<void> {
  // Since Node 24, `pipeline` leaves its source open if the destination is closed.
  if (res.closed || res.destroyed) {
    content.destroy()
    return
  }
  // Noted here and not by the caller, because since Node 22 the answer is closed, and logged, before `pipeline` rejects.
  content.once('error', (error) => {
    if (!isClientGone(error)) res.req.boardwalk.error = toAppError(error)
  })
  try {
    await pipeline(content, res)
  } catch (error) {
    if (!isClientGone(error)) throw error
  }
}

const isClientGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
