import { isoInstant } from '@boardwalk/schema/iso-date'
import { UsageFailure } from './failure.ts'

/** Throws a Failure if the value of a flag is not a date that the board accepts. The flags are given by name. */
export function checkDates(flags: Record<string, string | undefined>): void {
  for (const [name, text] of Object.entries(flags)) {
    const [problem] = (text === undefined ? undefined : isoInstant(`--${name}`).safeParse(text).error?.issues) ?? []
    if (problem !== undefined) throw new UsageFailure(problem.message)
  }
}
