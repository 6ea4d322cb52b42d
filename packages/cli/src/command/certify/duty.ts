import { performance } from 'node:perf_hooks'
import type { SeenRequest } from '@boardwalk/sandbox'
import { Failure } from '../../failure.ts'
import { isPush } from './jobs/push.ts'
import type { Duty } from './scenario.ts'
import type { Trial } from './trial.ts'

/** How long after its first request a program that runs on is watched. */
const WATCH_MS = 5_000

const isOf =
  (...operations: SeenRequest['operation'][]) =>
  ({ operation }: SeenRequest) =>
    operation !== undefined && operations.includes(operation)
const isPoll = isOf('listCandidates', 'listAllCandidates')
const hasPrecondition = ({ headers, body }: SeenRequest) => 'if-match' in headers || Object(body).create === false

/** Finds what the program does on a day without faults: it has one job to push, and two people have applied to another job. */
export async function findDuties(trial: Trial): Promise<ReadonlySet<Duty>> {
  const pushed = { id: 'DUTY-1', title: 'Comptable' }
  await trial.setPushedJobs([pushed])
  await trial.setJobs([pushed, { id: 'DUTY-2', title: 'Vendeuse' }])
  await trial.applyTimes(2, pushed.id, { cv: new TextEncoder().encode('%PDF-1.4') })
  trial.program.start()
  let firstMs = Number.POSITIVE_INFINITY
  await trial.until(
    () => {
      if (trial.requests.length > 0) firstMs = Math.min(firstMs, performance.now())
      const isWatched = performance.now() - firstMs > WATCH_MS
      return isWatched || (trial.requests.length > 0 && trial.program.endedTimes > 0)
    },
    () => {
      throw new Failure(
        `The program sent no request to BOARDWALK_URL in ${trial.limitMs / 1000} s, or ended before it did (${trial.program.lastEnd}). Its output is in ${trial.logFile}`,
      )
    },
  )
  const { requests } = trial
  const found = new Set<Duty>()
  if (requests.some(isPoll)) found.add('candidates')
  if (requests.some(isOf('downloadCv', 'cvLink'))) found.add('cvs')
  if (requests.some(isPush)) found.add('jobs')
  if (requests.some(hasPrecondition)) found.add('preconditions')
  if (found.has('candidates') && [...(await trial.readStored()).values()].some((status) => status !== undefined))
    found.add('statuses')
  return found
}
