import type { ExitCode } from '../../failure.ts'

/** What was found of one thing that must be right. */
export type Check = { name: string; message: string } & (
  | { status: 'ok' | 'warning' | 'skipped' }
  | { status: 'failed'; exitCode: ExitCode }
)
