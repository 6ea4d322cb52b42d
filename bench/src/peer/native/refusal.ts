/** What a caller is told, with the status of the answer. */
export class Refusal extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}
