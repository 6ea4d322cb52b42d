/** The exit statuses of the command. They tell a script how the command ended. */
export const exitCode = {
  done: 0,
  failure: 1,
  usage: 2,
  someRowsFailed: 3,
  notAuthorised: 4,
  unavailable: 5,
  heldBack: 6,
  cutFeed: 7,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]

/** Part of the help of a command that can end with any of these statuses. */
export const exitCodesHelp = `
Exit status: 0 done, 1 failure, 2 usage, 3 some rows failed, 4 not authorised,
5 board not reached, 6 sync held back jobs that it would unpublish or create,
7 the feed is cut off or has other pages, 130 interrupted
`

/** An error that the command reports as one sentence, without a stack trace, before it ends with `exitCode`. */
export class Failure extends Error {
  override name = 'Failure'
  readonly exitCode: ExitCode
  /** The board's error code, or one made of a status or an error's name; undefined for an error of this machine. */
  readonly code: string | undefined
  /** The board's id of the request. */
  readonly requestId: string | undefined

  constructor(message: string, end: ExitCode = exitCode.failure, options: FailureOptions = {}) {
    super(message, options)
    this.exitCode = end
    this.code = options.code
    this.requestId = options.requestId
  }
}

/** A mistake in the command line. */
export class UsageFailure extends Failure {
  constructor(message: string) {
    super(message, exitCode.usage)
  }
}

interface FailureOptions extends ErrorOptions {
  code?: string | undefined
  requestId?: string | undefined
}

/** An error in a result: what a person reads, and what a script needs. JSON leaves out what is undefined. */
export interface ErrorDetails {
  message: string
  code?: string | undefined
  requestId?: string | undefined
  /** Wrong values: where each is, as the board's API says it, and what is wrong with it. */
  issues?: readonly { path: string; message: string; value?: string }[] | undefined
}

/** Gives the details of a failure; null without one. */
export const describeFailure = (failure: Failure | undefined): ErrorDetails | null =>
  failure === undefined ? null : { message: failure.message, code: failure.code, requestId: failure.requestId }

/** How work on many rows ended: `stoppedBy` says why it ended early. */
export type WorkEnd = { isInterrupted: boolean; stoppedBy: Failure | undefined }

/** Chooses the exit status of work on many rows, some of which may have failed. */
export function chooseEnd({ isInterrupted, stoppedBy, failed }: WorkEnd & { failed: number }): ExitCode {
  if (isInterrupted) return exitCode.interrupted
  return stoppedBy?.exitCode ?? (failed > 0 ? exitCode.someRowsFailed : exitCode.done)
}
