import type { Locale } from '@boardwalk/schema/company'
import { boardPath } from '../../site/site.ts'

/** Where the form below a list of jobs asks for an alert. `list` is the path of the list. */
export const alertsPath = (list: string): string => `${list}/alerts`

/** A list of jobs as an RSS feed. `list` is the path of the list. */
export const rssPath = (list: string): string => `${list}/jobs.rss`

/** The page that says that the mail to confirm an alert is on its way. */
export const requestedPath = (locale: Locale): string => `${alertsPath(boardPath(locale))}/requested`

/** The addresses to which the links of the mails lead. */
export const confirmAlertPath = (locale: Locale): string => `${alertsPath(boardPath(locale))}/confirm`
export const endAlertPath = (locale: Locale): string => `${alertsPath(boardPath(locale))}/unsubscribe`
