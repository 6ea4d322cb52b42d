import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCode, Failure } from '../../failure.ts'
import { ndjsonRows } from '../../feed/ndjson.ts'
import type { Row } from '../../feed/row.ts'
import { textOf } from '../../feed/text-source.ts'
import { writeLine } from '../../output.ts'
import type { SentRow } from '../../sending/sending.ts'

/** Rows of a plan that wait in a file until it is carried out, however many they are. */
export interface Spool {
  add(row: SentRow): Promise<void>
  /** The rows as they were added; nothing can be added after. */
  rows(): AsyncGenerator<Row>
  /** Takes the file away, whatever has been read of it. */
  remove(): Promise<void>
}

/** A spool in a folder that only its owner may read. */
export async function openSpool(): Promise<Spool> {
  const refuse = (cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Failure(`The plan cannot be kept in ${tmpdir()}: ${why}`, exitCode.failure, { cause })
  }
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-sync-')).catch(refuse)
  const path = join(folder, 'rows.ndjson')
  // A full disk is told by the write that fails; without a listener it would end the process at once.
  const file = createWriteStream(path).on('error', () => {})
  return {
    add: ({ line, job }) => writeLine(file, JSON.stringify({ line, job })).catch(refuse),
    async *rows() {
      await new Promise<void>((resolve) => file.end(() => resolve()))
      for await (const raw of ndjsonRows(textOf(createReadStream(path)))) {
        if ('unreadable' in raw) throw new Failure(`The plan kept in ${path} has changed`)
        // Written by `add`, in a folder that nobody else may write to.
        const { line, job } = raw.value as Pick<SentRow, 'line' | 'job'>
        yield { line, id: job.id, job }
      }
    },
    async remove() {
      file.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
