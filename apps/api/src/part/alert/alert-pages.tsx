import { renderNote } from '../../site/layout.tsx'
import type { BoardSite } from '../../site/page-site.ts'
import { writeSearch } from '../../site/search-query.ts'
import { boardPath } from '../../site/site.ts'
import { AlertForm, type AlertFormProps } from './follow-search.tsx'
import { alertPageWords } from './page-words.ts'

/*
 * The pages of alerts. A page that a link in a mail leads to has one button, because programs that check mails open links. Its form is sent
 * to the page's own address, so the page does not repeat the secret of the link.
 */

interface AlertRequestProps extends Omit<Required<AlertFormProps>, 'locale'> {
  site: BoardSite
}

/** The form again, if something is wrong with it. */
export function renderAlertForm({ site, ...form }: AlertRequestProps): string {
  const { path, search } = form
  const { locale } = site
  const { heading, text, toJobs } = alertPageWords[locale]
  return renderNote(
    site,
    heading,
    <>
      <p>{text}</p>
      <AlertForm locale={locale} {...form} />
      <p>
        <a href={`${path}${writeSearch(search)}`}>{toJobs}</a>
      </p>
    </>,
  )
}

/** Says that a mail is on its way. It is the same for every address. */
export function renderAlertRequested(site: BoardSite): string {
  const { heading, text } = alertPageWords[site.locale].requested
  return renderNote(site, heading, <Closing site={site} text={text} />)
}

interface AlertPageProps {
  site: BoardSite
  /** The search in words; "" for all jobs of the board. */
  search: string
}

/** Asks for the confirmation of an alert. */
export function renderConfirmAlert({ site, search }: AlertPageProps): string {
  const { confirm, everyJob } = alertPageWords[site.locale]
  return renderNote(site, confirm.heading, <Question text={confirm.text(search || everyJob)} send={confirm.send} />)
}

/** Says that an alert is confirmed, and where its jobs are. */
export function renderAlertConfirmed({ site, search, list }: AlertPageProps & { list: string }): string {
  const { confirmed, everyJob } = alertPageWords[site.locale]
  const { heading, text } = confirmed
  return renderNote(site, heading, <Closing site={site} text={text(search || everyJob)} list={list} />, true)
}

/** Asks whether an alert shall end. */
export function renderEndAlert({ site, search }: AlertPageProps): string {
  const { end, everyJob } = alertPageWords[site.locale]
  return renderNote(site, end.heading, <Question text={end.text(search || everyJob)} send={end.send} />)
}

/** Says that an alert has ended. */
export function renderAlertEnded(site: BoardSite): string {
  const { heading, text } = alertPageWords[site.locale].ended
  return renderNote(site, heading, <Closing site={site} text={text} />, true)
}

/** Says that a link has no alert any more, and what to do. */
export function renderUnknownAlert(site: BoardSite): string {
  const { heading, text } = alertPageWords[site.locale].unknown
  return renderNote(site, heading, <Closing site={site} text={text} />)
}

function Question({ text, send }: { text: string; send: string }) {
  return (
    <>
      <p>{text}</p>
      <form method="post">
        <button type="submit">{send}</button>
      </form>
    </>
  )
}

function Closing({ site, text, list = boardPath(site.locale) }: { site: BoardSite; text: string; list?: string }) {
  return (
    <>
      <p>{text}</p>
      <p>
        <a className="button" href={list}>
          {alertPageWords[site.locale].toJobs}
        </a>
      </p>
    </>
  )
}
