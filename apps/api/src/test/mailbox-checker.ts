import type { Model } from './mailbox-model.ts'
import { type Choice, startRun } from './mailbox-run.ts'

/*
 * A model checker for the mailbox. Three actors work on one company, each through its own API process. The checker tries
 * every order of their database calls, and in each order these faults at any call:
 * - the process dies before or after the call;
 * - the call fails, or its answer is lost, or it is sent again later because its answer was lost;
 * - a read is answered by a new primary that misses what others have written since this process last got an answer.
 * The mailbox and the candidate service are the real ones. Two ways that lead to the same stores, and to the same answers
 * for each actor, continue alike, so only one of them is followed.
 */

export interface Explored {
  states: number
  runs: number
  /** The first run that breaks a promise, and how; undefined if there is none. */
  broken: { message: string; choices: Choice[] } | undefined
}

/** Tries everything that can happen in a model. */
export async function explore(model: Model): Promise<Explored> {
  const visited = new Set<string>()
  /** Branches that are not followed yet. Each is the list of all choices from the start. */
  const branches: Choice[][] = [[]]
  let runs = 0
  for (let branch = branches.pop(); branch !== undefined; branch = branches.pop()) {
    runs++
    const run = startRun(model)
    const taken: Choice[] = []
    try {
      for (const choice of branch) {
        await run.settle()
        taken.push(choice)
        await run.take(choice)
      }
      await followRun(run, taken, visited, branches)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { states: visited.size, runs, broken: { message, choices: taken } }
    }
  }
  return { states: visited.size, runs, broken: undefined }
}

/** Follows a run to its end, or to a state that was visited before. Choices that it does not take become branches. */
async function followRun(
  run: ReturnType<typeof startRun>,
  taken: Choice[],
  visited: Set<string>,
  branches: Choice[][],
): Promise<void> {
  for (;;) {
    await run.settle()
    const state = run.state()
    if (visited.has(state)) return
    visited.add(state)
    const [chosen, ...others] = run.options()
    if (chosen === undefined) return run.check()
    for (const other of others) branches.push([...taken, other])
    taken.push(chosen)
    await run.take(chosen)
  }
}
