import { certify } from '@boardwalk/certify'
import { ProgramError, UsageError } from '@boardwalk/certify/error'
import type { Expectation } from '@boardwalk/certify/scenario'
import { formatEnd, formatResult } from '@boardwalk/certify/text'
import manifest from '../../../package.json' with { type: 'json' }
import { findDocument } from '../../documents.ts'
import { type ExitCode, exitCode, Failure, UsageFailure } from '../../failure.ts'
import { startProgress } from '../../output.ts'
import type { Run } from '../../shell.ts'

export interface CertifyFlags {
  scenario?: string[]
  /** What the program must be seen to do. */
  expect: Expectation[]
  report?: string
  stored?: string
  prepare?: string
  /** In seconds. */
  timeout: number
}

/** Certifies a program, and prints the result of each scenario as soon as it is known. */
export async function runCertify(
  { world, output, format }: Run,
  command: string[],
  { scenario, expect: expected, report: reportFolder, stored, prepare, timeout }: CertifyFlags,
): Promise<ExitCode> {
  const stop = new AbortController()
  const unlisten = world.onInterrupt(() => stop.abort(new Failure('Interrupted', exitCode.interrupted)))
  const progress = startProgress(output)
  try {
    const report = await certify({
      command,
      stored,
      prepare,
      scenarios: scenario,
      expected,
      reportFolder,
      timeoutMs: timeout * 1000,
      env: world.env,
      stop: stop.signal,
      version: manifest.version,
      findDocument,
      onProgress: (words) => progress.update(undefined, words),
      async onResult(result) {
        progress.clear()
        const color = result.verdict === 'failed' ? 'red' : undefined
        if (format === 'table') for (const line of formatResult(result)) await output.result(line, color)
      },
    })
    if (format === 'table') for (const line of formatEnd(report)) await output.result(line)
    else await output.document(report)
    return report.counts.failed > 0 || report.missing.length > 0 ? exitCode.failure : exitCode.done
  } catch (error) {
    if (error instanceof UsageError) throw new UsageFailure(error.message)
    throw error instanceof ProgramError ? new Failure(error.message) : error
  } finally {
    progress.stop()
    unlisten()
  }
}
