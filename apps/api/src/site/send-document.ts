import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import { sendStream } from '../http/send-stream.ts'
import { inTurns } from '../turns.ts'

/** Characters that are written before other requests get a turn: a fast reader takes them without a pause. */
const CHARACTERS_A_TURN = 200_000

/** Streams a document, so that a long one does not fill the memory and a slow reader slows it down. */
export async function sendDocument(
  type: string,
  document: AsyncIterable<string>,
  req: Request,
  res: Response,
): Promise<void> {
  const content = Readable.from(inTurns(document, CHARACTERS_A_TURN))
  // A failure to read the jobs shows here, while the answer can still be an error.
  await once(content, 'readable')
  res.type(type)
  if (req.method === 'HEAD') {
    content.destroy()
    res.end()
  } else await sendStream(content, res)
}
