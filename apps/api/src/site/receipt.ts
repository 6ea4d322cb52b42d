import type { StoredJob } from '@boardwalk/core/job/job'
import { Locale } from '@boardwalk/schema/company'
import type { Request, Response } from 'express'
import type { CompanySite } from './page-site.ts'
import { jobPath } from './site.ts'

/** The application that was sent from a browser to a job, as its cookie names it. It has no data of the person. */
export interface Receipt {
  id: string
  date: Date
}

const COOKIE = 'applied'

/**
 * Sets the cookies by which the job's page and the confirmation recognise the browser that sent an application, so the address of the
 * confirmation names no application. There is one for each language, because the browser sends each to the pages of this job in that
 * language only. The browser deletes them when it is closed.
 */
export function setReceipt(res: Response, { company, publicUrl }: CompanySite, job: StoredJob, receipt: Receipt) {
  for (const locale of Locale.options)
    res.cookie(COOKIE, `${receipt.id}.${receipt.date.getTime()}`, {
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
      path: jobPath(locale, company, job),
    })
}

/** Reads the cookie of a job's pages. Undefined if this browser sent no application, or keeps no cookies. */
export function readReceipt(req: Request): Receipt | undefined {
  const [, id, ms] = /(?:^|; )applied=([0-9a-f]{32})\.(\d{1,15})(?:;|$)/.exec(req.headers.cookie ?? '') ?? []
  return id === undefined ? undefined : { id, date: new Date(Number(ms)) }
}
