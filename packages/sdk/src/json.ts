import { BoardwalkError } from './error.ts'

/** Converts a value to JSON. Throws a BoardwalkError if JSON cannot hold it, such as a BigInt. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    // For a cycle, the message draws the cycle below its first line.
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    throw new BoardwalkError(`This cannot be sent as JSON: ${reason}`, { cause })
  }
}
