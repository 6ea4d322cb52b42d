/** What a candidate, a job or the board has suffered, in one sentence. */
export class Harm extends Error {
  override name = 'Harm'
  /** What the harm was inferred from, a line each. */
  readonly evidence: readonly string[]

  constructor(message: string, evidence: readonly string[] = []) {
    super(message)
    this.evidence = evidence
  }
}
