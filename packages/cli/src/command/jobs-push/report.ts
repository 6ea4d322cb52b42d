import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import type { Fault } from '../../feed/row.ts'
import { writeLine } from '../../output.ts'

/** What became of one row. */
export interface Outcome {
  line: number
  id: string | null
  /** `valid` is a good row of a dry run. */
  status: 'created' | 'updated' | 'unchanged' | 'failed' | 'valid'
  jobId: number | null
  jobUrl: string | null
  error: { message: string; issues?: readonly Fault[] } | null
}

/** How many rows came to which end. */
export interface Counts {
  rows: number
  created: number
  updated: number
  unchanged: number
  failed: number
  valid: number
  /** Sent, or about to be, when the work ended: a second push tells. */
  unconfirmed: number
}

export const noCounts = (): Counts => ({
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  valid: 0,
  unconfirmed: 0,
})

/** Keeps what became of each row, one JSON object a line. */
export interface Report {
  write(outcome: Outcome): Promise<void>
  close(): Promise<void>
}

export const noReport: Report = { write: async () => {}, close: async () => {} }

/** A report in a file, which is emptied first. */
export async function openReport(path: string): Promise<Report> {
  const file: WriteStream = createWriteStream(path)
  await once(file, 'open')
  // A full disk is told by the write that fails; without a listener it would end the process at once.
  file.on('error', () => {})
  return {
    write: (outcome) => writeLine(file, JSON.stringify(outcome)),
    close: () => new Promise((resolve) => file.end(() => resolve())),
  }
}
