import { BoardwalkError } from './error.ts'

/** A value as it stands in a body. Throws a BoardwalkError where JSON cannot hold it. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    // Of a cycle the message has a drawing in further lines.
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    throw new BoardwalkError(`This cannot be sent as JSON: ${reason}`, { cause })
  }
}
