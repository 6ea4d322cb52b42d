import type { SeenRequest } from '@boardwalk/sandbox'
import { showTime } from '../poll.ts'

/* Pushes: the requests with which a program creates, updates and unpublishes jobs. */

/** Finds the ids of the jobs that a push is about, one of a path as the path has it. */
export function findIds({ operation, path, body }: SeenRequest): unknown[] {
  const { job, jobs } = Object(body)
  if (operation === 'upsertJobs') return Array.isArray(jobs) ? jobs.map((each) => Object(each).id) : []
  if (operation === 'createJob') return [Object(job).id]
  return [path.split('/').at(-1)]
}

/** Finds the errors of an answer: its own, and those of single jobs of a batch. */
function findErrors({ answer }: SeenRequest): { message?: unknown }[] {
  const { error, results } = Object(answer)
  return [error, ...(Array.isArray(results) ? results.map((result) => Object(result).error) : [])].filter(Boolean)
}

/** Tells whether the board has taken a whole push, and said so. */
export const isTaken = (request: SeenRequest) =>
  Object(request.answer).error === null && findErrors(request).length === 0

/** Says in one line when a push came, what it was and how it was answered. */
export function describePush(request: SeenRequest): string {
  const { at, method, path, body, status } = request
  const sent = body === undefined ? '' : ` ${shorten(JSON.stringify(body))}`
  const [error] = findErrors(request)
  return `${showTime(at)} ${method} ${path}${sent} → ${status ?? 'no answer'} ${error?.message ?? ''}`.trimEnd()
}

const BODY_CHARACTERS_MAX = 120

const shorten = (text: string) => (text.length > BODY_CHARACTERS_MAX ? `${text.slice(0, BODY_CHARACTERS_MAX)}…` : text)

/** How long it takes to see whether a program pauses between its requests. */
export const BURST_MS = 1_000
/** A program for cron is started again soon after its end, and may then send the same requests once more. */
const BURST_REQUESTS_MAX = 20

/** Finds requests that came in so short a time that the program cannot have paused between them. Empty if there are none. */
export function findBurst(requests: readonly SeenRequest[]): readonly SeenRequest[] {
  for (const [index, { at }] of requests.entries()) {
    const burst = requests.slice(index, index + BURST_REQUESTS_MAX + 1)
    if (burst.length > BURST_REQUESTS_MAX && (burst.at(-1)?.at ?? 0) - at < BURST_MS) return burst
  }
  return []
}
