import { isRefusal } from '../process/database-failure.ts'

/*
 * Several callers often share one command. If the database refuses the whole command, only one of its members may be the cause, such as
 * a value that the database cannot store. The functions of this file find that member, so that the others do not fail with it.
 */

/** Splits members that were refused together into halves. Each half is sent by itself, which finds one wrong member in few commands. */
export const halve = <Member>(members: readonly Member[]): (readonly Member[])[] => {
  const middle = Math.ceil(members.length / 2)
  return [members.slice(0, middle), members.slice(middle)]
}

/**
 * Sends all members with one call. If the call is refused, sends each half, until the refusal is only that of the members that cause it.
 * Returns the result or the error of each member. `send` must be safe to repeat for the same members.
 */
export async function sendApart<Member, Result>(
  members: readonly Member[],
  send: (members: readonly Member[]) => Promise<(Result | Error)[]>,
): Promise<(Result | Error)[]> {
  try {
    return await send(members)
  } catch (error) {
    if (members.length === 1 || !isRefusal(error)) return members.map(() => toError(error))
    return (await Promise.all(halve(members).map((half) => sendApart(half, send)))).flat()
  }
}

/** Throws the first outcome that is a failure which may pass, so that the caller's call is retried. Returns the outcomes if there is none. */
export function throwIfPassing<Result>(outcomes: (Result | Error)[]): (Result | Error)[] {
  const passing = outcomes.find((outcome) => outcome instanceof Error && !isRefusal(outcome))
  if (passing !== undefined) throw passing
  return outcomes
}

export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
