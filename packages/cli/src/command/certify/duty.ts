import type { SeenRequest } from '@boardwalk/sandbox'
import { Failure } from '../../failure.ts'
import { isPush } from './jobs/push.ts'
import { readLastLines } from './program.ts'
import type { Duty } from './scenario.ts'
import { describeRequest, type Trial } from './trial.ts'

/** How long after its first request a program that runs on is watched. */
const WATCH_MS = 5_000
/** After how many runs without a request the program is given up. */
const SILENT_RUNS_MAX = 5

const isOf =
  (...operations: SeenRequest['operation'][]) =>
  ({ operation }: SeenRequest) =>
    operation !== undefined && operations.includes(operation)
const isPoll = isOf('listCandidates', 'listAllCandidates')
const hasPrecondition = ({ headers, body }: SeenRequest) => 'if-match' in headers || Object(body).create === false

/** Finds what the program does on a day without faults: it has a job to update and one to create, and two people have applied. */
export async function findDuties(trial: Trial): Promise<ReadonlySet<Duty>> {
  const pushed = { id: 'DUTY-1', title: 'Comptable' }
  await trial.setPushedJobs([pushed])
  await trial.setJobs([
    { ...pushed, title: 'Chef comptable' },
    { id: 'DUTY-2', title: 'Vendeuse' },
  ])
  await trial.applyTimes(2, pushed.id, { cv: new TextEncoder().encode('%PDF-1.4') })
  trial.program.start()
  await untilWatched(trial)
  const { requests } = trial
  const found = new Set<Duty>()
  if (requests.some(isPoll)) found.add('candidates')
  if (requests.some(isOf('downloadCv', 'cvLink'))) found.add('cvs')
  if (requests.some(isPush)) found.add('jobs')
  if (requests.some(hasPrecondition)) found.add('preconditions')
  if (!found.has('candidates') && !found.has('jobs')) {
    const seen = [...new Set(requests.map(describeRequest))].slice(0, 10)
    throw new Failure(
      `The program neither asked for candidates nor pushed the jobs of BOARDWALK_JOBS. It sent:\n${seen.join('\n')}`,
    )
  }
  if (found.has('candidates') && [...(await trial.readStored()).values()].some((status) => status !== undefined))
    found.add('statuses')
  return found
}

/** Waits until the program has ended, or has been watched for some seconds. Throws if it sends no request. */
async function untilWatched(trial: Trial): Promise<void> {
  let firstMs = Number.POSITIVE_INFINITY
  const describeSilence = async () => {
    const { endedTimes, lastEnd, logFile } = trial.program
    const end =
      endedTimes === 0 ? `in ${trial.limitMs / 1000} s` : `and ended ${endedTimes} times, last with ${lastEnd}`
    const printed = await readLastLines(logFile)
    const output = printed.length === 0 ? 'It printed nothing.' : `It printed:\n${printed.join('\n')}`
    return new Failure(`The program sent no request to BOARDWALK_URL ${end}. ${output}`)
  }
  await trial.until(
    async () => {
      const { requests, program } = trial
      if (requests.length === 0) {
        if (program.endedTimes >= SILENT_RUNS_MAX) throw await describeSilence()
        return false
      }
      firstMs = Math.min(firstMs, performance.now())
      return performance.now() - firstMs > WATCH_MS || program.endedTimes > 0
    },
    async () => {
      throw await describeSilence()
    },
  )
}
