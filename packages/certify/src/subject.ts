/** What the user says of the program under test. */
export interface Subject {
  /** The program and its arguments. */
  command: readonly string[]
  /** A command of the shell that prints the candidates that the program holds; undefined if the user did not say how. */
  stored: string | undefined
  /** A command of the shell that runs before each scenario. */
  prepare: string | undefined
  /** How long the program may take for one thing. */
  timeoutMs: number
  env: Readonly<Record<string, string | undefined>>
  /** Ends everything. What runs then throws the reason of the signal. */
  stop: AbortSignal
}

/** Where a trial takes place. */
export interface Place {
  /** The name of the scenario. */
  name: string
  /** A new folder, in which the program runs. */
  folder: string
  /** The file to which the program's output is appended. */
  logFile: string
}
