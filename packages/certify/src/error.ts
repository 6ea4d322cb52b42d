/** A candidate or a job has suffered, or the board has. The message says what, in one sentence. */
export class Harm extends Error {
  override name = 'Harm'
  /** What the harm was inferred from, a line each. */
  readonly evidence: readonly string[]

  constructor(message: string, evidence: readonly string[] = []) {
    super(message)
    this.evidence = evidence
  }

  /** The same harm with one more line of evidence. */
  with(line: string): Harm {
    return new Harm(this.message, [...this.evidence, line])
  }
}

/** The program does nothing that can be judged. The message shows its user what it did. */
export class ProgramError extends Error {
  override name = 'ProgramError'
}

/** A mistake in the command line of `boardwalk certify`. */
export class UsageError extends Error {
  override name = 'UsageError'
}
