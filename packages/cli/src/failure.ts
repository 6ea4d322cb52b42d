/** The exit statuses of the command. A script tells by them how the command ended. */
export const exitCode = {
  done: 0,
  failure: 1,
  usage: 2,
  someRowsFailed: 3,
  notAuthorised: 4,
  unavailable: 5,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]

/** Part of the help of a command that can end with any of these statuses. */
export const exitCodesHelp = `
Exit status: 0 done, 1 failure, 2 usage, 3 some rows failed, 4 not authorised,
5 board unavailable, 130 interrupted
`

/** An error that the command reports as one sentence, without a stack trace, before it ends with `exitCode`. */
export class Failure extends Error {
  override name = 'Failure'
  readonly exitCode: ExitCode

  constructor(message: string, code: ExitCode = exitCode.failure, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = code
  }
}
