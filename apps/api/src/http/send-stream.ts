import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Sends the content as the body of an answer. It is closed if the client goes, or has gone already. */
export async function sendStream(content: Readable, res: ServerResponse): Promise<void> {
  // Since Node 24, `pipeline` leaves its source open if the destination is closed.
  if (res.closed || res.destroyed) content.destroy()
  else await pipeline(content, res).catch(ignoreClientGone)
}

function ignoreClientGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}
