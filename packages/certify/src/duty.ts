import type { SeenRequest } from '@boardwalk/sandbox'
import { ProgramError } from './error.ts'
import { isPush } from './jobs/push.ts'
import { describeRequest, isPoll } from './poll.ts'
import { readLastLines } from './program.ts'
import type { Duty } from './scenario.ts'
import type { Trial } from './trial.ts'

/** How long a program that runs on is watched after its first request of a kind. */
const WATCH_MS = 5_000
/** How long the command of --stored may fail on a day without faults. */
const STORED_FAILS_MS_MAX = 5_000
/** After how many runs without a request the program is given up. */
const SILENT_RUNS_MAX = 5

const isOf =
  (...operations: SeenRequest['operation'][]) =>
  ({ operation }: SeenRequest) =>
    operation !== undefined && operations.includes(operation)
const hasPrecondition = ({ headers, body }: SeenRequest) => 'if-match' in headers || Object(body).create === false

/** Finds what the program does on a day without faults: it has a job to update and one to create, and two people have applied. */
export async function findDuties(trial: Trial): Promise<ReadonlySet<Duty>> {
  const pushed = { id: 'DUTY-1', title: 'Comptable' }
  await trial.setPushedJobs([pushed])
  await trial.setJobs([
    { ...pushed, title: 'Chef comptable' },
    { id: 'DUTY-2', title: 'Vendeuse' },
  ])
  const applied = await trial.applyTimes(2, pushed.id, { cv: new TextEncoder().encode('%PDF-1.4') })
  trial.program.start()
  await untilWatched(trial)
  const { requests } = trial
  const found = new Set<Duty>()
  if (requests.some(isPoll)) found.add('candidates')
  if (requests.some(isOf('listAllCandidates'))) found.add('candidates of all jobs')
  if (requests.some(isOf('listCandidates'))) found.add('candidates of a job')
  if (requests.some(isOf('downloadCv', 'cvLink'))) found.add('cvs')
  if (requests.some(isPush)) found.add('jobs')
  if (requests.some(hasPrecondition)) found.add('preconditions')
  if (!found.has('candidates') && !found.has('jobs')) {
    const seen = requests.slice(0, 10).map(describeRequest)
    throw new ProgramError(
      `The program neither asked for candidates nor pushed the jobs of BOARDWALK_JOBS. It sent:\n${seen.join('\n')}`,
    )
  }
  if (found.has('candidates') && (await readAllStored(trial, applied.length)).some((status) => status !== undefined))
    found.add('statuses')
  return found
}

/** Waits until the program holds `count` candidates, and returns their statuses. */
async function readAllStored(trial: Trial, count: number): Promise<(string | undefined)[]> {
  let stored = new Map<string, string | undefined>()
  await trial.until(
    async () => {
      stored = await trial.readStored(STORED_FAILS_MS_MAX)
      return stored.size >= count
    },
    () => {
      throw new ProgramError(
        `${count} people applied, the program asked for candidates, and after ${trial.timeoutMs / 1000} s --stored prints ${stored.size}. Does the program store them where --stored looks?`,
      )
    },
  )
  return [...stored.values()]
}

/** Waits until the program has ended, or sends no request of a new kind for some seconds. Throws if it sends none at all. */
async function untilWatched(trial: Trial): Promise<void> {
  let kinds = 0
  let newMs = 0
  const describeSilence = async () => {
    const { endedTimes, lastEnd, logFile } = trial.program
    const end =
      endedTimes === 0 ? `in ${trial.timeoutMs / 1000} s` : `and ended ${endedTimes} times, last with ${lastEnd}`
    const printed = await readLastLines(logFile)
    const output = printed.length === 0 ? 'It printed nothing.' : `It printed:\n${printed.join('\n')}`
    return new ProgramError(`The program sent no request to BOARDWALK_URL ${end}. ${output}`)
  }
  await trial.until(
    async () => {
      const { requests, program } = trial
      if (requests.length === 0) {
        if (program.endedTimes >= SILENT_RUNS_MAX) throw await describeSilence()
        return false
      }
      const { size } = new Set(requests.map(({ operation }) => operation))
      if (size > kinds) [kinds, newMs] = [size, performance.now()]
      return performance.now() - newMs > WATCH_MS || program.endedTimes > 0
    },
    async () => {
      throw await describeSilence()
    },
  )
}
