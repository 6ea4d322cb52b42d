import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Deadline, deadlinePassed, runWithDeadline } from '../deadline.ts'
import type { AppError } from '../error.ts'
import type { WithSettings } from '../settings.ts'

/**
 * How long the server may work on a request until its answer begins. Callers learn from the answer what happened, so it comes
 * before they and their proxies give up: after 30 s (deploy/Caddyfile, deploy/kubernetes/ingress.yaml, the SDK). It is longer
 * than the database is retried (db/retry.ts), so that a request waits for an election to end.
 */
export const WORK_MS_MAX = 25_000

interface RequestDeadline extends Deadline {
  /** Stops the time while the server waits for the caller, and lets it run on. */
  pause(): void
  resume(): void
  /** Answers the request when its time is up. */
  refuse: (error: AppError) => void
}

const deadlines = new WeakMap<IncomingMessage, RequestDeadline>()

function getDeadline(req: IncomingMessage): RequestDeadline {
  const found = deadlines.get(req)
  if (found === undefined) throw new Error('withDeadline must handle a request first')
  return found
}

/** Lets this function answer the request if its time is up before its answer begins. */
export function onDeadline(req: IncomingMessage, refuse: (error: AppError) => void): void {
  getDeadline(req).refuse = refuse
}

/** Whether the request was ended, so that nobody reads what its handler answers now. */
export const isEnded = (req: IncomingMessage): boolean => deadlines.get(req)?.isPassed ?? false

/**
 * Stops the time of a request while its body arrives, because the body has limits of its own (http/server.ts,
 * http/arriving-bodies.ts). The time runs on when all of it is here, or by `resumeDeadline`.
 */
export function pauseDeadline(req: IncomingMessage): void {
  const { pause, resume } = getDeadline(req)
  pause()
  for (const end of ['end', 'close']) req.once(end, resume)
}

/** Lets the time of a request run on although the rest of its body may still arrive: its handler does not wait for it. */
export const resumeDeadline = (req: IncomingMessage): void => getDeadline(req).resume()

type Handler = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Wraps a handler so that each request has a time limit. When it is up and no answer has begun, the request is refused with
 * `deadline_passed`, and its work ends at its next database call. An answer that has begun goes on, because a caller may
 * read a long one slowly. The work of a caller that has gone has the same limit.
 */
export function withDeadline({ settings }: WithSettings<'workMsMax'>, handler: Handler): Handler {
  return (req, res) => {
    let timer: NodeJS.Timeout | undefined
    let leftMs = settings.workMsMax ?? WORK_MS_MAX
    let startedMs = 0
    const end = () => {
      timer = undefined
      leftMs = 0
      if (res.headersSent) return
      deadline.isPassed = true
      if (!res.closed) runWithDeadline(deadline, () => deadline.refuse(deadlinePassed()))
    }
    const deadline: RequestDeadline = {
      isPassed: false,
      pause() {
        if (timer === undefined) return
        clearTimeout(timer)
        timer = undefined
        leftMs -= performance.now() - startedMs
      },
      resume() {
        if (timer !== undefined || leftMs <= 0 || res.headersSent) return
        startedMs = performance.now()
        timer = setTimeout(end, leftMs).unref()
      },
      refuse: () => res.destroy(),
    }
    deadlines.set(req, deadline)
    res.once('finish', deadline.pause)
    runWithDeadline(deadline, () => {
      deadline.resume()
      handler(req, res)
    })
  }
}
