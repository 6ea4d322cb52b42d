/** What a command ends with, so that a script can tell one end from another. */
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

/** Said at the end of the help of a command that can end in any of these ways. */
export const exitCodesHelp = `
Exit status: 0 done, 1 failure, 2 usage, 3 some rows failed, 4 not authorised,
5 board unavailable, 130 interrupted
`

/** An end that a person is told about in words, without a stack. */
export class Failure extends Error {
  override name = 'Failure'
  readonly exitCode: ExitCode

  constructor(message: string, code: ExitCode = exitCode.failure, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = code
  }
}
