import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringifyJson } from '@boardwalk/schema/json'
import { exitCode, Failure } from '../../failure.ts'
import { ndjsonRows } from '../../feed/ndjson.ts'
import type { Row } from '../../feed/row.ts'
import { decodeText } from '../../feed/text-source.ts'
import type { SentRow } from '../../sending/sending.ts'

/** A temporary file for the rows of a plan: they may be too many for the memory, and wait until the plan is carried out. */
export interface Spool {
  /** Adds a row. Wait for it before you add the next one. */
  add(row: SentRow): Promise<void>
  /** Gives the rows in the order in which they were added. After this call, no row can be added. */
  rows(): AsyncGenerator<Row>
  /** Removes the file, even if it has not been read to its end. */
  remove(): Promise<void>
}

/** Creates a spool that only its owner can read. */
export async function openSpool(): Promise<Spool> {
  const refuse = (cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Failure(`The plan cannot be stored in ${tmpdir()}: ${why}`, exitCode.failure, { cause })
  }
  const path = join(tmpdir(), `boardwalk-sync-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600).catch(refuse)
  const removePath = () => rm(path, { force: true })
  // A file without a name lasts as long as the process, also if kill -9 ends it. Some file systems keep the name of an open file.
  await removePath().catch(() => {})
  return {
    add: ({ line, row, job }) => file.appendFile(`${stringifyJson({ line, row, job })}\n`).catch(refuse),
    async *rows() {
      for await (const raw of ndjsonRows(decodeText(file.createReadStream({ start: 0 })))) {
        if ('unreadable' in raw) throw new Failure(`The plan in ${tmpdir()} cannot be read back. Run the sync again.`)
        // `add` wrote this line, and no other program can open the file.
        const { line, row, job } = raw.value as Pick<SentRow, 'line' | 'row' | 'job'>
        yield { line, row, id: job.id, job }
      }
    },
    async remove() {
      await file.close()
      await removePath()
    },
  }
}
