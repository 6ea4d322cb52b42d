import type { Boardwalk, Candidate } from '@boardwalk/sdk'
import { toBoardFailure } from '../../board-failure.ts'
import { type ExitCode, exitCode, type Failure, tellFailure } from '../../failure.ts'
import type { Interruption } from '../../interruption.ts'
import type { Output, OutputFormat } from '../../output.ts'
import { downloadCvs, type Outcome } from './download.ts'

interface SaveOptions {
  folder: string
  format: OutputFormat
  interruption: Interruption
}

const failuresSaidMax = 20

/** Saves all CVs in the folder, and prints the outcomes. */
export async function saveCvs(
  board: Pick<Boardwalk['candidates'], 'downloadCv'>,
  candidates: AsyncIterable<Candidate>,
  { folder, format, interruption: { stop, abort } }: SaveOptions,
  output: Output,
): Promise<ExitCode> {
  const counts = { candidates: 0, downloaded: 0, existing: 0, none: 0, failed: 0 }
  const failures: Outcome[] = []
  let stoppedBy: Failure | undefined
  const fetchCv = (candidate: Candidate) => board.downloadCv(candidate, { signal: abort })
  try {
    for await (const outcome of downloadCvs(takeUntil(stop, candidates), folder, fetchCv)) {
      counts.candidates++
      counts[outcome.status]++
      if (outcome.status === 'failed') failures.push(outcome)
      if (format === 'ndjson') await output.result(JSON.stringify(outcome))
    }
  } catch (error) {
    stoppedBy = toBoardFailure(error)
  }
  sayFailures(failures, stoppedBy, output)
  if (format === 'json') {
    const error = stoppedBy === undefined ? null : tellFailure(stoppedBy)
    await output.document({ folder, interrupted: stop.aborted, ...counts, failures, error })
  }
  if (format === 'table') await printCounts(counts, output)
  if (stop.aborted) return exitCode.interrupted
  return stoppedBy?.exitCode ?? (counts.failed > 0 ? exitCode.someRowsFailed : exitCode.done)
}

async function* takeUntil<Item>(stop: AbortSignal, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  for await (const item of items) {
    if (stop.aborted) return
    yield item
  }
}

function sayFailures(failures: Outcome[], stoppedBy: Failure | undefined, { say }: Output): void {
  for (const { id, error } of failures.slice(0, failuresSaidMax))
    say(`The CV of candidate ${id} was not saved: ${error?.message}`, 'red')
  if (failures.length > failuresSaidMax) say(`… and ${failures.length - failuresSaidMax} more`, 'red')
  if (stoppedBy !== undefined) say(`Error: ${stoppedBy.message}`, 'red')
}

async function printCounts(counts: Record<string, number>, output: Output): Promise<void> {
  for (const [name, count] of Object.entries(counts))
    await output.result(`${name.padEnd(12)}${String(count).padStart(9)}`)
}
