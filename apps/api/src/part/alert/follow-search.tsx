import type { SearchQuery } from '@boardwalk/core/catalogue/query'
import type { Locale } from '@boardwalk/schema/company'
import { TrapField } from '../../site/apply-form.tsx'
import type { FooterLink, JobListOnSite, PageSite } from '../../site/page-site.ts'
import { writeSearch } from '../../site/search-query.ts'
import { boardPath, companyPath } from '../../site/site.ts'
import { siteWords } from '../../site/words/site-words.ts'
import { describeSearch } from './describe.ts'
import { alertPageWords } from './page-words.ts'
import { alertsPath, rssPath } from './paths.ts'

/* How a job seeker follows a search: an alert by mail, and a feed. */

/** The element by which programs that read feeds find the feed of a list. */
export function FeedLink({ site: { publicUrl }, title, path, search }: JobListOnSite) {
  const href = `${publicUrl}${rssPath(path)}${writeSearch(search)}`
  return <link rel="alternate" type="application/rss+xml" title={title} href={href} />
}

/** Lists the link to the feed of all jobs of a company, or else of the board. */
export function listFooterLinks({ locale, company }: PageSite): FooterLink[] {
  const list = company ? companyPath(locale, company) : boardPath(locale)
  return [{ href: rssPath(list), text: alertPageWords[locale].jobsInRss }]
}

interface FollowSearchProps extends JobListOnSite {
  /** Whether the board sends mail. Without it there are no alerts. */
  sendsMail: boolean
}

/** What a list has below its results: it offers an alert and the feed. */
export function FollowSearch({ site: { locale }, path, search, sendsMail }: FollowSearchProps) {
  const { heading, text, feed } = alertPageWords[locale]
  const toFeed = (
    <p>
      <a href={`${rssPath(path)}${writeSearch(search)}`}>{feed}</a>
    </p>
  )
  if (!sendsMail) return toFeed
  return (
    <section className="card follow">
      <div>
        <h2>{heading}</h2>
        <p className="soft">{text}</p>
        {toFeed}
      </div>
      <AlertForm locale={locale} path={path} search={search} />
    </section>
  )
}

/** What the confirmation of an application has below it: it offers an alert for jobs of the same kind, and names the search. */
export function FollowSameKind({ site: { locale }, path, search }: JobListOnSite) {
  const { heading, textOf, everyJob, toJobs } = alertPageWords[locale]
  return (
    <section className="card follow">
      <div>
        <h2>{heading}</h2>
        <p className="soft">{textOf(describeSearch(locale, search, undefined) || everyJob)}</p>
        <p>
          <a href={`${path}${writeSearch(search)}`}>{toJobs}</a>
        </p>
      </div>
      <AlertForm locale={locale} path={path} search={search} />
    </section>
  )
}

export interface AlertFormProps {
  locale: Locale
  /** The path of the list, without its query. */
  path: string
  search: SearchQuery
  /** What the person typed, and what is wrong with it. */
  email?: string
  problem?: string
}

/** The form that asks for an alert. Its address has the search. */
export function AlertForm({ locale, path, search, email, problem }: AlertFormProps) {
  const alerts = alertPageWords[locale]
  return (
    <form method="post" action={`${alertsPath(path)}${writeSearch(search)}`} encType="multipart/form-data" noValidate>
      <TrapField words={siteWords[locale]} />
      {problem !== undefined && (
        <p className="problem" id="email-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="controls">
        <div>
          <label htmlFor="email">{alerts.email}</label>
          <input
            {...{ type: 'email', id: 'email', name: 'email', autoComplete: 'email', dir: 'ltr', required: true }}
            {...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': 'email-problem' })}
            defaultValue={email}
          />
        </div>
        <button type="submit">{alerts.send}</button>
      </div>
    </form>
  )
}
