import type { BoardEntry } from '@boardwalk/core/catalogue/public'
import type { SimilarJob } from '@boardwalk/core/catalogue/similar'
import type { Company } from '@boardwalk/core/company/service'
import type { StoredJob } from '@boardwalk/core/job/job'
import type { Locale } from '@boardwalk/schema/company'
import { describePlaces } from '@boardwalk/schema/place/job-places'
import { workModes } from '@boardwalk/schema/words/job-labels'
import type { ReactNode } from 'react'
import { CompanyFace } from './company-face.tsx'
import { formatAge, formatDay, listCardFacts } from './job-facts.tsx'
import type { CompanySite } from './page-site.ts'
import { companyPath, jobPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

/* The cards of jobs, as all lists of jobs show them. */

interface JobListProps {
  site: Pick<CompanySite, 'locale' | 'company'>
  jobs: StoredJob[]
  /** The time, for "2 days ago". A page that is cached gives none, and shows dates. */
  now?: number
}

/** Lists jobs of one company. */
export function JobList({ site: { locale, company }, jobs, now }: JobListProps) {
  return (
    <ul className="jobs">
      {jobs.map((job) => (
        <JobCard key={job.id} {...{ locale, company, job, now }} facts={listCardFacts(locale, company, job)} />
      ))}
    </ul>
  )
}

/** The button that leads from a page about one job to all jobs of the company. */
export function AllJobsLink({ site: { locale, company } }: { site: CompanySite }) {
  return (
    <p>
      <a className="button" href={companyPath(locale, company)}>
        {siteWords[locale].allJobs}
      </a>
    </p>
  )
}

interface BoardJobListProps {
  locale: Locale
  entries: BoardEntry[]
  /** The logos of the companies as `data:` addresses, by company id. */
  thumbnails: Map<string, string>
  now?: number
}

/** Lists jobs of several companies: each card has the logo and the name of its company. */
export function BoardJobList({ locale, entries, thumbnails, now }: BoardJobListProps) {
  return (
    <ul className="jobs">
      {entries.map(({ company, job, companyJobs }) => (
        <JobCard
          key={job.id}
          {...{ locale, company, job, companyJobs, now }}
          facts={[...new Set([company.name, ...listCardFacts(locale, company, job)])]}
          face={<CompanyFace name={company.name} thumbnail={thumbnails.get(company.id)} />}
        />
      ))}
    </ul>
  )
}

interface JobCardProps {
  locale: Locale
  company: Company
  job: StoredJob
  facts: string[]
  face?: ReactNode
  /** How many jobs the company has, if the list hides those that follow this one. */
  companyJobs?: number | undefined
  now: number | undefined
}

/** A job is new for this many days. */
const NEW_DAYS = 3
const DAY_MS = 86_400_000

function JobCard({ locale, company, job, facts, face, companyJobs, now }: JobCardProps) {
  const { cards } = siteWords[locale]
  const { publishedAt } = job
  const { workMode } = describePlaces(job.fields)
  const isNew = publishedAt !== null && now !== undefined && now - Number(publishedAt) < NEW_DAYS * DAY_MS
  return (
    <>
      <li>
        {face}
        <div>
          <JobSummary {...{ locale, company, job, facts }} />
        </div>
        <p className="tags">
          {isNew && <span className="new">{cards.isNew}</span>}
          {(workMode === 'REMOTE' || workMode === 'HYBRID') && (
            <span className="tag">{workModes[workMode][locale]}</span>
          )}
          {publishedAt && <PublishedOn {...{ locale, publishedAt, now }} />}
        </p>
      </li>
      {companyJobs !== undefined && (
        <li className="more">
          <a href={companyPath(locale, company)}>{cards.allOfCompany(company.name, companyJobs)}</a>
        </li>
      )}
    </>
  )
}

interface JobSummaryProps {
  locale: Locale
  company: Company
  job: SimilarJob['job']
  facts: string[]
}

/** The title of a job as a link to its page, and its facts. */
export function JobSummary({ locale, company, job, facts }: JobSummaryProps) {
  return (
    <>
      <h3>
        <a href={jobPath(locale, company, job)}>
          <bdi>{job.fields.title}</bdi>
        </a>
      </h3>
      <ul className="soft">
        {facts.map((fact) => (
          <li key={fact}>
            <bdi>{fact}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}

function PublishedOn({ locale, publishedAt, now }: { locale: Locale; publishedAt: Date; now: number | undefined }) {
  const day = formatDay(locale, publishedAt)
  const dateTime = publishedAt.toISOString().slice(0, 10)
  if (now === undefined) return <time dateTime={dateTime}>{day}</time>
  return (
    <time dateTime={dateTime} title={day}>
      {formatAge(locale, publishedAt, now)}
    </time>
  )
}
