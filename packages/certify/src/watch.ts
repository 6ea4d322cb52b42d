import type { SeenRequest } from '@boardwalk/sandbox'
import type { Candidate } from '@boardwalk/sdk'
import { ProgramError } from './error.ts'
import { isConfirmation, isCvFetch, isPush } from './kind.ts'
import { describeRequest, isPoll } from './poll.ts'
import { readLastLines } from './program.ts'
import type { Duty } from './scenario.ts'
import type { Seen } from './seen.ts'
import type { Stored } from './stored.ts'
import type { Trial } from './trial.ts'

/** A program that runs on is watched for this time after its last request of a new kind, */
const QUIET_MS = 25_000
/** or for this many times as long as it pauses between its requests, */
const QUIET_ROUNDS = 2
/** but in all not longer than this. */
const WATCH_MS_MAX = 60_000
/** A program that ends is watched for this many runs without a request of a new kind. */
const QUIET_RUNS = 2
/** How long the command of --stored may fail on a day without faults. */
const STORED_FAILS_MS_MAX = 5_000
/** After how many runs without a request the program is given up. */
const SILENT_RUNS_MAX = 5

const isOf =
  (...operations: SeenRequest['operation'][]) =>
  ({ operation }: SeenRequest) =>
    operation !== undefined && operations.includes(operation)

/** The duties that a request shows. Whether a program that polls also stores is another question. */
const signs: [Exclude<Duty, 'candidates' | 'statuses'>, (request: SeenRequest) => boolean][] = [
  ['candidates of all jobs', isOf('listAllCandidates')],
  ['candidates of a job', isOf('listCandidates')],
  ['cvs', isCvFetch],
  ['erasures', isConfirmation],
  ['jobs', isPush],
  ['preconditions', ({ headers, body }) => 'if-match' in headers || Object(body).create === false],
]

/**
 * Watches what the program does on a day without faults: it has a job to update and one to create, two people have applied, and one of
 * them is erased once both are stored. Each duty is told to `seen` at once. Ends when all of `wanted` were seen, or the program does
 * nothing new.
 */
export async function watch(trial: Trial, seen: Seen, wanted: readonly Duty[]): Promise<void> {
  const pushed = { id: 'DUTY-1', title: 'Comptable' }
  await trial.setPushedJobs([pushed])
  await trial.setJobs([
    { ...pushed, title: 'Chef comptable' },
    { id: 'DUTY-2', title: 'Vendeuse' },
  ])
  const applied = await trial.applyTimes(2, pushed.id, { cv: new TextEncoder().encode('%PDF-1.4') })
  trial.program.start()
  const quiet = new Quiet()
  await untilAsked(trial)
  while (!wanted.every((duty) => seen.has(duty)) && !quiet.isLongEnough(trial)) {
    const { requests } = trial
    for (const [duty, isSign] of signs) if (requests.some(isSign)) seen.add(duty)
    if (requests.some(isPoll) && !seen.has('candidates')) await watchStored(trial, seen, applied)
    await trial.pause()
  }
  if (seen.has('candidates') || seen.has('jobs')) return
  const sent = trial.requests.slice(0, 10).map(describeRequest)
  throw new ProgramError(
    `The program neither asked for candidates nor pushed the jobs of BOARDWALK_JOBS. It sent:\n${sent.join('\n')}`,
  )
}

/** Waits until the program holds a candidate, and erases that person. */
async function watchStored(trial: Trial, seen: Seen, applied: readonly Candidate[]): Promise<void> {
  const statuses = await readFirstStored(trial, applied)
  if ([...statuses.values()].some((status) => status !== undefined)) seen.add('statuses')
  seen.add('candidates')
  const person = applied.find(({ id }) => statuses.has(id))
  if (person !== undefined) await trial.sandbox.erase(person.id)
}

/** Tells how long the program has sent nothing of a new kind. */
class Quiet {
  #firstMs = Number.POSITIVE_INFINITY
  #kinds = 0
  #newMs = 0
  #newAtEnd = 0

  isLongEnough({ requests, program }: Trial): boolean {
    const nowMs = performance.now()
    const { size } = new Set(requests.map(describeKind))
    if (size > this.#kinds) {
      this.#firstMs = Math.min(this.#firstMs, nowMs)
      this.#kinds = size
      this.#newMs = nowMs
      this.#newAtEnd = program.endedTimes
    }
    if (size === 0) return false
    if (program.endedTimes - this.#newAtEnd > QUIET_RUNS) return true
    const quietMs = Math.max(QUIET_MS, QUIET_ROUNDS * findLongestPauseMs(requests))
    return nowMs - this.#newMs > quietMs || nowMs - this.#firstMs > WATCH_MS_MAX
  }
}

const describeKind = (request: SeenRequest): string =>
  [request.operation, ...signs.filter(([, isSign]) => isSign(request)).map(([duty]) => duty)].join()

function findLongestPauseMs(requests: readonly SeenRequest[]): number {
  const pauses = requests.map(({ at }, index) => at - (requests[index - 1]?.at ?? at))
  return Math.max(0, ...pauses)
}

/** Waits for the first request of the program. Throws if it should have sent one by now. */
async function untilAsked(trial: Trial): Promise<void> {
  const describeSilence = async (end: string) => {
    const printed = await readLastLines(trial.program.logFile)
    const output = printed.length === 0 ? 'It printed nothing.' : `It printed:\n${printed.join('\n')}`
    return new ProgramError(`The program sent no request to BOARDWALK_URL ${end}. ${output}`)
  }
  await trial.until(
    async () => {
      const { endedTimes, lastEnd } = trial.program
      if (trial.requests.length === 0 && endedTimes >= SILENT_RUNS_MAX)
        throw await describeSilence(`and ended ${endedTimes} times, last with ${lastEnd}`)
      return trial.requests.length > 0
    },
    async () => {
      const seconds = trial.timeoutMs / 1000
      throw await describeSilence(`in ${seconds} s, the time of --timeout ${seconds}`)
    },
  )
}

/** Waits until the program holds a candidate, and returns the statuses of those that it holds. */
async function readFirstStored(trial: Trial, applied: readonly Candidate[]): Promise<Stored['statuses']> {
  const seconds = trial.timeoutMs / 1000
  let statuses: Stored['statuses'] = new Map()
  await trial.until(
    async () => {
      statuses = (await trial.printStored(STORED_FAILS_MS_MAX)).statuses
      return statuses.size > 0
    },
    () => {
      throw new ProgramError(
        `${applied.length} people applied, the program asked for candidates, and after ${seconds} s, the time of --timeout ${seconds}, --stored prints none of them. Does the program store them where --stored looks?`,
      )
    },
  )
  return statuses
}
