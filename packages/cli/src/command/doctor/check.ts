import type { ExitCode } from '../../failure.ts'

/** The result of one check of the doctor. */
export type Check = { name: string; message: string } & (
  | { status: 'ok' | 'warning' | 'skipped' }
  | { status: 'failed'; exitCode: ExitCode }
)
