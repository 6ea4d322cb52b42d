import { BoardwalkError } from './error.ts'
import { findReason } from './reason.ts'

/** Converts a value to JSON; undefined stays undefined. Throws a BoardwalkError if JSON cannot hold it, such as a BigInt. */
export function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw new BoardwalkError(`This cannot be sent as JSON: ${findReason(cause)}`, { cause })
  }
}
