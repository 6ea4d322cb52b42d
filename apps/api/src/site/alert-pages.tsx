import type { Locale } from '@boardwalk/schema/company'
import type { ReactNode } from 'react'
import { AlertForm, type FollowSearchProps } from './follow-search.tsx'
import { Layout, renderDocument } from './layout.tsx'
import { writeSearch } from './search-query.ts'
import { boardPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

/*
 * The pages of alerts. A page that a link in a mail leads to has one button, because programs that check mails open links. Its form is sent
 * to the page's own address, so the page does not repeat the secret of the link.
 */

interface AlertRequestProps extends Omit<FollowSearchProps, 'sendsMail'> {
  email: string
  problem: string
}

/** The form again, if something is wrong with it. */
export function renderAlertForm(props: AlertRequestProps): string {
  const { locale, path, search } = props
  const { heading, text, toJobs } = siteWords[locale].alerts
  return renderNote(
    locale,
    heading,
    <>
      <p>{text}</p>
      <AlertForm {...props} />
      <p>
        <a href={`${path}${writeSearch(search)}`}>{toJobs}</a>
      </p>
    </>,
  )
}

/** Says that a mail is on its way. It is the same for every address. */
export function renderAlertRequested(locale: Locale): string {
  const { heading, text } = siteWords[locale].alerts.requested
  return renderNote(locale, heading, <Closing locale={locale} text={text} />)
}

interface AlertPageProps {
  locale: Locale
  /** The search in words; "" for all jobs of the board. */
  search: string
}

/** Asks for the confirmation of an alert. */
export function renderConfirmAlert({ locale, search }: AlertPageProps): string {
  const { confirm, everyJob } = siteWords[locale].alerts
  return renderNote(locale, confirm.heading, <Question text={confirm.text(search || everyJob)} send={confirm.send} />)
}

/** Says that an alert is confirmed, and where its jobs are. */
export function renderAlertConfirmed({ locale, search, list }: AlertPageProps & { list: string }): string {
  const { confirmed, everyJob } = siteWords[locale].alerts
  const { heading, text } = confirmed
  return renderNote(locale, heading, <Closing locale={locale} text={text(search || everyJob)} list={list} />, true)
}

/** Asks whether an alert shall end. */
export function renderEndAlert({ locale, search }: AlertPageProps): string {
  const { end, everyJob } = siteWords[locale].alerts
  return renderNote(locale, end.heading, <Question text={end.text(search || everyJob)} send={end.send} />)
}

/** Says that an alert has ended. */
export function renderAlertEnded(locale: Locale): string {
  const { heading, text } = siteWords[locale].alerts.ended
  return renderNote(locale, heading, <Closing locale={locale} text={text} />, true)
}

/** Says that a link has no alert any more, and what to do. */
export function renderUnknownAlert(locale: Locale): string {
  const { heading, text } = siteWords[locale].alerts.unknown
  return renderNote(locale, heading, <Closing locale={locale} text={text} />)
}

function renderNote(locale: Locale, heading: string, content: ReactNode, isDone = false): string {
  return renderDocument(
    <Layout locale={locale} title={heading}>
      <section className={isDone ? 'card note done' : 'card note'}>
        <h1>{heading}</h1>
        {content}
      </section>
    </Layout>,
  )
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

function Closing({ locale, text, list = boardPath(locale) }: { locale: Locale; text: string; list?: string }) {
  return (
    <>
      <p>{text}</p>
      <p>
        <a className="button" href={list}>
          {siteWords[locale].alerts.toJobs}
        </a>
      </p>
    </>
  )
}
