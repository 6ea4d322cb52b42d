import type { SearchQuery } from '@boardwalk/core/search/query'
import type { Locale } from '@boardwalk/schema/company'
import { TrapField } from './apply-form.tsx'
import { writeSearch } from './search-query.ts'
import { alertsPath, rssPath } from './site.ts'
import { alertPageWords } from './words/alert-pages.ts'
import { siteWords } from './words/site-words.ts'

/* How a job seeker follows a search: an alert by mail, and a feed. */

export interface FollowSearchProps {
  locale: Locale
  /** The path of the list, without its query. */
  path: string
  search: SearchQuery
  /** Whether the board sends mail. Without it there are no alerts. */
  sendsMail: boolean
}

/** The part of a list under its results that offers an alert and the feed. */
export function FollowSearch(props: FollowSearchProps) {
  const { locale, path, search, sendsMail } = props
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
      <AlertForm {...props} />
    </section>
  )
}

interface AlertFormProps extends Omit<FollowSearchProps, 'sendsMail'> {
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
