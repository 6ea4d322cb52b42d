import type { ReactNode } from 'react'
import { formatDay } from '../../site/job-facts.tsx'
import { renderNote } from '../../site/layout.tsx'
import type { BoardSite } from '../../site/page-site.ts'
import { boardPath } from '../../site/site.ts'
import type { OwnApplication } from './applicant.ts'
import { applicantWords } from './applicant-words.ts'

/*
 * The pages of a person's own application. They change something by a form only, because programs that check mails open links. The form is
 * sent to the page's own address, so the page does not repeat the secret of the link. They need no script.
 */

/** What the form of a page asks for. */
type Act = 'withdraw' | 'askToErase' | 'erase' | 'back'

export const ALL_FIELD = 'all'

interface OwnPageProps {
  site: BoardSite
  own: OwnApplication
}

/** Shows the application, and what the person can do with it. `isDone` says that the person has just withdrawn it. */
export function renderOwnApplication({ site, own, isDone = false }: OwnPageProps & { isDone?: boolean }): string {
  const { locale } = site
  const words = applicantWords[locale]
  const { withdraw, withdrawn, erase } = words
  const { application, company, jobTitle, withdrawnAt } = own
  return renderNote(
    site,
    withdrawnAt === undefined ? words.heading : withdrawn.heading,
    <>
      <p>
        <bdi>{words.about(jobTitle, company.name)}</bdi> {words.sentOn(formatDay(locale, application.date))}
      </p>
      {withdrawnAt === undefined ? (
        <>
          <h2>{withdraw.heading}</h2>
          <p>{withdraw.text}</p>
          <ActForm>
            <ActButton act="withdraw">{withdraw.send}</ActButton>
          </ActForm>
        </>
      ) : (
        <p>{isDone ? withdrawn.text(company.name) : withdrawn.on(formatDay(locale, withdrawnAt))}</p>
      )}
      <h2>{erase.heading}</h2>
      <p>{erase.text}</p>
      <ActForm>
        <ActButton act="askToErase">{erase.open}</ActButton>
      </ActForm>
      <ToJobs site={site} />
    </>,
    isDone,
  )
}

/** Asks once more before the person's data is erased. `others` is how many other applications the company has with this address. */
export function renderEraseQuestion({ site, own, others }: OwnPageProps & { others: number }): string {
  const words = applicantWords[site.locale]
  const { erase } = words
  const { company, jobTitle } = own
  return renderNote(
    site,
    erase.question,
    <>
      <p>
        <bdi>{words.about(jobTitle, company.name)}</bdi>
      </p>
      <p>{erase.text}</p>
      <p>{erase.final}</p>
      <ActForm>
        {others > 0 && (
          <p>
            <label>
              <input type="checkbox" name={ALL_FIELD} value="yes" /> {erase.others(others)}
            </label>
          </p>
        )}
        <ActButton act="erase">{erase.send}</ActButton>
      </ActForm>
      <ActForm>
        <ActButton act="back">{erase.back}</ActButton>
      </ActForm>
    </>,
  )
}

/** Says that the person's data is erased. */
export function renderOwnErased({ site, own }: OwnPageProps): string {
  const { heading, text } = applicantWords[site.locale].erased
  return renderNote(
    site,
    heading,
    <>
      <p>{text(own.company.name)}</p>
      <ToJobs site={site} />
    </>,
    true,
  )
}

/** Says that a link has no application any more. */
export function renderUnknownLink(site: BoardSite): string {
  const { heading, text } = applicantWords[site.locale].unknown
  return renderNote(
    site,
    heading,
    <>
      <p>{text}</p>
      <ToJobs site={site} />
    </>,
  )
}

const ActForm = ({ children }: { children: ReactNode }) => (
  <form method="post" encType="multipart/form-data">
    {children}
  </form>
)

const ActButton = ({ act, children }: { act: Act; children: ReactNode }) => (
  <button type="submit" name="act" value={act}>
    {children}
  </button>
)

const ToJobs = ({ site: { locale } }: { site: BoardSite }) => (
  <p>
    <a href={boardPath(locale)}>{applicantWords[locale].toJobs}</a>
  </p>
)
