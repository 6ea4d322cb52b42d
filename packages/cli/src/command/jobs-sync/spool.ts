import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCode, Failure } from '../../failure.ts'
import { ndjsonRows } from '../../feed/ndjson.ts'
import type { Row } from '../../feed/row.ts'
import { decodeText } from '../../feed/text-source.ts'
import { writeLine } from '../../output.ts'
import type { SentRow } from '../../sending/sending.ts'

/** A temporary file for the rows of a plan: they may be too many for the memory, and wait until the plan is carried out. */
export interface Spool {
  add(row: SentRow): Promise<void>
  /** Gives the rows in the order in which they were added. After this call, no row can be added. */
  rows(): AsyncGenerator<Row>
  /** Removes the file, even if it has not been read to its end. */
  remove(): Promise<void>
}

/** Creates a spool in a new folder that only its owner can read. */
export async function openSpool(): Promise<Spool> {
  const refuse = (cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Failure(`The plan cannot be stored in ${tmpdir()}: ${why}`, exitCode.failure, { cause })
  }
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-sync-')).catch(refuse)
  const path = join(folder, 'rows.ndjson')
  // The write that fails reports a full disk. Without a listener, the error event would end the process at once.
  const file = createWriteStream(path).on('error', () => {})
  return {
    add: ({ line, row, job }) => writeLine(file, JSON.stringify({ line, row, job })).catch(refuse),
    async *rows() {
      await new Promise<void>((resolve) => file.end(() => resolve()))
      for await (const raw of ndjsonRows(decodeText(createReadStream(path)))) {
        if ('unreadable' in raw)
          throw new Failure(`Another program has changed the plan in ${path}. Run the sync again.`)
        // `add` wrote this line, and other users cannot write to the folder.
        const { line, row, job } = raw.value as Pick<SentRow, 'line' | 'row' | 'job'>
        yield { line, row, id: job.id, job }
      }
    },
    async remove() {
      file.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
