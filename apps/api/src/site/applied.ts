import { Locale } from '@boardwalk/schema/company'
import type { Request, Response } from 'express'
import type { StoredJob } from '../feature/job/job.ts'
import { type CompanySite, jobPath } from './site.ts'

/** What a browser knows of the application that was sent from it to a job. It has no data of the person. */
export interface Applied {
  id: string
  date: Date
}

const COOKIE = 'applied'

/**
 * Sets the cookies by which the confirmation and the job's page recognise the browser that sent an application. So the
 * address of the confirmation names no application. The browser sends them only to the pages of this job, one for each
 * language, and forgets them when it is closed.
 */
export function rememberApplied(res: Response, { company, publicUrl }: CompanySite, job: StoredJob, applied: Applied) {
  for (const locale of Locale.options)
    res.cookie(COOKIE, `${applied.id}.${applied.date.getTime()}`, {
      ...{ httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') },
      path: jobPath(locale, company, job),
    })
}

/** Reads what this browser sent to the job. Undefined if it sent nothing, or keeps no cookies. */
export function readApplied(req: Request): Applied | undefined {
  const [, id, ms] = /(?:^|; )applied=([0-9a-f]{32})\.(\d{1,15})(?:;|$)/.exec(req.headers.cookie ?? '') ?? []
  return id === undefined ? undefined : { id, date: new Date(Number(ms)) }
}
