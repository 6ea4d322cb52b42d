import type { SeenRequest } from '@boardwalk/sandbox'
import { Harm } from '../error.ts'
import { describeRequest, isRefused } from '../poll.ts'
import type { Scenario } from '../scenario.ts'
import type { Trial } from '../trial.ts'

/** After the first refusal, a process has this time to stop: several of its requests may be under way. */
const STOP_MS = 2_000
/** A process that runs on is watched for this time, and for this many of its own rounds. */
const WATCH_MS = 5_000
const WATCH_ROUNDS = 3

/** A user replaces the key. The program is told 403, and an operator gives it the new key. */
export const rolledKey: Scenario = {
  name: 'rolled-key',
  promise: 'When its key has ended, the program does not go on asking, and with the new key it goes on where it was.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#rest',
  async run(trial) {
    const { program, sandbox } = trial
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    program.start()
    await trial.untilStored(await trial.applyTimes(1, 'A-1'))
    await trial.untilIdle()
    const watchMs = Math.max(WATCH_MS, WATCH_ROUNDS * findRoundMs(trial.requests))
    const last = trial.requests.at(-1)
    await sandbox.rollKey()
    const people = await trial.applyTimes(2, 'A-1', { firstName: 'Nadia' })
    // Not only polls: a program may ask for the company of its key first.
    const findRefused = () => trial.requests.find(isRefused)
    await trial.until(
      () => findRefused() !== undefined,
      () => new Harm('The program asks for nothing any more', trial.requestsAfter(last).map(describeRequest)),
    )
    const toldMs = performance.now()
    const endedBefore = program.endedTimes
    while (performance.now() - toldMs < watchMs && program.endedTimes === endedBefore) {
      const later = findLater(trial)
      if (later.length > 0)
        throw new Harm(
          'The program was told that its key has ended, and goes on asking with it: the board refuses its address in the end (429), also when it has the new key, and no person hears that no candidate comes any more',
          [...trial.requests.filter(isRefused).slice(0, 1), ...later].map(describeRequest),
        )
      await trial.pause()
    }
    await program.end()
    program.start({ BOARDWALK_API_KEY: sandbox.apiKey })
    await trial.untilStored([...people, ...(await trial.applyTimes(1, 'A-1', { firstName: 'Youssef' }))])
  },
}

/** Finds requests of the same kind that the process which was told of the end of its key sent after it had had time to stop. */
function findLater(trial: Trial): SeenRequest[] {
  const told = trial.requests.find(isRefused)
  if (told === undefined) return []
  return trial
    .requestsAfter(told)
    .filter(
      (request) =>
        isRefused(request) &&
        request.operation === told.operation &&
        request.at - told.at >= STOP_MS &&
        !trial.hasStoppedBetween(told, request),
    )
}

/** The longest pause between two requests. */
const findRoundMs = (requests: readonly SeenRequest[]): number =>
  Math.max(0, ...requests.map(({ at }, index) => at - (requests[index - 1]?.at ?? at)))
