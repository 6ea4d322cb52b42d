import type { Choice, Model } from './mailbox-model.ts'
import { startRun } from './mailbox-run.ts'

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

/** A way that is not followed yet. */
interface Branch {
  /** All choices from the start to the state where the way begins. */
  before: Choice[]
  /** What each actor had seen in that state. Undefined at the start. */
  histories: number[] | undefined
  next: Choice | undefined
}

/** Tries everything that can happen in a model. */
export async function explore(model: Model): Promise<Explored> {
  const visited = new Set<string>()
  const branches: Branch[] = [{ before: [], histories: undefined, next: undefined }]
  let runs = 0
  for (let branch = branches.pop(); branch !== undefined; branch = branches.pop()) {
    runs++
    const run = startRun(model, branch.histories !== undefined)
    const taken: Choice[] = []
    const take = async (choice: Choice) => {
      taken.push(choice)
      await run.take(choice)
    }
    try {
      for (const choice of branch.before) {
        await run.settle()
        await take(choice)
      }
      await run.settle()
      if (branch.histories !== undefined) run.resume(branch.histories)
      if (branch.next !== undefined) await take(branch.next)
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
  branches: Branch[],
): Promise<void> {
  for (;;) {
    await run.settle()
    const state = run.state()
    if (visited.has(state)) return
    visited.add(state)
    const [chosen, ...others] = run.options()
    if (chosen === undefined) return run.check()
    const [before, histories] = [[...taken], run.histories()]
    for (const next of others) branches.push({ before, histories, next })
    taken.push(chosen)
    await run.take(chosen)
  }
}
